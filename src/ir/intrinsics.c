#include "ir/intrinsics.h"

#include <string.h>

typedef struct IntrinsicRow {
    const char *name;
    bool visible;
    bool always;
} IntrinsicRow;

static const IntrinsicRow rows[INTRINSIC_COUNT] = {
#define INTRINSIC_ROW(id, name, visible, always) {name, visible, always},
    INTRINSIC_TABLE(INTRINSIC_ROW)
#undef INTRINSIC_ROW
};

// Actions and manners as the table names them.
static const SyncCall sync_calls[INTRINSIC_COUNT] = {
#define SYNC_CALL(ROW, id, name, object, action, manner) \
    [INTRINSIC_##id] = {LIBRARY_TYPE_##object, SYNC_##action, SYNC_##manner},
    SYNC_TABLE(SYNC_CALL, )
#undef SYNC_CALL
};

static const bool synchronises[INTRINSIC_COUNT] = {
#define SYNC_MARK(ROW, id, name, object, action, manner) [INTRINSIC_##id] = true,
    SYNC_TABLE(SYNC_MARK, )
#undef SYNC_MARK
};

const SyncCall *intrinsic_sync_call(Intrinsic intrinsic)
{
    return synchronises[intrinsic] ? &sync_calls[intrinsic] : NULL;
}

Intrinsic intrinsic_find(const char *name)
{
    for (int i = 1; i < INTRINSIC_COUNT; i++)
        if (!strcmp(rows[i].name, name))
            return (Intrinsic)i;
    bool nondet = !strncmp(name, "__VERIFIER_nondet_", 18) || !strncmp(name, "nondet_", 7);
    return nondet ? INTRINSIC_nondet : INTRINSIC_none;
}

const char *intrinsic_name(Intrinsic intrinsic)
{
    return rows[intrinsic].name;
}

bool intrinsic_is_visible(Intrinsic intrinsic)
{
    return rows[intrinsic].visible;
}

bool intrinsic_is_always(Intrinsic intrinsic)
{
    return rows[intrinsic].always;
}

bool intrinsic_is_math(Intrinsic intrinsic)
{
    static const bool math[INTRINSIC_COUNT] = {
#define MATH_MARK(id, name, visible, always) [INTRINSIC_##id] = true,
        MATH_TABLE(MATH_MARK)
#undef MATH_MARK
    };
    return math[intrinsic];
}

bool intrinsic_marks_place(Intrinsic intrinsic)
{
    static const bool marks[INTRINSIC_COUNT] = {
#define MARK_MARK(id, name, visible, always) [INTRINSIC_##id] = true,
        MARK_TABLE(MARK_MARK)
#undef MARK_MARK
    };
    return marks[intrinsic];
}

bool intrinsic_jumps(Intrinsic intrinsic)
{
    static const bool jumps[INTRINSIC_COUNT] = {
#define JUMP_MARK(id, name, visible, always) [INTRINSIC_##id] = true,
        JUMP_TABLE(JUMP_MARK)
#undef JUMP_MARK
    };
    return jumps[intrinsic];
}

bool intrinsic_fails_assertion(Intrinsic intrinsic)
{
    switch (intrinsic) {
    case INTRINSIC_assert_fail:
    case INTRINSIC_assert_bsd:
    case INTRINSIC_assert_perror_fail:
    case INTRINSIC_reach_error:
    case INTRINSIC_verifier_error:
        return true;
    default:
        return false;
    }
}
