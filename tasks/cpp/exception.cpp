// run => unsupported exception
static int half(int x) {
  if (x % 2)
    throw x;
  return x / 2;
}

int main() {
  try {
    return half(3);
  } catch (int x) {
    return x;
  }
}
