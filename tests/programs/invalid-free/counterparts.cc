// What `malloc` has allocated is freed, what `new` has is deleted, and an array by `delete[]`.
#include <cstdlib>
#include <new>

#ifndef BUG
#define BUG 0
#endif

int main()
{
    int *one = new int;
    int *many = new int[3];
    int *raw = static_cast<int *>(std::malloc(4));
    switch (BUG) {
    case 1:
        std::free(one); /* violation with BUG=1 */
        break;
    case 2:
        delete many; /* violation with BUG=2 */
        break;
    case 3:
        delete[] one; /* violation with BUG=3 */
        break;
    case 4:
        delete raw; /* violation with BUG=4 */
        break;
    case 5:
        std::free(many); /* violation with BUG=5 */
        break;
    }
    delete one;
    delete[] many;
    std::free(raw);
    return 0;
}
