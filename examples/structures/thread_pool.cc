// A pool of threads that run tasks from a queue, with a mutex and a condition variable.
//
// BUG=1: a worker that is woken does not look again whether there is a task (`if` for `while`):
//        another one has taken it.
// BUG=2: the pool says that it is closing without the mutex: between a worker's look and its
//        sleep, and nobody wakes it again.
// BUG=3: closing wakes one worker: the others sleep on.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>
#include <vector>

#ifndef BUG
#define BUG 0
#endif

class ThreadPool {
public:
    explicit ThreadPool(unsigned threads)
    {
        for (unsigned i = 0; i < threads; i++)
            workers_.emplace_back([this] { work(); });
    }

    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;

    ~ThreadPool()
    {
#if BUG == 2
        closing_ = true;
#else
        {
            std::lock_guard<std::mutex> guard(mutex_);
            closing_ = true;
        }
#endif
#if BUG == 3
        changed_.notify_one();
#else
        changed_.notify_all();
#endif
        for (std::thread &worker : workers_)
            worker.join();
    }

    void submit(std::function<void()> task)
    {
        {
            std::lock_guard<std::mutex> guard(mutex_);
            tasks_.push(std::move(task));
        }
        changed_.notify_one();
    }

private:
    bool is_idle() const { return tasks_.empty() && !closing_; }

    void work()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> lock(mutex_);
#if BUG == 1
                if (is_idle())
                    changed_.wait(lock);
#else
                while (is_idle())
                    changed_.wait(lock);
#endif
                if (closing_ && tasks_.empty())
                    return;
                assert(!tasks_.empty());
                task = std::move(tasks_.front());
                tasks_.pop();
            }
            task();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::queue<std::function<void()>> tasks_;
    std::atomic<bool> closing_{false};
    std::vector<std::thread> workers_;
};

int main()
{
    std::atomic<int> sum{0};
    {
        ThreadPool pool(2);
        pool.submit([&sum] { sum.fetch_add(1, std::memory_order_relaxed); });
#if BUG == 1
        pool.submit([&sum] { sum.fetch_add(2, std::memory_order_relaxed); });
#endif
    }
    assert(sum == (BUG == 1 ? 3 : 1));
}
