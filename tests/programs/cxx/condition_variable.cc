/* One thread gives what another waits for. Without a flag, the notification may come too early. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable ready;
static bool there;
static int value;

int main()
{
    std::thread giver([] {
        {
            std::lock_guard<std::mutex> guard(mutex);
            value = 7;
            there = true;
        }
        ready.notify_one();
    });
    {
        std::unique_lock<std::mutex> lock(mutex);
#ifdef BUG
        ready.wait(lock); /* violation */
#else
        ready.wait(lock, [] { return there; });
#endif
        assert(value == 7);
    }
    giver.join();
}
