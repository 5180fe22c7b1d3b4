// verify unreach-call => FALSE(unreach-call)
// -1 becomes the largest unsigned number.
void reach_error(void);

int main(void)
{
    int a = -1;
    unsigned int b = 1;
    if (a > b)
        reach_error();
    return 0;
}
