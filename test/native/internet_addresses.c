/* Addresses of four numbers to text and back. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const texts[] = {"127.0.0.1", "255.255.255.255", "10.20.3.104", "0.0.0.0"};
    for (int i = 0; i < 4; i++) {
        struct in_addr address;
        char text[INET_ADDRSTRLEN];
        int known = inet_aton(texts[i], &address);
        const char *written = inet_ntop(AF_INET, &address, text, sizeof text);
        printf("%d %s %s %d\n", known, inet_ntoa(address), written, address.s_addr == inet_addr(texts[i]));
    }
    char text[8];
    unsigned char bytes[4] = {192, 168, 1, 1};
    errno = 0;
    const char *written = inet_ntop(AF_INET, bytes, text, sizeof text);
    printf("%d %d\n", written == NULL, errno == ENOSPC);
    return 0;
}
