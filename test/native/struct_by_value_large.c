/* Large structs by value: the callee gets its own copy, and changes to it do not come back. */
#include <stdio.h>

struct block {
    int data[40];
    const char *name;
};

static int block_destroy(struct block b)
{
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        sum += b.data[i];
        b.data[i] = -1;
    }
    b.name = "destroyed";
    return sum;
}

static struct block block_reverse(struct block b)
{
    for (int i = 0; i < 20; i++) {
        int keep = b.data[i];
        b.data[i] = b.data[39 - i];
        b.data[39 - i] = keep;
    }
    b.name = "reversed";
    return b;
}

int main(void)
{
    struct block b = {.name = "original"};
    for (int i = 0; i < 40; i++) {
        b.data[i] = i * i;
    }
    struct block r = block_reverse(b);
    printf("%d %d\n", block_destroy(b), block_destroy(block_reverse(r)));
    printf("%s %d %s %d %d\n", b.name, b.data[1], r.name, r.data[0], r.data[39]);
    return 0;
}
