/* Threads in a vector, and what they leave in another one. */
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> results;
static std::mutex mutex;

static void leave(int number)
{
#ifndef BUG
    std::lock_guard<std::mutex> guard(mutex);
#endif
    results.push_back(number);
}

int main()
{
    std::vector<std::thread> threads;
    for (int i = 1; i <= 2; i++)
        threads.emplace_back(leave, i);
    for (auto &thread : threads)
        thread.join();
    assert(results.size() == 2 && results[0] + results[1] == 3);
}
