/* Several threads catch one exception by pointer. Who changes it races with the others. */
#include <cassert>
#include <exception>
#include <thread>

struct Failure {
    int number;
};

static std::exception_ptr pointer;

static void look()
{
    try {
        std::rethrow_exception(pointer);
    } catch (Failure &failure) {
#ifdef BUG
        failure.number++; /* violation */
#else
        assert(failure.number == 3);
#endif
    }
}

int main()
{
    pointer = std::make_exception_ptr(Failure{3});
    std::thread thread(look);
    look();
    thread.join();
    pointer = nullptr;
}
