/* What the semaphore lets three threads do at a time needs a lock. */
#define NO_LOCK
#include "semaphore.c"
