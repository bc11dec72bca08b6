/* Two threads that do the same: included after `enter`, which says what. */
static void *first(void *arg)
{
    enter(0, 1);
    return arg;
}

static void *second(void *arg)
{
    enter(1, 0);
    return arg;
}

int main(void)
{
    run(2, (void *(*[])(void *)){first, second});
    return 0;
}
