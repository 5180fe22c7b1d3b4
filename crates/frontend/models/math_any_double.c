/* math.h for double: the functions whose result is bounded only. */
#define MATH_DOUBLE
#include "math_any.h"

LIBRARY int signgam;
