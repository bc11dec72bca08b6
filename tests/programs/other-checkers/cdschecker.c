/* A message as programs for CDSChecker pass it: `user_main`, threads of C11, plain accesses through
 * functions. With BUG, the flag is relaxed. */
#include <librace.h>
#include <model-assert.h>
#include <stdatomic.h>
#include <threads.h>

#ifdef BUG
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static uint32_t message;
static atomic_int flag;

static int sender(void *unused)
{
    store_32(&message, 42);
    atomic_store_explicit(&flag, 1, RELEASE);
    return 0;
}

static int receiver(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire))
        MODEL_ASSERT(load_32(&message) == 42);
    return 0;
}

int user_main(int argc, char **argv)
{
    thrd_t one, two;
    thrd_create(&one, sender, NULL);
    thrd_create(&two, receiver, NULL);
    thrd_join(one, NULL);
    thrd_join(two, NULL);
    return 0;
}
