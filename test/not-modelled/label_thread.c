// The label makes a thread of the statement for CBMC alone.
int done;
void work(void)
{
    done = 1;
}
int main(void)
{
__CPROVER_ASYNC_1:
    work();
    __CPROVER_assert(done, "the thread has run");
    return 0;
}
