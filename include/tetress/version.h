/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_VERSION_H
#define TETRESS_VERSION_H

#include <stddef.h>
#include <stdint.h>

/*
 * Every exported function is marked TETRESS_API. A program that links the static library on
 * Windows defines TETRESS_STATIC; elsewhere nothing need be defined.
 */
#if defined(TETRESS_STATIC)
#define TETRESS_API
#elif defined(_WIN32)
#if defined(TETRESS_BUILD)
#define TETRESS_API __declspec(dllexport)
#else
#define TETRESS_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TETRESS_API __attribute__((visibility("default")))
#else
#define TETRESS_API
#endif

/* Semantic version of the library. The build reads these three lines. */
#define TETRESS_VERSION_MAJOR 0
#define TETRESS_VERSION_MINOR 1
#define TETRESS_VERSION_PATCH 0

/*
 * Version of the binary interface, also the number in the shared library's soname. Programs built
 * for one ABI version run with every library of the same one (docs/reference/abi.md).
 */
#define TETRESS_ABI_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the library that is running, as "MAJOR.MINOR.PATCH". Static text, never NULL.
 * Any thread.
 */
TETRESS_API const char *tetress_version(void);

/*
 * The ABI version of the library that is running. Compare it with TETRESS_ABI_VERSION before
 * anything else when the library was loaded at run time. Any thread.
 */
TETRESS_API uint32_t tetress_abi_version(void);

#ifdef __cplusplus
}
#endif

#endif
