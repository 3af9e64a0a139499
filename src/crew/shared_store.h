// Records that processes forked from one leave for each other, under keys of two words, each a hash of its own. A record is
// there for ever; of those with the same key the last is found. Nobody waits for another, and who dies leaves nothing broken.
#ifndef RADDLE_CREW_SHARED_STORE_H
#define RADDLE_CREW_SHARED_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SharedStore SharedStore;

// To be called before the processes are forked. What is not used of the size takes no memory. NULL: the system has none to
// share.
SharedStore *shared_store_create(size_t size);
// In every process, or none.
void shared_store_free(SharedStore *store);

// False: there is no room.
bool shared_store_put(SharedStore *store, const uint64_t key[2], const void *data, uint32_t length);
// NULL: there is none. What is found is aligned for any word.
const void *shared_store_find(const SharedStore *store, const uint64_t key[2], uint32_t *length);

#endif
