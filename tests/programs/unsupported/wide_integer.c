/* Division of integers of more than 64 bits. */
static int wide(long x)
{
    __int128 w = x;
    w = (w * w) / 3;
    return (int)(w >> 64);
}

int main(void)
{
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    return reach ? wide(1) : 0;
}
