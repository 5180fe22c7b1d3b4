// verify unreach-call => FALSE(unreach-call)
void reach_error(void);

int main(void)
{
    float f = 0.1f;
    if (f != 0.1)
        reach_error();
    return 0;
}
