// verify memsafety => TRUE
// verify unreach-call => TRUE
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void)
{
    int a[8] = { 1, 3, 5, 7, 9, 11, 13, 15 };
    int key = __VERIFIER_nondet_int(), low = 0, high = 8;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            return 0;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (key == 7)
        reach_error();
    return 0;
}
