/* A recursion that does not end, with hardly anything on the stack. */
static int count(int n)
{
    volatile int own = n;
#ifndef BUG
    if (n == 1000)
        return 0;
#endif
    return count(n + 1) + own; /* violation */
}

int main(void)
{
    return count(0) == 1;
}
