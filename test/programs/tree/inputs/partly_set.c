/* Of eight bytes one is set. Which of the others are 0 is open, however large the array is that they are in. */
#include <assert.h>
#include <string.h>

int main(void)
{
    char first[20], second[20], third[200];
    long value;
    first[0] = 1;
    memcpy(&value, first, sizeof value);
    if (value == 77)
        return 0;
    second[0] = 1;
    memcpy(&value, second, sizeof value);
    if (value == 77)
        return 0;
    third[0] = 1;
    memcpy(&value, third, sizeof value);
    assert(value == 1);
    return 0;
}
