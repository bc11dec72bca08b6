/* A doubly linked list with one link for both directions: the exclusive or of the neighbours. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node { int key; uintptr_t link; };

static int walk(struct node *from)
{
    uintptr_t before = 0;
    int digits = 0;
    while (from) {
        uintptr_t next = from->link ^ before;
        digits = 10 * digits + from->key;
        before = (uintptr_t)from;
        from = (struct node *)next;
    }
    return digits;
}

int main(void)
{
    struct node *n[3];
    for (int i = 0; i < 3; i++) {
        n[i] = malloc(sizeof *n[i]);
        n[i]->key = i + 1;
    }
    n[0]->link = (uintptr_t)n[1];
    n[1]->link = (uintptr_t)n[0] ^ (uintptr_t)n[2];
    n[2]->link = (uintptr_t)n[1];
    assert(walk(n[0]) == 123 && walk(n[2]) == 321);
    for (int i = 0; i < 3; i++)
        free(n[i]);
    return 0;
}
