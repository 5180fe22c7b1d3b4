// run => violation stack-overflow
int f(int n) { return f(n ^ 1) + 1; }
int main(void) { return f(0) & 0; }
