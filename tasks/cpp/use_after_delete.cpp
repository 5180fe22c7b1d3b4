// run => violation use-after-free 6
int main() {
  int *p = new int(4);
  int v = *p;
  delete p;
  v += *p;
  return v;
}
