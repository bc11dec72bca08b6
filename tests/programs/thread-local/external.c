/* A thread-local variable that another file would define. */
extern _Thread_local int elsewhere;

int main(void)
{
    return elsewhere;
}
