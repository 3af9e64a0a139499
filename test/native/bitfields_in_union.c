/* Bit-fields seen through a union, compound assignment to them, and an array of such unions. */
#include <stdint.h>
#include <stdio.h>

union color {
    uint16_t word;
    struct {
        uint16_t blue : 5;
        uint16_t green : 6;
        uint16_t red : 5;
    } part;
};

int main(void)
{
    union color palette[4];
    for (unsigned i = 0; i < 4; i++) {
        palette[i].word = 0;
        palette[i].part.red = (uint16_t)(i * 9);
        palette[i].part.green = (uint16_t)(63 - i * 7);
        palette[i].part.blue = (uint16_t)(i << 3 | 1);
    }
    palette[2].part.green |= 1;
    palette[3].part.blue ^= 0x1f;
    for (int i = 0; i < 4; i++) {
        printf("%04x r%u g%u b%u\n", palette[i].word, palette[i].part.red, palette[i].part.green, palette[i].part.blue);
    }
    return 0;
}
