/* An exception specification that names types is not supported where it decides. */
static void fail(bool really) throw(int)
{
    if (really)
        throw 1.5;
}

int main()
{
    try {
#ifdef THROWN
        fail(true);
#else
        fail(false);
#endif
    } catch (double) {
    }
}
