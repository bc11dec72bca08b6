// The bytes of a mutex are not the mutex. POSIX leaves undefined what a copy of a mutex does once
// that was initialised or used; a static initialiser is a value that can be copied before.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct account {
  pthread_mutex_t lock;
  int money;
};

static struct account first = {PTHREAD_MUTEX_INITIALIZER, 1}, second;

static void *pay(void *argument) {
  struct account *account = argument;
  pthread_mutex_lock(&account->lock); /* violation */
  account->money++;
  pthread_mutex_unlock(&account->lock);
  return NULL;
}

int main(void) {
  struct account *account = &second;
#if BUG == 1
  // Copied after its first use.
  pay(&first);
  second = first;
#elif BUG == 2
  // Copied after it was initialised by the function.
  pthread_mutex_init(&first.lock, NULL);
  memcpy(&second, &first, sizeof first);
#elif BUG == 3
  // Moved to larger memory.
  account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  account->money = 1;
  account = realloc(account, 2 * sizeof *account);
#elif BUG == 4
  // Only tried.
  pay(&first);
  second = first;
  return pthread_mutex_trylock(&second.lock); /* violation 4 */
#elif BUG == 5
  // Only destroyed.
  pay(&first);
  second = first;
  return pthread_mutex_destroy(&second.lock); /* violation 5 */
#else
  second = first;
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, pay, account);
  pthread_join(thread, NULL);
#ifndef BUG
  // What is copied under the lock is initialised anew before it is used, and may come back.
  struct account *copy = malloc(sizeof *copy);
  pthread_mutex_lock(&first.lock);
  *copy = first;
  pthread_mutex_init(&copy->lock, NULL);
  pthread_mutex_unlock(&first.lock);
  pay(copy);
  pthread_mutex_t saved = first.lock;
  first.lock = saved;
  pay(&first);
  free(copy);
#endif
  return 0;
}
