// A condition variable that waits with any lock. With BUG, nobody is told.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::condition_variable_any changed;
static bool ready;

int main()
{
    std::thread thread([] {
        std::lock_guard<std::shared_mutex> guard(mutex);
        ready = true;
#ifndef BUG
        changed.notify_one();
#endif
    });
    {
        std::shared_lock<std::shared_mutex> lock(mutex);
        changed.wait(lock, [] { return ready; });
        assert(ready);
    }
    thread.join();
}
