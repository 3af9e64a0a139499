/* The function that was jumped to has been called anew, and stands where it stood: it is another call. */
#include <setjmp.h>
#include <string.h>

static jmp_buf kept, place;
static int calls;

static void mark(void)
{
    calls++;
    if (setjmp(place))
        return;
    if (calls == 1)
        memcpy(&kept, &place, sizeof kept);
    else
        longjmp(kept, 1);
}

int main(void)
{
    mark();
    mark();
    return 0;
}
