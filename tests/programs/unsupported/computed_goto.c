/* A jump to an address. */
int main(void)
{
    static void *const labels[] = { &&zero, &&one };
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    if (reach)
        goto *labels[reach];
zero:
    return 0;
one:
    return 0;
}
