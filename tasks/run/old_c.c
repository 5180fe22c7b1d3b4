// run => ended 5
f(a, b) int a, b; { return a + b; }
main() { return f(2, 3); }
