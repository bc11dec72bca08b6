/* Strings, characters and numbers of the C library. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[16];
    assert(strcpy(text, "abc") == text && strcmp(text, "abc") == 0);
    strcat(text, "-xyz");
    assert(strcmp(text, "abc-xyz") == 0 && strlen(text) == 7 && strnlen(text, 3) == 3);
    assert(strchr(text, '-') == text + 3 && !strchr(text, '!') && strchr(text, 0) == text + 7);
    assert(strrchr("a-b-c", '-')[1] == 'c' && !strrchr("abc", '-'));
    assert(strncmp(text, "abcd", 3) == 0 && strncmp(text, "abd", 3) < 0 && strncmp("b", "a", 9) > 0);
    assert(memchr(text, 'x', 7) == text + 4 && !memchr(text, 'x', 3));
    strncpy(text, "hi", 5);
    assert(text[2] == 0 && text[4] == 0 && text[5] == 'y');
    assert(isdigit('7') && !isdigit('a') && isalpha('q') && isalpha('Q') && !isalpha('['));
    assert(isalnum('0') && isspace(' ') && isspace('\n') && !isspace('_') && isupper('A') && islower('z'));
    assert(isxdigit('f') && !isxdigit('g') && isprint('~') && !isprint('\n'));
    assert(toupper('a') == 'A' && toupper('A') == 'A' && tolower('Z') == 'z' && tolower('1') == '1');
    assert(abs(-3) == 3 && abs(3) == 3 && labs(-4L) == 4);
    assert(atoi("42") == 42 && atoi(" -17x") == -17 && atol("+123456789012") == 123456789012L);
#ifdef BUG
    char small[3];
    strcpy(small, "abc"); /* violation */
#endif
    return 0;
}
