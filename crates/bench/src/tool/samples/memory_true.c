extern void *malloc(unsigned long size);
extern void free(void *memory);

int main(void) {
  int *p = malloc(sizeof(int));
  if (p) {
    *p = 1;
  }
  free(p);
  return 0;
}
