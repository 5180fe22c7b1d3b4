// run => ended 61
int main(void) {
  int n = __builtin_popcount(255) + __builtin_clz(1u) + __builtin_ctz(8u);
  unsigned r = 0x80000001u;
  r = (r << 1) | (r >> 31);
  int sum;
  n += __builtin_add_overflow(2147483647, 1, &sum);
  n += __builtin_bswap32(0x01000000u);
  n += (int)__builtin_fabs(-7.0) + (int)__builtin_sqrt(49.0);
  return n + (int)r;
}
