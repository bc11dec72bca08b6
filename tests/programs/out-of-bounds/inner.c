/* An index beyond an array within an object (C11 6.5.6p8, J.2), although the object goes on. The last member of a structure
 * may be what is left of the memory. */
#include <stdlib.h>

struct record {
    int head[2];
    int tail;
};
struct message {
    int length;
    char text[1];
};

static struct record record;
static int rows[2][3];

int main(void)
{
    volatile int two = 2, one = 1;
    struct message *message = malloc(sizeof *message + 4);
    message->text[two] = 1;
    record.head[one] = 1;
    int *end = &record.head[two];
    rows[one][two] = 1;
#if BUG == 1
    record.head[two] = 5; /* violation 1 */
#elif BUG == 2
    return rows[0][two + 2]; /* violation 2 */
#elif BUG == 3
    return record.head[one - two]; /* violation 3 */
#endif
    free(message);
    return end == record.head;
}
