/* A weak_ptr may have nothing to lock any more. */
#include <cassert>
#include <memory>
#include <thread>

int main()
{
    auto owner = std::make_shared<int>(3);
    std::weak_ptr<int> seen = owner;
    std::thread thread([seen] {
        auto locked = seen.lock();
#ifndef BUG
        if (!locked)
            return;
#endif
        assert(*locked == 3);
    });
    owner.reset();
    thread.join();
}
