/* Functions that ordinary programs use now and then. */
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <malloc.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* The same in all ways; with -D_FORTIFY_SOURCE they have other names. */
static void say(const char *format, ...)
{
    va_list list;
    char place[8], *text;
    va_start(list, format);
    vsprintf(place, format, list);
    va_end(list);
    va_start(list, format);
    vsnprintf(place, sizeof place, format, list);
    va_end(list);
    va_start(list, format);
    assert(vasprintf(&text, format, list) == 4 && !strcmp(text, place));
    va_end(list);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    printf("%s %s", place, text);
    fprintf(stderr, "%s %s", place, text);
    sprintf(place, "%s", text);
    snprintf(place, sizeof place, "%s", text);
    assert(!strcmp(text, "1+ab") && !strcmp(place, text));
    free(text);
}

int main(void)
{
    char place[8], *text;
    int numbers[4] = {1, 2, 3}, two = 2, seven = 7;
    size_t count = 3;
    wchar_t *volatile wide = L"abc";
    div_t small = div(-7, 2);
    ldiv_t large = ldiv(-7, 2);
    assert(small.quot == -3 && small.rem == -1 && large.quot == -3 && large.rem == -1);
    assert(imaxabs(-5) == 5 && imaxdiv(9, 4).rem == 1 && lldiv(9, 4).quot == 2);
    assert(asprintf(&text, "%d-%s", 42, "x") == 4 && !strcmp(text, "42-x"));
    assert(malloc_usable_size(text) >= 5);
    free(text);
    assert(!strcmp(memmem("abcdef", 6, "cd", 2), "cdef") && !memmem("ab", 2, "cd", 2));
    assert(*strchrnul("abc", 'z') == 0 && *strchrnul("abc", 'b') == 'b');
    assert(memccpy(place, "hello", 'l', 8) == place + 3 && !memccpy(place, "abc", 'z', 3));
    assert(stpncpy(place, "ab", 4) == place + 2 && place[3] == 0 && rawmemchr("abc", 'c'));
    assert(wcslen(wide) == 3);
    say("%d+%s", 1, "ab");
    assert(lfind(&two, numbers, &count, sizeof two, compare) == numbers + 1);
    assert(lsearch(&seven, numbers, &count, sizeof two, compare) == numbers + 3 && count == 4);
#ifdef BUG
    memccpy(place, "123456789", 0, 9); /* violation */
#endif
    return 0;
}
