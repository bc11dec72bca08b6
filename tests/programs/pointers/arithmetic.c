/* Differences, comparisons, negative steps, members, arrays of arrays, pointers to pointers. */
#include <assert.h>
#include <stddef.h>

struct pair { char tag; long value; };
struct row { struct pair cell[3]; };

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

int main(void)
{
    struct row rows[2] = { 0 };
    struct pair *first = rows[0].cell, *last = &rows[1].cell[2];
    assert(last - first == 5 && first < last && last > first && &first[5] == last);
    last[-1].value = 9;
    assert(rows[1].cell[1].value == 9);
    long *value = &rows[1].cell[1].value;
    assert(container_of(value, struct pair, value) == &rows[1].cell[1]);
    assert((char *)value - (char *)&rows[1].cell[1] == offsetof(struct pair, value));
    int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int(*line)[3] = matrix;
    line++;
    assert((*line)[1] == 5 && *(*matrix + 2) == 3);
    int *p = &matrix[0][1], **pp = &p;
    ++*pp;
    assert(**pp == 3 && p == &matrix[0][2]);
    return 0;
}
