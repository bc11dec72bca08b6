// Lists that are reversed, spliced and exchanged; hash tables with many entries.
#include <cassert>
#include <iterator>
#include <list>
#include <unordered_map>

int main()
{
    std::list<int> one{1, 2, 3}, other{4, 5};
    one.reverse();
    assert(one.front() == 3);
    one.splice(one.end(), other);
    assert(one.size() == 5 && other.empty() && one.back() == 5);
    one.swap(other);
    assert(one.empty() && other.size() == 5);
    other.sort();
    other.remove(2);
    other.erase(std::next(other.begin(), 2));
    assert(other.front() == 1 && *std::next(other.begin()) == 3);
    std::unordered_map<int, int> squares(20);
    for (int i = 0; i < 6; i++)
        squares[i] = i * i;
    assert(squares.size() == 6 && squares.at(5) == 25);
#ifdef BUG
    return squares.at(6); // violation
#endif
}
