/* A string that one thread writes and another reads afterwards. */
#include <cassert>
#include <string>
#include <thread>

static std::string text = "a";

int main()
{
    std::thread writer([] { text += " long text that does not fit into the string itself"; });
#ifndef BUG
    writer.join();
    assert(text.size() == 52 && text.substr(2, 4) == "long");
#else
    bool is_short = text.size() == 1;
    writer.join();
    assert(is_short || text.size() == 52);
#endif
}
