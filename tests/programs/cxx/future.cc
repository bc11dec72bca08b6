/* What a promise is told is seen by who gets the future's value. */
#include <cassert>
#include <future>
#include <thread>

static int side;

int main()
{
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread thread([&promise] {
#ifndef BUG
        side = 2;
#endif
        promise.set_value(5);
#ifdef BUG
        side = 2;
#endif
    });
    assert(future.get() == 5);
    assert(side == 2); /* violation */
    thread.join();
}
