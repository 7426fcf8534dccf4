/* SPDX-License-Identifier: MIT */
/* The citation database: items from any number of files. */
#ifndef DOSSIER_BIB_BIB_H
#define DOSSIER_BIB_BIB_H

#include "cite/bib/format/format.h"
#include "core/base/digest.h"
#include "core/base/map.h"

struct bib;
struct bib_store; /* A library, see cite/bib/store/store.h. */

struct bib *bib_new(struct arena *a);
/**
 * Reads a source into the database. Entries of a .bib are indexed by key and decoded on first use.
 * Errors are reported in `d` with their places; other entries are still read. A key that already
 * exists is reported as DIAG_BIB_DUPLICATE_KEY with both places; bib_lookup() finds the first
 * entry. Returns false when the source has no readable item.
 */
bool bib_read(struct bib *b, struct source *src, enum bib_format format, struct diags *d);
/** Whether a source was so damaged that entries may be missing: an entry without an end, NUL bytes,
 * broken JSON, YAML or XML. */
bool bib_is_torn(const struct bib *b);
/** Reads the items of a front matter's `references:` (CSL-YAML). They come before the items of
 * files. */
void bib_read_inline(struct bib *b, const struct node *list, struct diags *d);

/** Returns the decoded item with this key, or NULL. Errors in its fields are reported in `d`. */
const struct item *bib_lookup(struct bib *b, struct str key, struct diags *d);
/** The number of items. bib_at(b, i) is the item at place i, decoded, in the order of the database;
 * it is NULL only when an index has failed (cite/bib/database_files.h). */
size_t bib_count(const struct bib *b);
const struct item *bib_at(struct bib *b, size_t i, struct diags *d);
/**
 * Lets several documents share an empty database. Diagnostics of decoding an entry are collected in
 * `shared`; each document that uses the entry gets a copy of them (diags_repeat()). The caller must
 * also pass `shared` to bib_read(). Two threads must not use a database at the same time.
 */
void bib_share(struct bib *b, struct diags *shared);
/** Decodes the remaining entries of a shared database and repeats all its diagnostics in `d`. It is
 * for functions that visit every entry. Has no effect on other databases. */
void bib_tell_all(struct bib *b, struct diags *d);
/** For functions that visit each item of a large .bib once. Items are decoded into `scratch`, and
 * bib_forget() drops them. A dropped item is decoded again if it is needed, which repeats its
 * diagnostics. If `scratch` is NULL, later items are decoded into the database's arena. */
void bib_decode_into(struct bib *b, struct arena *scratch);
/** Drops the items that were decoded since bib_decode_into(), and resets the arena `scratch`. */
void bib_forget(struct bib *b);
/** A digest of the item at a place. It changes only if the item changes. Returns false when there
 * is no such item. */
bool bib_digest(struct bib *b, size_t i, struct diags *d, struct digest *out);
/** All keys, for "did you mean". Borrowed. */
const struct str *bib_keys(struct bib *b, size_t *n);

/** Whether a word is a type of CSL, BibTeX or biblatex, in upper or lower case. For other words,
 * `*near` becomes the nearest type, or empty. */
bool bib_is_type(struct arena *a, struct str type, struct str *near);

/** Returns the CSL variable for the name of a field of a .bib, or for CSL's own name of a variable.
 * VAR_NONE for other names. */
enum item_var bib_field_var(struct str name);
/** Whether `name` is a field that .bib files or CSL-JSON have ("award", "selected"). */
bool bib_field_known(struct str name);

/**
 * Lets bib_lookup() search an open library for keys that no file has. Items that were found belong
 * to the database. bib_detach_stores() closes the library.
 */
void bib_attach_store(struct bib *b, struct bib_store *s);
bool bib_has_store(const struct bib *b);
/** Loads all items of the libraries, for functions that visit the whole database. */
void bib_load_stores(struct bib *b);
/** Closes the libraries. Items that were loaded stay. */
void bib_detach_stores(struct bib *b);
/** The key in files and libraries that is nearest to a missing key; empty if no key is near. See
 * diag_guess(). */
struct str bib_nearest(struct bib *b, struct str key, struct diags *d);

#endif
