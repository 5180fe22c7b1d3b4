// run => violation write-to-constant 4
int main(void) {
  char *s = "abc";
  s[0] = 'x';
  return 0;
}
