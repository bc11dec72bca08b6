/* A function that passes its arguments on to be printed; the witness shows the format. With BUG,
 * there is no format. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void message(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    pthread_mutex_lock(&mutex);
    fputs("log: ", stderr);
    vfprintf(stderr, format, list); /* violation */
    fputc('\n', stderr);
    pthread_mutex_unlock(&mutex);
    va_end(list);
}

static void *worker(void *unused)
{
    message("worker %d of %s", 1, "two");
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
#ifdef BUG
    message(NULL, 1);
#else
    message("main waits");
#endif
    pthread_join(thread, NULL);
    return 0;
}
