// run => ended 6
struct Node {
  int value;
  Node *next;
  Node(int v, Node *n) : value(v), next(n) {}
};

int main() {
  Node *list = nullptr;
  for (int i = 1; i <= 3; i++)
    list = new Node(i, list);
  int *numbers = new int[3]{1, 2, 3};
  int sum = 0;
  while (list) {
    Node *next = list->next;
    sum += list->value * (numbers[list->value - 1] == list->value);
    delete list;
    list = next;
  }
  delete[] numbers;
  return sum;
}
