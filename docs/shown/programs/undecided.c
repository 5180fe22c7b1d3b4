/* A comparison of a number from 0 to 20 with 10 may be either, with 30 only true, with 0 only false. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = __VERIFIER_nondet_uchar() % 21;
  int low = 0, high = 0, never = 0;
  if (x < 10)
    low = 1;
  else
    high = 1;
  if (x < 30)
    high = 2;
  else
    never = 1;
  if (x < 0)
    never = 2;
  return low + high + never;
}
