#include "base/rules.h"

#include "base/options.h"

Rules rules_of(const Options *options)
{
    return (Rules){
#define X(name, value, otherwise) .name = value,
        RULE_TABLE(X)
#undef X
    };
}
