/* A function of our own with a struct among its variable arguments. */
#include <stdarg.h>

struct three {
    long a, b, c;
};

static long sum(int n, ...)
{
    va_list list;
    long s = 0;
    va_start(list, n);
    while (n--)
        s += va_arg(list, struct three).b;
    va_end(list);
    return s;
}

int main(void)
{
    int reach = 0;
    struct three three = {0};
#ifdef REACH
    reach = 1;
#endif
    return reach ? (int)sum(1, three) : 0;
}
