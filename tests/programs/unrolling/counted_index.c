/* Each thread has a log of what it must free later, with a length beside it in shared memory: as
 * far as sets of numbers know, the index can be any number, and what is logged anywhere in the
 * logs. It is small, and the first entries are where it is expected.
 *
 * LATER: the log begins with its last entry, which is not where it is expected.
 * BUG=1: the length is not taken back, and what is in the log is freed once more.
 * BUG=2: the log has two entries more than there is room for.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define ROOM 4

struct log {
    int *entries[ROOM];
    int length;
};

static struct log logs[2];
static _Atomic(int *) shared;

static void later(struct log *log, int *own)
{
    log->entries[BUG == 2 ? log->length + ROOM + 2 : log->length] = own; /* violation */
    log->length++;
}

static void clean(struct log *log)
{
#ifdef LATER
    for (int i = ROOM - 1; i < log->length; i++)
#else
    for (int i = 0; i < log->length; i++)
#endif
        free(log->entries[i]);
#if BUG != 1
    log->length = 0;
#endif
}

static void *thread(void *argument)
{
    struct log *log = argument;
#ifdef LATER
    log->length = ROOM - 1;
#endif
    int *new = malloc(sizeof *new);
    *new = 2;
    int *old = atomic_exchange(&shared, new);
    assert(*old == 1);
    later(log, old);
    return NULL;
}

int main(void)
{
    pthread_t other;
    int *first = malloc(sizeof *first);
    *first = 1;
    atomic_store(&shared, first);
    pthread_create(&other, NULL, thread, &logs[1]);
    pthread_join(other, NULL);
    clean(&logs[1]);
    clean(&logs[1]);
    free(atomic_load(&shared));
    return 0;
}
