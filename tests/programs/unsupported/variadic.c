/* A function of our own with variable arguments. */
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    while (n--)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(void)
{
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    return reach ? sum(2, 1, -1) : 0;
}
