/* Memory that several threads use and one frees: the order of threads says who comes first. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int *shared;
static const char *names[] = {"one", "another"};

static void *user(void *argument) {
    atomic_fetch_add(shared, 1);
#if BUG == 2 || BUG == 4
    free(shared);
#endif
    return argument;
}

static int run(int count) {
    atomic_int local = count;
    pthread_t thread;
    shared = count ? malloc(sizeof *shared) : calloc(count + 2, sizeof *shared);
    atomic_store(shared, 0);
#if BUG == 3
    free(shared);
#endif
    pthread_create(&thread, NULL, user, &local);
#if BUG != 4
    atomic_fetch_add(shared, 1);
#endif
    pthread_join(thread, NULL);
    int sum = 2;
#if BUG != 4
    sum = atomic_load(shared);
#endif
#if BUG != 3
    free(shared);
#endif
#if BUG == 1
    sum += atomic_load(shared);
#endif
    printf("%s: %d\n", names[count % 2], sum);
    return sum;
}

int main(void) { return run(0) - 2; }
