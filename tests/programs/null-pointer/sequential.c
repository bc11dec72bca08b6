/* A read through null, and through a member of a struct at null. -DBUG=1, -DBUG=2. */
#include <stddef.h>

struct node { long key; struct node *next; };

int main(void)
{
    struct node last = { 7, NULL };
    struct node first = { 3, &last };
    struct node *p = &first;
    long sum = 0;
#ifndef BUG
    for (; p; p = p->next)
        sum += p->key;
#elif BUG == 1
    for (;; p = p->next)
        sum += p->key; /* violation one */
#else
    p = p->next->next->next; /* violation two */
#endif
    return sum != 10;
}
