/*
 * What is read from a constant text is no input.
 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number, more;
    int count = sscanf("17 -4", "%d %i", &number, &more);
    assert(count == 2 && number == 17 && more == -4);
    return 0;
}
