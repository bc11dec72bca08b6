/* An exception that keeps another one, and a constructor that throws something else than what a member threw. */
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>

struct Member {
    explicit Member(int value)
    {
        if (value < 0)
            throw std::invalid_argument("negative");
    }
};

struct Whole {
    Member member;
    explicit Whole(int value)
    try : member(value) {
    } catch (const std::exception &error) {
        std::throw_with_nested(std::runtime_error(std::string("whole: ") + error.what()));
    }
};

static int depth(const std::exception &error)
{
    try {
        std::rethrow_if_nested(error);
    } catch (const std::exception &inner) {
        return 1 + depth(inner);
    }
    return 1;
}

int main()
{
    Whole fine(1);
    int found = 0;
    try {
        Whole bad(-1);
    } catch (const std::exception &error) {
        assert(std::string(error.what()) == "whole: negative");
        found = depth(error);
    }
#ifdef BUG
    assert(found == 1); /* violation */
#else
    assert(found == 2);
#endif
}
