/* Virtual functions, also of objects that are gone. */
#include <cassert>
#include <memory>
#include <thread>

struct Shape {
    virtual ~Shape() {}
    virtual int corners() const = 0;
};

struct Square : Shape {
    int corners() const override { return 4; }
};

int main()
{
    std::unique_ptr<Shape> shape(new Square);
    Shape *seen = shape.get();
    std::thread thread([seen] { assert(seen->corners() == 4); /* violation */ });
#ifdef BUG
    shape.reset();
    thread.join();
#else
    thread.join();
    shape.reset();
#endif
}
