// The copy of a reader-writer lock that was initialised by the function, or used, is none.
#include <pthread.h>

struct cell {
  pthread_rwlock_t lock;
  int value;
};

static struct cell first = {PTHREAD_RWLOCK_INITIALIZER, 1}, second;

static void *reads(void *argument) {
  struct cell *cell = argument;
  pthread_rwlock_rdlock(&cell->lock); /* violation */
  int value = cell->value;
  pthread_rwlock_unlock(&cell->lock);
  return value ? argument : NULL;
}

int main(void) {
#ifdef BUG
  reads(&first);
#endif
  second = first;
  pthread_t thread;
  pthread_create(&thread, NULL, reads, &second);
  pthread_rwlock_wrlock(&first.lock);
  first.value = 2;
  pthread_rwlock_unlock(&first.lock);
  pthread_join(thread, NULL);
  return 0;
}
