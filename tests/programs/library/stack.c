/* Two threads push, and main pops what was pushed last. */
#include <assert.h>
#include <pthread.h>

struct stack {
    long state;
};

void push(struct stack *stack, int value);
int pop(struct stack *stack);
int try_pop(struct stack *stack);

static struct stack stack;

static void *pusher(void *arg)
{
    push(&stack, 10 * (int)(long)arg);
    push(&stack, 10 * (int)(long)arg + 1);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, pusher, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int last = pop(&stack);
    assert(last == 11 || last == 21);
#ifdef BUG
    assert(pop(&stack) == last - 1); /* violation */
#else
    int rest = pop(&stack) + pop(&stack) + pop(&stack);
    assert(last + rest == 10 + 11 + 20 + 21);
    assert(try_pop(&stack) == 0);
#endif
    return 0;
}
