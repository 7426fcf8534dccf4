/* SPDX-License-Identifier: MIT */
/*
 * A finished PDF, opened for inspection: its objects as values, its pages with their text, its
 * links, destinations, structure and metadata. The module reports no faults of the content.
 *
 * The file is not trusted. The kind of every value is checked, and a missing value is a null and
 * never NULL. Nesting, repetition and unpacked sizes are limited (LIMIT_PDF_* of
 * core/base/bounds.h). A document that exceeds a limit is reported once as incomplete. All results
 * are in the arena with which the document was opened, and remain after it is closed.
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
    PDFREAD_OPERATOR /* operators occur in content streams only */
};

struct pdfread_value {
    enum pdfread_kind kind;
    /* for STRING: the string was written in hexadecimal with an odd number of digits (ISO 19005-1,
     * 6.1.6) */
    bool odd;
    int64_t number; /* for BOOL 0 or 1; for INT the value; for REFERENCE the number of the object */
    double real;    /* for INT and REAL: the value */
    /* for NAME the name without the slash and with #xx decoded; for STRING the bytes; for OPERATOR
     * the name */
    struct str text;
    const struct pdfread_value *items; /* for ARRAY the items; for DICT names and values in turn */
    size_t n; /* the number of `items`: for a DICT twice the number of its entries */
};

/** Returns the value of a key in a DICT, or a null value if the key is missing. A reference is not
 * followed. */
const struct pdfread_value *pdfread_entry(const struct pdfread_value *dict, const char *key);
static inline bool pdfread_is_name(const struct pdfread_value *v, const char *name) {
    return v->kind == PDFREAD_NAME && str_is(v->text, name);
}
static inline bool pdfread_is_number(const struct pdfread_value *v) {
    return v->kind == PDFREAD_INT || v->kind == PDFREAD_REAL;
}
/** A text string (7.9.2.2: UTF-16, UTF-8 or PDFDocEncoding) as UTF-8. Returns an empty text for
 * values of other kinds. */
struct str pdfread_text(struct arena *a, const struct pdfread_value *v);

/** A reader of a content stream, or of any text with values, from byte `at` on. */
struct pdfread_lexer {
    struct arena *arena;
    struct str s;
    size_t at;
    /* the maximum number of values in an array or a dictionary, including nested ones; further
     * values are dropped; 0: no limit */
    size_t most;
    size_t kept; /* the number of values in the current array or dictionary */
};
/** The value of `most` for content streams. No operator needs more. */
#define PDFREAD_MOST_VALUES 100000
/** Reads the next value or operator. Returns false at the end. The data of an inline image, between
 * ID and EI, are skipped. */
bool pdfread_next(struct pdfread_lexer *x, struct pdfread_value *out);
/** Returns the end of the inline image data that starts at `at`: the white space before EI (8.9.7).
 * If EI is missing, at most two bytes of `s` follow the result. */
size_t pdfread_image_end(struct str s, size_t at);
struct buf;
/** Appends bytes as a hexadecimal string (7.3.4.3). */
void pdfread_put_hex(struct buf *out, struct str bytes);
/** The classes of characters (7.2.2). */
static inline bool pdfread_is_white(char c) {
    return (is_space(c) && c != '\v') || c == '\0';
}
static inline bool pdfread_is_regular(char c) {
    return !pdfread_is_white(c) && str_index(STR("()<>[]{}/%"), c) == STR_NONE;
}

/* ---- the document */

struct pdfread_document;

/** Opens a PDF. `bytes` is borrowed until pdfread_document_close(). `name` and `at` are used in
 * diagnostics. Returns NULL with a diagnostic if it is not a PDF, is encrypted with a password, is
 * damaged beyond repair, or if libqpdf cannot be loaded. */
struct pdfread_document *pdfread_document_open(struct arena *a, struct str name, struct str bytes,
                                               struct span at, struct diags *d);
void pdfread_document_close(struct pdfread_document *doc);

/** Whether something was omitted because of a limit. */
bool pdfread_document_is_cut(const struct pdfread_document *doc);
/** Whether libqpdf has repaired something so far. */
bool pdfread_document_is_mended(const struct pdfread_document *doc);
/** The file's bytes. */
struct str pdfread_document_bytes(const struct pdfread_document *doc);
/** The 32 bytes of the digest of the file, which is computed once. */
struct str pdfread_document_digest(struct pdfread_document *doc);

/** One more than the highest object number. */
size_t pdfread_objects(const struct pdfread_document *doc);
/** Returns the indirect object with a number: for a stream its dictionary, and a null value if
 * there is no such object. */
const struct pdfread_value *pdfread_object(struct pdfread_document *doc, int64_t number);
bool pdfread_is_stream(struct pdfread_document *doc, int64_t number);
/** The unpacked bytes of a stream, which are cached. Returns false if the object is not a stream,
 * cannot be unpacked (an image format), or LIMIT_PDF_STREAMS is reached. */
bool pdfread_stream(struct pdfread_document *doc, int64_t number, struct str *out);
/** The bytes of a stream as they are in the file, packed but not encrypted, in the arena. Returns
 * false if the object is not a stream. */
bool pdfread_raw_stream(struct pdfread_document *doc, int64_t number, struct str *out);

const struct pdfread_value *pdfread_trailer(struct pdfread_document *doc);
const struct pdfread_value *pdfread_catalog(struct pdfread_document *doc);
/** Returns the object to which a reference refers, or `v` itself if it is not a reference. */
const struct pdfread_value *pdfread_follow(struct pdfread_document *doc,
                                           const struct pdfread_value *v);
/** Like pdfread_entry(), but follows references: `dict` may be a reference to a dictionary, and the
 * value is followed. */
const struct pdfread_value *pdfread_get(struct pdfread_document *doc,
                                        const struct pdfread_value *dict, const char *key);
typedef void pdfread_tree_fn(void *user, const struct pdfread_value *key,
                             const struct pdfread_value *v);
/** Calls `each` for the entries of a tree of names or numbers (7.9.6, 7.9.7), in order. `entries`
 * is the key of the lists of entries: "Names" or "Nums". References in keys are followed, those in
 * values are not. */
void pdfread_walk_tree(struct pdfread_document *doc, const struct pdfread_value *root,
                       const char *entries, pdfread_tree_fn *each, void *user);
/** The text string of a key, in UTF-8. Returns an empty text if it is missing. */
struct str pdfread_get_text(struct pdfread_document *doc, const struct pdfread_value *dict,
                            const char *key);

/** The XMP packet (ISO 16684-1). Returns an empty text if it is missing. */
struct str pdfread_metadata(struct pdfread_document *doc);

/* ---- pages */

struct pdfread_page {
    int64_t object;
    const struct pdfread_value *dict;
    /* the resources, including inherited ones; may be a null value */
    const struct pdfread_value *resources;
    double left, bottom, right, top; /* the visible area, in units of the page */
    const struct pdfread_link *links;
    size_t nlinks;
};

/** The pages in their order (7.7.3). Each page occurs once. */
const struct pdfread_page *pdfread_pages(struct pdfread_document *doc, size_t *n);
/** The index of the page with this object number, or SIZE_MAX. */
size_t pdfread_page_of(struct pdfread_document *doc, int64_t object);
/** The content streams of a page, joined by line feeds. */
struct str pdfread_page_content(struct pdfread_document *doc, size_t page);

/** A text shown by one operator (9.4.3), or a part of it. */
struct pdfread_run {
    /* the text in UTF-8, by ToUnicode or the font's encoding, with spaces for gaps */
    struct str text;
    /* the replacement text (14.9.4), if it differs: the first run of a marked-content sequence has
     * all of it, the other runs have "" */
    struct str actual;
    bool has_actual; /* `actual` replaces `text` */
    bool artifact;   /* the run belongs to an artifact: running heads, rules (14.8.2.2) */
    bool hidden;     /* the run is invisible: rendering mode 3, or scaled to nothing */
    bool gap;        /* the run follows a gap or a line end, so it begins a new word */
    /* the identifier of the innermost marked-content sequence that has one; -1: none */
    int32_t mcid;
    int64_t owner; /* the object that contains the content: the page, or a form */
    double x, y;   /* the start of the run on the page, in points from the lower left corner */
    double end_x;  /* the x of the run's end */
    double size;   /* the font size, in points */
    /* the number of the run's line on the page, from 1; see struct pdfread_line */
    uint32_t line;
    uint32_t unknown; /* the number of codes that map to no character */
    const struct pdfread_value *font;
};

/** A line of a page: runs at one height, in the order of the content. */
struct pdfread_line {
    /* the text of the line, with ActualText where it is present; single spaces separate words */
    struct str text;
    double x, y, end_x;
    size_t from, to; /* the range of the line's runs */
};

struct pdfread_page_text {
    struct pdfread_run *runs;
    size_t nruns;
    struct pdfread_line *lines; /* line i has the number i + 1 */
    size_t nlines;
};

/** The text of a page in the order of its content, including forms (8.10). The result is cached. */
const struct pdfread_page_text *pdfread_page_text(struct pdfread_document *doc, size_t page);

/** The texts of the codes of a font. */
struct pdfread_codes {
    bool wide; /* codes have two bytes */
    /* the texts come from ToUnicode; otherwise from the font's encoding, if it is known */
    bool mapped;
    /* the text of each code, in UTF-8; a NULL pointer if the text is unknown */
    const struct str *texts;
    size_t n;
};
/** The codes of a font, given by its dictionary. The result is cached. */
struct pdfread_codes pdfread_font_codes(struct pdfread_document *doc,
                                        const struct pdfread_value *font);

/* ---- links and places */

struct pdfread_place {
    bool found; /* the destination is a page of this document */
    bool has_x, has_y;
    size_t page;    /* the index of the page */
    double x, y;    /* the point on the page, in points from the lower left corner */
    int64_t object; /* the structure element that the destination also names (ISO
                       32000-2, 12.3.2.3), or 0 */
};

/** A link annotation (12.5.6.5). */
struct pdfread_link {
    int64_t object; /* the number of the annotation's object; 0: it is a direct object */
    const struct pdfread_value *dict;
    double left, bottom, right, top; /* the rectangle of the link, in points */
    bool inside;             /* the link leads, or is meant to lead, to a place in this document */
    struct pdfread_place to; /* the place in this document, if `inside` */
    struct str name;         /* the name of the destination, if it has one */
    struct str uri;          /* the address of a /URI action */
    /* the type of the link's action: "GoTo", "URI"; empty: there is no action */
    struct str action;
};

/** Finds the place of a destination, which is an array, a name, a string, or a dictionary with /D
 * or /SD. */
struct pdfread_place pdfread_destination(struct pdfread_document *doc,
                                         const struct pdfread_value *dest);

struct pdfread_named {
    struct str name;
    struct pdfread_place to;
};
/** The named destinations, in the order of the file (7.9.6, 12.3.2.3). */
const struct pdfread_named *pdfread_names(struct pdfread_document *doc, size_t *n);

/* ---- structure (14.7) */

enum pdfread_child { PDFREAD_ELEMENT, PDFREAD_CONTENT, PDFREAD_OBJECT };

/** A kid of a structure element. Kids are in order. */
struct pdfread_kid {
    enum pdfread_child kind;
    size_t element; /* for PDFREAD_ELEMENT: the index of the element */
    int64_t object; /* for PDFREAD_OBJECT: the annotation or form; for CONTENT: the page, or the
                       form that has the content (/Stm) */
    int32_t mcid;   /* for PDFREAD_CONTENT: the identifier of the sequence */
};

struct pdfread_element {
    int64_t object; /* the number of the element's object; 0: it is a direct object */
    const struct pdfread_value *dict;
    struct str type;  /* the type as written in /S */
    struct str kind;  /* the standard type that the role maps give (14.7.3) */
    struct str space; /* the namespace of `kind`; by default it is that of PDF 1.7 */
    size_t parent;    /* the index of the parent; SIZE_MAX for the root */
    uint32_t depth;
    struct pdfread_kid *kids;
    size_t nkids;
};

struct pdfread_tree {
    const struct pdfread_value *root; /* the root; a null value if there is no structure tree */
    int64_t root_object;
    struct pdfread_element *elements; /* the elements in document order */
    size_t n;
    const char *fault; /* the first fault: an element occurs twice, or contains itself */
    int64_t fault_object;
};

#define PDFREAD_SPACE_1 "http://iso.org/pdf/ssn"
#define PDFREAD_SPACE_2 "http://iso.org/pdf2/ssn"

/** The structure tree. The result is cached. */
const struct pdfread_tree *pdfread_tree(struct pdfread_document *doc);
/** The index of the element with an object number, or SIZE_MAX. */
size_t pdfread_element_of(struct pdfread_document *doc, int64_t object);
/** The index of the element that contains a marked-content sequence or an annotation, or
 * SIZE_MAX. */
size_t pdfread_holder_of_content(struct pdfread_document *doc, int64_t page, int32_t mcid);
size_t pdfread_holder_of_object(struct pdfread_document *doc, int64_t object);
/** Returns the value of a key in the parent tree (14.7.4.4), or a null value if it is missing. */
const struct pdfread_value *pdfread_parent_tree(struct pdfread_document *doc, int64_t key);

/* ---- everything */

/** A string somewhere in the file. */
struct pdfread_string {
    /* the number of the object that contains the string; 0: the trailer contains it */
    int64_t object;
    struct str key;  /* the nearest key around the string: "Title", "Contents", "URI" */
    struct str text; /* the text of the string in UTF-8 */
};
/** Calls `f` for each string in all objects, and for each name (including names that are keys) that
 * is long enough to contain a word. Stops when `f` returns false. */
void pdfread_each_string(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_string *s), void *user);
/** A stream, as pdfread_each_stream() passes it. */
struct pdfread_stream_info {
    int64_t object;
    const struct pdfread_value *dict;
    bool content;    /* the stream is the content of a page, a form, a pattern or a glyph */
    bool plain;      /* `data` is unpacked; otherwise it is in an image format */
    struct str data; /* the bytes of the stream, borrowed until the call returns */
};
void pdfread_each_stream(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_stream_info *s), void *user);

#endif
