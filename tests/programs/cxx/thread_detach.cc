// A detached thread, how many processors there are, and both clocks.
#include <atomic>
#include <cassert>
#include <chrono>
#include <memory>
#include <thread>

static std::atomic<bool> done;
static std::shared_ptr<int> one, other;

int main()
{
    std::thread t([] { done = true; });
    t.detach();
#ifdef BUG
    t.join(); // violation
#endif
    assert(!t.joinable() && std::thread::hardware_concurrency() == 4);
    assert(std::chrono::system_clock::now() == std::chrono::system_clock::now());
    auto mine = std::make_shared<int>(1);
    auto expected = std::shared_ptr<int>();
    assert(std::atomic_compare_exchange_strong(&one, &expected, mine) && *one == 1);
    std::atomic_exchange(&other, mine);
    assert(mine.use_count() == 3);
}
