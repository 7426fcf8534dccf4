/* SPDX-License-Identifier: MIT */
/*
 * Tells the version of the linked library. It knows nothing of the libraries below: each room
 * answers for its own.
 */
#include "dossier/version.h"

const char *dossier_version(void) {
    return DOSSIER_VERSION;
}
