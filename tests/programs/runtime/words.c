/* Searching and cutting texts; copies of a given length. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char text[] = "one, two,,three";
    assert(strstr(text, "two") == text + 5 && !strstr(text, "four") && strstr(text, "") == text);
    assert(strspn("aab", "a") == 2 && strcspn("aab", "xb") == 2 && strpbrk(text, "w,") == text + 3);
    assert(!strpbrk(text, "!") && strcasecmp("aBc", "AbC") == 0 && strncasecmp("aBx", "Aby", 2) == 0);
    assert(strcoll("a", "b") < 0 && strcasecmp("a", "B") < 0);
    char *place, *word = strtok_r(text, ", ", &place);
    assert(strcmp(word, "one") == 0 && strcmp(strtok_r(0, ", ", &place), "two") == 0);
    assert(strcmp(strtok_r(0, ", ", &place), "three") == 0 && !strtok_r(0, ", ", &place));
    char more[] = "a b", *rest = more;
    assert(*strtok(more, " ") == 'a' && *strtok(0, " ") == 'b' && !strtok(0, " "));
    char separated[] = "x,,y";
    rest = separated;
    assert(*strsep(&rest, ",") == 'x' && *strsep(&rest, ",") == 0 && *strsep(&rest, ",") == 'y' && !rest);
    char *copy = strndup("abcdef", 3);
    assert(strcmp(copy, "abc") == 0);
    char joined[8] = "ab";
    strncat(joined, "cdef", 2);
    assert(strcmp(joined, "abcd") == 0 && memrchr(joined, 'b', 4) == joined + 1 && !memrchr(joined, 'x', 4));
    assert(mempcpy(joined, "12", 2) == joined + 2 && joined[1] == '2' && joined[2] == 'c');
    bzero(joined, sizeof joined);
    assert(bcmp(joined, "\0\0", 2) == 0 && strlen(strerror(2)) > 0);
    assert(ispunct('!') && !ispunct('a') && isgraph('a') && !isgraph(' ') && iscntrl('\n') && isblank('\t') && isascii('a'));
    assert((ispunct)('!') && !(ispunct)('a') && (isgraph)('a') && (iscntrl)(127) && (isblank)(' ') && !(isascii)(200));
#ifdef BUG
    copy[4] = 0; /* violation */
#endif
    free(copy);
    return 0;
}
