// The page, and the examples on it: page.html and files of `examples`, embedded when raddle is built (cmake/Playground.cmake
// generates the implementation).
#ifndef RADDLE_SERVICE_PLAYGROUND_PAGE_H
#define RADDLE_SERVICE_PLAYGROUND_PAGE_H

extern const char playground_page[];

typedef struct PlaygroundExample {
    const char *name;
    const char *source;
} PlaygroundExample;

// The last one has no name.
extern const PlaygroundExample playground_examples[];

#endif
