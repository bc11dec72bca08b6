/* A list on a 32-bit target: pointers in memory, in atomics and as integers have four bytes. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
  long long big;
};

_Static_assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(struct node) == 16, "ILP32");

static struct node first = {0, 7, 1LL << 40};
static struct node *const start = &first;
static struct node *head;
static struct {
  char before;
  pthread_mutex_t mutex; /* Not at a multiple of eight bytes. */
} lock = {0, PTHREAD_MUTEX_INITIALIZER};

static void *push(void *value) {
  struct node *node = malloc(sizeof *node);
  node->value = (long)value;
  node->big = 5;
#ifndef BUG
  pthread_mutex_lock(&lock.mutex);
#endif
  node->next = head; /* violation */
  head = node;
#ifndef BUG
  pthread_mutex_unlock(&lock.mutex);
#endif
  return node;
}

int main(void) {
  pthread_t left, right;
  void *result;
  head = start;
  pthread_create(&left, 0, push, (void *)-1);
  pthread_create(&right, 0, push, (void *)2);
  pthread_join(left, &result);
  assert(((struct node *)result)->value == -1);
  pthread_join(right, &result);
  uintptr_t number = (uintptr_t)result;
  assert(((struct node *)number)->value == 2);
  long sum = 0, count = 0;
  long long big = 0;
  while (head) {
    struct node *done = head;
    head = done->next;
    sum += done->value;
    big += done->big;
    count++;
    if (done != &first) free(done);
  }
  assert(count == 3 && sum == 8 && big == (1LL << 40) + 10);
  return 0;
}
