/* SPDX-License-Identifier: MIT */
/*
 * .bib files: entries with their fields as text, names, inherited fields, and their conversion to
 * items. Private to bib.
 *
 * The database is the host of a .bib file: it takes the entries and finds entries of other files.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIBTEX_H
#define DOSSIER_BIB_BIBTEX_BIBTEX_H

#include "cite/bib/item/braced.h"
#include "core/base/map.h"
#include "model/tex/math/math.h"

/** A field of an entry. Macros and concatenations are expanded; TeX is not interpreted yet. */
struct bibtex_field {
    struct str name;    /* the name in lower case */
    struct str written; /* the name as in the file; empty for an inherited field */
    struct str value;   /* the value without its delimiters */
    /* the place of the value; if it is as long as `value`, its bytes are those of `value` */
    struct span span;
    bool used; /* the mapping to CSL has used the field */
};

/** The variables of CSL for which biblatex has no field. In a .bib they have CSL's names. */
const enum item_var *bibtex_own_vars(size_t *n);
/** Returns the name of a field for output. It is in lower case, but a non-standard name keeps its
 * capitals (`S2ID`). */
struct str bibtex_field_name(struct str lower, struct str written);

struct bibtex_fields {
    struct bibtex_field *p;
    size_t n, cap;
    struct map *names; /* if there are many fields: maps a name to its index in `p`, a uint32_t */
    /* each name sets one of the 64 bits, chosen by its hash; if the bit of a name is 0, there is no
     * field of that name */
    uint64_t some;
};

/** The definition of a macro by @string. It applies to the text after it. */
struct bibtex_macro {
    struct str name, value;
    uint32_t at;                 /* the offset of the macro's definition */
    struct bibtex_macro *older;  /* the previous macro of the same name */
    struct bibtex_macro *before; /* the previous macro of any name */
};

struct bib_entry;

/** The database to which a .bib belongs. It takes the entries of the .bib, and finds entries of
 * other files. */
struct bibtex_host {
    void *to; /* the argument `to` of the functions */
    /** Takes an entry. Its fields are read on first use. */
    void (*add)(void *to, struct bib_entry *e, struct diags *d);
    /** The entry with this key, or NULL. */
    struct bib_entry *(*find)(void *to, struct str key);
    /** All keys, for "did you mean". Borrowed. */
    const struct str *(*keys)(void *to, size_t *n);
    struct arena *scratch; /* memory for decoded entries; NULL: the arena of the file */
    /** Called for each entry whose fields were read, if `scratch` is set. */
    void (*decoded)(void *to, struct bib_entry *e);
};

struct bibtex {
    struct arena *arena;
    struct source *src;
    const struct bibtex_host *host;
    bool torn; /* the file is damaged, so entries may be missing */
    /* the file is for BibTeX, not for biblatex; some fields have other meanings there */
    bool classic;
    bool declared;     /* the user has given the dialect; otherwise it is guessed from the file */
    struct map macros; /* maps a name in lower case to the newest struct bibtex_macro */
    struct bibtex_macro *last_macro;
    const struct math_macro *tex; /* the commands that @preamble defines */
    struct item_braced braced;    /* the names that titles protect with braces */
    /* number of bytes that fields have taken from macros and other entries; limited by
     * LIMIT_SUM_FIELDS */
    size_t taken;
    bool spent; /* the limit was reached: commands of a @preamble are not expanded any more */
    bool taken_told;
};

struct bib_entry {
    struct str key;
    struct span span, key_span;
    size_t order;
    struct item *item; /* NULL: the entry is not decoded yet */
    /* the diagnostics of this entry in the list of bib_share(): the index of the first, and
     * their number */
    uint32_t first_diag, ndiags;
    /* the following members are set only for entries of a .bib */
    struct bibtex *file;
    struct str type;    /* the type as written */
    uint32_t body, end; /* the offsets of the end of the key and of the closing delimiter */
    bool hidden;        /* an @xdata, whose fields other entries inherit */
    bool unclosed;      /* the closing brace of the entry is missing */
    bool resolving;     /* the fields are being resolved; another request for them means a cycle */
    bool resolved;
    struct bibtex_fields fields; /* all fields, also inherited ones; valid if `resolved` is true */
    /* the host's list: the entry that was decoded before this one */
    struct bib_entry *decoded_before;
};

/** Returns the arena for the fields and items of a file's entries. */
static inline struct arena *bibtex_arena(const struct bibtex *file) {
    return file->host->scratch ? file->host->scratch : file->arena;
}

struct bib_entry_list {
    struct bib_entry **p;
    size_t n, cap;
};

/** The head of an entry: `@word{`. */
struct bibtex_head {
    struct str word;
    size_t inside; /* the offset after the opening delimiter */
    char close;    /* the closing delimiter: '}' or ')' */
};

/** Reads the head of an entry, whose '@' is at `at`. Returns false if it is not one. */
bool bibtex_read_head(struct str s, size_t at, struct bibtex_head *h);
/** Whether a '%' precedes the '@' at `at` on the same line. biber and pandoc then treat the entry
 * as a comment. `gap` is the offset of the end of the previous entry. */
bool bibtex_is_commented(struct str s, size_t gap, size_t at);
/** Returns the offset of the delimiter that closes the text from `from` on, or STR_NONE. */
size_t bibtex_balanced_end(struct str s, size_t from, char close);
/** Returns the offset after the group in braces that begins at `at`, or the end of the text. */
size_t bibtex_group_end(struct str s, size_t at);
/** Finds the entries of a .bib and passes them to its host. The arena, source and host of `file`
 * must be set. Returns the number of entries that are not @xdata. */
size_t bibtex_scan(struct bibtex *file, struct diags *d);
/** The name of a macro whose value is a @preamble: the definitions of TeX commands in it are read.
 */
#define BIBTEX_PREAMBLE STR("\\")
/** Defines a macro for the text after `at`. Name and value are borrowed. */
void bibtex_define(struct bibtex *file, struct str name, struct str value, size_t at);
/** Whether the value whose opening delimiter is at `open` belongs to a field whose name ends with
 * "title".
 */
bool bibtex_is_title(struct str s, size_t open);
/** Collects the names that the titles of a file protect with braces. `opens` has the offsets of the
 * opening delimiters of those titles. */
void bibtex_collect_braced(struct bibtex *file, const uint32_t *opens, size_t n);
/** Returns the entry whose '@' is at `begin`, or NULL if there is none. `behind` is the end of the
 * entry, which an earlier scan has found. */
struct bib_entry *bibtex_entry_at(struct bibtex *file, size_t begin, size_t behind, bool unclosed);
/** Reads `name = value` pairs from `at` to `end` into `out`. Errors are reported in `d`, which may
 * be NULL. */
void bibtex_read_fields(struct bibtex *file, const struct bib_entry *e, struct bibtex_fields *out,
                        struct diags *d);
/** Reads one value (parts joined by '#') at `*at`. `span` becomes its place. Returns false if there
 * is no value. */
bool bibtex_read_value(struct bibtex *file, uint32_t *at, uint32_t end, bool entry_unclosed,
                       struct str *value, struct span *span, struct diags *d);
typedef void bibtex_alias_fn(void *user, struct str alias, struct bib_entry *e);
/** Calls `fn` for each former key of an entry, from its field `ids` (biblatex manual, 2.2.3). */
void bibtex_each_alias(struct bib_entry *e, bibtex_alias_fn *fn, void *user);
/** Returns the place of the value whose missing brace leaves an entry unclosed, for the report. Its
 * source is NULL if that value is not known. */
struct span bibtex_culprit(struct bibtex *file, const struct bib_entry *e);
/** Returns the name of a journal in which AASTeX's commands for journals (`\apj`) are expanded.
 * Without such a command, the result is `value` itself. */
struct str bibtex_journal(struct arena *a, struct str value);
/** Returns the bit of a name in `some` of struct bibtex_fields. */
static inline uint64_t bibtex_field_bit(struct str name) {
    return name.n ? UINT64_C(1) << ((name.n * 7 + (unsigned char)name.p[0] * 5u +
                                     (unsigned char)name.p[name.n - 1]) %
                                    64)
                  : 0;
}
/** The part of bibtex_field_find_str() for names whose bit is set. */
struct bibtex_field *bibtex_field_search(const struct bibtex_fields *f, struct str name);
/** Finds a field by its name. The functions are inline because most names that are looked for are
 * constant and missing. */
static inline struct bibtex_field *bibtex_field_find_str(const struct bibtex_fields *f,
                                                         struct str name) {
    return f->some & bibtex_field_bit(name) ? bibtex_field_search(f, name) : NULL;
}
/** Finds a field by a literal name in lower case. NULL if it is missing. */
static inline struct bibtex_field *bibtex_field_find(const struct bibtex_fields *f,
                                                     const char *name) {
    return bibtex_field_find_str(f, str_of(name));
}
void bibtex_field_add(struct arena *a, struct bibtex_fields *f, struct bibtex_field field);

/** Resolves the fields of an entry: its own fields, then those of xdata and crossref (biblatex
 * manual, 2.4.1, appendix B). */
void bibtex_resolve(struct bib_entry *e, struct diags *d);
/** Returns the entry that a field names. If there is none, reports it and returns NULL. */
struct bib_entry *bibtex_find_linked(const struct bibtex_host *host, struct str key,
                                     const struct bibtex_field *f, struct diags *d);
/** Makes the item of an entry. */
struct item *bibtex_item(struct bib_entry *e, struct diags *d);
/** Whether `type`, in lower case, is an entry type of BibTeX or biblatex. */
bool bibtex_is_type(struct str type);
/** How far a field of a .bib may be published: see known_fields.def. */
enum bibtex_use { BIBTEX_PUBLIC, BIBTEX_PAGE, BIBTEX_PRIVATE };
/** Returns the use of a field, given by its name in lower case. Unknown fields are private. */
enum bibtex_use bibtex_field_use(struct str name);
/** Whether `name`, in lower case, is a known field. */
bool bibtex_field_known(struct str name);
/** Returns the name of the nearest known field, or empty. */
struct str bibtex_field_near(struct str name);

/* ---- parts of fields ---- */

struct bibtex_name_options {
    bool use_prefix;   /* biblatex's option useprefix: particles belong to the family name */
    bool junior_comma; /* biblatex's option juniorcomma: "King, Jr." */
};

/** Reads a list of names in BibTeX's syntax. */
struct item_names bibtex_names(struct arena *a, struct str value, struct span span,
                               struct bibtex_name_options options, struct diags *d);
/** Adds biblatex's annotations ("1=highlight; 2=equal") to the names with these numbers. */
void bibtex_annotate(struct arena *a, struct item_names names, struct str annotation);

/** Returns the offset of the next word `and` outside of braces, from `at` on, or the end of the
 * text. `*behind` becomes the offset after the word. */
size_t bibtex_next_and_word(struct str s, size_t at, size_t *behind);

/* ---- writing ---- */

/** Appends items as entries of BibLaTeX, or of BibTeX with `classic`. Temporary text is put into
 * the arena. */
void bibtex_write(struct arena *a, struct buf *out, const struct item *const *items, size_t n,
                  bool classic);
/** Writes rich text as TeX: symbols are escaped, spans become commands, nocase spans become
 * braces. */
struct str bibtex_to_tex(struct arena *a, struct rich r);

#endif
