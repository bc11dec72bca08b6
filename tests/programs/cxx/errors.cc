// Exceptions of the standard library that are made, copied into nothing, and not thrown; and those
// that its functions throw.
#include <bits/functexcept.h>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>

template <class Error> static void make()
{
    Error short_one("message");
    Error other(std::string("a message that is longer than that"));
    struct Own : Error {
        Own() : Error("own") {}
        explicit Own(const std::string &text) : Error(text) {}
    } own, own_text(std::string("text"));
}

int main()
{
    make<std::runtime_error>();
    make<std::logic_error>();
    make<std::out_of_range>();
    make<std::invalid_argument>();
    make<std::length_error>();
    make<std::domain_error>();
    make<std::range_error>();
    make<std::overflow_error>();
    make<std::underflow_error>();
    std::bad_alloc memory;
    std::bad_array_new_length length;
    std::bad_cast cast;
    std::bad_function_call call;
    std::exception any;
    if (std::uncaught_exceptions() != 0)
        return 1;
#if BUG == 1
    std::__throw_domain_error("");
#elif BUG == 2
    std::__throw_out_of_range("");
#elif BUG == 3
    std::__throw_runtime_error("");
#elif BUG == 4
    std::__throw_overflow_error("");
#elif BUG == 5
    std::__throw_invalid_argument("");
#elif BUG == 6
    std::__throw_logic_error("");
#elif BUG == 7
    std::__throw_length_error("");
#elif BUG == 8
    std::__throw_bad_alloc();
#elif BUG == 9
    std::__throw_bad_cast();
#elif BUG == 10
    std::__throw_bad_function_call();
#elif BUG == 11
    std::__throw_system_error(1);
#elif BUG == 12
    std::__throw_out_of_range_fmt("%d", 1);
#elif BUG == 13
    std::terminate();
#endif
}
