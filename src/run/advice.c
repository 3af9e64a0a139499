// What to do about an UNKNOWN, by its reason.
#include <string.h>

#include "run/verdict.h"

// X(how reasons begin, or what they contain if a star stands before it, advice). The first row that fits is taken.
#define ADVICE_TABLE(X)                                                                                                \
    X("unmodelled function",                                                                                           \
      "--write-stubs=stubs.c writes these functions as C to be completed and given as a further file; "                \
      "--extern=havoc goes on as if they did nothing and returned anything")                                           \
    X("a function without body",                                                                                       \
      "--write-stubs=stubs.c writes these functions as C to be completed and given as a further file")                 \
    X("undefined behaviour that was not asked about",                                                                  \
      "--property=all asks about it; --assume-defined takes for granted that it does not happen")                      \
    X("*random runs found nothing", "--engine=auto, which can also prove")                                             \
    X("*random run found nothing", "--engine=auto, which can also prove")                                              \
    X("only one value of the input", "--engine=mpc, which tries all values; --input=NAME=VALUE asks about this one")   \
    X("only this path was covered", "--engine=mpc, which goes through all paths")                                      \
    X("strategy 1 may miss paths", "--strategy=2, which misses none")                                                  \
    X("the step encoding does not know", "--engine=auto, whose engines do")                                            \
    X("no invariant was found", "--engine=auto, which asks others as well")                                            \
    X("instruction limit", "a larger --max-steps")                                                                     \
    X("timeout", "a larger --timeout, or a smaller question: fewer threads and rounds, --unwind=2, --context-bound=2") \
    X("memory limit",                                                                                                  \
      "a larger --memory-limit, or a smaller question: fewer threads and rounds, --unwind=2, --context-bound=2")       \
    X("out of memory", "a smaller question: fewer threads and rounds, --unwind=2, --context-bound=2")

static bool fits(const char *reason, const char *words)
{
    return *words == '*' ? strstr(reason, words + 1) != NULL : !strncmp(reason, words, strlen(words));
}

// Where bounds grew until time was over: the loop and the bound are in the reason already.
static void append_bound(const Verdict *verdict, Text *out)
{
    text_append(out, "a smaller workload can be decided: let it go round two or three times");
    if (verdict->depth.rounds && verdict->depth.rounds != NO_BOUND)
        text_format(out, "; --unwind=%llu makes the bound part of the question",
                    (unsigned long long)verdict->depth.rounds);
}

void verdict_append_hint(const Verdict *verdict, Text *out)
{
    static const struct {
        const char *words, *advice;
    } rows[] = {
#define X(words, advice) {words, advice},
        ADVICE_TABLE(X)
#undef X
    };
    const char *reason = text_string(&verdict->reason);
    if (verdict->answer != ANSWER_UNKNOWN)
        return;
    if (verdict_is_bound(verdict)) {
        if (strstr(reason, "too long") || verdict->depth.rounds)
            append_bound(verdict, out);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (fits(reason, rows[i].words)) {
            text_append(out, rows[i].advice);
            return;
        }
    }
}
