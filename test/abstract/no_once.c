/* Every client opens the table. */
#define NO_ONCE
#include "once.c"
