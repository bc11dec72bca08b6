/* N threads take M mutexes one after the other, never two at once. The orders of the mutexes are independent: N!^M executions. */
#include <pthread.h>

#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif

pthread_mutex_t mutexes[M];
int counts[M];

void *worker(void *unused)
{
    for (int i = 0; i < M; i++) {
        pthread_mutex_lock(&mutexes[i]);
        counts[i]++;
        pthread_mutex_unlock(&mutexes[i]);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < M; i++)
        pthread_mutex_init(&mutexes[i], 0);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
