/* Attributes of threads and of what they wait for, which have no effect; joins that do not wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static int x;
static char stack[1 << 16];

static void *child(void *unused)
{
    pthread_setname_np(pthread_self(), "child");
    x = 1;
    return unused;
}

static void attributes_of_others(void)
{
    pthread_mutexattr_t of_mutex;
    pthread_condattr_t of_condition;
    pthread_rwlockattr_t of_lock;
    pthread_barrierattr_t of_barrier;
    pthread_mutexattr_init(&of_mutex);
    assert(pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_setprioceiling(&of_mutex, 1) == 0);
    assert(pthread_mutexattr_setrobust(&of_mutex, PTHREAD_MUTEX_STALLED) == 0);
    pthread_condattr_init(&of_condition);
    assert(pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_rwlockattr_init(&of_lock);
    assert(pthread_rwlockattr_setpshared(&of_lock, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_rwlockattr_setkind_np(&of_lock, PTHREAD_RWLOCK_PREFER_READER_NP) == 0);
    pthread_barrierattr_init(&of_barrier);
    assert(pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_PRIVATE) == 0);
    int kind = 7;
    assert(pthread_mutexattr_gettype(&of_mutex, &kind) == 0 && kind == PTHREAD_MUTEX_NORMAL);
    assert(pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_condattr_setclock(&of_condition, CLOCK_MONOTONIC) == 0);
    int protocol, shared[4], prefers, clock;
    pthread_mutexattr_getprotocol(&of_mutex, &protocol);
    pthread_mutexattr_getpshared(&of_mutex, &shared[0]);
    pthread_condattr_getpshared(&of_condition, &shared[1]);
    pthread_condattr_getclock(&of_condition, &clock);
    pthread_rwlockattr_getpshared(&of_lock, &shared[2]);
    pthread_rwlockattr_getkind_np(&of_lock, &prefers);
    pthread_barrierattr_getpshared(&of_barrier, &shared[3]);
    assert(protocol == PTHREAD_PRIO_INHERIT && !shared[0] && !shared[1] && !shared[2] && !shared[3]);
    assert(prefers == PTHREAD_RWLOCK_PREFER_READER_NP && clock == CLOCK_MONOTONIC);
    pthread_mutexattr_destroy(&of_mutex);
    pthread_condattr_destroy(&of_condition);
    pthread_rwlockattr_destroy(&of_lock);
    pthread_barrierattr_destroy(&of_barrier);
#ifdef ROBUST
    pthread_mutexattr_init(&of_mutex);
    pthread_mutexattr_setrobust(&of_mutex, PTHREAD_MUTEX_ROBUST);
#endif
}

int main(void)
{
    pthread_t t;
    pthread_attr_t attributes;
    struct sched_param parameters = {0};
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    attributes_of_others();
    pthread_attr_init(&attributes);
    assert(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
    assert(pthread_attr_setguardsize(&attributes, 4096) == 0);
    assert(pthread_attr_setaffinity_np(&attributes, sizeof processors, &processors) == 0);
    assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE) == 0);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_OTHER) == 0);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    assert(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
    int inherits, policy, scope, state;
    size_t guard, size;
    pthread_attr_getinheritsched(&attributes, &inherits);
    pthread_attr_getschedpolicy(&attributes, &policy);
    pthread_attr_getscope(&attributes, &scope);
    pthread_attr_getdetachstate(&attributes, &state);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_getschedparam(&attributes, &parameters);
    assert(inherits == PTHREAD_EXPLICIT_SCHED && policy == SCHED_OTHER && scope == PTHREAD_SCOPE_SYSTEM);
    assert(state == PTHREAD_CREATE_JOINABLE && guard == 4096 && size == sizeof stack);
    assert(parameters.sched_priority == 0);
    pthread_create(&t, &attributes, child, 0);
    pthread_attr_destroy(&attributes);
    assert(pthread_setaffinity_np(t, sizeof processors, &processors) == 0);
    assert(pthread_setschedparam(t, SCHED_OTHER, &parameters) == 0);
    assert(sched_setaffinity(0, sizeof processors, &processors) == 0);
#ifdef BUG
    pthread_tryjoin_np(t, 0);
    assert(x == 1); /* violation */
#else
    if (pthread_tryjoin_np(t, 0) != 0 && pthread_timedjoin_np(t, 0, &(struct timespec){0}) != 0)
        pthread_join(t, 0);
    assert(x == 1);
#endif
    return 0;
}
