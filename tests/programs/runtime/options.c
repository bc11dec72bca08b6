/* Programs are started without arguments: `getopt` finds no options. */
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    static const struct option names[] = {{"count", required_argument, NULL, 'n'}, {0}};
    int option, count = 2;
    while ((option = getopt(argc, argv, "n:")) != -1)
        count = option == 'n' ? atoi(optarg) : -1;
    while ((option = getopt_long(argc, argv, "n:", names, NULL)) != -1)
        count = option == 'n' ? atoi(optarg) : -1;
    assert(count == 2 && optind == 1 && opterr == 1);
#ifdef BUG
    char *given[] = {"program", "-n", "3", NULL};
    getopt(3, given, "n:");
#endif
    return 0;
}
