// Locks that wait in a loop around a compare-exchange which writes what it found to a variable: the
// variable is reset before the next turn. The second lock is one bit of a word that has something
// else in its other bits, as that of std::atomic<std::shared_ptr>.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

static std::atomic<bool> flag;
static std::atomic<std::uintptr_t> word;
static int value;

static void lock() {
#ifdef WORD
  auto seen = word.load(std::memory_order_relaxed);
  while (seen & 1)
    seen = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_strong(seen, seen | 1, std::memory_order_acquire,
                                       std::memory_order_relaxed))
    seen = seen & ~std::uintptr_t(1);
#else
  bool expected = false;
  while (!flag.compare_exchange_strong(expected, true, std::memory_order_acquire))
#ifdef BUG
    ; // The next turn expects what it should wait for the end of.
#else
    expected = false;
#endif
#endif
}

static void unlock(std::uintptr_t rest) {
#ifdef WORD
  word.exchange(rest, std::memory_order_release);
#else
  flag.store(false, std::memory_order_release);
#endif
}

static void add(std::uintptr_t rest) {
  lock();
  value++;
  unlock(rest);
}

int main() {
  std::thread other([] { add(2); });
  add(4);
  other.join();
  assert(value == 2); /* violation */
}
