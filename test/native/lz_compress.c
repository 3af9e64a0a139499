/* A dictionary compressor and its inverse on bytes, with round trips of texts and of patterns. */
#include <stdio.h>
#include <string.h>

static int compress(const unsigned char *in, int length, unsigned char *out)
{
    int used = 0;
    for (int i = 0; i < length;) {
        int best = 0;
        int distance = 0;
        for (int back = 1; back <= i && back < 256; back++) {
            int match = 0;
            while (match < 255 && i + match < length && in[i + match] == in[i + match - back]) {
                match++;
            }
            if (match > best) {
                best = match;
                distance = back;
            }
        }
        if (best > 3) {
            out[used++] = 0;
            out[used++] = (unsigned char)distance;
            out[used++] = (unsigned char)best;
            i += best;
        } else {
            if (in[i] == 0) {
                out[used++] = 0;
                out[used++] = 0;
            }
            out[used++] = in[i++];
        }
    }
    return used;
}

static int expand(const unsigned char *in, int length, unsigned char *out)
{
    int used = 0;
    for (int i = 0; i < length; i++) {
        if (in[i] == 0 && in[i + 1] == 0) {
            i += 2;
            out[used++] = 0;
        } else if (in[i] == 0) {
            for (int n = in[i + 2]; n > 0; n--, used++) {
                out[used] = out[used - in[i + 1]];
            }
            i += 2;
        } else {
            out[used++] = in[i];
        }
    }
    return used;
}

int main(void)
{
    unsigned char data[1000];
    unsigned char packed[3000];
    unsigned char back[1000];
    for (int kind = 0; kind < 6; kind++) {
        for (int i = 0; i < 1000; i++) {
            data[i] = (unsigned char)(kind == 0   ? 'a'
                                      : kind == 1 ? i % 7
                                      : kind == 2 ? i * i
                                      : kind == 3 ? "the cat and the hat and the bat "[i % 32]
                                      : kind == 4 ? i / 100
                                                  : (int)((unsigned)i * 2654435761u >> 24));
        }
        int size = compress(data, 1000, packed);
        int length = expand(packed, size, back);
        printf("%d %d %s\n", size, length, memcmp(data, back, 1000) ? "differs" : "same");
    }
    return 0;
}
