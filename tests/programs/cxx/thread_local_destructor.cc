// Thread-local variables with destructors: each thread's runs when the thread ends.
#include <cassert>
#include <pthread.h>
#include <thread>

static int destroyed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct Own {
    int value = 1;
    ~Own()
    {
        pthread_mutex_lock(&mutex);
        destroyed += value;
        pthread_mutex_unlock(&mutex);
    }
};

static thread_local Own own;

static void *leaves(void *)
{
    own.value = 10;
    pthread_exit(nullptr);
}

int main()
{
    pthread_t early;
    pthread_create(&early, nullptr, leaves, nullptr);
    std::thread t([] { own.value = 100; });
    t.join();
    pthread_join(early, nullptr);
#ifdef BUG
    assert(destroyed == 111); // violation
#else
    assert(destroyed == 110 && own.value == 1);
#endif
}
