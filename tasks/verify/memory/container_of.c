// verify unreach-call => TRUE
void reach_error(void);

struct node {
    int value;
    struct link {
        struct link *next;
    } link;
};
int main(void)
{
    struct node n = { 42, { 0 } };
    struct link *l = &n.link;
    struct node *back = (struct node *)((char *)l - __builtin_offsetof(struct node, link));
    if (back->value != 42 || back != &n)
        reach_error();
    return 0;
}
