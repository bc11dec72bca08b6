/* Recursion: plain, mutual, through a pointer, with local arrays, and in a thread. */
#include <assert.h>
#include <pthread.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }

static int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static void fill(char *out, int n)
{
    char digits[4] = { 0 };
    digits[n % 4] = (char)('0' + n);
    if (n > 0)
        fill(out, n - 1);
    out[n] = digits[n % 4];
}

static void *in_thread(void *arg) { return (void *)(long)fib((int)(long)arg); }

int main(void)
{
    assert(fib(12) == 144 && even(10) && odd(7) && !odd(8) && ackermann(2, 3) == 9);
    char text[8];
    fill(text, 7);
    assert(text[0] == '0' && text[7] == '7');
    pthread_t t;
    void *r;
    pthread_create(&t, 0, in_thread, (void *)10);
    pthread_join(t, &r);
    assert((long)r == 55);
    return 0;
}
