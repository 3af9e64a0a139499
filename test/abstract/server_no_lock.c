/* The server without one of its locks. */
#define NO_LOCK
#include "server.c"
