// A hash map with a lock for each stripe of its buckets.
//
// BUG=1: the number of entries is counted without a lock and without an atomic.
// BUG=2: moving an entry locks the two stripes in the order of its arguments: two threads that move
//        in opposite directions wait for each other.
// BUG=3: the stripe of a key is computed in another way when it is erased.
#include <array>
#include <atomic>
#include <cassert>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#ifndef BUG
#define BUG 0
#endif

template <typename Key, typename Value, unsigned Stripes = 2, unsigned Buckets = 4>
class StripedMap {
public:
    void insert(Key key, Value value)
    {
        std::lock_guard<std::mutex> guard(mutex_of(key));
        put(key, std::move(value));
    }

    std::optional<Value> find(Key key)
    {
        std::lock_guard<std::mutex> guard(mutex_of(key));
        for (const auto &[other, value] : buckets_[bucket(key)])
            if (other == key)
                return value;
        return std::nullopt;
    }

    bool erase(Key key)
    {
#if BUG == 3
        std::lock_guard<std::mutex> guard(stripes_[key / 2 % Stripes]);
#else
        std::lock_guard<std::mutex> guard(mutex_of(key));
#endif
        return take(key).has_value();
    }

    // Gives the value of one key to another, at once.
    bool move(Key from, Key to)
    {
        std::mutex &one = mutex_of(from), &other = mutex_of(to);
        if (&one == &other) {
            std::lock_guard<std::mutex> guard(one);
            return transfer(from, to);
        }
#if BUG == 2
        std::lock_guard<std::mutex> first(one);
        std::lock_guard<std::mutex> second(other);
#else
        std::lock_guard<std::mutex> first(stripe(from) < stripe(to) ? one : other);
        std::lock_guard<std::mutex> second(stripe(from) < stripe(to) ? other : one);
#endif
        return transfer(from, to);
    }

    int size() const { return size_; }

private:
    static unsigned bucket(Key key) { return key % Buckets; }
    static unsigned stripe(Key key) { return bucket(key) % Stripes; }
    std::mutex &mutex_of(Key key) { return stripes_[stripe(key)]; }

    void put(Key key, Value value)
    {
        auto &entries = buckets_[bucket(key)];
        for (auto &entry : entries)
            if (entry.first == key) {
                entry.second = std::move(value);
                return;
            }
        entries.emplace_back(key, std::move(value));
        size_++;
    }

    std::optional<Value> take(Key key)
    {
        auto &entries = buckets_[bucket(key)];
        for (auto entry = entries.begin(); entry != entries.end(); ++entry)
            if (entry->first == key) {
                Value value = std::move(entry->second);
                entries.erase(entry);
                size_--;
                return value;
            }
        return std::nullopt;
    }

    bool transfer(Key from, Key to)
    {
        auto value = take(from);
        if (value)
            put(to, std::move(*value));
        return value.has_value();
    }

    std::array<std::mutex, Stripes> stripes_;
    std::array<std::list<std::pair<Key, Value>>, Buckets> buckets_;
#if BUG == 1
    int size_ = 0;
#else
    std::atomic<int> size_{0};
#endif
};

int main()
{
    StripedMap<int, int> map;
    map.insert(0, 10);
    map.insert(1, 11);
    std::thread one([&map] {
        map.move(0, 3);
        map.insert(6, 16);
    });
    std::thread two([&map] {
        map.move(1, 2);
        map.insert(7, 17);
        map.erase(2);
    });
    one.join();
    two.join();
    assert(!map.find(0) && !map.find(1));
    assert(map.find(3) == 10 && map.find(6) == 16 && map.find(7) == 17);
    assert(!map.find(2) && map.size() == 3);
}
