/* Inline assembly that is more than a fence. */
static int x;

static void barrier(void)
{
#ifdef __x86_64__
    __asm__ volatile("hlt" ::: "memory");
#else
    __asm__ volatile("" ::: "memory");
#endif
}

int main(void)
{
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    x = 1;
    if (reach)
        barrier();
    return 0;
}
