// A loop that an input ends, after however many rounds.
#include <stdlib.h>
int main(void)
{
    while (rand() != 5)
        continue;
    return 0;
}
