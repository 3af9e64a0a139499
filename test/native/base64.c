/* Base64 and hexadecimal encoding and decoding of binary data, round trips of every length. */
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int encode(char *out, const unsigned char *in, int length)
{
    char *start = out;
    for (int i = 0; i < length; i += 3) {
        unsigned word = (unsigned)in[i] << 16;
        word |= i + 1 < length ? (unsigned)in[i + 1] << 8 : 0;
        word |= i + 2 < length ? in[i + 2] : 0;
        *out++ = alphabet[word >> 18];
        *out++ = alphabet[word >> 12 & 63];
        *out++ = i + 1 < length ? alphabet[word >> 6 & 63] : '=';
        *out++ = i + 2 < length ? alphabet[word & 63] : '=';
    }
    *out = '\0';
    return (int)(out - start);
}

static int decode(unsigned char *out, const char *in)
{
    int length = 0;
    for (; *in; in += 4) {
        unsigned word = 0;
        int digits = 0;
        for (int i = 0; i < 4; i++) {
            const char *place = in[i] == '=' ? NULL : strchr(alphabet, in[i]);
            word = word << 6 | (place ? (unsigned)(place - alphabet) : 0);
            digits += place != NULL;
        }
        for (int i = 0; i < digits - 1; i++) {
            out[length++] = (unsigned char)(word >> (16 - 8 * i));
        }
    }
    return length;
}

int main(void)
{
    static const char *const texts[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar"};
    char coded[400];
    unsigned char data[256];
    unsigned char back[256];
    for (int i = 0; i < 7; i++) {
        encode(coded, (const unsigned char *)texts[i], (int)strlen(texts[i]));
        puts(coded);
    }
    for (int i = 0; i < 256; i++) {
        data[i] = (unsigned char)(i * 7 + i / 3);
    }
    int good = 0;
    for (int length = 0; length <= 256; length++) {
        encode(coded, data, length);
        good += decode(back, coded) == length && memcmp(data, back, (size_t)length) == 0;
    }
    printf("%d %.40s\n", good, coded);
    return 0;
}
