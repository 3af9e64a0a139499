/* Operators on _Atomic objects compute in the type that C says, and give what was there before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct sensor {
    int number;
    _Atomic int16_t degrees[2];
} sensor = {1, {-18, -16}};

_Atomic signed char low = -7;
_Atomic int sum = -18;
_Atomic unsigned char high = 200;
_Atomic unsigned wide = 4000000000u;
_Atomic _Bool flag;
int cells[3];
int *_Atomic next = cells;
_Atomic int row;
int rows[2];

static void halve(_Atomic int16_t *degrees)
{
    *degrees >>= 1;
}

static void scale_unsigned(void)
{
    wide /= 3L;
    high /= 3;
    wide *= 0.5;
}

static void *take(void *own)
{
    int *cell = next++;
    *cell += 1;
    *(int *)own = row++;
    return own;
}

int main(void)
{
    struct sensor *one = &sensor;
    one->degrees[one->number] /= 4;
    assert(one->degrees[1] == -4);
    assert((one->degrees[0] /= 4) == -4);
    halve(&one->degrees[0]);
    assert(sensor.degrees[0] == -2);
    low %= 4;
    assert(low == -3);
    sum /= 4L;
    assert(sum == -4);
    sum *= 0.5;
    assert(sum == -2);
    scale_unsigned();
    assert(wide == 666666666 && high == 66);
    flag |= 2;
    assert(flag == 1);
    flag += 0.5;
    assert(flag == 1);
    assert(flag-- == 1 && flag == 0);
    assert(flag-- == 0 && flag == 1);
    pthread_t first, second;
    pthread_create(&first, 0, take, &rows[0]);
    pthread_create(&second, 0, take, &rows[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(cells[0] == 1 && cells[1] == 1 && rows[0] != rows[1]);
#ifdef WRONG
    _Atomic short level = -18;
    level /= 4;
    assert(level != -4);
#endif
    return 0;
}
