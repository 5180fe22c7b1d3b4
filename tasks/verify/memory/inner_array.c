// verify memsafety => TRUE
// verify unreach-call => FALSE(unreach-call)
// Leaving an inner array stays within the object.
void reach_error(void);

int main(void)
{
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int *p = &m[0][0];
    if (p[3] == 4)
        reach_error();
    return 0;
}
