// run => ended 0 output "a+ b+ main l+ l- b- a- "
#include <stdio.h>

struct Loud {
  const char *name;
  explicit Loud(const char *n) : name(n) { printf("%s+ ", name); }
  ~Loud() { printf("%s- ", name); }
};

Loud a("a");
static Loud b("b");

int main() {
  printf("main ");
  Loud l("l");
  return 0;
}
