/* The __sync and __atomic built-ins of gcc on integers, pointers and structs of register size. */
#include <stdio.h>

struct pair {
    _Alignas(8) int a;
    int b;
};

int main(void)
{
    int n = 10;
    long l = 1;
    unsigned short h = 0xff00;
    printf("%d ", __sync_fetch_and_add(&n, 5));
    printf("%d ", __sync_add_and_fetch(&n, 5));
    printf("%d ", __sync_bool_compare_and_swap(&n, 20, 30));
    printf("%d ", __sync_val_compare_and_swap(&n, 31, 40));
    printf("%d ", __sync_lock_test_and_set(&n, 50));
    __sync_synchronize();
    printf("%d ", n);
    __sync_lock_release(&n);
    printf("%d\n", n);
    printf("%ld ", __atomic_fetch_or(&l, 0x100, __ATOMIC_SEQ_CST));
    printf("%ld ", __atomic_sub_fetch(&l, 2, __ATOMIC_RELAXED));
    printf("%x ", __atomic_nand_fetch(&h, 0x0ff0, __ATOMIC_ACQ_REL));
    printf("%x\n", __atomic_exchange_n(&h, 1, __ATOMIC_ACQUIRE));
    struct pair p = {1, 2};
    struct pair q = {3, 4};
    struct pair r;
    __atomic_exchange(&p, &q, &r, __ATOMIC_SEQ_CST);
    __atomic_load(&p, &q, __ATOMIC_SEQ_CST);
    printf("%d %d %d %d\n", r.a, r.b, q.a, q.b);
    return 0;
}
