/* Places to jump back to are fine, jumping there is not; clean-up handlers run where they are taken off. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static int cleaned;

static void clean(void *by)
{
    cleaned += *(int *)by;
}

static void *child(void *unused)
{
    int by = 2;
    pthread_cleanup_push(clean, &by);
#ifdef LEAVE
    pthread_exit(0);
#endif
    by = 3;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    if (setjmp(place) != 0)
        return 1;
#ifdef JUMP
    longjmp(place, 1);
#endif
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
#ifdef BUG
    assert(cleaned == 2); /* violation */
#else
    assert(cleaned == 3);
#endif
    return 0;
}
