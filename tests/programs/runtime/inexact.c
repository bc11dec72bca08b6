/* Results that depend on how a library rounds are refused. */
#include <math.h>
#include <stdlib.h>

int main(void)
{
    volatile double number = 0.1;
#if CASE == 1
    return pow(number, 2) > 1;
#elif CASE == 2
    return pow(2, number) > 1;
#elif CASE == 3
    return exp(number) > 1;
#else
    return atof("0.12345678901234567") > 1;
#endif
}
