// run => ended 0 output "++--"
#include <stdio.h>
struct Item {
  Item() { putchar('+'); }
  ~Item() { putchar('-'); }
};

int main() {
  Item *items = new Item[2];
  delete[] items;
  return 0;
}
