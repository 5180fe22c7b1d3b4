// verify no-overflow => FALSE(no-overflow) by int=2147483647 int=-1
// A coin may have a negative value.
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
    if (amount >= 0 && coin != 0)
        coins(amount, coin);
    return 0;
}
