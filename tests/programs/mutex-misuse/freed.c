/* Memory with a mutex in it is given back while its owner holds the mutex, here in the middle of a structure. */
#include <pthread.h>
#include <stdlib.h>

struct account {
    long money;
    pthread_mutex_t lock;
};

int main(void)
{
    struct account *account = malloc(sizeof *account), *other = malloc(sizeof *other);
    pthread_mutex_init(&account->lock, 0);
    pthread_mutex_init(&other->lock, 0);
    pthread_mutex_lock(&account->lock);
    pthread_mutex_lock(&other->lock);
    account->money = 5;
    pthread_mutex_unlock(&account->lock);
#ifdef BUG
    free(other); /* violation */
    free(account);
#else
    free(account);
    pthread_mutex_unlock(&other->lock);
    free(other);
#endif
    return 0;
}
