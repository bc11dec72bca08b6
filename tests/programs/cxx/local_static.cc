/* A static variable of a function is constructed once, whoever comes first; one that is made by hand is not. */
#include <cassert>
#include <thread>

static int constructed;

struct Table {
    int value;
    Table() : value(5) { constructed++; }
};

static Table *table()
{
#ifdef BUG
    static Table *it;
    if (!it)
        it = new Table;
    return it;
#else
    static Table it;
    return &it;
#endif
}

int main()
{
    std::thread thread([] { assert(table()->value == 5); });
    assert(table()->value == 5);
    thread.join();
    assert(constructed == 1); /* violation */
}
