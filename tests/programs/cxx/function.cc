/* A std::function may be empty. */
#include <cassert>
#include <functional>
#include <thread>

int main()
{
    std::function<int(int)> next;
    int by = 2;
#ifndef BUG
    next = [by](int number) { return number + by; };
#endif
    std::thread thread([&next] { assert(next(1) == 3); });
    thread.join();
}
