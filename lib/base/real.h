/* SPDX-License-Identifier: MIT */
#ifndef TTR_REAL_H
#define TTR_REAL_H

/*
 * Logarithm, exponential and root made of additions, multiplications and divisions. Those of the C
 * library differ in the last bit between machines, and a search that compares such numbers would
 * then choose other moves. These are the same wherever doubles are IEEE 754 and contraction is off.
 * Relative error below 1e-14.
 */

/* Natural logarithm of a finite, normal x > 0. */
double ttr_real_log(double x);

/* e to the x; x is clipped to -700..700. */
double ttr_real_exp(double x);

/* Square root of a finite x >= 0; 0 for x < 1e-300. */
double ttr_real_sqrt(double x);

/* Chance of winning for a score: 1 / (1 + e^(-score / scale)); scale > 0. */
double ttr_real_logistic(double score, double scale);

#endif
