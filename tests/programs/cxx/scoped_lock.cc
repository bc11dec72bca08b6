/* Several mutexes at once: std::scoped_lock and std::lock take them in any order without a deadlock, also where others take them one after the other. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, right, third;
static int moved;

static void move(std::mutex &from, std::mutex &to)
{
#if BUG == 1
    std::lock_guard<std::mutex> first(from);
    std::lock_guard<std::mutex> second(to);
#elif defined(LOCKS)
    std::unique_lock<std::mutex> first(from, std::defer_lock), second(to, std::defer_lock);
    std::lock(first, second);
    assert(first.owns_lock() && second.owns_lock());
#elif defined(THREE)
    std::scoped_lock all(from, third, to);
#else
    std::scoped_lock both(from, to);
#endif
    moved++;
}

int main()
{
#if BUG == 2
    right.lock();
#endif
    std::thread thread(move, std::ref(left), std::ref(right));
#ifdef NESTED
    {
        std::lock_guard<std::mutex> first(right);
        std::lock_guard<std::mutex> second(left);
        moved++;
    }
#elif BUG != 2
    move(right, left);
#endif
    thread.join();
#if BUG != 2
    assert(moved == 2);
#endif
}
