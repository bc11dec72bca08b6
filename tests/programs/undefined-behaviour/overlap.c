/* What is copied must not overlap what it is copied to (C11 7.24.2.1p2, 7.24.2.3p2, 7.21.6.6p2; 6.5.16.1p3 lets an object be
 * assigned to itself). memmove may. */
#include <stdio.h>
#include <string.h>

struct pair {
    int a, b;
};

int main(void)
{
    char text[32] = "abcdefgh";
    struct pair pairs[2] = {{1, 2}, {3, 4}}, *one = pairs, *same = &pairs[0];
    volatile int length = 4;
    memmove(text + 1, text, 4);
    memcpy(text + 4, text, 4);
    memcpy(text, text + length, length);
    *one = *same;
    strcpy(text + 16, text);
    strncpy(text + 4, "x", 8);
    sprintf(text, "%s", text + 16);
#if BUG == 1
    memcpy(text + 1, text, 4); /* violation 1 */
#elif BUG == 2
    memcpy(text, text + 3, length); /* violation 2 */
#elif BUG == 3
    strcpy(text, text + 1); /* violation 3 */
#elif BUG == 4
    sprintf(text, "%sx", text); /* violation 4 */
#elif BUG == 5
    struct pair *shifted = (struct pair *)&pairs[0].b;
    *shifted = *one; /* violation 5 */
#elif BUG == 6
    strncpy(text, text + 1, 3); /* violation 6 */
#elif BUG == 7
    snprintf(text + 2, 8, "%.3s", text); /* violation 7 */
#endif
    return one->a + same->a + text[0] == 1;
}
