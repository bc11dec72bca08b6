/* Inline assembly. A fence is understood, most of it is not. */
static int x;

static void barrier(void)
{
    __asm__ volatile("" ::: "memory");
#ifdef __x86_64__
    __asm__ volatile("mfence" ::: "memory");
#endif
}

static void strange(void)
{
    __asm__ volatile("frobnicate" ::: "memory");
}

int main(void)
{
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    x = 1;
    barrier();
    if (reach)
        strange();
    return 0;
}
