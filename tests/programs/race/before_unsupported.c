/* Two threads race, and then call what nobody defines: the race comes first. */
#include <pthread.h>

extern void elsewhere(void);
static int shared;

static void *thread(void *arg)
{
    shared++; /* violation */
    elsewhere();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
