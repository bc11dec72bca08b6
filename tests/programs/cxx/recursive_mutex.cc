// A recursive mutex, which its holder may lock again, also with a time limit. With BUG, it is
// unlocked once too often while it is still needed.
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex mutex;
static std::recursive_timed_mutex timed;
static int count;

static void inner()
{
    std::lock_guard<std::recursive_mutex> guard(mutex);
    std::lock_guard<std::recursive_timed_mutex> other(timed);
    count++;
}

static void outer()
{
    mutex.lock();
    timed.lock();
    inner();
    timed.unlock();
#ifdef BUG
    mutex.unlock();
    count++;
#else
    count++;
    mutex.unlock();
#endif
}

int main()
{
    std::thread thread(outer);
    outer();
    thread.join();
    assert(count == 4); // violation
}
