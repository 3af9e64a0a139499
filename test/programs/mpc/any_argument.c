// One of all short arguments is the word that opens the door.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    assert(argc == 2);
    assert(strlen(argv[1]) <= 4);
    assert(strcmp(argv[1], "sim"));
    return 0;
}
