/* A counter under a mutex. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void count()
{
#ifndef BUG
    std::lock_guard<std::mutex> guard(mutex);
#endif
    counter++;
}

int main()
{
    std::thread first(count), second(count);
    first.join();
    second.join();
    assert(counter == 2); /* violation */
}
