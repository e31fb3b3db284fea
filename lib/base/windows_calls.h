/* SPDX-License-Identifier: MIT */
#ifndef TTR_WINDOWS_CALLS_H
#define TTR_WINDOWS_CALLS_H

/* The functions of Windows, without two macros from its 16-bit days that are words of ours: all
 * sources may be compiled as one file. */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#undef near
#undef far
#endif

#endif
