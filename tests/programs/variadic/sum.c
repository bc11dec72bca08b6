/* Functions with variable arguments: integers, pointers, floating-point numbers, called directly
 * and through a pointer, with a list that is passed on and copied. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

static long sum_list(int count, va_list list)
{
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    return sum;
}

static long sum(int count, ...)
{
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    long first = sum_list(count, list);
    long second = sum_list(count, again);
    va_end(again);
    va_end(list);
    assert(first == second);
    return first;
}

static double mixed(const char *kinds, ...)
{
    double total = 0;
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'd': total += va_arg(list, double); break;
        case 'p': total += *va_arg(list, int *); break;
        }
    }
    va_end(list);
    return total;
}

static int shared = 4;

static void *thread(void *unused)
{
    assert(mixed("idlp", 1, 0.5, 2L, &shared) == 7.5);
    return NULL;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, thread, NULL);
    assert(sum(0) == 0);
    assert(sum(3, 1, -2, 4) == 3);
    long (*indirect)(int, ...) = sum;
    assert(indirect(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
    pthread_join(id, NULL);
#ifdef BUG
    return (int)sum(2, 1); /* One argument is missing. */
#endif
    return 0;
}
