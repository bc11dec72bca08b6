/* Which handler gets an exception: the first one whose type is that of the exception, a base class of it, or a pointer that it converts to. */
#include <cassert>
#include <cstddef>

struct Left { int left = 1; virtual ~Left() {} };
struct Right { int right = 2; virtual ~Right() {} };
struct Both : Left, Right { int both = 3; };
struct Deep : Both { int deep = 4; };
struct One : virtual Left { int one = 5; };
struct Two : virtual Left { int two = 6; };
struct Diamond : One, Two { int diamond = 7; };
struct Twice1 : Left {};
struct Twice2 : Left {};
struct Twice : Twice1, Twice2 {};
class Hidden : Left {};
enum Color { red, green };
enum class Kind { small = 3 };

static Diamond diamond;
static Deep deep;
static const int constant = 8;
static int variable = 9;

static void fail(int which)
{
    switch (which) {
    case 0: throw Deep();
    case 1: throw Diamond();
    case 2: throw Twice();
    case 3: throw Hidden();
    case 4: throw green;
    case 5: throw Kind::small;
    case 6: throw 7;
    case 7: throw 7u;
    case 8: throw &diamond;
    case 9: throw &deep;
    case 10: throw &constant;
    case 11: throw &variable;
    case 12: throw "text";
    case 13: throw nullptr;
    case 14: throw 1.5;
    case 15: throw &fail;
    case 16: throw (Both *)&deep;
    }
}

static int handler(int which)
{
    try {
        fail(which);
        return 0;
    } catch (Right &right) {
        assert(right.right == 2);
        return 1;
    } catch (Left &left) {
        assert(left.left == 1);
        return 2;
    } catch (Color color) {
        assert(color == green);
        return 3;
    } catch (int number) {
        assert(number == 7);
        return 4;
    } catch (unsigned) {
        return 5;
    } catch (Right *right) {
        assert(!right || right->right == 2);
        return 6;
    } catch (const Left *left) {
        assert(left->left == 1);
        return 7;
    } catch (int *pointer) {
        assert(*pointer == 9);
        return 8;
    } catch (const char *text) {
        assert(text[0] == 't');
        return 9;
    } catch (const void *) {
        return 10;
    } catch (std::nullptr_t) {
        return 11;
    } catch (...) {
        return 12;
    }
}

static int twice()
{
    try {
        fail(2);
    } catch (Left &) {
        return 1;
    } catch (Twice1 &) {
        return 2;
    }
    return 0;
}

int main()
{
    static const int expected[] = {1, 2, 12, 12, 3, 12, 4, 5, 7, 6, 10, 8, 9, 6, 12, 12, 6, 0};
    for (int which = 0; which < 18; which++)
        assert(handler(which) == expected[which]);
    assert(twice() == 2);
#if BUG == 1
    fail(1); /* violation */
#elif BUG == 2
    try {
        throw Hidden(); /* violation */
    } catch (Left &) {
    }
#elif BUG == 3
    try {
        throw Deep();
    } catch (Left &left) {
        assert(left.left == 2); /* violation */
    }
#elif BUG == 4
    try {
        throw &constant; /* violation */
    } catch (int *) {
    }
#endif
}
