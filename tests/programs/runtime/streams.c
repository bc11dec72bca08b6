/* The standard streams: what is written, and that nothing can be read. Aligned memory. Other ends. */
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    setvbuf(stdout, 0, _IONBF, 0);
    setbuf(stderr, 0);
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2 && stdout != stderr);
    assert(!feof(stdin) && !ferror(stdout));
    fwrite("abc", 1, 3, stdout);
    write(1, "def", 3);
    putchar_unlocked('x');
    assert(poll(0, 0, 10) == 0 && select(0, 0, 0, 0, 0) == 0);
    void *page = valloc(10), *aligned = memalign(64, 10), *pages = pvalloc(10);
    free(page);
    free(aligned);
    free(pages);
#ifdef INPUT
    assert(!strcmp(setlocale(LC_ALL, "C"), "C") && !strcmp(setlocale(LC_ALL, 0), "C"));
    assert(fputs("x", stdin) == EOF && fputc('x', stdin) == EOF && fwrite("x", 1, 1, stdin) == 0);
    char line[8];
    int number = 0;
    assert(getchar() == EOF && fgetc(stdin) == EOF && getc(stdin) == EOF && feof(stdin));
    assert(scanf("%d", &number) != 1 && !fgets(line, sizeof line, stdin));
    struct timespec now;
    assert(timespec_get(&now, TIME_UTC) == TIME_UTC && difftime(7, 4) == 3.0);
    srand48(1);
    assert(lrand48() >= 0);
#endif
#ifdef BUG
    static const char bytes[3] = {1, 2, 3};
    write(1, bytes, 9); /* violation */
#endif
#ifdef FILES
    write(7, "def", 3);
#endif
#ifdef QUICK
    quick_exit(0);
#endif
    _Exit(0);
}
