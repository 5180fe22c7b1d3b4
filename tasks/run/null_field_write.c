// run => violation null-access 5
struct node { int value; struct node *next; };
int main(void) {
  struct node *n = 0;
  n->next = n;
  return 0;
}
