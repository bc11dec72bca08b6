/* Whole structs are copied: between variables, arrays, heap and arguments, nested and with arrays inside. */
#include <assert.h>
#include <stdlib.h>

struct point { int x, y; };
struct shape { struct point corner[3]; char name[5]; union { long l; char c; } extra; };

int main(void)
{
    struct shape a = { { { 1, 2 }, { 3, 4 }, { 5, 6 } }, "abcd", { .l = 77 } };
    struct shape b = a, *heap = malloc(sizeof *heap);
    b.corner[1] = b.corner[2];
    *heap = b;
    struct shape list[2] = { a, *heap };
    assert(list[0].corner[1].x == 3 && list[1].corner[1].x == 5);
    assert(list[1].name[3] == 'd' && list[1].name[4] == 0 && list[1].extra.l == 77);
    list[0] = list[1];
    assert(list[0].corner[1].y == 6);
    free(heap);
    return 0;
}
