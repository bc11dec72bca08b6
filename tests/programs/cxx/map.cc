/* std::map and std::set: every order of three insertions, and every removal. */
#include <cassert>
#include <heddle.h>
#include <map>
#include <set>
#include <string>

int main()
{
    int first = (int)heddle_choose(0, 3), second = (int)heddle_choose(0, 3);
    std::map<int, std::string> names;
    names[first] = "first";
    names[second] = "second";
    names[2] = "two";
    names[1] = "one";
    std::set<int> keys{first, second, 1, 2};
    assert(names.size() == keys.size());
    auto key = keys.begin();
    for (auto &[number, name] : names)
        assert(number == *key++ && !name.empty());
    assert(key == keys.end());
    auto last = names.end();
    --last;
    assert(last->first == *keys.rbegin());
    int gone = (int)heddle_choose(0, 3);
    assert(names.erase(gone) == keys.count(gone));
    keys.erase(gone);
    key = keys.begin();
    for (auto &[number, name] : names)
        assert(number == *key++);
    assert(key == keys.end());
    while (!keys.empty())
        keys.erase(keys.begin());
#ifdef BUG
    assert(names.count(1) == 1); /* violation */
#else
    assert(names.count(1) == (gone != 1));
#endif
}
