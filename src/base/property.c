#include "base/property.h"

#include <string.h>

#include "base/suggest.h"

typedef struct PropertyRow {
    const char *name;
    unsigned weakness;
    const char *description;
    const char *advice;
} PropertyRow;

static const PropertyRow rows[PROPERTY_COUNT] = {
#define X(identifier, name, checked, weakness, description, advice) {name, weakness, description, advice},
    PROPERTY_TABLE(X)
#undef X
};

const char *property_name(Property property)
{
    return rows[property].name;
}

const char *property_description(Property property)
{
    return rows[property].description;
}

const char *property_advice(Property property)
{
    return rows[property].advice;
}

unsigned property_weakness(Property property)
{
    return rows[property].weakness;
}

static PropertyMask parse_name(const char *name, size_t length)
{
    if (length == strlen("all") && !memcmp(name, "all", length))
        return PROPERTY_MASK_ALL;
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        if (strlen(rows[property].name) == length && !memcmp(rows[property].name, name, length))
            return PROPERTY_BIT(property);
    return 0;
}

static void report_unknown(const char *name, size_t length, Text *error)
{
    Text wrong = {0};
    text_append_bytes(&wrong, name, length);
    Suggestion suggestion = suggestion_start(text_string(&wrong));
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        suggestion_consider(&suggestion, rows[property].name);
    text_format(error, "unknown property '%s'", text_string(&wrong));
    if (suggestion.best) {
        text_format(error, "; did you mean '%s'?", suggestion.best);
    } else {
        text_append(error, "; known are ");
        property_append_names(PROPERTY_MASK_ALL, error);
        text_append(error, " and all");
    }
    text_free(&wrong);
}

bool property_parse_list(const char *list, PropertyMask *mask, Text *error)
{
    PropertyMask result = 0;
    for (const char *cursor = list;; cursor++) {
        size_t length = strcspn(cursor, ",");
        PropertyMask found = parse_name(cursor, length);
        if (!found) {
            report_unknown(cursor, length, error);
            return false;
        }
        result |= found;
        cursor += length;
        if (!*cursor)
            break;
    }
    *mask = result;
    return true;
}

void property_append_names(PropertyMask mask, Text *text)
{
    const char *separator = "";
    for (Property property = 0; property < PROPERTY_COUNT; property++) {
        if (mask & PROPERTY_BIT(property)) {
            text_format(text, "%s%s", separator, rows[property].name);
            separator = ",";
        }
    }
}
