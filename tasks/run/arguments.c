// run --arg one --arg two => ended 3 output "one two\n"
#include <stdio.h>
int main(int argc, char **argv) {
  printf("%s %s\n", argv[1], argv[2]);
  return argc;
}
