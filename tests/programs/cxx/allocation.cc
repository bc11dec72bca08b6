// All forms of new and delete.
#include <cassert>
#include <new>

struct alignas(64) Wide {
    int value = 3;
};

int main()
{
    int *one = new int(1), *some = new int[3]();
    int *careful = new (std::nothrow) int(2), *careful_some = new (std::nothrow) int[2]{4, 5};
    Wide *wide = new Wide, *wides = new Wide[2];
    assert(*one + some[2] + *careful + careful_some[1] + wide->value + wides[1].value == 14);
    delete one;
    delete[] some;
    delete careful;
    delete[] careful_some;
    delete wide;
    delete[] wides;
    void *raw = operator new(8), *raws = operator new[](8);
    operator delete(raw);
    operator delete[](raws);
    raw = operator new(8);
    raws = operator new[](8);
    operator delete(raw, sizeof(long));
    operator delete[](raws, sizeof(long));
    raw = operator new(64, std::align_val_t(64));
    raws = operator new[](64, std::align_val_t(64));
    operator delete(raw, std::align_val_t(64));
    operator delete[](raws, std::align_val_t(64));
    raw = operator new(64, std::align_val_t(64));
    raws = operator new[](64, std::align_val_t(64));
    operator delete(raw, 64, std::align_val_t(64));
    operator delete[](raws, 64, std::align_val_t(64));
    operator delete(operator new(8, std::nothrow), std::nothrow);
    operator delete[](operator new[](8, std::nothrow), std::nothrow);
#ifdef BUG
    delete one; // violation
#endif
}
