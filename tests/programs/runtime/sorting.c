/* qsort and bsearch, of elements of several sizes. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    long key;
    const char *name;
};

static int by_int(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static int by_key(const void *left, const void *right)
{
    long a = ((const struct entry *)left)->key, b = ((const struct entry *)right)->key;
#ifdef BUG
    return a > b;
#else
    return (a > b) - (a < b);
#endif
}

static int by_char(const void *left, const void *right)
{
    return *(const char *)left - *(const char *)right;
}

int main(void)
{
    int numbers[] = { 4, -1, 3, 3, 0 };
    qsort(numbers, 5, sizeof *numbers, by_int);
    for (int i = 1; i < 5; i++)
        assert(numbers[i - 1] <= numbers[i]);
    int key = 3;
    int *found = bsearch(&key, numbers, 5, sizeof *numbers, by_int);
    assert(found && *found == 3);
    key = 2;
    assert(!bsearch(&key, numbers, 5, sizeof *numbers, by_int));
    struct entry entries[] = { { 2, "two" }, { 3, "three" }, { 1, "one" } };
    qsort(entries, 3, sizeof *entries, by_key);
    assert(entries[0].key == 1 && !strcmp(entries[0].name, "one") && entries[2].key == 3);
    struct entry wanted = { 1, NULL };
    assert(bsearch(&wanted, entries, 3, sizeof *entries, by_key) == entries); /* violation */
    char word[] = "heddle";
    qsort(word, 6, 1, by_char);
    assert(!strcmp(word, "ddeehl"));
    qsort(word, 0, 1, by_char);
    return 0;
}
