// std::atomic<std::shared_ptr>, which libstdc++ protects with a lock in a pointer's lowest bit:
// two threads replace what it points to, and one looks. Nobody sees an object after its end, and of
// two exchanges of the same pointer one succeeds. With BUG, the second thread replaces a pointer
// that is only a std::shared_ptr while the first one copies it.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

#ifdef BUG
static std::shared_ptr<int> shared;
#else
static std::atomic<std::shared_ptr<int>> shared;
#endif

int main() {
#ifdef BUG
  shared = std::make_shared<int>(1);
  std::thread other([] { shared = std::make_shared<int>(2); });
  std::shared_ptr<int> seen = shared;
  assert(*seen == 1 || *seen == 2);
  other.join();
#elif defined EXCHANGE
  auto first = std::make_shared<int>(1);
  shared.store(first);
  bool succeeded = false;
  std::thread other([&first, &succeeded] {
    auto expected = first;
    succeeded = shared.compare_exchange_strong(expected, std::make_shared<int>(2));
    assert(*expected == (succeeded ? 1 : 3));
  });
  auto expected = first;
  bool also = shared.compare_exchange_strong(expected, std::make_shared<int>(3));
  other.join();
  assert(succeeded != also);
  assert(*shared.load() == (also ? 3 : 2));
#else
  shared.store(std::make_shared<int>(1));
  std::thread other([] { shared.store(std::make_shared<int>(2)); });
  auto seen = shared.load();
  assert(*seen == 1 || *seen == 2);
  other.join();
  assert(*shared.load() == 2);
#endif
}
