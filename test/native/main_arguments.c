/* main with arguments: the count is at least one, the vector ends in a null pointer. The status wraps to a byte. */
#include <stdio.h>

int main(int argc, char **argv)
{
    printf("%d %d\n", argc, argv[argc] == NULL);
    for (int i = 1; i < argc; i++) {
        puts(argv[i]);
    }
    printf("%d\n", argv[0] != NULL && argv[0][0] != '\0');
    return 256 + 17;
}
