extern void reach_error(void);

/* Behind the call something is reached, if there is a call at all. */
void sink(int depth) {
  if (depth < 3)
    return;
  sink(depth - 1);
  reach_error();
}
int main(void) { sink(4); }
