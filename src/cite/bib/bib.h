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
 * Shares an empty database among documents: diagnostics of decoding go to `said`, and each document
 * that uses such an entry gets them from there (diags_repeat()). The caller puts those of
 * bib_read() there. Documents use it one after the other: bib knows no threads.
 */
void bib_share(struct bib *b, struct diags *said);
/** Decodes what is not yet, and repeats all that was ever said of a shared database: for who looks
 * at every entry. Of another database nothing is done. */
void bib_tell_all(struct bib *b, struct diags *d);
/**
 * For who looks at each item of a large .bib once: items that are decoded from now on come from an
 * arena of their own, until bib_forget() takes them back; what was said of their faults may then be
 * said again. NULL: from the database's again.
 */
void bib_decode_into(struct bib *b, struct arena *scratch);
/** Forgets what was decoded since bib_decode_into(), and resets the arena. Items of before are
 * gone. */
void bib_forget(struct bib *b);
/** A digest of what the item at a place says: while it stays, so does the item.
 * Files that are only indexed are read for it. False when there is no such item any more. */
bool bib_digest(struct bib *b, size_t i, struct diags *d, struct digest *out);
/** All keys, for "did you mean"; borrowed. */
const struct str *bib_keys(struct bib *b, size_t *n);

/** Whether a type is one of CSL, BibTeX or biblatex, in any case. `*near` becomes the nearest of
 * them when it is none, or the empty slice. */
bool bib_is_type(struct arena *a, struct str type, struct str *near);

/** The variable that a field of a .bib means, or CSL's of that name; VAR_NONE when there is none.
 */
enum item_var bib_field_var(struct str name);
/** Whether a field is one that databases are known to have ("award", "selected"). */
bool bib_field_known(struct str name);

/**
 * Lets bib_lookup() ask an open library for keys that no file has. Its items count among the
 * database's once they have been asked for. The store is closed by bib_detach_stores().
 */
void bib_attach_store(struct bib *b, struct bib_store *s);
bool bib_has_store(const struct bib *b);
/** Loads all items of the libraries, for functions that visit the whole database. */
void bib_load_stores(struct bib *b);
/** Closes the libraries; their loaded items stay. */
void bib_detach_stores(struct bib *b);
/** The key nearest to a missing one, in files and libraries, or empty. */
struct str bib_nearest(struct bib *b, struct str key);

#endif
