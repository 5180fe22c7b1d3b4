// A state machine as in protocols, with two loops that no constant bounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int st = 0, ok = 0, p, cmd = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  while (1)
    switch (st) {
    case 0:
      if (cmd == 177)
        st = 1;
      else
        st = 2;
      break;
    case 1:
      if (cmd == 177) {
        st = 3;
        cmd = __VERIFIER_nondet_int();
      } else
        st = 0;
      break;
    case 2:
      if (cmd != 177) {
        cmd = 79;
        st = 4;
        p = cmd;
        while (p > 0)
          --p;
        if (p > 0)
          reach_error();
      } else
        reach_error();
      break;
    case 3:
      if (cmd == 78) {
        st = 4;
        ok = 1;
      } else {
        st = 0;
        cmd = __VERIFIER_nondet_int();
      }
      break;
    case 4:
      if (ok) {
        if (cmd != 78)
          reach_error();
      } else {
        if (cmd != 79)
          reach_error();
      }
      goto cont;
    }
cont:
  p = cmd;
  while (p < n)
    ++p;
  if (p < n)
    reach_error();
  return 0;
}
