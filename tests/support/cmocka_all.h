/* SPDX-License-Identifier: MIT */
#ifndef CMOCKA_ALL_H
#define CMOCKA_ALL_H

/* cmocka wants these before its own header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
