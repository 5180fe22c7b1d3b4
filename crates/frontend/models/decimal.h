/* Exact decimal digits of a binary floating-point number; see decimal.c. */
#ifndef ADUMBRA_DECIMAL_H
#define ADUMBRA_DECIMAL_H
#include "library.h"

/* The value is 0.DIGITS times 10 to the point; there is no leading zero, and zero has no digits. */
struct decimal {
    char *digit;
    int count;
    int point;
};

/* Room for the digits and for the big integer behind them. */
#define DOUBLE_DIGITS 1200
#define DOUBLE_BINARY_LIMBS 40
#define EXTENDED_DIGITS 11700
#define EXTENDED_BINARY_LIMBS 520

/* Digits of mantissa * 2^exponent, rounded to nearest even: to `places` digits after the point if fixed, else to
 * `places` significant digits. Trailing zeros may be left out. `d->digit` is the buffer to use. */
void __adumbra_decimal(struct decimal *d, uint32_t *limb, uint64_t mantissa, int exponent, _Bool fixed, int places);

#endif
