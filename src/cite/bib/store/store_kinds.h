/* SPDX-License-Identifier: MIT */
/*
 * The kinds of storage. A new kind is a file with its function, and a row here. Private to
 * bib/store.
 */
#ifndef DOSSIER_BIB_STORE_STORE_KINDS_H
#define DOSSIER_BIB_STORE_STORE_KINDS_H

#include "cite/bib/store/store.h"

/* X(id, scheme). The names of a kind are `scheme://PLACE`. Names without a scheme belong to the
 * first kind. */
#define BIB_STORE_KINDS(X)                                                                         \
    X(sqlite, "sqlite")                                                                            \
    X(pg, "postgresql")                                                                            \
    X(pg, "postgres")

#define X(id, scheme)                                                                              \
    /* Opens a library at a place, like bib_store_open(). */                                       \
    struct bib_store *bib_store_##id##_open(struct arena *a, struct str place,                     \
                                            enum bib_store_mode mode, struct span at,              \
                                            struct diags *d);
BIB_STORE_KINDS(X)
#undef X

/** Reports an error of a library, if it has diagnostics; `hint` may be empty. Returns false. */
bool bib_store_fault(struct bib_store *s, const struct diag_rule *id, const char *what,
                     struct str hint);
/** Reports damage of a library's content. Returns false. */
bool bib_store_damaged(struct bib_store *s, const char *fmt, ...) ATTR_PRINTF(2, 3);

#endif
