/* Exceptions where threads meet: what holds a mutex lets go of it, and an exception that leaves the function of a thread ends the program. */
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int balance = 1;
static std::atomic<int> refused{0};

static void withdraw()
{
#if BUG == 1
    mutex.lock();
#else
    std::lock_guard<std::mutex> guard(mutex);
#endif
    if (balance == 0)
        throw std::runtime_error("nothing left"); /* violation */
    balance--;
#if BUG == 1
    mutex.unlock();
#endif
}

static void customer()
{
#if BUG == 2
    withdraw();
#else
    try {
        withdraw();
    } catch (const std::exception &) {
        refused++;
        std::lock_guard<std::mutex> guard(mutex); /* violation */
        assert(balance == 0);
    }
#endif
}

int main()
{
    std::thread one(customer), two(customer);
    one.join();
    two.join();
    assert(balance == 0 && refused == 1);
}
