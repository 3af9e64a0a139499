// The objects of a program as far as they are told apart: zones.
//
// A global is a zone of its own. Of what is allocated at one place of the program, in one context, there are two: the
// newest object of the thread that has just been through there, as long as no other thread can know it, and all others
// together. So an object can be filled before it is handed on, and what is written then is written for certain (recency
// abstraction). A thread that is created is an object, too: its handle is the address.
#ifndef RADDLE_ABSTRACT_ZONES_H
#define RADDLE_ABSTRACT_ZONES_H

#include "abstract/value.h"
#include "base/map.h"
#include "ir/program.h"

typedef enum ZoneKind {
    ZONE_GLOBAL,
    ZONE_FUNCTION,
    ZONE_THREAD_LOCAL, // a thread's own copy; nobody else is let have its address
    ZONE_LOCAL,
    ZONE_BLOCK,     // of the heap
    ZONE_ARGUMENTS, // for `...`
    ZONE_THREAD,    // what a handle is the address of
} ZoneKind;

typedef struct Zone {
    ZoneKind kind;
    uint32_t id;      // of the global or function; ZONE_THREAD: of the class of threads
    uint32_t context; // that allocates, and by which instruction, in which round
    uint32_t instruction, round;
    uint32_t elder;   // of a newest one: the zone of the others; else itself
    bool newest;      // one object, which only this thread knows
    bool single;      // there is never more than one object, all threads and times together
    bool zeroed;      // else its bytes are arbitrary at first
    bool constant;    // writing is a violation
    uint64_t size;    // no object of it has fewer bytes
    bool larger;      // some may have more
    bool may_be_gone; // an address may outlive the object
} Zone;

typedef struct Zones {
    VECTOR(Zone) rows;
    Map ids;
    const Program *program;
} Zones;

void zones_init(Zones *zones, const Program *program);
void zones_free(Zones *zones);
uint32_t zones_of_global(Zones *zones, uint32_t global);
uint32_t zones_of_function(Zones *zones, uint32_t function);
uint32_t zones_of_thread_local(Zones *zones, uint32_t global, uint32_t class_of_threads);
// The newest object that is allocated there; its elders come with it. `single`: the place is come to once at most.
uint32_t zones_of_site(Zones *zones, ZoneKind kind, uint32_t context, uint32_t instruction, uint32_t round,
                       bool single);
const Zone *zone_at(const Zones *zones, uint32_t zone);

// A word as a value: an address if it is that of a global or function.
Value zones_value_of_word(Zones *zones, uint64_t word);
// What stands in an object at first.
Value zones_read_initial(Zones *zones, Target at, uint32_t size);
// Whether the places, of so many bytes each, lie inside of each object of the zone.
bool zone_contains(const Zones *zones, Target at, uint64_t size);
// "counter", "a block of server.c:12"
void zone_name(const Zones *zones, uint32_t zone, Text *out);

#endif
