/* SPDX-License-Identifier: MIT */
/*
 * .bib files: entries with their fields as text, names, inherited fields, and their conversion to
 * items. Private to bib.
 *
 * The database is a host: entries go to it, and it finds those of other files.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIBTEX_H
#define DOSSIER_BIB_BIBTEX_BIBTEX_H

#include "cite/bib/item/item.h"
#include "core/base/map.h"

/** A field of an entry: macros and concatenations are expanded, TeX is not yet read. */
struct bibtex_field {
    struct str name;    /* lower case */
    struct str written; /* as in the file; empty for an inherited field */
    struct str value;   /* without its delimiters */
    struct span span;   /* of the value; if it is as long as `value`, they match byte by byte */
    bool used;          /* by the mapping to CSL */
};

/** Variables of CSL for which biblatex has no field: a .bib keeps them under CSL's names. */
const enum item_var *bibtex_own_vars(size_t *n);
/** The name of a field for output: in lower case, except for non-standard ones (`S2ID`). */
struct str bibtex_field_name(struct str lower, struct str written);

struct bibtex_fields {
    struct bibtex_field *p;
    size_t n, cap;
    struct map *names; /* if there are many: name to index in `p`, a uint32_t */
    uint64_t some;     /* a bit for each name (hashed), to skip most look-ups of missing fields */
};

/** An @string: its value applies to the text after it. */
struct bibtex_macro {
    struct str name, value;
    uint32_t at;                 /* where it is defined */
    struct bibtex_macro *older;  /* of the same name */
    struct bibtex_macro *before; /* of any name */
};

struct bib_entry;

/** The database around a .bib: takes its entries and finds those of other files. */
struct bibtex_host {
    void *to; /* passed to the functions */
    /** Takes an entry; its fields are read on first use. */
    void (*add)(void *to, struct bib_entry *e, struct diags *d);
    /** The entry of a key, or NULL. */
    struct bib_entry *(*find)(void *to, struct str key);
    /** All keys, for "did you mean"; borrowed. */
    const struct str *(*keys)(void *to, size_t *n);
    struct arena *scratch; /* for decoded entries; NULL: the arena of the file */
    /** Called for each entry whose fields were read, if there is a scratch arena. */
    void (*decoded)(void *to, struct bib_entry *e);
};

struct bibtex {
    struct arena *arena;
    struct source *src;
    const struct bibtex_host *host;
    bool torn;         /* entries may be missing */
    bool classic;      /* fields have the meaning of BibTeX, not biblatex */
    bool declared;     /* the user gave the dialect; it was not guessed from the file */
    struct map macros; /* lower-case name to the newest struct bibtex_macro */
    struct bibtex_macro *last_macro;
    /* bytes that fields have from macros and other entries: bounded by LIMIT_SUM_FIELDS */
    size_t taken;
    bool taken_told;
};

struct bib_entry {
    struct str key;
    struct span span, key_span;
    size_t order;
    struct item *item;           /* NULL: not decoded yet */
    uint32_t first_diag, ndiags; /* its diagnostics in the list of bib_share() */
    /* only of a .bib: */
    struct bibtex *file;
    struct str type;    /* as written */
    uint32_t body, end; /* from after the key to before the closing delimiter */
    bool hidden;        /* @xdata: other entries inherit its fields */
    bool unclosed;      /* its closing brace is missing */
    bool resolving;     /* its fields are being resolved: a second time is a cycle */
    bool resolved;
    struct bibtex_fields fields;      /* with inherited ones, once resolved */
    struct bib_entry *decoded_before; /* for the host */
};

/** The arena for fields and items of a file's entries. */
static inline struct arena *bibtex_arena(const struct bibtex *file) {
    return file->host->scratch ? file->host->scratch : file->arena;
}

struct bib_entry_list {
    struct bib_entry **p;
    size_t n, cap;
};

/** Finds the entries of a .bib, whose arena, source and host are set, and passes them on. Returns
 * their number, without those of xdata. */
size_t bibtex_scan(struct bibtex *file, struct diags *d);
/** Defines a macro for the text after `at`; name and value are borrowed. */
void bibtex_define(struct bibtex *file, struct str name, struct str value, size_t at);
/** The entry whose '@' is at `begin`, with the end that the first scan found. NULL if no entry is
 * there. */
struct bib_entry *bibtex_entry_at(struct bibtex *file, size_t begin, size_t behind, bool unclosed);
/** Reads `name = value` pairs from `at` to `end` into `out`. Errors go to `d`, which may be
 * NULL. */
void bibtex_read_fields(struct bibtex *file, const struct bib_entry *e, struct bibtex_fields *out,
                        struct diags *d);
/** Reads one value (pieces joined by '#') at `*at`. Returns false if no value is there. `span` gets
 * its place. */
bool bibtex_read_value(struct bibtex *file, uint32_t *at, uint32_t end, bool entry_unclosed,
                       struct str *value, struct span *span, struct diags *d);
typedef void bibtex_alias_fn(void *user, struct str alias, struct bib_entry *e);
/** Calls `fn` for each former key of an entry, from its field `ids` (biblatex manual, 2.2.3). */
void bibtex_each_alias(struct bib_entry *e, bibtex_alias_fn *fn, void *user);
/** The value in which the brace of an unclosed entry is missing, for the report; a NULL source when
 * unknown. */
struct span bibtex_culprit(struct bibtex *file, const struct bib_entry *e);
/** A journal's name with AASTeX's journal commands (`\apj`) expanded, in the file's arena; `value`
 * itself without them. Definitions in the file's preamble have precedence. */
struct str bibtex_journal(const struct bibtex *file, struct str value);
/** Records the journal commands that a @preamble defines with \newcommand or \def; slices of it are
 * kept. */
void bibtex_define_journals(struct bibtex *file, struct str preamble);
struct bibtex_field *bibtex_field_find(const struct bibtex_fields *f, const char *name);
struct bibtex_field *bibtex_field_find_str(const struct bibtex_fields *f, struct str name);
void bibtex_field_add(struct arena *a, struct bibtex_fields *f, struct bibtex_field field);

/** Resolves an entry's fields: its own, then those of xdata and crossref (biblatex manual, 2.4.1,
 * appendix B). */
void bibtex_resolve(struct bib_entry *e, struct diags *d);
/** Makes the item of an entry. */
struct item *bibtex_item(struct bib_entry *e, struct diags *d);
/** Whether `type` (lower case) is an entry type of BibTeX or biblatex. */
bool bibtex_is_type(struct str type);
/** What may be published of a field of a .bib: known_fields.def. */
enum bibtex_use { BIBTEX_PUBLIC, BIBTEX_PAGE, BIBTEX_PRIVATE };
/** The use of a field, by its name in lower case; unknown fields are private. */
enum bibtex_use bibtex_field_use(struct str name);
/** Whether `name` (lower case) is a known field. */
bool bibtex_field_known(struct str name);
/** The nearest known field name, or empty. */
struct str bibtex_field_near(struct str name);

/* ---- parts of fields ---- */

struct bibtex_name_options {
    bool use_prefix;   /* biblatex's useprefix: particles belong to the family name */
    bool junior_comma; /* biblatex's juniorcomma: "King, Jr." */
};

/** A BibTeX name list. */
struct item_names bibtex_names(struct arena *a, struct str value, struct span span,
                               struct bibtex_name_options options, struct diags *d);
/** Assigns biblatex's annotations ("1=highlight; 2=equal") to their names. */
void bibtex_annotate(struct arena *a, struct item_names names, struct str annotation);

/** Offset of the next word `and` outside braces from `at`, or the end; `*behind` is the end of the
 * word. */
size_t bibtex_next_and_word(struct str s, size_t at, size_t *behind);

/* ---- writing ---- */

/** Appends items as entries of BibLaTeX, or of BibTeX (`classic`). Temporary text goes into `a`. */
void bibtex_write(struct arena *a, struct buf *out, const struct item *const *items, size_t n,
                  bool classic);
/** Rich text as TeX: symbols escaped, spans as commands, nocase spans as braces. */
struct str bibtex_to_tex(struct arena *a, struct rich r);

#endif
