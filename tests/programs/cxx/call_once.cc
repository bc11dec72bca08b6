/* What std::call_once calls runs once, and is over when any of the calls returns. */
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int runs;

static void initialise()
{
    runs++;
}

static void use()
{
#ifdef BUG
    if (runs == 0)
        initialise();
#else
    std::call_once(once, initialise);
#endif
    assert(runs == 1); /* violation */
}

int main()
{
    std::thread thread(use);
    use();
    thread.join();
}
