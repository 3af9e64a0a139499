// Text inside XML.
#ifndef RADDLE_REPORT_XML_H
#define RADDLE_REPORT_XML_H

#include "base/text.h"

// Appends a string as the content of an element or, between double quotes, of an attribute. Bytes that are not UTF-8
// become U+FFFD; control characters but the end of a line, which XML does not know, become spaces.
void xml_append_escaped(Text *out, const char *string);

#endif
