#include "report/xml.h"

#include "base/json.h"

void xml_append_escaped(Text *out, const char *string)
{
    json_t *repaired = json_text_string(string);
    for (const char *cursor = json_string_value(repaired); *cursor; cursor++) {
        switch (*cursor) {
        case '&':
            text_append(out, "&amp;");
            break;
        case '<':
            text_append(out, "&lt;");
            break;
        case '>':
            text_append(out, "&gt;");
            break;
        case '"':
            text_append(out, "&quot;");
            break;
        default:
            text_append_character(out, (unsigned char)*cursor < 32 && *cursor != '\n' ? ' ' : *cursor);
        }
    }
    json_decref(repaired);
}
