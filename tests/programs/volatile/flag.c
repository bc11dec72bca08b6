/* A flag from before C had atomics. */
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int message;

static void *send(void *unused) {
  message = 1;
#ifndef BUG
  __sync_synchronize();
#endif
  ready = 1; /* violation */
  return unused;
}

static void *receive(void *unused) {
  while (!ready)
    ;
#ifndef BUG
  __sync_synchronize();
#endif
  assert(message == 1);
  return unused;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, 0, send, 0);
  pthread_create(&receiver, 0, receive, 0);
  pthread_join(sender, 0);
  pthread_join(receiver, 0);
  return 0;
}
