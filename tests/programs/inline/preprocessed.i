# 1 "preprocessed.c"
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static int twice(int number) { return 2 * number; }
int main(void)
{
    if (twice(2) != 4)
        __assert_fail("twice", "preprocessed.c", 6, "main");
    return 0;
}
