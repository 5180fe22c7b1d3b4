// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int odd = 0, i;
    for (i = 0; i < 50; i++) {
        if (i % 2 == 0)
            continue;
        if (i > 20)
            break;
        odd++;
    }
    if (odd != 10 || i != 21)
        reach_error();
    return 0;
}
