// A pointer with two counts, as std::shared_ptr and std::weak_ptr have: of owners, who keep the
// object alive, and of those who only keep the counts.
//
// BUG=1: the count of owners goes down without order: the last one destroys the object before
//        another one's accesses are done.
// BUG=2: `lock` looks whether there is an owner, and then adds one: to an object that is destroyed
//        in between.
// BUG=3: the count goes down and is read again to see whether it is zero: two find that it is.
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

#ifndef BUG
#define BUG 0
#endif

template <typename T>
struct Counts {
    std::atomic<int> owners{1};
    // One more as long as there are owners.
    std::atomic<int> watchers{1};
    T *object;

    explicit Counts(T *object) : object(object) {}

    void add_owner() { owners.fetch_add(1, std::memory_order_relaxed); }
    void add_watcher() { watchers.fetch_add(1, std::memory_order_relaxed); }

    // Adds an owner if there is one.
    bool try_add_owner()
    {
        int count = owners.load(std::memory_order_relaxed);
#if BUG == 2
        if (count == 0)
            return false;
        owners.fetch_add(1, std::memory_order_relaxed);
        return true;
#else
        while (count > 0)
            if (owners.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
                return true;
        return false;
#endif
    }

    void drop_owner()
    {
#if BUG == 1
        bool is_last = owners.fetch_sub(1, std::memory_order_relaxed) == 1;
#elif BUG == 3
        owners.fetch_sub(1, std::memory_order_acq_rel);
        bool is_last = owners.load(std::memory_order_acquire) == 0;
#else
        bool is_last = owners.fetch_sub(1, std::memory_order_acq_rel) == 1;
#endif
        if (is_last) {
            delete object;
            drop_watcher();
        }
    }

    void drop_watcher()
    {
        if (watchers.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete this;
    }
};

template <typename T>
class Weak;

template <typename T>
class Shared {
public:
    Shared() = default;
    explicit Shared(T *object) : counts_(new Counts<T>(object)) {}
    Shared(const Shared &other) : counts_(other.counts_)
    {
        if (counts_)
            counts_->add_owner();
    }
    Shared(Shared &&other) noexcept : counts_(std::exchange(other.counts_, nullptr)) {}
    Shared &operator=(Shared other) noexcept
    {
        std::swap(counts_, other.counts_);
        return *this;
    }
    ~Shared()
    {
        if (counts_)
            counts_->drop_owner();
    }

    explicit operator bool() const { return counts_ != nullptr; }
    T *operator->() const { return counts_->object; }

private:
    friend class Weak<T>;
    Counts<T> *counts_ = nullptr;
};

template <typename T>
class Weak {
public:
    explicit Weak(const Shared<T> &shared) : counts_(shared.counts_) { counts_->add_watcher(); }
    Weak(const Weak &) = delete;
    Weak &operator=(const Weak &) = delete;
    ~Weak() { counts_->drop_watcher(); }

    Shared<T> lock() const
    {
        Shared<T> shared;
        if (counts_->try_add_owner())
            shared.counts_ = counts_;
        return shared;
    }

private:
    Counts<T> *counts_;
};

struct Message {
    int number = 7;
    ~Message() { number = 0; }
};

int main()
{
    Shared<Message> first(new Message);
    Weak<Message> watcher(first);
    std::thread copier([copy = first]() mutable {
        assert(copy->number == 7);
        copy = Shared<Message>();
    });
    std::thread locker([&watcher] {
        if (Shared<Message> locked = watcher.lock())
            assert(locked->number == 7);
    });
    first = Shared<Message>();
    copier.join();
    locker.join();
    assert(!watcher.lock());
}
