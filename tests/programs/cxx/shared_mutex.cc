/* Many readers or one writer. */
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int low, high;

static void write()
{
#ifdef BUG
    std::shared_lock<std::shared_mutex> lock(mutex);
#else
    std::unique_lock<std::shared_mutex> lock(mutex);
#endif
    low++;
    high++;
}

static void read()
{
    std::shared_lock<std::shared_mutex> lock(mutex);
    assert(low == high); /* violation */
}

int main()
{
    std::thread writer(write), reader(read);
    read();
    writer.join();
    reader.join();
}
