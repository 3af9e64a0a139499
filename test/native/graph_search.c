/* Graphs: breadth and depth first search, Dijkstra with an array, topological order, union-find. */
#include <limits.h>
#include <stdio.h>

enum { N = 9 };

static const int edges[][3] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8}, {3, 4, 3},
                               {5, 6, 1}, {6, 7, 2}, {4, 7, 9}};
static int weights[N][N];

static void dijkstra(int source, int *distance)
{
    int done[N] = {0};
    for (int i = 0; i < N; i++) {
        distance[i] = i == source ? 0 : INT_MAX;
    }
    for (;;) {
        int best = -1;
        for (int i = 0; i < N; i++) {
            if (!done[i] && distance[i] < INT_MAX && (best < 0 || distance[i] < distance[best])) {
                best = i;
            }
        }
        if (best < 0) {
            return;
        }
        done[best] = 1;
        for (int i = 0; i < N; i++) {
            if (weights[best][i] && distance[best] + weights[best][i] < distance[i]) {
                distance[i] = distance[best] + weights[best][i];
            }
        }
    }
}

static void visit(int node, int *seen, int *order, int *count)
{
    seen[node] = 1;
    for (int i = 0; i < N; i++) {
        if (weights[node][i] && !seen[i]) {
            visit(i, seen, order, count);
        }
    }
    order[(*count)++] = node;
}

static int find(int *parents, int node)
{
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

int main(void)
{
    int parents[N];
    for (int i = 0; i < N; i++) {
        parents[i] = i;
    }
    int groups = N;
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
        weights[edges[i][0]][edges[i][1]] = edges[i][2];
        int a = find(parents, edges[i][0]);
        int b = find(parents, edges[i][1]);
        groups -= a != b;
        parents[a] = b;
    }
    int distance[N];
    dijkstra(0, distance);
    for (int i = 0; i < N; i++) {
        printf("%d ", distance[i] == INT_MAX ? -1 : distance[i]);
    }
    printf("| %d\n", groups);
    int seen[N] = {0};
    int order[N];
    int count = 0;
    for (int i = 0; i < N; i++) {
        if (!seen[i]) {
            visit(i, seen, order, &count);
        }
    }
    while (count) {
        printf("%d ", order[--count]);
    }
    int queue[N];
    int head = 0;
    int tail = 0;
    int level[N] = {[0] = 1};
    queue[tail++] = 0;
    while (head < tail) {
        int node = queue[head++];
        for (int i = 0; i < N; i++) {
            if (weights[node][i] && !level[i]) {
                level[i] = level[node] + 1;
                queue[tail++] = i;
            }
        }
    }
    printf("| %d %d\n", tail, level[7]);
    return 0;
}
