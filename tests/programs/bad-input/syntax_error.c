/* What the compiler says is shown. */
int main(void)
{
    int x = ;
    return x;
}
