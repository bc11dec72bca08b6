// Futures without a value, shared ones, tasks, and waiting with a limit.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

static int data;

int main()
{
    std::promise<void> ready;
    std::shared_future<void> shared = ready.get_future().share();
    std::thread t([&ready] {
        data = 1;
        ready.set_value();
    });
#ifdef BUG
    shared.wait_for(std::chrono::milliseconds(1));
    assert(data == 1); // violation
#else
    if (shared.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready)
        assert(data == 1);
    shared.wait();
    assert(data == 1);
#endif
    t.join();
    std::packaged_task<int(int)> next([](int x) { return x + 1; });
    std::future<int> result = next.get_future();
    next(4);
    assert(result.get() == 5);
}
