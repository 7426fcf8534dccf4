/* SPDX-License-Identifier: MIT */
/*
 * The citation database: any number of files, read into items.
 */
#ifndef DOSSIER_BIB_BIB_H
#define DOSSIER_BIB_BIB_H

#include "cite/bib/format/format.h"
#include "core/base/digest.h"
#include "core/base/map.h"

struct bib;       /* a database */
struct bib_store; /* a library (cite/bib/store/store.h) */

struct bib *bib_new(struct arena *a);
/**
 * Reads a source into the database. Items of a .bib are indexed by key at once and decoded when
 * they are first asked for. Faults are reported in `d` with positions and never lose another entry.
 * A key that is already there is reported as DIAG_BIB_DUPLICATE_KEY with both places, and the first
 * one stays the one that bib_lookup() finds. Returns false when the source has no readable item at
 * all.
 */
bool bib_read(struct bib *b, struct source *src, enum bib_format format, struct diags *d);
/** Whether a source was so damaged that entries may have been lost in it: an entry without an end,
 * NUL bytes, broken JSON, YAML or XML. */
bool bib_is_torn(const struct bib *b);
/** Items from a front matter's `references:` (CSL-YAML); they come before those of files. */
void bib_read_inline(struct bib *b, const struct node *list, struct diags *d);

/** The item of a key, decoded, or NULL. Faults of its fields go to `d`. */
const struct item *bib_lookup(struct bib *b, struct str key, struct diags *d);
/** Number of items; all are bib_at(b, 0..n-1), decoded, in database order; NULL only when an index
 * has failed (cite/bib/database_files.h). */
size_t bib_count(const struct bib *b);
const struct item *bib_at(struct bib *b, size_t i, struct diags *d);
/**
 * Makes an empty database one of several documents: what is found wrong with entries when they are
 * decoded goes to `said`, from where each that asks for such an entry has it (diags_repeat()). What
 * bib_read() finds is the caller's to put there. Documents ask one after the other: bib knows no
 * threads.
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
/** Takes all items of the libraries in: for what goes over the whole database. */
void bib_load_stores(struct bib *b);
/** Closes the libraries; items from them stay. */
void bib_detach_stores(struct bib *b);
/** The key nearest to one that is not there, in files and libraries, or the empty slice. */
struct str bib_nearest(struct bib *b, struct str key);

#endif
