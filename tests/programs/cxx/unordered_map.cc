/* A hash table behind a mutex. */
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

static std::unordered_map<std::string, int> counts;
static std::mutex mutex;

static void count(const char *name)
{
#ifndef BUG
    std::lock_guard<std::mutex> guard(mutex);
#endif
    counts[name]++;
}

int main()
{
    for (int i = 0; i < 20; i++)
        counts[std::string(i, 'x')] = i;
    std::thread thread(count, "xx");
    count("xx");
    thread.join();
    assert(counts.size() == 20 && counts["xx"] == 4 && counts["xxx"] == 3);
}
