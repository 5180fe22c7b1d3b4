// verify unreach-call => TRUE
// verify memsafety => TRUE
void reach_error(void);

int main(void)
{
    static const unsigned char code[] = { 1, 3, 1, 4, 2, 1, 2, 3, 0 };
    int stack[4], top = 0, at = 0;
    for (;;) {
        switch (code[at++]) {
        case 0:
            if (top != 1 || stack[0] != 14)
                reach_error();
            return 0;
        case 1:
            stack[top++] = code[at++];
            break;
        case 2:
            top--;
            stack[top - 1] += stack[top];
            break;
        case 3:
            top--;
            stack[top - 1] *= stack[top];
            break;
        }
    }
}
