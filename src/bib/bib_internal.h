/* SPDX-License-Identifier: MIT */
/*
 * Between the database (bib.c) and its readers. Private to bib/.
 *
 * Invariants: 1. An entry stands in `entries` from the moment its source is scanned; a .bib's entry
 * gets its item when it is first asked for, all others have it at once. 2. `keys` leads to the
 * first entry of a key; entries of inline references come before those of files. 3. All memory is
 * the arena's.
 */
#ifndef DOSSIER_BIB_BIB_INTERNAL_H
#define DOSSIER_BIB_BIB_INTERNAL_H

#include "bib/bib.h"
#include "bib/item/dates.h"
#include "bib/item/language.h"
#include "bib/item/names.h"
#include "bib/item/read.h"
#include "bib/item/words.h"

/* ---- an index: text to pointer, in the arena ---- */

struct index_slot {
    struct str key;
    uint64_t hash;
    void *value; /* NULL: free */
};

struct index {
    struct index_slot *slots;
    size_t n, cap; /* cap is 0 or a power of two */
};

void *index_lookup(const struct index *ix, struct str key);
/** Sets the value of a key; `value` is not NULL. */
void index_put(struct arena *a, struct index *ix, struct str key, void *value);

/* ---- .bib files ---- */

/** A field as it stands in its entry: macros and concatenations worked out, TeX not yet read. */
struct raw_field {
    struct str name;    /* lower case */
    struct str written; /* as in the file; empty where the field has it from another entry's */
    struct str value;   /* without its delimiters */
    struct span span;   /* of the value; when it is as long as `value`, byte by byte */
    bool used;          /* by the mapping to CSL */
};

/** Variables of CSL that biblatex has no field for: a .bib keeps them under CSL's names. */
const enum item_var *bib_own_vars(size_t *n);
/** The name of a field as it is shown and written: in lower case, unless it is one of somebody's
 * own (`S2ID`). */
struct str bib_field_name(struct str lower, struct str written);

struct raw_fields {
    struct raw_field *p;
    size_t n, cap;
    struct index names; /* when there are many: name to the place in `p`, a uint32_t */
};

/** An @string: its value counts for what follows it. */
struct macro {
    struct str name, value;
    uint32_t at;          /* where it is defined */
    struct macro *older;  /* of the same name */
    struct macro *before; /* of any name */
};

struct bibtex {
    struct bib *bib;
    struct source *src;
    bool classic;        /* BibTeX's meaning of fields, not biblatex's */
    bool declared;       /* the user said which, and it was not guessed from the file */
    struct index macros; /* lower-case name to the newest struct macro */
    struct macro *last_macro;
};

struct entry {
    struct str key;
    struct span span, key_span;
    size_t order;
    struct item *item; /* NULL: not decoded yet */
    /* of a .bib: */
    struct bibtex *file;
    struct str type;    /* as written */
    uint32_t body, end; /* from behind the key to before the closing delimiter */
    bool hidden;        /* @xdata: only for others to take fields from */
    bool unclosed;      /* its closing brace is missing */
    bool resolving;     /* its fields are being put together: a second time is a cycle */
    bool resolved;
    struct raw_fields fields; /* with inherited ones, once resolved */
};

struct entry_list {
    struct entry **p;
    size_t n, cap;
};

struct bib {
    struct arena *arena;
    struct entry_list entries; /* those of inline references first */
    size_t ninline;
    struct index keys;    /* first entry of each key, hidden ones too */
    struct str *key_list; /* for bib_keys() */
    size_t nkey_list;
    struct attached *attached; /* libraries, in the order in which they are asked */
    struct cached *cached;     /* files of which only an index was read, in their order */
    bool torn;                 /* bib_is_torn() */
    struct entry_list *record; /* when set: what bib_add() is given is noted here, too */
};

/** A library that answers for keys that no file has. */
struct attached {
    struct bib_store *store;
    struct attached *next;
};

/** The entry of a key in the files, also in those that are only indexed; NULL when they have none.
 */
struct entry *bib_find(struct bib *b, struct str key);

/** What the extension of a file's name says, or BIB_FORMAT_COUNT. */
enum bib_format bib_format_of_name(struct str path);

/** How many entries the indexed files have, those of xdata not counted. */
size_t cached_count(const struct bib *b);
/** The entry of a key in the indexed files, or NULL. */
struct entry *cached_find(struct bib *b, struct str key);
/** The entry at place `*i` of the database when it is an indexed file's. When it is none, NULL, and
 * `*i` becomes its place among the others; when the index has failed, NULL and SIZE_MAX. */
struct entry *cached_at(struct bib *b, size_t *i);
/** Makes room in a list of `n` keys of the other entries for those of the indexed files, and puts
 * them there. */
void cached_keys(struct bib *b, struct str *keys, size_t n);

/** The entry of a key in the libraries, added to the database; NULL when they have none. */
struct entry *attached_find(struct bib *b, struct str key);

/**
 * Adds an entry (with key, key_span, span) behind the others and reports its key when it is taken.
 * A hidden one can only be found by its key.
 */
void bib_add(struct bib *b, struct entry *e, struct diags *d);
/** Says that the key of `e` is that of `first`, an entry before it. */
void bib_report_duplicate(const struct entry *first, const struct entry *e, struct diags *d);
/** Adds a finished item. */
void bib_add_item(struct bib *b, struct item *it, struct diags *d);
/** Adds an item of inline references: before the files' entries, and instead of theirs. */
void bib_add_inline_item(struct bib *b, struct item *it, struct diags *d);

/** Indexes the entries of a .bib; returns how many there are. `format` is BIB_BIBTEX, BIB_BIBLATEX,
 * or BIB_AUTO when nobody said which of them it is. */
size_t bibtex_scan(struct bib *b, struct source *src, enum bib_format format, struct diags *d);
/** Defines a macro for the text behind `at`; name and value are borrowed. */
void bibtex_define(struct bibtex *file, struct str name, struct str value, size_t at);
/** The entry whose '@' is at `begin`, of which the first scan said where it ends; NULL when there
 * is none. */
struct entry *bibtex_entry_at(struct bibtex *file, size_t begin, size_t behind, bool unclosed);
/** The value of a macro for text at `at`, or a slice with a NULL pointer. */
struct str bibtex_macro(const struct bibtex *file, struct str name, uint32_t at);
/** Reads `name = value` pairs from `at` to `end` into `out`. Faults go to `d`, which may be NULL.
 */
void bibtex_fields(struct bibtex *file, const struct entry *e, struct raw_fields *out,
                   struct diags *d);
/** Reads one value (pieces joined by '#') at `*at`; returns false when there is none. `span` gets
 * its place. */
bool bibtex_value(struct bibtex *file, uint32_t *at, uint32_t end, bool entry_unclosed,
                  struct str *value, struct span *span, struct diags *d);
/** The value of an unclosed entry in which the brace is missing, for the report; a NULL source when
 * unknown. */
struct span bibtex_culprit(struct bibtex *file, const struct entry *e);
struct raw_field *raw_find(const struct raw_fields *f, const char *name);
struct raw_field *raw_find_str(const struct raw_fields *f, struct str name);
void raw_add(struct arena *a, struct raw_fields *f, struct raw_field field);

/** Puts an entry's fields together: its own, then those of xdata and crossref (biblatex
 * manual, 2.4.1, appendix B). */
void bibtex_resolve(struct bib *b, struct entry *e, struct diags *d);
/** Makes the item of an entry. */
struct item *bibtex_item(struct bib *b, struct entry *e, struct diags *d);
/** Whether `type` (lower case) is an entry type of BibTeX or biblatex. */
bool bibtex_is_type(struct str type);

/* ---- other formats ---- */

/** Reads RIS (the tags of Reference Manager and EndNote). Returns the number of items. */
size_t ris_read(struct bib *b, struct source *src, struct diags *d);
/** Reads EndNote's XML export. Returns the number of items; so do the others. */
size_t endnote_read(struct bib *b, struct source *src, struct diags *d);
/** Reads PubMed's tagged text (MEDLINE, .nbib). */
size_t medline_read(struct bib *b, struct source *src, struct diags *d);
/** Reads PubMed's XML. */
size_t pubmed_read(struct bib *b, struct source *src, struct diags *d);
/** Reads MODS 3. */
size_t mods_read(struct bib *b, struct source *src, struct diags *d);
/** Reads Web of Science's tagged text (ISI, .ciw). */
size_t isi_read(struct bib *b, struct source *src, struct diags *d);

/* ---- parts of fields ---- */

struct name_options {
    bool use_prefix;   /* biblatex's useprefix: particles belong to the family name */
    bool junior_comma; /* biblatex's juniorcomma: "King, Jr." */
};

/** A BibTeX name list. */
struct item_names bib_names(struct arena *a, struct str value, struct span span,
                            struct name_options options, struct diags *d);
/** Puts biblatex's annotations ("1=highlight; 2=equal") to their names. */
void bib_annotate(struct arena *a, struct item_names names, struct str annotation);

/** Offset of the next word `and` outside of braces from `at`, or the end; `*behind` is where the
 * word ends. */
size_t bib_next_and_word(struct str s, size_t at, size_t *behind);

/** Makes the text of a source UTF-8 when it is not: UTF-16, Windows-1252. A note says so. */
void bib_to_utf8(struct source *src, struct diags *d);

#endif
