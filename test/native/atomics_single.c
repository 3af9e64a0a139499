/* C11 atomics in a program with one thread: every operation, several sizes, flags, pointers and fences. */
#include <stdatomic.h>
#include <stdio.h>

static atomic_int number = 5;
static _Atomic unsigned char small = 250;
static _Atomic(long long) wide;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int cells[4] = {10, 20, 30, 40};
static int *_Atomic cursor = cells;

int main(void)
{
    printf("%d ", atomic_fetch_add(&number, 3));
    printf("%d ", atomic_fetch_sub(&number, 10));
    printf("%d ", atomic_fetch_or(&number, 0x70));
    printf("%d ", atomic_fetch_and(&number, 0x3c));
    printf("%d ", atomic_fetch_xor(&number, 0xff));
    printf("%d\n", atomic_load(&number));
    small += 10;
    small++;
    printf("%d\n", small);
    int expected = 7;
    printf("%d", atomic_compare_exchange_strong(&number, &expected, 1));
    printf(" %d", expected);
    printf(" %d", atomic_compare_exchange_strong(&number, &expected, 1));
    printf(" %d\n", number);
    atomic_store_explicit(&wide, 1LL << 40, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    printf("%lld", atomic_exchange(&wide, -1));
    printf(" %lld\n", atomic_load_explicit(&wide, memory_order_acquire));
    printf("%d", atomic_flag_test_and_set(&flag));
    printf(" %d", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf(" %d\n", atomic_flag_test_and_set(&flag));
    int *before = atomic_exchange(&cursor, cells + 1);
    atomic_store(&cursor, atomic_load(&cursor) + 2);
    printf("%d", *before);
    printf(" %d\n", *cursor);
    return 0;
}
