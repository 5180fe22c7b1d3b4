// run => ended 0
int main(void) {
  unsigned x = 4294967295u;
  x++;
  return x;
}
