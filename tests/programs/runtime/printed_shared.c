/* The bytes of a string that is printed are read one after the other, as the program's own loads are. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[4] = "ab";

static void *child(void *arg)
{
    (void)arg;
    text[0] = 'x';
#if BUG == 1
    text[2] = 'y';
    text[3] = 'z'; /* no end is left */
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
#if BUG == 1
    printf("%s\n", text); /* violation */
#elif BUG == 2
    printf("%d %.2s|%-3s|%c\n", 1, text, text, '.');
    assert(text[0] != 'x'); /* violation */
#else
    printf("%d %.1s\n", 1, text);
#endif
    pthread_join(t, 0);
    return 0;
}
