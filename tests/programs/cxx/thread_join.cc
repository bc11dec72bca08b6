/* A thread gets a reference and is joined. One that is not joined ends the program. */
#include <cassert>
#include <functional>
#include <thread>

static void add(int &sum, int amount)
{
    sum += amount;
}

int main()
{
    int sum = 1;
    std::thread thread(add, std::ref(sum), 2);
#ifndef BUG
    thread.join();
    assert(sum == 3);
#endif
}
