/* A program without a start. */
int helper(void) { return 1; }
