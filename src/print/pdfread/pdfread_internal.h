/* SPDX-License-Identifier: MIT */
/*
 * What the files that read a document share. Internal to print/pdfread. It does not include
 * libqpdf, so that all files except document.c only handle our own values.
 */
#ifndef DOSSIER_PDFREAD_PDFREAD_INTERNAL_H
#define DOSSIER_PDFREAD_PDFREAD_INTERNAL_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/pdfread/document.h"

struct pdfread_lib;

/* An object of the file, by its number. */
struct pdfread_slot {
    const struct pdfread_value *value;
    struct str data;  /* of a stream that was unpacked */
    uint32_t page;    /* index + 1 of the page with this object */
    uint32_t element; /* index + 1 of the structure element with this object */
    uint16_t generation;
    bool read, asked; /* `asked`: also with another generation */
    bool stream, unpacked, good, large;
    bool walked;  /* it is in the page tree */
    bool in_tree; /* it is a node of a tree of names or numbers */
    bool content; /* it is a content stream */
};

/* A marked-content sequence or an annotation, and the element that contains it. */
struct pdfread_holder {
    int64_t object; /* the page or form; the annotation */
    int32_t mcid;   /* -1: an annotation */
    size_t element;
};

struct pdfread_number { /* an entry of a number tree */
    int64_t key;
    const struct pdfread_value *value;
};

struct pdfread_document {
    struct arena *arena, *scratch;
    struct pdfread_lib *lib;
    struct str bytes;
    struct pdfread_slot *slots;
    size_t nslots;
    size_t bytes_read, bytes_unpacked; /* so far */
    const struct pdfread_value *trailer;
    bool cut;
    /* pages */
    bool has_pages;
    VEC(struct pdfread_page) pages; /* while they are collected */
    struct pdfread_page *page_list;
    size_t npages;
    struct pdfread_page_text **texts; /* by page; NULL: not read yet */
    size_t runs, content_run;         /* so far: runs of all pages, bytes of interpreted content, */
    size_t said;                      /* and bytes of text in them and in fonts */
    /* fonts.c */
    struct map fonts; /* place of the dictionary to struct pdfread_font */
    size_t codes;     /* codes of all fonts */
    /* places.c */
    bool has_names;
    struct map by_name;
    struct pdfread_named *names;
    size_t nnames;
    /* tag_tree.c */
    struct pdfread_tree *tree;
    VEC(struct pdfread_number) nums;    /* the parent tree, sorted at its first use */
    VEC(struct pdfread_holder) holders; /* sorted by object and mcid */
    bool has_nums;
};

static inline double pdfread_abs(double v) {
    return v < 0 ? -v : v;
}

/* pdf_value.c */
extern const struct pdfread_value pdfread_null;
/** UTF-16 to UTF-8. */
void pdfread_put_utf16(struct buf *out, struct str s, bool little);

/* document.c */
bool pdfread_rectangle(struct pdfread_document *doc, const struct pdfread_value *v, double out[4]);

/** Counts `n` more bytes of text; false if this exceeds the limit, and the document is then
 * incomplete. */
bool pdfread_may_say(struct pdfread_document *doc, size_t n);

/* places.c */
void pdfread_find_links(struct pdfread_document *doc, struct pdfread_page *pages, size_t n);

/* fonts.c */
struct pdfread_font {
    const struct pdfread_value *dict;
    bool wide;         /* codes of two bytes */
    bool has_texts;    /* it has a ToUnicode map */
    struct str *texts; /* by code; a NULL pointer: unknown */
    size_t ntexts;
    float *widths; /* by code, in thousandths of the em; negative: the default */
    size_t nwidths;
    double width; /* the default */
    double scale; /* of widths, to ems */
    bool vertical;
};
/** Resolves a node of a tree of names or numbers (7.9.6, 7.9.7). Returns null for an object that
 * was such a node before, so that a tree which contains itself has an end. document.c */
const struct pdfread_value *pdfread_tree_node(struct pdfread_document *doc,
                                              const struct pdfread_value *node);
/** The font of a dictionary, cached. */
const struct pdfread_font *pdfread_font(struct pdfread_document *doc,
                                        const struct pdfread_value *dict);
double pdfread_font_width(const struct pdfread_font *font, uint32_t code);

#endif
