/* Values that a type or a function has not. */
#include <ctype.h>
#include <stdlib.h>

int main(void)
{
    volatile int none = 0, two = 2, large = 1000, least = -2147483647 - 1;
    _Bool flag = two > 1;
    unsigned char seven = 7;
    int letters = isalpha('x') + isdigit(-1) + toupper(255) + isspace(two);
    int absolute = abs(least + 1);
#if BUG == 1
    int array[none]; /* violation 1 */
    (void)array;
#elif BUG == 2
    *(unsigned char *)&flag = seven;
    return flag ? 3 : 4; /* violation 2 */
#elif BUG == 3
    return isupper(large); /* violation 3 */
#elif BUG == 4
    return abs(least); /* violation 4 */
#elif BUG == 5
    return tolower(-two); /* violation 5 */
#else
    int array[two];
    array[1] = none;
    return array[1];
#endif
    return flag + letters + absolute + seven == 0;
}
