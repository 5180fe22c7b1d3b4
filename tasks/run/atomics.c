// run => ended 15
int main(void) {
  int x = 1;
  int old = __atomic_fetch_add(&x, 4, __ATOMIC_SEQ_CST);
  int expected = 5;
  int ok = __atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  int won = __sync_lock_test_and_set(&x, 4);
  return old + ok + won + x;
}
