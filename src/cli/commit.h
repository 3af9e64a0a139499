// The commit that raddle was built from; "" if it is not known. With a `+` where files differ from it. Its source is
// generated: cmake/Commit.cmake.
#ifndef RADDLE_CLI_COMMIT_H
#define RADDLE_CLI_COMMIT_H

extern const char raddle_commit[];

#endif
