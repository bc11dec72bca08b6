/* A bounded queue between two threads. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class Channel {
public:
    void put(int value)
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return values.empty(); });
        values.push(value);
#ifndef BUG
        changed.notify_one();
#endif
    }

    int take()
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return !values.empty(); });
        int value = values.front();
        values.pop();
        changed.notify_one();
        return value;
    }

private:
    std::mutex mutex;
    std::condition_variable changed;
    std::queue<int> values;
};

int main()
{
    Channel channel;
    std::thread producer([&channel] {
        channel.put(1);
        channel.put(2);
    });
    assert(channel.take() == 1);
    assert(channel.take() == 2);
    producer.join();
}
