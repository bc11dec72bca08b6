/* Exceptions that are thrown again, by `throw;` and by pointer, and handlers inside of handlers. */
#include <cassert>
#include <exception>
#include <stdexcept>

static int alive;

struct Failure {
    int number;
    explicit Failure(int number) : number(number) { alive++; }
    Failure(const Failure &other) : number(other.number) { alive++; }
    ~Failure() { alive--; }
};

static int outer(int which)
{
    try {
        try {
            throw Failure(1);
        } catch (Failure &failure) {
            failure.number++;
            if (which == 0)
                throw;
            if (which == 1)
                throw failure;
            if (which == 2)
                throw 3;
            try {
                throw Failure(10);
            } catch (Failure &inner) {
                assert(inner.number == 10 && alive == 2);
            }
            assert(alive == 1);
            throw;
        }
    } catch (Failure &failure) {
        assert(alive == 1);
        return failure.number;
    } catch (int number) {
        assert(alive == 0);
        return number;
    }
}

static std::exception_ptr kept()
{
    try {
        throw Failure(7);
    } catch (...) {
        return std::current_exception();
    }
}

/* The idiom by which one function handles what several catch. */
static int translate()
{
    try {
        throw;
    } catch (const std::out_of_range &) {
        return 1;
    } catch (const std::exception &) {
        return 2;
    } catch (...) {
        return 3;
    }
}

template <class Thrown> static int translated(Thrown thrown)
{
    try {
        throw thrown;
    } catch (...) {
        return translate();
    }
}

int main()
{
    assert(outer(0) == 2 && alive == 0);
    assert(outer(1) == 2 && alive == 0);
    assert(outer(2) == 3 && alive == 0);
    assert(outer(3) == 2 && alive == 0);
    {
        std::exception_ptr pointer = kept();
        assert(pointer && alive == 1);
        std::exception_ptr copy = pointer;
        pointer = nullptr;
        for (int i = 0; i < 2; i++) {
            try {
                std::rethrow_exception(copy);
            } catch (const Failure &failure) {
                assert(failure.number == 7 && alive == 1);
                assert(std::current_exception() == copy);
            }
        }
        assert(alive == 1);
    }
    assert(alive == 0 && !std::current_exception());
    assert(translated(std::out_of_range("")) == 1);
    assert(translated(std::runtime_error("")) == 2);
    assert(translated(5) == 3);
    std::exception_ptr made = std::make_exception_ptr(std::logic_error("made"));
    try {
        std::rethrow_exception(made);
    } catch (const std::logic_error &error) {
        assert(error.what()[0] == 'm');
    }
#if BUG == 1
    try {
        throw Failure(1);
    } catch (int) {
    } catch (Failure &) {
        throw; /* violation */
    }
#elif BUG == 2
    throw; /* violation */
#elif BUG == 3
    std::exception_ptr pointer = kept();
    assert(alive == 0); /* violation */
#endif
}
