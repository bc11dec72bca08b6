/* Two mutexes at once: std::scoped_lock takes them in any order without a deadlock. */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, right;
static int moved;

static void move(std::mutex &from, std::mutex &to)
{
#ifdef BUG
    std::lock_guard<std::mutex> first(from);
    std::lock_guard<std::mutex> second(to);
#else
    std::scoped_lock both(from, to);
#endif
    moved++;
}

int main()
{
    std::thread thread(move, std::ref(left), std::ref(right));
    move(right, left);
    thread.join();
    assert(moved == 2);
}
