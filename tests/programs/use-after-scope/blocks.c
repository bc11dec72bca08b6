/* A pointer to a variable of a block is used after the block was left. BUG=1: in the same function,
 * 2: in the next iteration of a loop, 3: by another thread, 4: an array of variable length,
 * 5: the variable of the next iteration is a new one. */
#include <assert.h>
#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif

static int *volatile kept;

static void *writer(void *p)
{
    *(int *)p = 7; /* violation with BUG=3 */
    return NULL;
}

static int first(const int *p) { return *p; }

int main(void)
{
    volatile int n = 3;
    pthread_t t;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int inner = i;
        kept = &inner;
        sum += first(kept);
    }
    assert(sum == 3);
    {
        int shared = 0;
        pthread_create(&t, NULL, writer, &shared);
        if (BUG != 3)
            pthread_join(t, NULL);
    }
    if (BUG == 3)
        pthread_join(t, NULL);
    if (BUG == 1) {
        {
            int inner = 1;
            kept = &inner;
        }
        return *kept - 1; /* violation with BUG=1 */
    }
    if (BUG == 2) {
        kept = NULL;
        for (int i = 0; i < 2; i++) {
            int inner = i;
            if (kept)
                *kept = 3; /* violation with BUG=2 */
            kept = &inner;
        }
    }
    if (BUG == 4) {
        for (int i = 0; i < 2; i++) {
            int many[n];
            many[0] = i;
            kept = many;
        }
        return *kept - 1; /* violation with BUG=4 */
    }
    if (BUG == 5) {
        for (int i = 0; i < 2; i++) {
            int x;
            if (i == 0)
                x = 5;
            if (x == 5) /* violation with BUG=5 */
                sum++;
        }
    }
    return 0;
}
