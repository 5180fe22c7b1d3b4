// run => violation lost-memory
struct Node {
  int value = 1;
};

int main() {
  Node *n = new Node;
  int v = n->value;
  n = nullptr;
  return v - 1;
}
