// run => ended 0 output "1 2 5 9 \n"
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <utility>

struct Tree {
  int value;
  std::unique_ptr<Tree> left, right;
  explicit Tree(int v) : value(v) {}
};

static void insert(std::unique_ptr<Tree> &tree, int v) {
  if (!tree)
    tree.reset(new Tree(v));
  else
    insert(v < tree->value ? tree->left : tree->right, v);
}

static void print(const std::unique_ptr<Tree> &tree) {
  if (tree) {
    print(tree->left);
    std::printf("%d ", tree->value);
    print(tree->right);
  }
}

int main() {
  std::array<int, 4> numbers{5, 9, 1, 2};
  std::sort(numbers.begin(), numbers.end());
  std::swap(numbers[0], numbers[3]);
  std::unique_ptr<Tree> tree;
  for (int n : numbers)
    insert(tree, n);
  print(tree);
  std::printf("\n");
  return 0;
}
