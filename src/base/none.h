// What stands in the place of a number if there is no such thing: an index, a thread, a node.
#ifndef RADDLE_BASE_NONE_H
#define RADDLE_BASE_NONE_H

#include <stdint.h>

#define NONE UINT32_MAX
#define NO_THREAD NONE

#endif
