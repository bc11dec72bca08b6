/* An exception does not leave a function that must not throw, even if somebody further out would catch it. */
struct Failure {};

static void fail()
{
    throw Failure(); /* violation */
}

static void close(bool fails) noexcept
{
    if (fails)
        fail();
}

int main()
{
#ifdef BUG
    close(true);
#else
    close(false);
#endif
}
