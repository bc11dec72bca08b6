/* Two threads wait for the same thing; one notification is not enough for both. */
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable opened;
static bool is_open;

static void pass()
{
    std::unique_lock<std::mutex> lock(mutex);
    while (!is_open)
        opened.wait(lock);
}

int main()
{
    std::thread first(pass), second(pass);
    mutex.lock();
    is_open = true;
    mutex.unlock();
#ifdef BUG
    opened.notify_one();
#else
    opened.notify_all();
#endif
    first.join();
    second.join();
}
