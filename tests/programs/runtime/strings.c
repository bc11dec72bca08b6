/* The string functions of the library: strlen, strcmp, memcmp. -DBUG forgets the terminating zero. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = malloc(4);
    memcpy(copy, "abcd", 4);
#ifndef BUG
    copy[3] = 0;
#endif
    assert(strlen(copy) == 3); /* violation */
    assert(strlen("") == 0 && strlen("two\0words") == 3);
    assert(strcmp(copy, "abc") == 0 && strcmp("abd", "abc") > 0 && strcmp("ab", "abc") < 0);
    assert(memcmp("abcx", "abcy", 3) == 0 && memcmp("abcx", "abcy", 4) < 0);
    free(copy);
    return 0;
}
