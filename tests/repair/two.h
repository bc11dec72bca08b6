/* Two threads, and what must hold in the end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void thread_1(void);
static void thread_2(void);
static void finally(void);

static void *run_1(void *unused)
{
    (void)unused;
    thread_1();
    return 0;
}

static void *run_2(void *unused)
{
    (void)unused;
    thread_2();
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, run_1, 0);
    pthread_create(&two, 0, run_2, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    finally();
    return 0;
}
