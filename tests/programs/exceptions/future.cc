/* An exception of one thread that another one gets with the future's value. */
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

static int side;

struct Failure {
    int number;
};

static int compute(int input)
{
    side = input;
    if (input == 2)
        throw Failure{5};
    return input;
}

int main()
{
#if defined(PROMISE)
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread thread([&promise] {
        try {
            promise.set_value(compute(2));
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    });
#elif defined(TASK)
    std::packaged_task<int(int)> task(compute);
    std::future<int> future = task.get_future();
    std::thread thread(std::move(task), 2);
#else
    std::future<int> future = std::async(std::launch::async, compute, 2);
#endif
#if BUG == 1
    side = 3;
#endif
#if BUG == 2
    future.get();
#else
    try {
        future.get();
        assert(false);
    } catch (const Failure &failure) {
        assert(failure.number == 5);
        assert(side == 2); /* violation */
    }
#endif
#if defined(PROMISE) || defined(TASK)
    thread.join();
#endif
}
