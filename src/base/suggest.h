// "Did you mean ...?": the known word closest to a mistyped one, by edit distance.
#ifndef RADDLE_BASE_SUGGEST_H
#define RADDLE_BASE_SUGGEST_H

typedef struct Suggestion {
    const char *word;  // what was typed
    const char *best;  // the closest candidate so far that is near enough to be worth naming, or NULL
    unsigned distance; // its distance
} Suggestion;

Suggestion suggestion_start(const char *word);
// `candidate` must outlive the suggestion.
void suggestion_consider(Suggestion *suggestion, const char *candidate);

// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
unsigned suggest_distance(const char *from, const char *to);

#endif
