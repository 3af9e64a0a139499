// What is const may not be written, however one gets there.
int main(void)
{
    const int limit = 3;
    int *pointer = (int *)&limit;
    *pointer = 4;
    return *pointer == 4 ? 0 : 1;
}
