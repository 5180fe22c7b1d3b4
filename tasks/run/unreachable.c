// run => violation unreachable 4
int main(void) {
  int x = 1;
  if (x) __builtin_unreachable();
  return 0;
}
