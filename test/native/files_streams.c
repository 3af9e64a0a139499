// Streams: modes, positions, ends, what goes back, lines, numbers.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_line(FILE *stream)
{
    char line[8];
    if (fgets(line, sizeof line, stream))
        printf("[%s]", line);
    else
        printf("end %d error %d\n", feof(stream) != 0, ferror(stream) != 0);
}

int main(void)
{
    FILE *file = fopen("lines", "w");
    printf("%d", fprintf(file, "%s %d\n", "one", 2));
    printf(" %d\n", fputs("a longer line\n", file) >= 0);
    printf("%d", fputc('x', file));
    printf(" %zu\n", fwrite("yz\n", 1, 3, file));
    printf("%ld", ftell(file));
    printf(" %d\n", fgetc(file));
    printf("error %d\n", ferror(file) != 0);
    printf("%d\n", fclose(file));

    file = fopen("lines", "r");
    for (int i = 0; i < 6; i++)
        show_line(file);
    printf("%d\n", fputc('a', file));
    clearerr(file);
    printf("%d", fseek(file, 4, SEEK_SET));
    printf(" %d\n", fgetc(file));
    printf("%c", ungetc('q', file));
    printf(" %ld\n", ftell(file));
    printf("%c", fgetc(file));
    printf(" %c", fgetc(file));
    printf(" %ld\n", ftell(file));
    printf("%d", fseek(file, -3, SEEK_END));
    printf(" %ld\n", ftell(file));
    char block[8] = "";
    printf("%zu", fread(block, 2, 4, file));
    printf(" %d\n", feof(file) != 0);
    rewind(file);
    printf("%d\n", feof(file) != 0);
    char word[8];
    int number;
    int matched = fscanf(file, "%7s %d", word, &number);
    printf("%d %s %d\n", matched, word, number);
    char *line = NULL;
    size_t capacity = 0;
    printf("%zd ", getline(&line, &capacity, file));
    printf("%zd ", getline(&line, &capacity, file));
    printf("%s", line);
    free(line);
    fclose(file);

    file = fopen("lines", "a+");
    fputs("end", file);
    printf("%ld\n", ftell(file));
    fclose(file);
    file = fopen("lines", "r+");
    printf("%c\n", fgetc(file));
    fseek(file, 0, SEEK_SET);
    fputc('O', file);
    fflush(file);
    rewind(file);
    show_line(file);
    fclose(file);
    printf("\n%d", fopen("lines", "wx") == NULL);
    printf(" %d\n", errno == EEXIST);
    printf("%d", fopen("lines", "q") == NULL);
    printf(" %d\n", errno == EINVAL);
    printf("%d\n", remove("lines"));
    printf("%d", remove("lines"));
    printf(" %d\n", errno == ENOENT);
    printf("%d", fopen("lines", "r") == NULL);
    printf(" %d\n", errno == ENOENT);

    file = tmpfile();
    fputs("temporary", file);
    rewind(file);
    show_line(file);
    printf("\n%d\n", fclose(file));

    int ends[2];
    pipe(ends);
    FILE *reader = fdopen(ends[0], "r"), *writer = fdopen(ends[1], "w");
    setvbuf(writer, NULL, _IONBF, 0);
    fputs("through\na pipe", writer);
    fclose(writer);
    for (int i = 0; i < 4; i++)
        show_line(reader);
    printf("%d", fileno(reader) == ends[0]);
    printf(" %d\n", fclose(reader));
    char name[] = "made.XXXXXX";
    int made = mkstemp(name);
    printf("%d %d\n", made >= 0, strncmp(name, "made.", 5));
    printf("%d\n", dprintf(made, "%d", 12345));
    printf("%ld", (long)lseek(made, 0, SEEK_END));
    printf(" %d\n", close(made));
    printf("%d", fdopen(99, "r") == NULL);
    printf(" %d\n", errno == EBADF);
    return unlink(name);
}
