// What the loader runs before and after main, without the attributes of a constructor: pointers in
// its sections are called in the order of their numbers; the resolver of an indirect function and
// assembly at file scope are refused, whether or not the program gets to them.
#include <assert.h>

static int order, seen_first, seen_second;

static void first(void) { seen_first = ++order; }
static void second(void) { seen_second = ++order; }
static void last(void) { assert(order == 3); /* violation: after main */ }

#ifdef ARRAY
__attribute__((section(".init_array"), used)) static void (*both[])(void) = {first, second};
#elif defined RESOLVER
static int one(void) { return 1; }
static int (*resolve(void))(void) { first(); return one; }
int chosen(void) __attribute__((ifunc("resolve")));
int (*volatile unused)(void) = chosen;
#elif defined ASSEMBLY
void global_first(void) { first(); }
__asm__(".section .init_array,\"aw\"\n\t.quad global_first\n\t.text");
#elif defined SILENT
__asm__(".ident \"nothing\"");
__attribute__((constructor(101))) static void constructed(void) { first(); }
__attribute__((constructor(102))) static void constructed_later(void) { second(); }
#else
__attribute__((section(".init_array.00300"), used)) static void (*later)(void) = second;
__attribute__((section(".init_array.00200"), used)) static void (*sooner)(void) = first;
#endif
#ifdef AFTER
__attribute__((section(".fini_array"), used)) static void (*end)(void) = last;
#endif

int main(void)
{
    (void)first, (void)second, (void)last;
    assert(seen_first == 1 && seen_second == 2); /* violation: they ran before */
    return 0;
}
