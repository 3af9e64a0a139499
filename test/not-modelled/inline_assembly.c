int main(void)
{
    __asm__ volatile(".nops 2");
    return 0;
}
