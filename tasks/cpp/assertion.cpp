// run => violation assertion 17
#include <assert.h>

class Account {
  int balance;

public:
  explicit Account(int b) : balance(b) {}
  void withdraw(int amount) { balance -= amount; }
  int left() const { return balance; }
};

int main() {
  Account account(10);
  account.withdraw(4);
  account.withdraw(7);
  assert(account.left() >= 0);
  return 0;
}
