/* Recursion without end is no verdict: the stack is finite. */
static int down(int n) { return down(n + 1) + 1; }

int main(void) { return down(0); }
