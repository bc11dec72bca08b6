// An enumeration without a fixed type has the values of as many bits as its constants need ([dcl.enum]p8).
enum small { first, second, third };
enum wide : int { only };

int main()
{
  volatile int number = 3;
  small one = static_cast<small>(number);
  wide two = static_cast<wide>(number + 70);
#ifdef BUG
  number = 4;
  one = static_cast<small>(number);
#endif
  return one == second || two == only; // violation
}
