/* Threads, mutexes, condition variables, keys and call_once of C11. With BUG=1 the signal is left out; with BUG=2 the
 * mutex is not recursive. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t mutex, nested;
static cnd_t ready;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static int value, calls;

static void count(void)
{
    calls++;
}

static int work(void *argument)
{
    call_once(&flag, count);
    tss_set(key, argument);
    mtx_lock(&mutex);
    value = 3;
#if BUG != 1
    cnd_signal(&ready);
#endif
    mtx_unlock(&mutex);
    assert(tss_get(key) == argument);
    return *(int *)argument;
}

int main(void)
{
    thrd_t thread;
    int argument = 9, result = 0;
    mtx_init(&mutex, mtx_plain);
    mtx_init(&nested, BUG == 2 ? mtx_plain : mtx_plain | mtx_recursive);
    cnd_init(&ready);
    tss_create(&key, NULL);
    assert(thrd_create(&thread, work, &argument) == thrd_success);
    call_once(&flag, count);
    mtx_lock(&mutex);
    while (value != 3)
        cnd_wait(&ready, &mutex);
    mtx_unlock(&mutex);
    mtx_lock(&nested);
    mtx_lock(&nested);
    mtx_unlock(&nested);
    mtx_unlock(&nested);
    assert(mtx_trylock(&mutex) == thrd_success || value == 3);
    thrd_join(thread, &result);
    assert(result == 9 && calls == 1 && tss_get(key) == NULL);
    assert(!thrd_equal(thread, thrd_current()));
    cnd_destroy(&ready);
    return 0;
}
