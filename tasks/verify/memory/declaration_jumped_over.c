// verify valid-deref => FALSE(valid-deref)
// A variable ends with its block, also if its declaration was jumped over.
int main(void)
{
    int *p = 0;
    switch (3) {
        int d;
    case 3:
        p = &d;
        *p = 42;
        break;
    }
    return *p;
}
