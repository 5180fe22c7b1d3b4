// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int count = 10, rounds = (count + 3) / 4, done = 0;
    switch (count % 4) {
    case 0:
        do {
            done++;
        case 3:
            done++;
        case 2:
            done++;
        case 1:
            done++;
        } while (--rounds > 0);
    }
    if (done != 10)
        reach_error();
    return 0;
}
