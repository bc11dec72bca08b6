/* Initial values of globals: nested, with holes, pointers to globals, into arrays, to functions, to strings. */
#include <assert.h>
#include <stddef.h>

static int answer(void) { return 42; }

struct entry { const char *name; int *where; int (*get)(void); struct entry *next; };

static int values[5] = { [1] = 10, [3] = 30 };
static struct entry second = { "two", values + 3, NULL, NULL };
static struct entry first = { "one", &values[1], answer, &second };
static struct entry *const start = &first;
static char text[8] = "abc";
static const char *words[] = { "x", "yz", text };
static int *const past = &values[5];
static long shared_zero;
static void *self = &self;
static size_t distance = sizeof(struct entry) * 2;
static unsigned char blob[] = { 1, 2, 255 };
static struct { char c; short s; } padded[2] = { { 'a', -1 }, { 'b', -2 } };

int main(void)
{
    assert(values[0] == 0 && values[1] == 10 && values[3] == 30 && values[4] == 0);
    assert(*start->where == 10 && *start->next->where == 30 && start->get() == 42);
    assert(start->name[0] == 'o' && start->next->name[2] == 'o' && start->next->name[3] == 0);
    assert(text[2] == 'c' && text[3] == 0 && text[7] == 0);
    assert(words[1][1] == 'z' && words[2] == text);
    assert(past[-1] == 0 && past - values == 5);
    assert(shared_zero == 0 && self == &self && distance == 2 * sizeof first);
    assert(blob[2] == 255 && padded[1].c == 'b' && padded[1].s == -2);
    return 0;
}
