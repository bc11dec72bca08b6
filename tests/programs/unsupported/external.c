/* A function that nobody defines. Whether it is called decides, not whether it is there. */
int mystery(int x);

int main(int argc, char **argv)
{
    (void)argv;
    int reach = 0;
#ifdef REACH
    reach = 1;
#endif
    if (reach)
        return mystery(argc);
    return 0;
}
