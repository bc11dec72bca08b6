/* The runtime on a 32-bit target: objects of pthreads are smaller and may lie at multiples of four
   bytes. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static struct {
  char before;
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  char between;
  sem_t semaphore;
  pthread_rwlock_t lock;
  pthread_barrier_t barrier;
  pthread_once_t once;
  pthread_key_t key;
  pthread_spinlock_t spin;
  pthread_mutex_t again;
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER,
         .condition = PTHREAD_COND_INITIALIZER,
         .lock = PTHREAD_RWLOCK_INITIALIZER,
         .once = PTHREAD_ONCE_INIT};

static int ready, count, once, ended;

static void run_once(void) { once++; }
static void end(void *value) { ended += value == &all; }

static void *other(void *unused) {
  pthread_once(&all.once, run_once);
  pthread_setspecific(all.key, &all);
  assert(pthread_getspecific(all.key) == &all);
  pthread_mutex_lock(&all.mutex);
  ready = 1;
#ifndef BUG
  pthread_cond_signal(&all.condition);
#endif
  pthread_mutex_unlock(&all.mutex);
  sem_wait(&all.semaphore);
  pthread_barrier_wait(&all.barrier);
  pthread_rwlock_rdlock(&all.lock);
  int seen = count;
  pthread_rwlock_unlock(&all.lock);
  assert(seen == 1);
  return (void *)&count;
}

static int third(void *number) { return *(int *)number; }

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t kind;
  void *result;
  sem_init(&all.semaphore, 0, 0);
  pthread_barrier_init(&all.barrier, 0, 2);
  pthread_spin_init(&all.spin, 0);
  pthread_key_create(&all.key, end);
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&all.again, &kind);
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&all.mutex);
  while (!ready) pthread_cond_wait(&all.condition, &all.mutex); /* violation */
  pthread_mutex_unlock(&all.mutex);
  pthread_rwlock_wrlock(&all.lock);
  count = 1;
  pthread_rwlock_unlock(&all.lock);
  sem_post(&all.semaphore);
  pthread_barrier_wait(&all.barrier);
  pthread_join(thread, &result);
  assert(result == &count && once == 1 && ended == 1);
  pthread_mutex_lock(&all.again);
  pthread_mutex_lock(&all.again);
  pthread_mutex_unlock(&all.again);
  pthread_mutex_unlock(&all.again);
  pthread_spin_lock(&all.spin);
  pthread_spin_unlock(&all.spin);
  thrd_t last;
  int number = -4, returned;
  thrd_create(&last, third, &number);
  thrd_join(last, &returned);
  assert(returned == -4 && pthread_self() == pthread_self());
  return 0;
}
