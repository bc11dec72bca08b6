/* A detached thread says when it is done; main may wait for that, or not (BUG=1). A thread that is
   neither joined nor detached may run on, too (BUG=2). */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_done;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  is_done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
#if BUG == 1
  pthread_detach(thread);
#elif !defined BUG
  pthread_join(thread, 0);
#endif
  pthread_mutex_lock(&mutex);
  while (!is_done) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0; /* violation */
}
