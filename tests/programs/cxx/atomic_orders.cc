/* Message passing with the orders of std::atomic. */
#include <atomic>
#include <cassert>
#include <thread>

#ifdef BUG
#define RELEASE std::memory_order_relaxed
#else
#define RELEASE std::memory_order_release
#endif

static int data;
static std::atomic<bool> ready{false};

int main()
{
    std::thread sender([] {
        data = 1;
        ready.store(true, RELEASE);
    });
    while (!ready.load(std::memory_order_acquire))
        ;
    assert(data == 1);
    sender.join();
}
