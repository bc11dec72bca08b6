/* C++20's waiting for an atomic, by the headers' own code on the system's futex. Who changes the value must tell. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> state{0};
static int data;

int main()
{
    std::thread thread([] {
        data = 1;
        state.store(1);
#ifndef BUG
        state.notify_one();
#endif
    });
    state.wait(0);
    assert(data == 1);
    thread.join();
}
