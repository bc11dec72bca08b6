/* Output of C++ orders nothing. */
#include <cassert>
#include <iostream>
#include <string>
#include <thread>

static int x, y, seen_x, seen_y;

int main()
{
    std::string name = "left";
    std::thread left([&name] {
        x = 1;
        std::cout << name << " wrote " << 1 << std::endl;
        seen_y = y;
    });
    y = 1;
    std::cerr << "right " << 'w' << "rote\n";
    seen_x = x;
    left.join();
    assert(seen_x || seen_y); /* violation */
}
