// Memory orders in the text of a source file.
#ifndef RADDLE_ORDERS_REWRITE_H
#define RADDLE_ORDERS_REWRITE_H

#include "orders/sites.h"

// Gives the operation that stands at the site's line and column the orders that it has `now`; those that are as given
// stay as they are written. Places after it move: of several sites the last one of a file comes first.
// False, and the text as it was, if no function of C or of the compiler stands there but an operator or a macro.
bool rewrite_orders(Text *source, const Site *site);

#endif
