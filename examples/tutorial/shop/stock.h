// A stock of things to sell. doc/tutorial.md, step 8.
#ifndef STOCK_H
#define STOCK_H

void stock_add(int number);
int stock_sell(int number);
int stock_count(void);

#endif
