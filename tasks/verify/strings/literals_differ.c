// verify unreach-call => TRUE
// Literals share bytes only with literals.
void reach_error(void);

char text[] = "view";
int main(void)
{
    const char *tail = "view";
    if (tail == text)
        reach_error();
    return 0;
}
