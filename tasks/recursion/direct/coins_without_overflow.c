// verify no-overflow => TRUE
// The amount only falls, and the number of coins is at most the amount.
int __VERIFIER_nondet_int(void);

int coins(int amount, int coin)
{
    if (amount < coin)
        return 0;
    return 1 + coins(amount - coin, coin);
}
int main(void)
{
    int amount = __VERIFIER_nondet_int();
    int coin = __VERIFIER_nondet_int();
    if (amount >= 0 && coin > 0)
        coins(amount, coin);
    return 0;
}
