extern int elsewhere;
int main(void)
{
    return elsewhere;
}
