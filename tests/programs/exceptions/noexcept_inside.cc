/* A handler does not get what would have to leave a function that must not throw, a destructor among them; what is caught inside of one is fine. */
#include <cassert>

struct Failure {};

static bool fails = true;

static void fail()
{
    if (fails)
        throw Failure(); /* violation */
}

struct Closing {
    bool caught = false;
    ~Closing()
    {
#if BUG == 1
        fail();
#else
        try {
            fail();
        } catch (const Failure &) {
            caught = true;
        }
        assert(caught);
#endif
    }
};

static int tried() noexcept
{
#if BUG == 2
    fail();
#endif
    try {
        fail();
    } catch (...) {
        return 1;
    }
    return 0;
}

int main()
{
    int caught = 0;
    try {
        assert(tried() == 1);
        Closing closing;
        throw 1;
    } catch (int) {
        caught++;
    } catch (const Failure &) {
        caught += 2;
    }
    assert(caught == 1);
}
