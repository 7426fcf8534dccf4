/* SPDX-License-Identifier: MIT */
/*
 * A finished PDF, opened for inspection: its objects as values, its pages with their text, its
 * links, destinations, structure and metadata. Judges nothing.
 *
 * The file is not trusted: the kind of every value is checked, a missing value is a null and never
 * NULL, and nesting, repetition and unpacked sizes are limited (LIMIT_PDF_* of core/base/bounds.h);
 * a document that exceeds a limit is reported once as incomplete. Everything returned is in the
 * arena that the document was opened with, and remains after it is closed.
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
    PDFREAD_OPERATOR /* in content streams only */
};

struct pdfread_value {
    enum pdfread_kind kind;
    bool odd;       /* of a STRING: hexadecimal with an odd number of digits (ISO 19005-1, 6.1.6) */
    int64_t number; /* BOOL: 0 or 1; INT; REFERENCE: number of the object */
    double real;    /* INT and REAL */
    struct str text; /* NAME without its slash, with #xx decoded; STRING: its bytes; OPERATOR */
    const struct pdfread_value *items; /* ARRAY: its items; DICT: names and values alternately */
    size_t n;                          /* of items; for a DICT twice the number of entries */
};

/** The value of a key in a DICT, not followed if it is a reference; a null if it is missing. */
const struct pdfread_value *pdfread_entry(const struct pdfread_value *dict, const char *key);
static inline bool pdfread_is_name(const struct pdfread_value *v, const char *name) {
    return v->kind == PDFREAD_NAME && str_is(v->text, name);
}
static inline bool pdfread_is_number(const struct pdfread_value *v) {
    return v->kind == PDFREAD_INT || v->kind == PDFREAD_REAL;
}
/** A text string (7.9.2.2: UTF-16, UTF-8 or PDFDocEncoding) as UTF-8; empty for other kinds. */
struct str pdfread_text(struct arena *a, const struct pdfread_value *v);

/** Reads a content stream, or any text of values, from byte `at` on. */
struct pdfread_lexer {
    struct arena *arena;
    struct str s;
    size_t at;
    size_t most; /* values that an array or a dictionary may have, with all within it; the others
                    are dropped. 0: no limit */
    size_t kept; /* values of this one */
};
/** `most` for content streams: no operator needs more. */
#define PDFREAD_MOST_VALUES 100000
/** Reads the next value or operator; false at the end. The data of an inline image, between ID and
 * EI, are skipped. */
bool pdfread_next(struct pdfread_lexer *x, struct pdfread_value *out);

/* ---- the document */

struct pdfread_document;

/** Opens a PDF; `bytes` is borrowed until pdfread_document_close(). `name` and `at` are used in
 * diagnostics. NULL with a diagnostic if it is no PDF, encrypted with a password, damaged beyond
 * repair, or libqpdf cannot be loaded. */
struct pdfread_document *pdfread_document_open(struct arena *a, struct str name, struct str bytes,
                                               struct span at, struct diags *d);
void pdfread_document_close(struct pdfread_document *doc);

/** Whether something was omitted because of a limit. */
bool pdfread_document_is_cut(const struct pdfread_document *doc);
/** Whether libqpdf has repaired something so far. */
bool pdfread_document_is_mended(const struct pdfread_document *doc);
/** The file's bytes. */
struct str pdfread_document_bytes(const struct pdfread_document *doc);

/** One more than the highest number of an object. */
size_t pdfread_objects(const struct pdfread_document *doc);
/** An indirect object; for a stream, its dictionary. A null if it does not exist. */
const struct pdfread_value *pdfread_object(struct pdfread_document *doc, int64_t number);
bool pdfread_is_stream(struct pdfread_document *doc, int64_t number);
/** The unpacked bytes of a stream, cached; false if the object is no stream, cannot be unpacked (an
 * image format), or LIMIT_PDF_STREAMS is reached. */
bool pdfread_stream(struct pdfread_document *doc, int64_t number, struct str *out);

const struct pdfread_value *pdfread_trailer(struct pdfread_document *doc);
const struct pdfread_value *pdfread_catalog(struct pdfread_document *doc);
/** The object that a reference refers to, or `v` itself. */
const struct pdfread_value *pdfread_follow(struct pdfread_document *doc,
                                           const struct pdfread_value *v);
/** pdfread_entry() of the dictionary that `dict` is or refers to, with the value followed. */
const struct pdfread_value *pdfread_get(struct pdfread_document *doc,
                                        const struct pdfread_value *dict, const char *key);
/** The text string of a key in UTF-8; empty if missing. */
struct str pdfread_get_text(struct pdfread_document *doc, const struct pdfread_value *dict,
                            const char *key);

/** The XMP packet (ISO 16684-1); empty if missing. */
struct str pdfread_metadata(struct pdfread_document *doc);

/* ---- pages */

struct pdfread_page {
    int64_t object;
    const struct pdfread_value *dict;
    const struct pdfread_value *resources; /* inherited ones included; may be a null */
    double left, bottom, right, top;       /* of the visible area, in units of the page */
    const struct pdfread_link *links;
    size_t nlinks;
};

/** The pages in their order (7.7.3), each once. */
const struct pdfread_page *pdfread_pages(struct pdfread_document *doc, size_t *n);
/** The index of the page with this object number, or SIZE_MAX. */
size_t pdfread_page_of(struct pdfread_document *doc, int64_t object);
/** A page's content streams, joined by line feeds. */
struct str pdfread_page_content(struct pdfread_document *doc, size_t page);

/** A text shown by one operator (9.4.3), or a part of it. */
struct pdfread_run {
    struct str text;   /* UTF-8 by ToUnicode or the font's encoding, with spaces for gaps */
    struct str actual; /* the replacement text (14.9.4) if it differs: the first run of a sequence
                          has all of it, the others have "" */
    bool has_actual;   /* `actual` replaces `text` */
    bool artifact;     /* in an artifact: running heads, rules (14.8.2.2) */
    bool hidden;       /* rendering mode 3, or scaled to nothing */
    bool gap;          /* a gap or a line end precedes it: a new word begins */
    int32_t mcid;      /* of the innermost sequence with an identifier; -1: none */
    int64_t owner;     /* the object whose content it is in: the page, or a form */
    double x, y;       /* its start on the page, in points from the lower left corner */
    double end_x;      /* its end */
    double size;       /* of the font, in points */
    uint32_t line;     /* line on the page, from 1; see struct pdfread_line */
    uint32_t unknown;  /* number of codes that map to no character */
    const struct pdfread_value *font;
};

/** A line of a page: runs at one height, in the order of the content. */
struct pdfread_line {
    struct str text; /* with ActualText where present; words are separated by single spaces */
    double x, y, end_x;
    size_t from, to; /* runs */
};

struct pdfread_page_text {
    struct pdfread_run *runs;
    size_t nruns;
    struct pdfread_line *lines; /* line i has number i + 1 */
    size_t nlines;
};

/** The text of a page in the order of the content, including forms (8.10). Cached. */
const struct pdfread_page_text *pdfread_page_text(struct pdfread_document *doc, size_t page);

/** The text of a font's codes. */
struct pdfread_codes {
    bool wide; /* codes have two bytes */
    bool told; /* the texts come from ToUnicode; otherwise from the font's encoding, if known */
    const struct str *texts; /* by code, in UTF-8; a NULL pointer: unknown */
    size_t n;
};
/** The codes of a font dictionary, cached. */
struct pdfread_codes pdfread_font_codes(struct pdfread_document *doc,
                                        const struct pdfread_value *font);

/* ---- links and places */

struct pdfread_place {
    bool found; /* the destination is a page of this document */
    bool has_x, has_y;
    size_t page;    /* index of the page */
    double x, y;    /* on the page, in points from the lower left corner */
    int64_t object; /* the structure element that it also names (ISO 32000-2, 12.3.2.3), or 0 */
};

/** A link annotation (12.5.6.5). */
struct pdfread_link {
    int64_t object; /* 0 for a direct object */
    const struct pdfread_value *dict;
    double left, bottom, right, top;   /* the rectangle of the link, in points */
    const struct pdfread_value *quads; /* /QuadPoints: an array or a null */
    bool inside;                       /* the link leads to a place in this document, or should */
    struct pdfread_place to;           /* the place, if `inside` */
    struct str name;                   /* of the named destination, if it has one */
    struct str uri;                    /* of a /URI action */
    struct str action;                 /* the type of the action: "GoTo", "URI"; empty: none */
};

/** Resolves a destination: an array, a name, a string, or a dictionary with /D or /SD. */
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

/** A kid of an element; kids are in order. */
struct pdfread_kid {
    enum pdfread_child kind;
    size_t element; /* index, for PDFREAD_ELEMENT */
    int64_t object; /* for PDFREAD_OBJECT: the annotation or form; for CONTENT: the page, or the
                       form that has the content (/Stm) */
    int32_t mcid;   /* for PDFREAD_CONTENT */
};

struct pdfread_element {
    int64_t object; /* 0 for a direct object */
    const struct pdfread_value *dict;
    struct str type;  /* as written in /S */
    struct str kind;  /* the standard type by the role maps (14.7.3) */
    struct str space; /* the namespace of `kind`; by default that of PDF 1.7 */
    size_t parent;    /* index; SIZE_MAX for the root */
    uint32_t depth;
    struct pdfread_kid *kids;
    size_t nkids;
};

struct pdfread_tree {
    const struct pdfread_value *root; /* a null: there is no structure tree */
    int64_t root_object;
    struct pdfread_element *elements; /* in document order */
    size_t n;
    const char *fault; /* the first fault found: an element occurs twice, or in a circle */
    int64_t fault_object;
};

#define PDFREAD_SPACE_1 "http://iso.org/pdf/ssn"
#define PDFREAD_SPACE_2 "http://iso.org/pdf2/ssn"

/** The structure tree, cached. */
const struct pdfread_tree *pdfread_tree(struct pdfread_document *doc);
/** The index of an element by its object, or SIZE_MAX. */
size_t pdfread_element_of(struct pdfread_document *doc, int64_t object);
/** The element that contains a marked-content sequence or an annotation, or SIZE_MAX. */
size_t pdfread_holder_of_content(struct pdfread_document *doc, int64_t page, int32_t mcid);
size_t pdfread_holder_of_object(struct pdfread_document *doc, int64_t object);
/** The entry of the parent tree (14.7.4.4); a null if it is missing. */
const struct pdfread_value *pdfread_parent_tree(struct pdfread_document *doc, int64_t key);

/* ---- everything */

/** A string somewhere in the file. */
struct pdfread_string {
    int64_t object;  /* the object that contains it; 0: the trailer */
    struct str key;  /* the nearest key above it: "Title", "Contents", "URI" */
    struct str text; /* in UTF-8 */
};
/** Calls `f` for each string of all objects, and for each name, keys included, that is long enough
 * to contain a word. Stops when `f` returns false. */
void pdfread_each_string(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_string *s), void *user);
/** A stream. */
struct pdfread_stream_info {
    int64_t object;
    const struct pdfread_value *dict;
    bool content;    /* of a page, a form, a pattern or a glyph */
    bool plain;      /* `data` is unpacked; otherwise it is an image format */
    struct str data; /* borrowed until the call returns */
};
void pdfread_each_stream(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_stream_info *s), void *user);

#endif
