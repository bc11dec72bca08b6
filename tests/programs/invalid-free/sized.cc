// Memory is given back with the size that it was asked for: an object must be deleted as one of its
// own class, unless the destructor is
// virtual.
#include <new>

struct Base {
    int number = 1;
};

struct Derived : Base {
    int more[4] = {};
};

struct Open {
    virtual ~Open() = default;
};

struct Own : Open {
    int more[4] = {};
};

int main()
{
    Open *open = new Own;
    delete open;
    Base *base = new Derived;
#if BUG == 1
    delete base; /* violation */
#else
    delete static_cast<Derived *>(base);
#endif
    void *memory = operator new(8);
#if BUG == 2
    operator delete(memory, std::size_t(4));
#else
    operator delete(memory, std::size_t(8));
#endif
    operator delete(nullptr, std::size_t(8));
    return 0;
}
