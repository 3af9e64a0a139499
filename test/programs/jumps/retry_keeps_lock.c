/* Who finds nothing left gives up by a jump out of a nested call, and leaves the lock behind. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1, sold;

static void take(jmp_buf *out)
{
    pthread_mutex_lock(&mutex);
    if (stock == 0) {
        longjmp(*out, 1);
    }
    stock--;
    sold++;
    pthread_mutex_unlock(&mutex);
}

static void *buy(void *unused)
{
    jmp_buf out;
    if (setjmp(out))
        return unused;
    take(&out);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, buy, NULL);
    pthread_create(&b, NULL, buy, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_lock(&mutex);
    assert(sold == 1);
    return 0;
}
