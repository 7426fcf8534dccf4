/* SPDX-License-Identifier: MIT */
/*
 * .bib files: entries with their fields as text, names, what an entry takes from others; and how
 * they become items. Private to bib/.
 *
 * Knows no database: entries go to a host, which is asked for those of other files.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIBTEX_H
#define DOSSIER_BIB_BIBTEX_BIBTEX_H

#include "cite/bib/item/item.h"
#include "core/base/map.h"

/** A field as it stands in its entry: macros and concatenations worked out, TeX not yet read. */
struct bibtex_field {
    struct str name;    /* lower case */
    struct str written; /* as in the file; empty where the field has it from another entry's */
    struct str value;   /* without its delimiters */
    struct span span;   /* of the value; when it is as long as `value`, byte by byte */
    bool used;          /* by the mapping to CSL */
};

/** Variables of CSL that biblatex has no field for: a .bib keeps them under CSL's names. */
const enum item_var *bibtex_own_vars(size_t *n);
/** The name of a field as it is shown and written: in lower case, unless it is one of somebody's
 * own (`S2ID`). */
struct str bibtex_field_name(struct str lower, struct str written);

struct bibtex_fields {
    struct bibtex_field *p;
    size_t n, cap;
    struct map *names; /* when there are many: name to the place in `p`, a uint32_t */
    uint64_t some;     /* a bit for each name, of few bits: most that are asked for are not there */
};

/** An @string: its value counts for what follows it. */
struct bibtex_macro {
    struct str name, value;
    uint32_t at;                 /* where it is defined */
    struct bibtex_macro *older;  /* of the same name */
    struct bibtex_macro *before; /* of any name */
};

struct bib_entry;

/** What stands behind a .bib: where its entries go, and who knows those of other files. */
struct bibtex_host {
    void *to; /* handed to the functions */
    /** Takes an entry that was found; its fields are read when somebody asks for them. */
    void (*add)(void *to, struct bib_entry *e, struct diags *d);
    /** The entry of a key, or NULL. */
    struct bib_entry *(*find)(void *to, struct str key);
    /** All keys, for "did you mean"; borrowed. */
    const struct str *(*keys)(void *to, size_t *n);
    struct arena *scratch; /* for what is decoded; NULL: the arena of the file */
    /** Called for each entry whose fields were read, while there is a scratch arena. */
    void (*decoded)(void *to, struct bib_entry *e);
};

struct bibtex {
    struct arena *arena;
    struct source *src;
    const struct bibtex_host *host;
    bool torn;         /* entries may have been lost in it */
    bool classic;      /* BibTeX's meaning of fields, not biblatex's */
    bool declared;     /* the user said which, and it was not guessed from the file */
    struct map macros; /* lower-case name to the newest struct bibtex_macro */
    struct bibtex_macro *last_macro;
    size_t taken; /* bytes that fields have from macros and other entries: LIMIT_SUM_FIELDS */
    bool taken_told;
};

struct bib_entry {
    struct str key;
    struct span span, key_span;
    size_t order;
    struct item *item; /* NULL: not decoded yet */
    uint32_t said,
        nsaid; /* of a shared database: what was found wrong then, in bib_share()'s list */
    /* of a .bib: */
    struct bibtex *file;
    struct str type;    /* as written */
    uint32_t body, end; /* from behind the key to before the closing delimiter */
    bool hidden;        /* @xdata: only for others to take fields from */
    bool unclosed;      /* its closing brace is missing */
    bool resolving;     /* its fields are being put together: a second time is a cycle */
    bool resolved;
    struct bibtex_fields fields;      /* with inherited ones, once resolved */
    struct bib_entry *decoded_before; /* for the host */
};

/** Where the fields and items of a file's entries go. */
static inline struct arena *bibtex_arena(const struct bibtex *file) {
    return file->host->scratch ? file->host->scratch : file->arena;
}

struct bib_entry_list {
    struct bib_entry **p;
    size_t n, cap;
};

/** Finds the entries of a .bib, whose arena, source and host are set, and hands them on. Returns
 * how many there are, those of xdata not counted. */
size_t bibtex_scan(struct bibtex *file, struct diags *d);
/** Defines a macro for the text behind `at`; name and value are borrowed. */
void bibtex_define(struct bibtex *file, struct str name, struct str value, size_t at);
/** The entry whose '@' is at `begin`, of which the first scan said where it ends; NULL when there
 * is none. */
struct bib_entry *bibtex_entry_at(struct bibtex *file, size_t begin, size_t behind, bool unclosed);
/** Reads `name = value` pairs from `at` to `end` into `out`. Faults go to `d`, which may be NULL.
 */
void bibtex_read_fields(struct bibtex *file, const struct bib_entry *e, struct bibtex_fields *out,
                        struct diags *d);
/** Reads one value (pieces joined by '#') at `*at`; returns false when there is none. `span` gets
 * its place. */
bool bibtex_read_value(struct bibtex *file, uint32_t *at, uint32_t end, bool entry_unclosed,
                       struct str *value, struct span *span, struct diags *d);
typedef void bibtex_alias_fn(void *user, struct str alias, struct bib_entry *e);
/** Calls for each key that an entry has had, as its field `ids` says (biblatex manual, 2.2.3). */
void bibtex_each_alias(struct bib_entry *e, bibtex_alias_fn *fn, void *user);
/** The value of an unclosed entry in which the brace is missing, for the report; a NULL source when
 * unknown. */
struct span bibtex_culprit(struct bibtex *file, const struct bib_entry *e);
/** The name of a journal with the commands in it written out that AASTeX has for journals (`\apj`),
 * in the file's arena; `value` itself where it has none. What the file's preamble says that one is
 * goes before. */
struct str bibtex_journal(const struct bibtex *file, struct str value);
/** Notes what a @preamble defines of these commands, with \newcommand or \def; slices of it are
 * kept. */
void bibtex_define_journals(struct bibtex *file, struct str preamble);
struct bibtex_field *bibtex_field_find(const struct bibtex_fields *f, const char *name);
struct bibtex_field *bibtex_field_find_str(const struct bibtex_fields *f, struct str name);
void bibtex_field_add(struct arena *a, struct bibtex_fields *f, struct bibtex_field field);

/** Puts an entry's fields together: its own, then those of xdata and crossref (biblatex
 * manual, 2.4.1, appendix B). */
void bibtex_resolve(struct bib_entry *e, struct diags *d);
/** Makes the item of an entry. */
struct item *bibtex_item(struct bib_entry *e, struct diags *d);
/** Whether `type` (lower case) is an entry type of BibTeX or biblatex. */
bool bibtex_is_type(struct str type);
/** Whether `name` (lower case) is a field that somebody gives a meaning to. */
bool bibtex_field_known(struct str name);
/** The nearest name of such a field, or the empty slice. */
struct str bibtex_field_near(struct str name);

/* ---- parts of fields ---- */

struct bibtex_name_options {
    bool use_prefix;   /* biblatex's useprefix: particles belong to the family name */
    bool junior_comma; /* biblatex's juniorcomma: "King, Jr." */
};

/** A BibTeX name list. */
struct item_names bibtex_names(struct arena *a, struct str value, struct span span,
                               struct bibtex_name_options options, struct diags *d);
/** Puts biblatex's annotations ("1=highlight; 2=equal") to their names. */
void bibtex_annotate(struct arena *a, struct item_names names, struct str annotation);

/** Offset of the next word `and` outside of braces from `at`, or the end; `*behind` is where the
 * word ends. */
size_t bibtex_next_and_word(struct str s, size_t at, size_t *behind);

/* ---- writing ---- */

/** Appends items as entries of BibLaTeX, or of BibTeX (`classic`). Temporary text goes into `a`. */
void bibtex_write(struct arena *a, struct buf *out, const struct item *const *items, size_t n,
                  bool classic);
/** Rich text as TeX: symbols escaped, spans as commands, nocase spans as braces. */
struct str bibtex_to_tex(struct arena *a, struct rich r);

#endif
