// run => violation wild-access 4
int main(void) {
  int *p = (int *)4096;
  return *p;
}
