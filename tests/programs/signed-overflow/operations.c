/* Each operation whose result may not fit: at the limit, and with BUG one beyond it. */
#include <limits.h>

#ifndef BUG
#define BUG 0
#endif

int main(void)
{
    volatile int most = INT_MAX, least = INT_MIN;
    volatile long wide = LONG_MAX;
    volatile int by = BUG ? 1 : 0;
    int sum = most + (BUG == 1 ? by : 0); /* violation 1 */
    int difference = least - (BUG == 2 ? by : 0); /* violation 2 */
    int product = most * (BUG == 3 ? 2 * by : 1); /* violation 3 */
    int negated = -(least + (BUG == 4 ? 0 : 1)); /* violation 4 */
    if (BUG == 5)
        most++; /* violation 5 */
    long larger = wide + (BUG == 6 ? by : 0); /* violation 6 */
    short narrow = SHRT_MAX;
    narrow++; /* Converted, and so no overflow. */
    int quotient = least / (BUG == 7 ? -by : 1); /* violation 7 */
    int shifted = (most >> 1) << (BUG == 8 ? 2 * by : 1); /* violation 8 */
    int doubled = (BUG == 9 ? -by : 1) << 1; /* violation 9: a negative number */
    return (shifted ^ doubled ^ sum ^ difference ^ product ^ negated ^ quotient) == (int)larger + narrow;
}
