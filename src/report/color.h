// Colours of a terminal. Who prints decides whether there are any: see ReportOptions.
#ifndef RADDLE_REPORT_COLOR_H
#define RADDLE_REPORT_COLOR_H

#define COLOR_RESET "\033[0m"
#define COLOR_BOLD "\033[1m"
#define COLOR_DIM "\033[2m"
#define COLOR_ERROR "\033[1;31m"
#define COLOR_CARET "\033[1;32m"
#define COLOR_PROOF "\033[1;32m"
#define COLOR_DOUBT "\033[1;33m"

#endif
