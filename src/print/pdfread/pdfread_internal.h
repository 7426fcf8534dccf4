/* SPDX-License-Identifier: MIT */
/*
 * Declarations shared by the files that read a document. Internal to print/pdfread. This header
 * does not include the headers of libqpdf, so only document.c depends on libqpdf.
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
    struct str data;  /* the data of a stream that was unpacked */
    uint32_t page;    /* index + 1 of the page that is this object; 0: none */
    uint32_t element; /* index + 1 of the structure element that is this object; 0: none */
    uint32_t walk;    /* the last pdfread_walk_tree() that has met the object as a node; 0: none */
    uint16_t generation;
    /* `retried`: the object was also requested with another generation number */
    bool read, retried;
    bool stream, unpacked, good, large;
    bool walked;  /* the object was visited as a node of the page tree */
    bool content; /* the object is a content stream */
};

/* A marked-content sequence or an annotation, with the structure element that contains it. */
struct pdfread_holder {
    int64_t object; /* the page or form of a sequence; or the annotation */
    int32_t mcid;   /* the identifier of a sequence; -1: it is an annotation */
    size_t element;
};

struct pdfread_number { /* An entry of a number tree. */
    int64_t key;
    const struct pdfread_value *value;
};

struct pdfread_document {
    struct arena *arena, *scratch;
    struct pdfread_lib *lib;
    struct str bytes, digest; /* the digest is empty until it is needed */
    struct pdfread_slot *slots;
    size_t nslots;
    uint32_t walks;                    /* the number of calls of pdfread_walk_tree() so far */
    size_t bytes_read, bytes_unpacked; /* the numbers of bytes that were read and unpacked so far */
    const struct pdfread_value *trailer;
    bool cut;
    /* the following members are about pages */
    bool has_pages;
    VEC(struct pdfread_page) pages; /* the pages, while they are collected */
    struct pdfread_page *page_list;
    size_t npages;
    struct pdfread_page_text **texts; /* the text of each page; NULL: not read yet */
    /* the number of runs of all pages, and the number of bytes of interpreted content, so far */
    size_t runs, content_run;
    size_t text_bytes; /* the number of bytes of text in runs and fonts, so far */
    /* the following members belong to fonts.c */
    struct map fonts; /* maps the address of a dictionary to its struct pdfread_font */
    size_t codes; /* the number of codes of all fonts that were examined so far, with repetitions */
    /* the following members belong to places.c */
    bool has_names;
    struct map by_name;
    struct pdfread_named *names;
    size_t nnames;
    /* the following members belong to tag_tree.c */
    struct pdfread_tree *tree;
    /* the entries of the parent tree, which are sorted at the first use */
    VEC(struct pdfread_number) nums;
    VEC(struct pdfread_holder) holders; /* the holders, sorted by object and mcid */
    bool has_nums;
};

static inline double pdfread_abs(double v) {
    return v < 0 ? -v : v;
}

/* pdf_value.c: values */
extern const struct pdfread_value pdfread_null;
/** Converts UTF-16 to UTF-8. */
void pdfread_put_utf16(struct buf *out, struct str s, bool little);

/* document.c: objects and trees */
bool pdfread_rectangle(struct pdfread_document *doc, const struct pdfread_value *v, double out[4]);

/** Adds `n` to `*sum`, a total for the document. Returns false if the total would exceed `most`;
 * the document is then incomplete. */
bool pdfread_affords(struct pdfread_document *doc, size_t *sum, size_t n, size_t most);

/** The slot of an object, or NULL if there is no such object. */
struct pdfread_slot *pdfread_slot(struct pdfread_document *doc, int64_t number);

/* places.c: links */
void pdfread_find_links(struct pdfread_document *doc, struct pdfread_page *pages, size_t n);

/* fonts.c: fonts */
struct pdfread_font {
    const struct pdfread_value *dict;
    bool wide;         /* the codes of the font have two bytes */
    bool has_texts;    /* the font has a ToUnicode map */
    struct str *texts; /* the text of each code; a NULL pointer: the text is unknown */
    size_t ntexts;
    /* the width of each code, in thousandths of the em; a negative width: the default */
    float *widths;
    size_t nwidths;
    double width; /* the default width */
    double scale; /* the factor that converts widths to ems */
    bool vertical;
};
/** The font of a dictionary. The result is cached. */
const struct pdfread_font *pdfread_font(struct pdfread_document *doc,
                                        const struct pdfread_value *dict);
double pdfread_font_width(const struct pdfread_font *font, uint32_t code);

#endif
