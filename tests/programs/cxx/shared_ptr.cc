/* The last owner deletes; who keeps only the pointer may use it too late. */
#include <cassert>
#include <memory>
#include <thread>

int main()
{
    auto owned = std::make_shared<int>(3);
#ifdef BUG
    int *pointer = owned.get();
    std::thread thread([pointer] { assert(*pointer == 3); /* violation */ });
#else
    std::thread thread([owned] { assert(*owned == 3); });
#endif
    owned.reset();
    thread.join();
}
