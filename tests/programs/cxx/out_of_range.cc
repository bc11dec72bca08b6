/* `at` looks whether there is such an element. */
#include <deque>
#include <vector>

int main()
{
    std::vector<int> numbers{1, 2, 3};
    std::deque<int> more{4, 5};
    int sum = numbers.at(2) + more.at(1);
#ifdef BUG
    sum += numbers.at(3);
#endif
    return sum == 8 ? 0 : 1;
}
