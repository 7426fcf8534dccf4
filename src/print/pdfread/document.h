/* SPDX-License-Identifier: MIT */
/*
 * A finished PDF, opened anew to be looked at: its objects as values, its pages with the text on
 * them, its links, places and structure, its metadata. What any of it should be is not known here.
 *
 * Nothing of the file is believed: every value is asked for its kind, a missing one is a null and
 * never NULL, what is nested, repeated or unpacked is bounded (LIMIT_PDF_* of core/base/bounds.h),
 * and what is left out then is said once. Everything that is handed out lives in the arena that the
 * document was opened with, and stays when it is closed.
 */
#ifndef DOSSIER_PDFREAD_DOCUMENT_H
#define DOSSIER_PDFREAD_DOCUMENT_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/* ---- values (ISO 32000-1, 7.3) */

enum pdfread_kind {
    PDFREAD_NULL,
    PDFREAD_BOOL,
    PDFREAD_INT,
    PDFREAD_REAL,
    PDFREAD_NAME,
    PDFREAD_STRING,
    PDFREAD_ARRAY,
    PDFREAD_DICT,
    PDFREAD_REFERENCE,
    PDFREAD_OPERATOR /* in content alone */
};

struct pdfread_value {
    enum pdfread_kind kind;
    bool odd;        /* of a STRING: hexadecimal with half a byte (ISO 19005-1, 6.1.6) */
    int64_t number;  /* BOOL: 0 or 1; INT; REFERENCE: the object's number */
    double real;     /* INT and REAL */
    struct str text; /* NAME without its slash, #xx undone; STRING: its bytes; OPERATOR */
    const struct pdfread_value *items; /* ARRAY: its items; DICT: a NAME and a value, in turns */
    size_t n;                          /* of items; of a DICT that is twice its entries */
};

/** The value of a key of a DICT as it stands there, references too; a null when there is none. */
const struct pdfread_value *pdfread_entry(const struct pdfread_value *dict, const char *key);
static inline bool pdfread_is_name(const struct pdfread_value *v, const char *name) {
    return v->kind == PDFREAD_NAME && str_is(v->text, name);
}
static inline bool pdfread_is_number(const struct pdfread_value *v) {
    return v->kind == PDFREAD_INT || v->kind == PDFREAD_REAL;
}
/** A text string (7.9.2.2: UTF-16, UTF-8 or PDFDocEncoding) as UTF-8; empty for other kinds. */
struct str pdfread_text(struct arena *a, const struct pdfread_value *v);

/** Reads content, or any text of values, from byte `at` on; `at` is kept by the caller. */
struct pdfread_lexer {
    struct arena *arena;
    struct str s;
    size_t at;
};
/** The next value or operator; false at the end. Of an inline image, the data between ID and EI
 * are skipped. */
bool pdfread_next(struct pdfread_lexer *x, struct pdfread_value *out);

/* ---- the document */

struct pdfread_document;

/** Opens a PDF; `bytes` is borrowed until pdfread_document_close(). `name` is what diagnostics
 * call it, `at` their place. NULL with a diagnostic when it is none, encrypted with a password,
 * damaged beyond repair, or libqpdf cannot be loaded. */
struct pdfread_document *pdfread_document_open(struct arena *a, struct str name, struct str bytes,
                                               struct span at, struct diags *d);
void pdfread_document_close(struct pdfread_document *doc);

/** Whether something was left out because a limit was met. */
bool pdfread_document_is_cut(const struct pdfread_document *doc);
/** Whether libqpdf had to mend something, so far: the file is not as it was written. */
bool pdfread_document_is_mended(const struct pdfread_document *doc);
/** The file's bytes. */
struct str pdfread_document_bytes(const struct pdfread_document *doc);

/** One more than the highest number of an object. */
size_t pdfread_objects(const struct pdfread_document *doc);
/** An indirect object; of a stream its dictionary. A null when there is none. */
const struct pdfread_value *pdfread_object(struct pdfread_document *doc, int64_t number);
bool pdfread_is_stream(struct pdfread_document *doc, int64_t number);
/** What a stream holds, unpacked, kept for the next who asks; false when it is none, cannot be
 * unpacked (it is in a picture's own format), or the sum of LIMIT_PDF_STREAMS is met. */
bool pdfread_stream(struct pdfread_document *doc, int64_t number, struct str *out);

const struct pdfread_value *pdfread_trailer(struct pdfread_document *doc);
const struct pdfread_value *pdfread_catalog(struct pdfread_document *doc);
/** The value behind a reference, or `v` itself. */
const struct pdfread_value *pdfread_follow(struct pdfread_document *doc,
                                           const struct pdfread_value *v);
/** pdfread_entry() of what `dict` is or refers to, followed. */
const struct pdfread_value *pdfread_get(struct pdfread_document *doc,
                                        const struct pdfread_value *dict, const char *key);
/** The text string at a key, UTF-8, empty when there is none. */
struct str pdfread_get_text(struct pdfread_document *doc, const struct pdfread_value *dict,
                            const char *key);

/** The XMP packet (ISO 16684-1), empty when there is none. */
struct str pdfread_metadata(struct pdfread_document *doc);

/* ---- pages */

struct pdfread_page {
    int64_t object;
    const struct pdfread_value *dict;
    const struct pdfread_value *resources; /* inherited ones too; a null when there are none */
    double left, bottom, right, top;       /* of what shows, in units of the page */
    const struct pdfread_link *links;
    size_t nlinks;
};

/** The pages in their order (7.7.3), each once. */
const struct pdfread_page *pdfread_pages(struct pdfread_document *doc, size_t *n);
/** The index of the page that is this object; SIZE_MAX when none is. */
size_t pdfread_page_of(struct pdfread_document *doc, int64_t object);
/** A page's content, its streams joined by ends of lines. */
struct str pdfread_page_content(struct pdfread_document *doc, size_t page);

/** A piece of text as one operator shows it (9.4.3), or as one part of it. */
struct pdfread_run {
    struct str text;   /* UTF-8 by ToUnicode or the font's encoding; spaces that are gaps too */
    struct str actual; /* what it stands for (14.9.4) when that is said and differs: the whole text
                          of the sequence, with the first run of it; the others have "" */
    bool has_actual;   /* `actual` stands for `text` */
    bool artifact;     /* in an artifact: running heads, rules (14.8.2.2) */
    bool hidden;       /* rendering mode 3, or scaled to nothing */
    bool gap;          /* there is room, or a line's end, before it: another word begins */
    int32_t mcid;      /* of the innermost sequence that has one; -1: none */
    int64_t owner;     /* the object whose content it is: the page, or a form */
    double x, y;       /* where it begins, on the page, points from its lower left corner */
    double end_x;      /* where it ends */
    double size;       /* of the type, in points */
    uint32_t line;     /* of the page, from 1, see struct pdfread_line */
    uint32_t unknown;  /* codes that no character is known of */
    const struct pdfread_value *font;
};

/** A line of a page: what stands at one height, side by side, in the order of the content. */
struct pdfread_line {
    struct str text; /* with what is to be read (ActualText) where that is said; words have single
                        spaces between */
    double x, y, end_x;
    size_t from, to; /* runs */
};

struct pdfread_page_text {
    struct pdfread_run *runs;
    size_t nruns;
    struct pdfread_line *lines; /* line i has number i + 1 */
    size_t nlines;
};

/** The text of a page, forms in it (8.10) included, in the order of the content. Made once. */
const struct pdfread_page_text *pdfread_page_text(struct pdfread_document *doc, size_t page);

/** What the codes of a font say. */
struct pdfread_codes {
    bool wide; /* codes have two bytes */
    bool told; /* by a ToUnicode; else by the font's encoding, as far as that is known */
    const struct str *texts; /* by code, UTF-8; a NULL pointer: not known */
    size_t n;
};
/** The codes of a font dictionary; read once. */
struct pdfread_codes pdfread_font_codes(struct pdfread_document *doc,
                                        const struct pdfread_value *font);

/* ---- links and places */

struct pdfread_place {
    bool found; /* leads to a page of this document */
    bool has_x, has_y;
    size_t page;    /* its index */
    double x, y;    /* on it, points from the lower left corner */
    int64_t object; /* the structure element that it names as well (ISO 32000-2, 12.3.2.3); 0 */
};

/** A link annotation (12.5.6.5). */
struct pdfread_link {
    int64_t object; /* 0 when it is none of its own */
    const struct pdfread_value *dict;
    double left, bottom, right, top;   /* its rectangle */
    const struct pdfread_value *quads; /* /QuadPoints: an array or a null */
    bool inside;                       /* leads to a place of this document, or wants to */
    struct pdfread_place to;           /* of an inside one */
    struct str name;                   /* of the named destination, when it has one */
    struct str uri;                    /* of a /URI action */
    struct str action;                 /* the action's type: "GoTo", "URI"; empty: none */
};

/** Where a destination leads: an array, a name, a string, or a dictionary with /D or /SD. */
struct pdfread_place pdfread_destination(struct pdfread_document *doc,
                                         const struct pdfread_value *dest);

struct pdfread_named {
    struct str name;
    struct pdfread_place to;
};
/** The named destinations in the order of the file (7.9.6, 12.3.2.3). */
const struct pdfread_named *pdfread_names(struct pdfread_document *doc, size_t *n);

/* ---- structure (14.7) */

enum pdfread_child { PDFREAD_ELEMENT, PDFREAD_CONTENT, PDFREAD_OBJECT };

/** What an element holds, in order. */
struct pdfread_kid {
    enum pdfread_child kind;
    size_t element; /* index, of PDFREAD_ELEMENT */
    int64_t object; /* of PDFREAD_OBJECT: the annotation or form; of CONTENT: the page, or the form
                       whose content it is (/Stm) */
    int32_t mcid;   /* of PDFREAD_CONTENT */
};

struct pdfread_element {
    int64_t object; /* 0 when it is none of its own */
    const struct pdfread_value *dict;
    struct str type;  /* as it stands in /S */
    struct str kind;  /* the standard type that it stands for, by the role maps (14.7.3) */
    struct str space; /* the namespace of `kind`; that of PDF 1.7 when none is said */
    size_t parent;    /* index; SIZE_MAX: the root */
    uint32_t depth;
    struct pdfread_kid *kids;
    size_t nkids;
};

struct pdfread_tree {
    const struct pdfread_value *root; /* a null: there is no structure */
    int64_t root_object;
    struct pdfread_element *elements; /* in the order of the document */
    size_t n;
    const char *fault; /* the first that was met on the way: twice in the tree, a circle */
    int64_t fault_object;
};

#define PDFREAD_SPACE_1 "http://iso.org/pdf/ssn"
#define PDFREAD_SPACE_2 "http://iso.org/pdf2/ssn"

/** The structure tree; made once. */
const struct pdfread_tree *pdfread_tree(struct pdfread_document *doc);
/** An element's index by its object; SIZE_MAX when none is. */
size_t pdfread_element_of(struct pdfread_document *doc, int64_t object);
/** The element that holds a marked content sequence, or an annotation; SIZE_MAX when none does. */
size_t pdfread_holder_of_content(struct pdfread_document *doc, int64_t page, int32_t mcid);
size_t pdfread_holder_of_object(struct pdfread_document *doc, int64_t object);
/** The entry of the parent tree (14.7.4.4); a null when there is none. */
const struct pdfread_value *pdfread_parent_tree(struct pdfread_document *doc, int64_t key);

/* ---- everything */

/** A string somewhere in the file. */
struct pdfread_string {
    int64_t object;  /* that it stands in; 0: the trailer */
    struct str key;  /* the nearest key above it: "Title", "Contents", "URI" */
    struct str text; /* as UTF-8 */
};
/** Calls `f` for each string of all objects, and for each name that is long enough to hold a word
 * (keys of dictionaries too). Stops when `f` says false. */
void pdfread_each_string(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_string *s), void *user);
/** A stream. */
struct pdfread_stream_info {
    int64_t object;
    const struct pdfread_value *dict;
    bool content;    /* of a page, a form, a pattern or a glyph: operators */
    bool plain;      /* `data` is unpacked; else it is a picture in a format of its own */
    struct str data; /* borrowed until the call returns */
};
void pdfread_each_stream(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_stream_info *s), void *user);

#endif
