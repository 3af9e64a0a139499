/* A table of operations, applied by threads that know only an index. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef int (*operation)(int, int);

struct job {
    int operation;
    int left, right;
    int result;
};

static int add(int left, int right)
{
    return left + right;
}

static int multiply(int left, int right)
{
    return left * right;
}

static const operation operations[] = {add, multiply};

struct job jobs[2] = {{0, 3, 4, 0}, {1, 3, 4, 0}};

void *run(void *argument)
{
    struct job *job = argument;
    struct job mine = *job;
    job->result = operations[mine.operation](mine.left, mine.right);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, run, &jobs[0]);
    pthread_create(&second, NULL, run, &jobs[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(jobs[0].result == 7 && jobs[1].result == 12);
    return 0;
}
