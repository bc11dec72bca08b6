/* What throws has not been done: the next thread tries to initialise, by std::call_once and for a static variable. */
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::atomic<int> tries{0};
static std::once_flag flag;
static int value;

static int make()
{
    if (tries++ == 0)
        throw 1;
    return 7;
}

static int get()
{
#ifdef STATIC
    static int made = make();
    return made;
#else
    std::call_once(flag, [] { value = make(); });
    return value;
#endif
}

static void user()
{
    try {
        assert(get() == 7);
    } catch (int) {
#ifndef BUG
        assert(get() == 7);
#endif
    }
}

int main()
{
    std::thread thread(user);
    user();
    thread.join();
#ifdef BUG
    assert(tries == 1); /* violation */
#else
    assert(tries == 2);
#endif
}
