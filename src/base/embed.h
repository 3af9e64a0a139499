// A file as data of the program: EMBED("name", "path") defines `const char name[]`, with a zero byte after what the file holds.
#ifndef RADDLE_BASE_EMBED_H
#define RADDLE_BASE_EMBED_H

#define EMBED(name, path)            \
    __asm__(".pushsection .rodata\n" \
            ".globl " name "\n"      \
            ".hidden " name "\n"     \
            name ":\n"               \
            ".incbin \"" path "\"\n" \
            ".byte 0\n"              \
            ".popsection\n")

#endif
