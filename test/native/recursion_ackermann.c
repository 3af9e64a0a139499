/* Deep and branching recursion: Ackermann, Fibonacci, towers of Hanoi, permutations, partitions. */
#include <stdio.h>

static int calls;

static int ackermann(int m, int n)
{
    calls++;
    if (m == 0) {
        return n + 1;
    }
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int hanoi(int discs, int from, int to, int *heights)
{
    if (discs == 0) {
        return 0;
    }
    int via = 3 - from - to;
    int moves = hanoi(discs - 1, from, via, heights);
    heights[from]--;
    heights[to]++;
    return moves + 1 + hanoi(discs - 1, via, to, heights);
}

static void permute(char *text, int from, int *count)
{
    if (!text[from]) {
        if (++*count % 7 == 0) {
            printf("%s ", text);
        }
        return;
    }
    for (int i = from; text[i]; i++) {
        char keep = text[from];
        text[from] = text[i];
        text[i] = keep;
        permute(text, from + 1, count);
        text[i] = text[from];
        text[from] = keep;
    }
}

static int partitions(int n, int largest)
{
    if (n == 0) {
        return 1;
    }
    int count = 0;
    for (int part = largest < n ? largest : n; part > 0; part--) {
        count += partitions(n - part, part);
    }
    return count;
}

static int deep(int n)
{
    return n == 0 ? 0 : 1 + deep(n - 1);
}

int main(void)
{
    printf("%d", ackermann(2, 9));
    printf(" %d", ackermann(3, 4));
    printf(" %d\n", calls);
    int heights[3] = {10, 0, 0};
    printf("%d %d", fibonacci(18), hanoi(10, 0, 2, heights));
    printf(" %d %d %d\n", heights[0], heights[1], heights[2]);
    char text[] = "abcd";
    int count = 0;
    permute(text, 0, &count);
    printf("%d\n%d %d\n", count, partitions(20, 20), deep(2000));
    return 0;
}
