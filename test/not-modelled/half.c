int main(int n, char **v)
{
    _Float16 x = n;
    x = x * 2;
    return x > 100;
}
