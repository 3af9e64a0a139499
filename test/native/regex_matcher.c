/* A matcher for a small language of patterns: literals, '.', '*', '+', '?', sets, anchors. */
#include <stdio.h>
#include <string.h>

static const char *item_end(const char *pattern)
{
    if (*pattern == '[') {
        return strchr(pattern, ']') + 1;
    }
    return pattern + 1 + (*pattern == '\\');
}

static int item_matches(const char *pattern, char c)
{
    if (!c) {
        return 0;
    }
    if (*pattern == '[') {
        int negated = pattern[1] == '^';
        int inside = 0;
        for (pattern += 1 + negated; *pattern != ']'; pattern++) {
            if (pattern[1] == '-' && pattern[2] != ']') {
                inside |= c >= pattern[0] && c <= pattern[2];
                pattern += 2;
            } else {
                inside |= c == *pattern;
            }
        }
        return inside != negated;
    }
    return *pattern == '\\' ? c == pattern[1] : *pattern == '.' || *pattern == c;
}

static const char *match_here(const char *pattern, const char *text)
{
    if (!*pattern) {
        return text;
    }
    if (*pattern == '$' && !pattern[1]) {
        return *text ? NULL : text;
    }
    const char *next = item_end(pattern);
    int least = 1;
    int most = 1;
    if (*next == '*' || *next == '+' || *next == '?') {
        least = *next == '+';
        most = *next == '?' ? 1 : 1000;
        next++;
    }
    int count = 0;
    while (count < most && item_matches(pattern, text[count])) {
        count++;
    }
    for (; count >= least; count--) {
        const char *end = match_here(next, text + count);
        if (end) {
            return end;
        }
    }
    return NULL;
}

static void search(const char *pattern, const char *text)
{
    int anchored = *pattern == '^';
    for (const char *start = text;; start++) {
        const char *end = match_here(pattern + anchored, start);
        if (end) {
            printf("%-12s %-16s [%.*s]\n", pattern, text, (int)(end - start), start);
            return;
        }
        if (anchored || !*start) {
            break;
        }
    }
    printf("%-12s %-16s -\n", pattern, text);
}

int main(void)
{
    search("abc", "xxabcxx");
    search("^abc", "xxabcxx");
    search("a.*c", "zzabbbcbbcz");
    search("[0-9]+", "order 66 now");
    search("[^ ]+$", "last word");
    search("colou?r", "color colour");
    search("\\.c$", "main.c");
    search("^$", "");
    search("x+y*z?", "aaxxyyyz");
    search("[a-c]*d", "eabcabcdx");
    search("q", "no such letter");
    return 0;
}
