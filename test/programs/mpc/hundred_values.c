// An index with many values: they are found a few at a time.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int table[100];

int main(void)
{
    int index = __VERIFIER_nondet_int();
    __VERIFIER_assume(index >= 0 && index < 100);
    table[index] = 1;
    return 0;
}
