/* A mutex of C11 is made by mtx_init alone: zeros are none (C11 7.26.4). With BUG=2 another one is made. */
#include <threads.h>

static mtx_t made, never;

int main(void)
{
#if BUG != 1
    mtx_init(&made, mtx_plain);
#endif
#if BUG == 1 || BUG == 2
    mtx_lock(&never); /* violation */
    mtx_unlock(&never);
#elif BUG == 3
    return mtx_trylock(&never) == thrd_busy; /* violation 3 */
#else
    mtx_lock(&made);
    mtx_unlock(&made);
    mtx_destroy(&made);
    mtx_init(&made, mtx_plain | mtx_recursive);
    mtx_lock(&made);
    mtx_lock(&made);
    mtx_unlock(&made);
    mtx_unlock(&made);
#endif
    return 0;
}
