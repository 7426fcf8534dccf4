/* SPDX-License-Identifier: MIT */
/*
 * Reports libraries that are missing on this machine, and names the package that contains them.
 */
#include "core/diag/missing.h"

DIAG_USE(DIAG_MISSING_PACKAGE);

void diag_no_library(struct diags *d, struct span at, enum module id) {
    const struct module_row *row = module_row(id);
    struct diag *g =
        diag_add(d, DIAG_MISSING_PACKAGE, at,
                 "the library %s, for %s, cannot be loaded or is too old", row->library, row->use);
    diag_hint(d, g, "install the package %s", row->package);
}

bool diag_has_library(struct diags *d, struct span at, enum module id) {
    bool there = module_is_there(id);
    if (!there) {
        diag_no_library(d, at, id);
    }
    return there;
}

bool diags_lack_package(const struct diags *d) {
    bool lacks = false;
    for (size_t i = 0; i < d->n && !lacks; i++) {
        lacks = d->list[i]->id == DIAG_MISSING_PACKAGE;
    }
    return lacks;
}
