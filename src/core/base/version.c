/* SPDX-License-Identifier: MIT */
/*
 * The version of dossier. Other modules report the versions of their libraries.
 */
#include "dossier/version.h"

const char *dossier_version(void) {
    return DOSSIER_VERSION;
}
