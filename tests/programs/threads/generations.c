/* A thread that creates a thread, and so on: five generations below main, DEPTH of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef DEPTH
#define DEPTH 5
#endif

static atomic_int count;
static int plain;

static void *descend(void *depth) {
  long below = (long)depth - 1;
  atomic_fetch_add(&count, 1);
  plain++; /* Ordered by creation and by join. */
  if (below > 0) {
    pthread_t child;
    pthread_create(&child, 0, descend, (void *)below);
#ifdef BUG
    if (below == 1) plain++; /* violation */
#endif
    pthread_join(child, 0);
  }
  return 0;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, descend, (void *)DEPTH);
  pthread_join(first, 0);
  assert(count == DEPTH && plain == DEPTH);
  return 0;
}
