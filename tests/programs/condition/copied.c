// A condition variable that was initialised by the function, or that somebody has waited for, is
// not its bytes: a copy of them is no condition variable, and a signal on it reaches nobody.
#include <pthread.h>

struct gate {
  pthread_mutex_t lock;
  pthread_cond_t opened;
  int is_open;
};

static struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static struct gate copy;

static void *waits(void *unused) {
  pthread_mutex_lock(&gate.lock);
  while (!gate.is_open)
    pthread_cond_wait(&gate.opened, &gate.lock);
  pthread_mutex_unlock(&gate.lock);
  return NULL;
}

static void open_it(struct gate *own) {
  pthread_mutex_lock(&own->lock);
  own->is_open = 1;
  pthread_mutex_unlock(&own->lock);
  pthread_cond_signal(&own->opened); /* violation */
}

int main(void) {
  pthread_cond_init(&gate.opened, NULL);
#ifndef BUG
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  open_it(&gate);
  pthread_join(thread, NULL);
  pthread_cond_destroy(&gate.opened);
#elif BUG == 1
  copy = gate;
  open_it(&copy);
#elif BUG == 2
  // A wait for the copy.
  copy = gate;
  pthread_mutex_lock(&copy.lock);
  pthread_cond_wait(&copy.opened, &copy.lock); /* violation 2 */
#endif
  return 0;
}
