/* Callbacks with a context pointer: filters, folds, iterators, and a chain of them built at run time. */
#include <stdio.h>

typedef int predicate(int value, void *context);
typedef void consumer(int value, void *context);

struct range {
    int low;
    int high;
};

struct stage {
    predicate *accept;
    void *context;
    struct stage *next;
    int seen;
};

static int in_range(int value, void *context)
{
    const struct range *range = context;
    return value >= range->low && value <= range->high;
}

static int divisible(int value, void *context)
{
    return value % *(int *)context == 0;
}

static int every_other(int value, void *context)
{
    (void)value;
    return ++*(int *)context % 2;
}

static void iterate(int count, struct stage *pipeline, consumer *consume, void *context)
{
    for (int i = 0; i < count; i++) {
        struct stage *stage = pipeline;
        for (; stage; stage = stage->next) {
            stage->seen++;
            if (!stage->accept(i, stage->context)) {
                break;
            }
        }
        if (!stage) {
            consume(i, context);
        }
    }
}

static void print(int value, void *context)
{
    printf("%s%d", (const char *)context, value);
}

static void total(int value, void *context)
{
    *(long *)context += value;
}

int main(void)
{
    struct range range = {20, 80};
    int three = 3;
    int counter = 0;
    struct stage last = {every_other, &counter, NULL, 0};
    struct stage middle = {divisible, &three, &last, 0};
    struct stage first = {in_range, &range, &middle, 0};
    long sum = 0;
    iterate(100, &first, print, " ");
    iterate(100, &first, total, &sum);
    printf("\n%ld %d %d %d\n", sum, first.seen, middle.seen, last.seen);
    iterate(3, NULL, print, ":");
    putchar('\n');
    return 0;
}
