/* SPDX-License-Identifier: MIT */
/*
 * Rules about PDFs: those of PDF/A (ISO 19005-1 to -4) and PDF/UA (ISO 14289-1 and -2) for files
 * that claim to conform. Some of these rules apply to any PDF. A rule is a function that reports
 * errors, and a row of the table in rules.c. Private to the module.
 */
#ifndef DOSSIER_VERIFY_RULES_H
#define DOSSIER_VERIFY_RULES_H

#include "check/verify/verify_internal.h"
#include "core/data/xml.h"

enum {
    RULE_A1 = 1,
    RULE_A2 = 2,
    RULE_A3 = 4,
    RULE_A4 = 8,
    RULE_U1 = 16,
    RULE_U2 = 32,
    RULE_LATER_A = RULE_A2 | RULE_A3 | RULE_A4,
    RULE_ANY_A = RULE_A1 | RULE_LATER_A,
    RULE_ANY_U = RULE_U1 | RULE_U2,
    RULE_ALL = RULE_ANY_A | RULE_ANY_U,
    RULE_FONT = 64,   /* rules about fonts; they apply to any PDF */
    RULE_TAGGED = 128 /* rules about the structure; they apply to any PDF that has one */
};

/* A content stream of a page, form, pattern or glyph, and the data that was found in it. */
struct rules_content {
    int64_t object;
    size_t page; /* index of the page; SIZE_MAX if the stream does not belong to a page */
    struct str data;
    const struct pdfread_value *resources;
    bool cmyk, smoothed, intent, half, deep, ends, mixed;
    size_t longest;            /* number of bytes of the longest string */
    double largest;            /* the largest real number */
    struct str strange, lacks; /* an unknown operator, and the name of a missing resource */
    const char *lacks_kind;
    struct str unmarked; /* the first operator that paints outside of marked content */
    struct str artifact; /* an unknown type of artifact */
    VEC(int32_t) mcids;  /* the MCIDs of marked content, in order of appearance */
};

/* A font to which resources refer. */
struct rules_font {
    /* the font, its descendant font, its font descriptor */
    const struct pdfread_value *dict, *below, *about;
    int64_t object;
    struct str name; /* the value of BaseFont */
    struct str kind; /* the value of Subtype */
    /* the key of the font program: "FontFile2"; NULL if the program is not embedded */
    const char *key;
    int64_t program;
    bool own;       /* a page uses the font, and not only an included figure */
    bool has_texts; /* the font has a ToUnicode map */
    /* texts of the ToUnicode map, by code; the pointer is NULL if a text is missing */
    struct str *texts;
    size_t ntexts;
    uint8_t *shown; /* for each code: 0, RULES_SHOWN, or RULES_SHOWN | RULES_BARE */
    size_t nshown;  /* the highest used code + 1 */
};
enum {
    RULES_CODES = 65536,
    RULES_SHOWN = 1,
    RULES_BARE = 2 /* the glyph has no ActualText */
};

struct rules {
    struct verify_pdf *v;
    struct pdfread_document *doc;
    struct arena *arena;
    const struct pdfread_value *catalog, *trailer;
    const struct pdfread_tree *tree;
    struct str xmp_text;
    struct xml_node *xmp; /* the metadata; NULL if there is none or it is not XML */
    unsigned claims;      /* the claimed standards: bits RULE_A1 and so on */
    char level;           /* conformance level of PDF/A, such as 'B'; 0 without a claim */
    VEC(struct rules_content) contents;
    VEC(struct rules_font) fonts;
    struct map font_at;          /* maps the address of a dictionary to the index of its font + 1 */
    const struct rules_row *row; /* the current rule */
    size_t faults;
};

struct rules_row {
    const char *clause; /* the clause of the rule in the first claimed standard that has the rule */
    const char *name;
    unsigned of;
    void (*check)(struct rules *r);
};

/** Reports a fault of the current rule. */
void rules_fault(struct rules *r, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** Reports each of the keys that a dictionary has. The list `keys` ends with NULL. The report names
 * the dictionary by `what` and, unless `number` is 0, by `number`. */
void rules_none_of(struct rules *r, const struct pdfread_value *dict, const char *const *keys,
                   const char *what, int64_t number);
static inline bool rules_is(const struct rules *r, unsigned any) {
    return (r->claims & any) != 0;
}
/** Whether the file must be tagged, or claims to be. */
static inline bool rules_tagged(const struct rules *r) {
    return rules_is(r, RULE_ANY_U) || r->level == 'A' || (r->claims == 0 && r->tree->n > 0);
}
/** Returns the number of the object to which a reference refers, or 0 for other values. */
int64_t rules_number(const struct pdfread_value *ref);
/** Returns item `i`, from 0, of an array. A single value is treated as an array of one item, and
 * null as empty. NULL after the last item. */
const struct pdfread_value *rules_item(struct rules *r, const struct pdfread_value *v, size_t i);
static inline const struct pdfread_value *rules_get(struct rules *r, const struct pdfread_value *d,
                                                    const char *key) {
    return pdfread_get(r->doc, d, key);
}
static inline bool rules_has(const struct pdfread_value *dict, const char *key) {
    return pdfread_entry(dict, key)->kind != PDFREAD_NULL;
}
/** Returns the data of the stream to which a value refers, or empty. */
struct str rules_data(struct rules *r, const struct pdfread_value *ref);
bool rules_is_stream(struct rules *r, const struct pdfread_value *ref);
/** Calls `f` for each value of the file at any depth, with the object that contains the value. */
void rules_each_value(struct rules *r,
                      void (*f)(struct rules *r, int64_t object, const struct pdfread_value *v));
/** Calls `f` for each stream with its dictionary. */
void rules_each_stream(struct rules *r,
                       void (*f)(struct rules *r, int64_t object, const struct pdfread_value *d));
/** Calls `f` for each annotation. */
void rules_each_annotation(struct rules *r, void (*f)(struct rules *r, size_t page, int64_t object,
                                                      const struct pdfread_value *d));
/** Sets the text of the first XMP element with this namespace and name. Returns false if it is
 * missing. */
bool rules_property(struct rules *r, const char *ns, const char *name, struct str *out);
/** Whether a text has private-use characters (Unicode, 23.5). */
bool rules_is_private(struct str s);

/** Reads all content streams and records their data. rules_content.c */
void rules_read_contents(struct rules *r);

/* rules_program.c */
/** The glyphs of a font program, by CID. */
struct rules_glyphs {
    bool *has;
    float *widths; /* the width of each glyph; below 0 if it is unknown */
    size_t n;
};
/** Reads the glyphs of a font program. Returns false for unsupported programs. */
bool rules_glyphs(struct rules *r, const struct rules_font *font, struct rules_glyphs *out);
/** Whether the font has the type Type1 and no encoding. Then its one-byte codes select glyphs by
 * the font program alone. */
bool rules_is_simple(struct rules *r, const struct rules_font *font);

/* The functions of the rules. */
#define RULE(clause, name, of) void rules_##name(struct rules *r);
#include "check/verify/rules.def"
#undef RULE

#endif
