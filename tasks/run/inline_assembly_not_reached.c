// run => ended 1
int main(int argc, char **argv) {
  if (argc > 100) __asm__ volatile("hlt");
  return 1;
}
