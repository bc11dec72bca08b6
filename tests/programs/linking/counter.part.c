/* Linked with main.c. */
int counter;
static int hidden = 100;

int add(int n)
{
    counter += n;
    return counter + hidden;
}
