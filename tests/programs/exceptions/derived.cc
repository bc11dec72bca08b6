/* Classes of one's own below those of the library, which are caught as those, and what is known of an exception without its type. */
#include <cassert>
#include <bits/functexcept.h>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <utility>

template <class Base> struct Own : Base {
    using Base::Base;
    Own() = default;
    explicit Own(int) : Base("own message") {}
};

template <class Base, class... Given> static void check(const char *name, Given... given)
{
    try {
        throw Own<Base>(given...);
    } catch (const Base &error) {
        assert(std::strcmp(error.what(), name) == 0);
        assert(*abi::__cxa_current_exception_type() == typeid(Own<Base>));
        assert(*std::current_exception().__cxa_exception_type() == typeid(Own<Base>));
    }
}

int main()
{
    assert(abi::__cxa_current_exception_type() == nullptr);
    check<std::exception>("std::exception");
    check<std::bad_alloc>("std::bad_alloc");
    check<std::bad_array_new_length>("std::bad_array_new_length");
    check<std::bad_cast>("std::bad_cast");
    check<std::bad_typeid>("std::bad_typeid");
    check<std::bad_exception>("std::bad_exception");
    check<std::bad_weak_ptr>("bad_weak_ptr");
    check<std::bad_function_call>("bad_function_call");
    check<std::logic_error>("own message", 1);
    check<std::runtime_error>("own message", 1);
    check<std::range_error>("own message", 1);
    check<std::underflow_error>("own message", 1);
    check<std::overflow_error>("own message", 1);
    check<std::domain_error>("own message", 1);
    check<std::invalid_argument>("own message", 1);
    check<std::length_error>("own message", 1);
    check<std::out_of_range>("own message", 1);
    Own<std::logic_error> logic(1), other_logic(std::move(logic));
    Own<std::runtime_error> runtime(1), other_runtime(std::move(runtime));
    assert(std::strcmp(other_logic.what(), other_runtime.what()) == 0);
    std::error_code code(22, std::system_category());
    assert(code == std::errc::invalid_argument && std::strcmp(code.category().name(), "system") == 0);
    try {
        throw Own<std::system_error>(code, "text");
    } catch (const std::system_error &error) {
        assert(error.code() == code && std::strncmp(error.what(), "text", 4) == 0);
    }
    try {
        throw Own<std::future_error>(std::future_errc::no_state);
    } catch (const std::logic_error &error) {
        assert(std::strstr(error.what(), "No associated state"));
    }
    try {
        std::__throw_range_error("range");
    } catch (const std::range_error &error) {
        assert(error.what()[0] == 'r');
    }
#ifdef BUG
    try {
        throw Own<std::range_error>(1); /* violation */
    } catch (const std::logic_error &) {
    }
#endif
}
