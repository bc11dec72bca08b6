/* What is refused on a 32-bit target, each by its name. */
#include <pthread.h>
#include <stdlib.h>

#if REFUSED == 1
static char large[100000];
int main(void) { return large[5]; }
#elif REFUSED == 2
int main(int count, char **arguments) { return malloc(40000) == 0; }
#elif REFUSED == 3
int main(void) { return (int)strtol("1", 0, 10); }
#elif REFUSED == 4
static void *inner(void *unused) { return unused; }
static void *outer(void *unused) {
  pthread_t thread;
  pthread_create(&thread, 0, inner, 0);
  pthread_join(thread, 0);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, outer, 0);
  pthread_join(thread, 0);
}
#else
int main(void) {
  for (int i = 0; i < 2000; i++) free(malloc(8));
}
#endif
