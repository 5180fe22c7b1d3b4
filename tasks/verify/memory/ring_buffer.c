// verify memsafety => TRUE
// verify unreach-call => TRUE
void reach_error(void);

int main(void)
{
    int buffer[4] = { 0 };
    unsigned char head = 0;
    for (int i = 0; i < 9; i++) {
        buffer[head % 4] = i;
        head++;
    }
    if (buffer[0] != 8 || buffer[3] != 7)
        reach_error();
    return 0;
}
