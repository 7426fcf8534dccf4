/* SPDX-License-Identifier: MIT */
/*
 * The version of dossier, in one place: the program, the library, the pkg-config file and the
 * archive read it here. The file also has the mark of the functions that the shared library
 * exports.
 */
#ifndef DOSSIER_VERSION_H
#define DOSSIER_VERSION_H

#define DOSSIER_VERSION "0.2.0"
#define DOSSIER_VERSION_MAJOR 0
#define DOSSIER_VERSION_MINOR 2
#define DOSSIER_VERSION_PATCH 0

/** Functions of the public API carry this mark; everything else stays inside the shared library. */
#if defined(__GNUC__)
#define DOSSIER_API __attribute__((visibility("default")))
#else
#define DOSSIER_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the version of the linked library, such as "0.2.0". A program may compare it with
 * DOSSIER_VERSION. The string is static. */
DOSSIER_API const char *dossier_version(void);

#ifdef __cplusplus
}
#endif

#endif
