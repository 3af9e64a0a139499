// The parts of the HTML report that are the same in every page: page.css and page.js, embedded when raddle is built
// (cmake/Page.cmake generates the implementation).
#ifndef RADDLE_REPORT_PAGE_H
#define RADDLE_REPORT_PAGE_H

extern const char page_style[];
extern const char page_script[];

#endif
