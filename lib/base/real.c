/* SPDX-License-Identifier: MIT */
/*
 * Logarithm, exponential and square root that give the same bits on every machine. libm does not
 * promise that, and one different last bit in UCT makes another game
 * (docs/design/adr/0005-own-real-functions.md). Here everything is made of additions,
 * multiplications and divisions, which IEEE 754 defines to the last bit.
 */
#include "real.h"

#include <stdint.h>
#include <string.h>

#include "check.h"

/* ln 2 in two parts: the high one has so few bits that k * LN2_HIGH is exact */
#define LN2_HIGH  0x1.62e42fefa0000p-1
#define LN2_LOW   0x1.cf79abc9e3b3ap-40
#define SQRT_HALF 0.70710678118654752440

static double real_from_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static double power_of_two(int exponent)
{
    return real_from_bits((uint64_t)(exponent + 1023) << 52);
}

/* x = 2^k * m with m in [sqrt(1/2), sqrt(2)), so ln x = k ln 2 + ln m. ln m = 2 artanh(t), t = (m -
 * 1) / (m + 1), by the series t + t^3 / 3 + t^5 / 5 + ...: |t| < 0.172, and the term with t^23 is
 * below the last bit. */
double ttr_real_log(double x)
{
    uint64_t bits;
    int k;
    double m, t, square, term, sum;

    TTR_ASSERT(x > 0);
    memcpy(&bits, &x, sizeof bits);
    k = (int)(bits >> 52) - 1022;
    m = real_from_bits((bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3fe0000000000000));
    if (m < SQRT_HALF) {
        m += m;
        k--;
    }
    t = (m - 1) / (m + 1);
    square = t * t;
    sum = 0;
    term = t;
    for (int n = 1; n <= 21; n += 2) {
        sum += term / n;
        term *= square;
    }
    return k * LN2_HIGH + (2 * sum + k * LN2_LOW);
}

/* e^x = 2^k * e^r with |r| <= ln 2 / 2; e^r by its series up to r^14 / 14!; further terms are below
 * the last bit. */
double ttr_real_exp(double x)
{
    int k;
    double r, term, sum;

    if (x > 700)
        x = 700;
    if (x < -700)
        x = -700;
    k = (int)(x / (LN2_HIGH + LN2_LOW) + (x < 0 ? -0.5 : 0.5));
    r = x - k * LN2_HIGH - k * LN2_LOW;
    sum = 1;
    term = 1;
    for (int n = 1; n <= 14; n++) {
        term *= r / n;
        sum += term;
    }
    return sum * power_of_two(k);
}

double ttr_real_sqrt(double x)
{
    double root;

    TTR_ASSERT(x >= 0);
    if (x < 1e-300)
        return 0;
    root = ttr_real_exp(ttr_real_log(x) / 2);
    return (root + x / root) / 2; /* one step of Newton's method, for the last digits */
}

double ttr_real_logistic(double score, double scale)
{
    TTR_ASSERT(scale > 0);
    return 1 / (1 + ttr_real_exp(-score / scale));
}
