// The program is an example; tasks about it need it beside them.
#include "../../../examples/scanner/scanner.c"
