/* A struct with an array of any length at its end. -DBUG allocates one element too few. */
#include <assert.h>
#include <stdlib.h>

struct vector { int length; long item[]; };

static struct vector *make(int n)
{
#ifdef BUG
    struct vector *v = malloc(sizeof *v + (n - 1) * sizeof v->item[0]);
#else
    struct vector *v = malloc(sizeof *v + n * sizeof v->item[0]);
#endif
    v->length = n;
    for (int i = 0; i < n; i++)
        v->item[i] = i * i; /* violation */
    return v;
}

int main(void)
{
    struct vector *v = make(4);
    assert(v->item[3] == 9);
    free(v);
    return 0;
}
