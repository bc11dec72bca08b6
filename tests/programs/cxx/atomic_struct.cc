// Atomic objects that are too large for the machine, and shared_ptr that are accessed atomically.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Three {
    int a, b, c;
};

static std::atomic<Three> three;
static std::shared_ptr<int> pointer;

int main()
{
    assert(!three.is_lock_free());
    std::thread t([] {
        three.store(Three{1, 1, 1});
        std::atomic_store(&pointer, std::make_shared<int>(7));
    });
    Three seen = three.load();
    assert(seen.a == seen.b && seen.b == seen.c);
#ifdef BUG
    std::shared_ptr<int> mine = pointer;
#else
    std::shared_ptr<int> mine = std::atomic_load(&pointer);
#endif
    assert(!mine || *mine == 7);
    t.join();
    Three expected{0, 0, 0};
    assert(!three.compare_exchange_strong(expected, Three{2, 2, 2}) && expected.c == 1);
    assert(three.compare_exchange_strong(expected, Three{2, 2, 2}));
    assert(three.exchange(Three{3, 3, 3}).a == 2 && three.load().b == 3);
}
