/* Assembly that is in no table is named with its text. */
int main(void)
{
    unsigned x = 1, y = 2;
#if WHICH == 1
    __asm__ volatile("bswap %0" : "+r"(x));
#elif WHICH == 2
    __asm__ volatile("lock cmpxchg8b (%0)" : : "r"(&x) : "memory");
#elif WHICH == 3
    __asm__ volatile("movl %%eax, %0" : "=m"(x) : : "eax");
#elif WHICH == 4
    __asm__ volatile("1: movl %1, %0; jmp 1b" : "=r"(x) : "m"(y));
#elif WHICH == 5
    __asm__ volatile("movb %b1, %b0" : "+r"(x) : "r"(y));
#elif WHICH == 6
    __asm__ volatile("lock incl %0; setl %b1" : "+m"(x), "=q"(y));
#endif
    return x == y;
}
