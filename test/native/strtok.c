/* strtok, strtok_r and strsep: empty fields, several delimiters, two texts at a time. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void)
{
    char first[] = "  one, two;three,,four ;";
    for (char *token = strtok(first, " ,;"); token; token = strtok(NULL, " ,;")) {
        printf("[%s]", token);
    }
    putchar('\n');
    char outer[] = "a=1&b=2&c=&=4";
    char *outer_state;
    for (char *pair = strtok_r(outer, "&", &outer_state); pair; pair = strtok_r(NULL, "&", &outer_state)) {
        char *inner_state;
        char *key = strtok_r(pair, "=", &inner_state);
        char *value = strtok_r(NULL, "=", &inner_state);
        printf("[%s->%s]", key, value ? value : "none");
    }
    putchar('\n');
    char fields[] = "x::y:";
    char *rest = fields;
    char *field;
    while ((field = strsep(&rest, ":"))) {
        printf("[%s]", field);
    }
    printf(" %s\n", rest ? "more" : "end");
    char nothing[] = ",,,";
    printf("%s\n", strtok(nothing, ",") ? "token" : "none");
    return 0;
}
