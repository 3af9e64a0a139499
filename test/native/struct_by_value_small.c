/* Structs that fit into one or two registers, passed and returned by value. */
#include <stdio.h>

struct byte {
    unsigned char value;
};

struct pair {
    int first;
    int second;
};

struct three {
    char letters[3];
};

static struct byte byte_next(struct byte b)
{
    b.value++;
    return b;
}

static struct pair pair_swap(struct pair p)
{
    return (struct pair){p.second, p.first};
}

static struct three three_rotate(struct three t)
{
    return (struct three){{t.letters[1], t.letters[2], t.letters[0]}};
}

int main(void)
{
    struct byte b = {254};
    struct pair p = {3, -4};
    struct three t = {{'a', 'b', 'c'}};
    for (int i = 0; i < 3; i++) {
        b = byte_next(b);
        p = pair_swap(pair_swap(pair_swap(p)));
        t = three_rotate(t);
        printf("%u %d %d %.3s\n", b.value, p.first, p.second, t.letters);
    }
    printf("%d\n", pair_swap((struct pair){1, 2}).first);
    return 0;
}
