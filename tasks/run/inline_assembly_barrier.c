// run => ended 1
int main(void) {
  int x = 1;
  __asm__ volatile("" ::: "memory");
  return x;
}
