/* C++20's semaphores and latches, by the headers' own code. */
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> semaphore(0);
static std::latch latch(1);
static int data;

int main()
{
    std::thread thread([] {
        data = 1;
#ifdef LATCH
        latch.count_down();
#else
        semaphore.release();
#endif
#ifdef BUG
        data = 2;
#endif
    });
#ifdef LATCH
    latch.wait();
#else
    semaphore.acquire();
#endif
    assert(data == 1); /* violation */
    thread.join();
}
