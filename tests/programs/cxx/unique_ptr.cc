/* An object is handed over through an atomic pointer: its owner must let go of it. */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int *> box;

int main()
{
    std::thread giver([] {
        auto own = std::make_unique<int>(4);
#ifdef BUG
        box.store(own.get(), std::memory_order_release);
#else
        box.store(own.release(), std::memory_order_release);
#endif
    });
    int *given = box.load(std::memory_order_acquire);
    if (given)
        assert(*given == 4); /* violation */
    giver.join();
    std::unique_ptr<int> mine(box.load());
}
