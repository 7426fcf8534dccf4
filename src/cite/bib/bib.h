/* SPDX-License-Identifier: MIT */
/* The citation database: items from any number of files. */
#ifndef DOSSIER_BIB_BIB_H
#define DOSSIER_BIB_BIB_H

#include "cite/bib/format/format.h"
#include "core/base/digest.h"
#include "core/base/map.h"

struct bib;       /* a database */
struct bib_store; /* a library (cite/bib/store/store.h) */

struct bib *bib_new(struct arena *a);
/**
 * Reads a source into the database. Entries of a .bib are indexed by key and decoded on first use.
 * Errors are reported in `d` with positions; other entries are still read. A key that is already
 * there is reported as DIAG_BIB_DUPLICATE_KEY with both places; bib_lookup() finds the first one.
 * Returns false when the source has no readable item.
 */
bool bib_read(struct bib *b, struct source *src, enum bib_format format, struct diags *d);
/** Whether a source was so damaged that entries may be missing: an entry without an end, NUL bytes,
 * broken JSON, YAML or XML. */
bool bib_is_torn(const struct bib *b);
/** Reads the items of a front matter's `references:` (CSL-YAML); they come before those of
 * files. */
void bib_read_inline(struct bib *b, const struct node *list, struct diags *d);

/** The decoded item of a key, or NULL. Errors of its fields go to `d`. */
const struct item *bib_lookup(struct bib *b, struct str key, struct diags *d);
/** The number of items: bib_at(b, 0..n-1), decoded, in database order; NULL only when an index has
 * failed (cite/bib/database_files.h). */
size_t bib_count(const struct bib *b);
const struct item *bib_at(struct bib *b, size_t i, struct diags *d);
/**
 * Makes an empty database one that several documents share. Diagnostics of decoding an entry are
 * collected in `shared`; each document that uses the entry gets a copy of them (diags_repeat()).
 * The caller also passes `shared` to bib_read(). A database must not be used by two threads at
 * once.
 */
void bib_share(struct bib *b, struct diags *shared);
/** Decodes the remaining entries and repeats all diagnostics of a shared database, for functions
 * that visit every entry. Has no effect on other databases. */
void bib_tell_all(struct bib *b, struct diags *d);
/**
 * For functions that visit each item of a large .bib once: items are decoded into `a` until
 * bib_forget() drops them; their diagnostics may then be repeated. NULL: into the database's arena
 * again.
 */
void bib_decode_into(struct bib *b, struct arena *scratch);
/** Forgets the items that were decoded since bib_decode_into(), and resets the arena. */
void bib_forget(struct bib *b);
/** A digest of the item at a place, which changes only with the item. Reads files that are only
 * indexed. Returns false when there is no such item. */
bool bib_digest(struct bib *b, size_t i, struct diags *d, struct digest *out);
/** All keys, for "did you mean"; borrowed. */
const struct str *bib_keys(struct bib *b, size_t *n);

/** Whether a type is one of CSL, BibTeX or biblatex, in any case. For other words `*near` is the
 * nearest type, or empty. */
bool bib_is_type(struct arena *a, struct str type, struct str *near);

/** The variable of a field of a .bib, or the variable of CSL with that name, or VAR_NONE. */
enum item_var bib_field_var(struct str name);
/** Whether a field is a known field of databases ("award", "selected"). */
bool bib_field_known(struct str name);

/**
 * Lets bib_lookup() search an open library for keys that no file has. Its items count as the
 * database's once they were found. bib_detach_stores() closes the store.
 */
void bib_attach_store(struct bib *b, struct bib_store *s);
bool bib_has_store(const struct bib *b);
/** Loads all items of the libraries, for functions that visit the whole database. */
void bib_load_stores(struct bib *b);
/** Closes the libraries; their loaded items stay. */
void bib_detach_stores(struct bib *b);
/** The key nearest to a missing one, in files and libraries, or empty; see diag_guess(). */
struct str bib_nearest(struct bib *b, struct str key, struct diags *d);

#endif
