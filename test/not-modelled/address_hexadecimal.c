#include <arpa/inet.h>
int main(void)
{
    struct in_addr address;
    return inet_aton("0x7f.1", &address);
}
