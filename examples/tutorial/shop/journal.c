// What is known about the library: journal_write returns something and does not touch the stock.
extern int __VERIFIER_nondet_int(void);

int journal_write(int number);

int journal_write(int number)
{
    (void)number;
    return __VERIFIER_nondet_int();
}
