/* Exceptions that the standard library throws, caught as what they are and as what they are derived from. */
#include <cassert>
#include <any>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <variant>
#include <vector>

template <class Error, class Base, class Action> static void expect(Action action)
{
    int caught = 0;
    try {
        action();
    } catch (const Error &error) {
        assert(error.what()[0] != 0);
        caught++;
    }
    try {
        action();
    } catch (const Base &error) {
        assert(error.what()[0] != 0);
        caught++;
    }
    try {
        action();
    } catch (const std::exception &error) {
        assert(error.what()[0] != 0);
        caught++;
    }
    assert(caught == 3);
}

struct Base { virtual ~Base() {} };
struct Derived : Base {};

int main()
{
    std::vector<int> numbers(2);
    expect<std::out_of_range, std::logic_error>([&] { numbers.at(2) = 1; });
    expect<std::length_error, std::logic_error>([&] { numbers.reserve(~0ull); });
    expect<std::out_of_range, std::logic_error>([] { std::string("abc").substr(4); });
    expect<std::bad_optional_access, std::exception>([] { std::optional<int>().value(); });
    expect<std::bad_variant_access, std::exception>([] { std::get<0>(std::variant<int, char>('a')); });
    expect<std::bad_any_cast, std::bad_cast>([] { std::any_cast<int>(std::any(1.5)); });
    expect<std::bad_function_call, std::exception>([] { std::function<void()>()(); });
    expect<std::bad_weak_ptr, std::exception>([] { std::shared_ptr<int> p(std::weak_ptr<int>{}); });
    expect<std::bad_cast, std::exception>([] { Base base; (void)dynamic_cast<Derived &>(base); });
    expect<std::system_error, std::runtime_error>([] { std::thread().join(); });
    expect<std::system_error, std::runtime_error>([] { std::unique_lock<std::mutex>().lock(); });
    expect<std::future_error, std::logic_error>([] { std::promise<int> p; p.get_future(); p.get_future(); });
    expect<std::future_error, std::logic_error>([] { std::promise<int> p; p.set_value(1); p.set_value(2); });
    expect<std::future_error, std::logic_error>([] {
        std::future<int> future = std::promise<int>().get_future();
        future.get();
    });
    try {
        std::thread().join();
    } catch (const std::system_error &error) {
        assert(error.code() == std::errc::invalid_argument);
        assert(error.code().value() == 22 && error.code() != std::errc::timed_out);
    }
    try {
        std::future<int> future = std::promise<int>().get_future();
        future.get();
    } catch (const std::future_error &error) {
        assert(error.code() == std::future_errc::broken_promise);
    }
    try {
        throw std::runtime_error(std::string("a message that is longer than that"));
    } catch (std::runtime_error copy) {
        std::runtime_error other(copy);
        assert(!std::strcmp(other.what(), "a message that is longer than that"));
    }
#if BUG == 1
    numbers.at(2) = 1; /* violation */
#elif BUG == 2
    try {
        std::thread().join();
    } catch (const std::logic_error &) {
    }
#endif
}
