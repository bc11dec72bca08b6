/* What is destroyed on the way from where an exception is thrown to where it is caught, and in which order. */
#include <cassert>
#include <exception>
#include <vector>

static int order[16], count, alive;

struct Noted {
    int number;
    explicit Noted(int number) : number(number) { alive++; }
    Noted(const Noted &other) : number(other.number) { alive++; }
    ~Noted()
    {
        order[count++] = std::uncaught_exceptions() * 100 + number;
        alive--;
    }
};

struct Failure {
    Noted noted;
    explicit Failure(int number) : noted(number) {}
};

/* Its first members are destroyed if the last one is not made. */
struct Parts {
    Noted first{1}, second{2};
    int *memory;
    Noted third;
    explicit Parts(bool fails) : memory(new int), third(make(fails)) {}
    ~Parts() { delete memory; }
    Noted make(bool fails)
    {
        if (fails) {
            delete memory;
            throw Failure(50);
        }
        return Noted(3);
    }
};

/* A destructor that catches what it throws itself while something else is on its way. */
struct Careful {
    ~Careful()
    {
        try {
            Noted inside(4);
            throw 5;
        } catch (int number) {
            assert(number == 5 && std::uncaught_exceptions() == 1);
        }
    }
};

static void deep(int depth)
{
    Noted noted(10 + depth);
    if (depth == 0)
        throw Failure(60);
    deep(depth - 1);
    assert(false);
}

int main()
{
    try {
        Parts parts(true);
        assert(false);
    } catch (const Failure &failure) {
        assert(failure.noted.number == 50);
        assert(count == 2 && order[0] == 102 && order[1] == 101 && alive == 1);
    }
    assert(alive == 0 && order[2] == 50);
    count = 0;
    try {
        Careful careful;
        deep(2);
    } catch (Failure failure) {
        assert(count == 4 && order[0] == 110 && order[1] == 111 && order[2] == 112);
        assert(order[3] == 204);
#ifdef BUG
        assert(alive == 1); /* violation */
#else
        assert(alive == 2);
#endif
    }
    assert(alive == 0 && std::uncaught_exceptions() == 0);
    count = 0;
    std::vector<Noted> several;
    try {
        several.emplace_back(1);
        several.emplace_back(2);
        throw 1;
    } catch (...) {
        several.clear();
    }
    assert(alive == 0);
}
