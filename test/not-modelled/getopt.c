#include <unistd.h>
int main(int n, char **v)
{
    return getopt(n, v, "a") != -1;
}
