// std::scoped_lock of two mutexes of any kind, or std::lock of their guards (UNIQUE), which two
// threads name in different orders: each waits in place. With BUG, one thread locks them one after
// the other, and in another order.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

#ifndef FIRST
#define FIRST std::recursive_mutex
#define SECOND std::recursive_mutex
#endif

static FIRST first;
static SECOND second;
static int value;

int main() {
  std::thread other([] {
#ifdef BUG
    first.lock();
    second.lock();
    value++;
    first.unlock();
    second.unlock();
#elif defined UNIQUE
    std::unique_lock one(second, std::defer_lock), two(first, std::defer_lock);
    std::lock(one, two);
    value++;
#else
    std::scoped_lock locks(second, first);
    value++;
#endif
  });
#ifdef BUG
  second.lock();
  first.lock();
  value++;
  first.unlock();
  second.unlock();
#else
  {
    std::scoped_lock locks(first, second);
    value++;
  }
#endif
  other.join();
  assert(value == 2);
}
