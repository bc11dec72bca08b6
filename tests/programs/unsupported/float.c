/* Floating point of more than 64 bits. */
static long double half = 0.5L;

static int scale(int x) { return (int)(x * half); }

int main(void)
{
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    return reach ? scale(3) - 1 : 0;
}
