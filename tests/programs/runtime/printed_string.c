/* Printing a string reads it. -DBUG=1 prints it after its free, 2 races with the free, 3 prints what was never written. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char *text;

static void *child(void *arg)
{
    (void)arg;
#if BUG == 2
    free(text);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    text = malloc(2);
    text[0] = 'a';
#if BUG != 3
    text[1] = 0;
#endif
    pthread_create(&t, 0, child, 0);
#if BUG == 1
    free(text);
#endif
    printf("%s\n", text); /* violation */
    pthread_join(t, 0);
#if BUG != 1 && BUG != 2
    free(text);
#endif
    return 0;
}
