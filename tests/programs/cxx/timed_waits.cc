// Waits with a limit of time reach it, where nobody wakes who waits: the clock is then at the limit.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <semaphore>

using namespace std::chrono_literals;

int main()
{
    std::mutex mutex;
    std::unique_lock<std::mutex> lock(mutex);
    std::condition_variable condition;
    std::condition_variable_any any;
    std::binary_semaphore semaphore(0);
#if WHICH == 1
    bool in_time = condition.wait_for(lock, 1s) == std::cv_status::no_timeout;
#elif WHICH == 2
    auto limit = std::chrono::system_clock::now() + 1s;
    bool in_time = condition.wait_until(lock, limit) == std::cv_status::no_timeout;
#elif WHICH == 3
    bool in_time = condition.wait_for(lock, 5ms, [] { return false; });
#elif WHICH == 4
    bool in_time = any.wait_for(lock, 1s) == std::cv_status::no_timeout;
#else
    bool in_time = semaphore.try_acquire_for(1ms);
#endif
#ifdef BUG
    assert(in_time); /* violation */
#else
    assert(!in_time);
#endif
}
