// The program is an example; tasks about it need it beside them.
#include "../../../examples/downloader/downloader.c"
