/* Dynamic programming: longest common subsequence, edit distance, knapsack, coin change, Catalan numbers. */
#include <stdio.h>
#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int common(const char *a, const char *b, char *out)
{
    int table[32][32] = {{0}};
    int n = (int)strlen(a);
    int m = (int)strlen(b);
    for (int i = n - 1; i >= 0; i--) {
        for (int j = m - 1; j >= 0; j--) {
            table[i][j] = a[i] == b[j] ? table[i + 1][j + 1] + 1 : MAX(table[i + 1][j], table[i][j + 1]);
        }
    }
    for (int i = 0, j = 0; i < n && j < m;) {
        if (a[i] == b[j]) {
            *out++ = a[i];
            i++;
            j++;
        } else if (table[i + 1][j] >= table[i][j + 1]) {
            i++;
        } else {
            j++;
        }
    }
    *out = '\0';
    return table[0][0];
}

static int distance(const char *a, const char *b)
{
    int row[32];
    int m = (int)strlen(b);
    for (int j = 0; j <= m; j++) {
        row[j] = j;
    }
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int above = row[j];
            row[j] = MIN(MIN(row[j], row[j - 1]) + 1, corner + (a[i - 1] != b[j - 1]));
            corner = above;
        }
    }
    return row[m];
}

int main(void)
{
    char text[32];
    printf("%d", common("the quick brown fox", "thick brow of ox", text));
    printf(" %s\n", text);
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"));
    static const int sizes[] = {12, 7, 11, 8, 9};
    static const int values[] = {24, 13, 23, 15, 16};
    int best[27] = {0};
    for (int i = 0; i < 5; i++) {
        for (int room = 26; room >= sizes[i]; room--) {
            best[room] = MAX(best[room], best[room - sizes[i]] + values[i]);
        }
    }
    long ways[201] = {1};
    static const int coins[] = {1, 2, 5, 10, 20, 50, 100, 200};
    for (int i = 0; i < 8; i++) {
        for (int amount = coins[i]; amount <= 200; amount++) {
            ways[amount] += ways[amount - coins[i]];
        }
    }
    unsigned long long catalan[21] = {1};
    for (int n = 1; n <= 20; n++) {
        for (int i = 0; i < n; i++) {
            catalan[n] += catalan[i] * catalan[n - 1 - i];
        }
    }
    printf("%d %ld %llu\n", best[26], ways[200], catalan[20]);
    return 0;
}
