/* What a 32-bit target does differently, in one thread: sizes, alignment, pointers as integers. */
#include <assert.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mixed {
  char byte;
  long long number; /* i386 aligns it to four bytes, Arm to eight. */
  double real;
  char *text;
};

struct pair {
  short first;
  long long second;
};

static int array[4] = {1, 2, 3, 4};
static int *pointers[3] = {array, array + 3, 0};
static _Thread_local int own = 5;
static int *_Atomic shared = &array[1];
static _Atomic long long wide = -1;

static long long sum(int count, ...) {
  va_list list;
  long long all = 0;
  va_start(list, count);
  all += va_arg(list, int);
  all += va_arg(list, long long);
  all += (long long)va_arg(list, double);
  all += *va_arg(list, int *);
  all += va_arg(list, struct pair).second;
  va_list copy;
  va_copy(copy, list);
  all += va_arg(list, unsigned);
  all += va_arg(copy, unsigned);
  va_end(copy);
  va_end(list);
  return all;
}

static int twice(int number) { return 2 * number; }
static int thrice(int number) { return 3 * number; }
static int (*const table[])(int) = {twice, thrice};

static int by_number(const void *left, const void *right) {
  return **(int *const *)left - **(int *const *)right;
}

static void casts(void) {
  struct mixed local = {1, 2, 3.0, "text"};
  uintptr_t bits = (uintptr_t)&local;
  assert(((struct mixed *)bits)->text[3] == 't');
  assert(((struct mixed *)(bits + 4 - 4))->number == 2);
  assert((uintptr_t)(void *)-1 == 0xffffffff && (void *)(uintptr_t)0xffffffff == (void *)-1);
  assert((uintptr_t)(void *)0xdeadbeef == 0xdeadbeef);
  int *marked = (int *)((uintptr_t)&array[2] | 1);
  int *volatile kept = marked;
  assert(((uintptr_t)kept & 1) == 1 && *(int *)((uintptr_t)kept & ~1u) == 3);
  int *volatile start = array, *volatile before = start - 1; /* Kept in memory on its way. */
  assert(before[1] == 1 && before + 1 == array && before < array);
  assert(pointers[1] - pointers[0] == 3 && (long)(uintptr_t)pointers[2] == 0);
  union {
    int *pointer;
    unsigned number;
  } both = {array};
  both.number += sizeof(int);
  assert(*both.pointer == 2);
}

static void copies(void) {
  int *others[3];
  memcpy(others, pointers, sizeof others);
  others[2] = &array[1];
  qsort(others, 3, sizeof *others, by_number);
  assert(others[0] == array && *others[1] == 2 && *others[2] == 4);
  int *expected = &array[1];
  assert(atomic_compare_exchange_strong(&shared, &expected, &array[2]));
  assert(!atomic_compare_exchange_strong(&shared, &expected, array) && expected == &array[2]);
  assert(atomic_exchange(&shared, array) == &array[2] && *atomic_load(&shared) == 1);
  assert(atomic_fetch_add(&wide, 1LL << 33) == -1 && wide == (1LL << 33) - 1);
  char text[16];
  snprintf(text, sizeof text, "%ld %zu %lld", -1L, sizeof(void *), 1LL << 32);
  assert(strcmp(text, "-1 4 4294967296") == 0 && strlen(text) == 15);
  assert(labs(-3L) == 3 && llabs(-3LL) == 3 && atol("-7") == -7);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(sizeof now == 8 && now.tv_nsec >= 0);
}

int main(void) {
  assert(sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4 && sizeof(long double) != 16);
  assert(offsetof(struct mixed, number) == 4 && sizeof(struct mixed) == 24);
  struct pair pair = {1, 1LL << 35};
#ifdef BUG
  assert(sum(6, 1, 2LL, 3.0, &array[3], pair, 4000000000u) == 0); /* violation */
#endif
  assert(sum(6, 1, 2LL, 3.0, &array[3], pair, 4000000000u) == 10 + (1LL << 35) + 8000000000LL);
  assert(table[0](4) + table[1](own) == 23);
  casts();
  copies();
  return 0;
}
