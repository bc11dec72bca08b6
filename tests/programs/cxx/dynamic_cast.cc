/* Which class has an object? Several parts of one class are refused. */
#include <cassert>

struct Shape {
    virtual ~Shape() {}
    int id = 1;
};
struct Round : Shape {
    int radius = 2;
};
struct Circle final : Round {
    int colour = 3;
};
struct Square : Shape {
    int side = 4;
};
struct Named {
    virtual ~Named() {}
    int name = 5;
};
struct Label : Shape, Named {
    int text = 6;
};
struct Twin : Round, Square {
    int twin = 7;
};

int main()
{
    Circle circle;
    Square square;
    Label label;
    Shape *first = &circle, *second = &square, *third = &label, *none = nullptr;
    assert(dynamic_cast<Round *>(first)->radius == 2);
    assert(dynamic_cast<Circle &>(*first).colour == 3);
    assert(!dynamic_cast<Round *>(second) && !dynamic_cast<Square *>(first));
    assert(dynamic_cast<void *>(first) == first && !dynamic_cast<Round *>(none));
    assert(dynamic_cast<Label *>(third)->text == 6);
    Named *other = &label;
    assert(dynamic_cast<Label *>(other) == &label);
    assert(dynamic_cast<Named *>(third)->name == 5);
    Twin twin;
    Square *half = &twin;
    assert(dynamic_cast<Round *>(half)->radius == 2 && dynamic_cast<Twin *>(half)->twin == 7);
#ifdef SEVERAL
    assert(!dynamic_cast<Shape *>(static_cast<Named *>(nullptr)));
    struct Many : Named, Twin {} many;
    Named *named = &many;
    assert(!dynamic_cast<Shape *>(named));
#endif
#ifdef BUG
    return dynamic_cast<Round &>(*second).radius; /* violation */
#endif
}
