/* An exception that nobody catches ends the program. */
#include <stdexcept>
#include <thread>
#include <atomic>

static std::atomic<int> users{0};

static void enter()
{
    if (users.fetch_add(1) > 0)
#ifdef BUG
        throw std::runtime_error("somebody is there"); /* violation */
#else
        return;
#endif
}

int main()
{
    std::thread thread(enter);
    enter();
    thread.join();
}
