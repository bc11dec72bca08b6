// Output of numbers of all kinds, as optimised and other code has it.
#include <cassert>
#include <iostream>
#include <string>
#include <thread>

static std::ios &as_it_is(std::ios &stream)
{
    return stream;
}

int main()
{
    std::string name = "a name that is long enough not to be short";
    std::thread t([&name] { std::cout << "thread: " << name << ' ' << 1.5 << std::endl; });
    t.join();
    std::cerr << 1LL << 2ULL << short(3) << 2.5f << true << 4u << 5L << 6UL << static_cast<void *>(nullptr);
    std::cout << std::hex << 255 << '\n' << std::flush;
    std::clog.put('x');
    const char *characters = name.c_str();
    std::cout << characters << as_it_is;
#ifdef BUG
    const char *text = name.c_str();
    name = std::string(100, 'x');
    std::cout << text; // a use after free, in the library
#endif
}
