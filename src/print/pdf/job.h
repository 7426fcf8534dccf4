/* SPDX-License-Identifier: MIT */
/*
 * The state of one document while it is written, shared by the parts of the writer.
 *
 *     fonts counted, embedded ──► pages written ──► structure tree ──► catalog ──► file
 *     (font_usage.c)                   (content.c)   pieces, annotations    (pdf.c) (pdf_file.c)
 */
#ifndef DOSSIER_PDF_JOB_H
#define DOSSIER_PDF_JOB_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/layout/model/page.h"
#include "print/pdf/haru.h"
#include "print/pdf/pdf.h"
#include "print/pdf/pdf_syntax.h"

struct pdf_fonts; /* font_usage.h */

/** An image of the pages and its object. */
struct pdf_image {
    const struct image *image;
    pdf_ref ref;
};

/** The visible form of a glyph in colour: resource "/G0". */
struct pdf_picture {
    pdf_ref ref;    /* an image or a form */
    int64_t box[4]; /* of its unit square: left, bottom, width, height, in millionths of the em */
    bool clear;     /* parts of it are transparent */
};

/** The annotation of a link, kept until the structure tree refers to it. */
struct pdf_annot {
    const struct page_elem *elem;
    pdf_ref ref, page;
    struct str dest; /* destination in the document; empty: outside of it */
};

/** An element that refers to another: /Ref of PDF 2.0. */
struct pdf_reference {
    const struct page_elem *from, *to;
};

/** A marked-content sequence. */
struct pdf_piece {
    const struct page_elem *elem;
    uint32_t page; /* from 0 */
    uint32_t mcid;
};

/** Things that some standard forbids; a set. claim.c lists the standards. */
enum pdf_fault {
    FAULT_GLYPH = 1 << 0,   /* a character without a glyph is painted */
    FAULT_FONT = 1 << 1,    /* a figure has fonts that are not embedded */
    FAULT_CMYK = 1 << 2,    /* a figure has colours of another device than the output intent's */
    FAULT_WORDS = 1 << 3,   /* a figure has glyphs that cannot be mapped to characters */
    FAULT_FOREIGN = 1 << 4, /* a figure has something that all of PDF/A forbids */
    FAULT_CLEAR = 1 << 5,   /* a figure or glyph is transparent */
    FAULT_SUBSET = 1 << 6,  /* a figure has subset fonts that do not list their glyphs */
    FAULT_LATER = 1 << 7,   /* a figure uses features later than PDF 1.4 */
    FAULT_ALT = 1 << 8,     /* a figure or formula has no text */
    FAULT_PRIVATE = 1 << 9, /* private-use characters, whose meaning readers cannot know */
    FAULT_LONG = 1 << 10,   /* a text or list is longer than the standard allows */
    FAULT_TARGET = 1 << 11  /* an entry of a table of contents has no destination */
};

/** The action of one link or item of the outline. */
struct pdf_goto {
    pdf_ref ref;
    const struct page_dest *to;
};

struct pdf_job {
    struct arena *arena; /* bodies of objects */
    const struct pages *pages;
    const struct pdf_options *opt;
    struct diags *diags;
    struct haru *haru;
    struct pdf_fonts *fonts;
    pdf_ref *page_refs;             /* by page */
    pdf_ref resources;              /* one dictionary, shared by all pages */
    const struct page_elem **elems; /* of the structure tree, by number */
    size_t nelems;
    const struct page_dest **dests; /* sorted by name, without duplicates */
    size_t ndests;
    VEC(struct pdf_goto) gotos; /* reserved actions; only in PDF 2.0 */
    VEC(struct pdf_image) images;
    VEC(struct pdf_picture) pictures; /* of glyphs */
    VEC(struct pdf_piece) pieces;     /* in the order of pages and painting */
    VEC(struct pdf_annot) annots;
    pdf_ref *elem_refs;                   /* of the structure elements, by number; 0: omitted */
    VEC(struct pdf_reference) references; /* sorted by the referring element; from PDF 2.0 on */
    struct map actions;  /* URI actions for long addresses, each written once: address to pdf_ref */
    struct map attached; /* MathML files attached to formulas: text to pdf_ref */
    bool titled;         /* there is a ROLE_TITLE */
    unsigned faults;     /* bits of enum pdf_fault */
    int version;         /* of PDF, times ten: 14, 17, 20 */
};

/** Index of the image, whose resource name is "/Im3"; -1 if it cannot be painted. images.c */
int pdf_image_index(struct pdf_job *job, const struct image *img);
/** Writes the image as an XObject; every call writes a new one. */
pdf_ref pdf_image_write(struct pdf_job *job, const struct image *img);
/** Whether the image is transparent in places. */
bool pdf_image_is_clear(const struct image *img);

/** Writes a page of another PDF as a form in the unit square, like an image. Faults against the
 * standards are noted in the job; those against PDF/A-1 alone are reported at the image. taken.c */
pdf_ref pdf_page_write(struct pdf_job *job, const struct image *img);

/**
 * Appends the content of one page; its marked-content sequences are added to job->pieces. True if
 * something on it is transparent. content.c
 */
bool pdf_content_write(struct pdf_job *job, uint32_t page, struct buf *out);
/** Whether an item is visible; invisible ones belong to no sequence. */
bool pdf_content_paints(struct pdf_job *job, const struct page_item *item);

/** The structure type of an element (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.6). types.c */
const char *pdf_type_name(const struct pdf_job *job, const struct page_elem *e);
/** Whether that type belongs to the namespace of PDF 2.0, which the element must then name. */
bool pdf_type_is_later(const struct pdf_job *job, const struct page_elem *e);

/** The element that a destination shows, or the root. targets.c. To be called after
 * job->elem_refs is filled, like the next two. */
const struct page_elem *pdf_target_of_dest(const struct pdf_job *job, const struct page_dest *d);
/** Collects which elements refer to which. */
void pdf_references_find(struct pdf_job *job);
/** Appends "/Ref[...]" if the element refers to others. */
void pdf_references_put(struct pdf_job *job, const struct page_elem *e, struct buf *b);

/** Numbers the elements of the tree; content of other elements is painted as an artifact.
 * structure.c */
void pdf_structure_collect(struct pdf_job *job);
/** Whether the tree has the element. To be called after pdf_structure_collect(). */
bool pdf_structure_has(const struct pdf_job *job, const struct page_elem *elem);
/**
 * Writes structure tree, parent tree and identifier tree, after all pages; returns the tree's root.
 */
pdf_ref pdf_structure_write(struct pdf_job *job);

/**
 * Collects and sorts the destinations; a link to any other name has no target. link_annotations.c
 */
void pdf_dests_collect(struct pdf_job *job);
/** The destination of a name, or NULL. */
const struct page_dest *pdf_dest_find(const struct pdf_job *job, struct str name);
/** Writes the named destinations as a name tree, and the actions that were reserved. Returns its
 * reference, or 0 if there are none. From PDF 2.0 on, destinations also name structure elements, so
 * the structure must be written before. */
pdf_ref pdf_dests_write(struct pdf_job *job);
/** Writes the annotations of a page, appends their references to `array` and adds them to
 * job->annots. */
void pdf_links_write(struct pdf_job *job, uint32_t page, struct buf *array);
/** Writes the outline (bookmarks). Returns its reference, or 0 if there is none. */
pdf_ref pdf_outline_write(struct pdf_job *job);
/** Appends "/PageLabels<<...>>". */
void pdf_page_labels_put(const struct pdf_job *job, struct buf *body);

/** Appends the XMP properties for the standards that the file meets, and reports standards that
 * were requested by name but are not met. To be called last. claim.c */
void pdf_claims_put(struct pdf_job *job, struct buf *xmp);

/** Writes the XMP stream, after the structure, which may withdraw claims. xmp.c */
pdf_ref pdf_metadata_write(struct pdf_job *job);
void pdf_info_write(struct pdf_job *job);
/** Appends "/KEY(D:...)" if the document has a date. */
void pdf_date_put(const struct pdf_job *job, const char *key, struct buf *body);
/** Appends "/OutputIntents[...]". */
void pdf_output_intent_put(struct pdf_job *job, struct buf *body);
/**
 * Appends the sRGB profile (IEC 61966-2-1) to an empty buffer: by ICC.1:2004, or by ICC.1:2001-04
 * (`old`, version 2), the latest that PDF 1.4 allows. icc.c
 */
void pdf_srgb_profile(struct buf *out, bool old);

/** Embeds the attached files and appends "/AF[...]" to the catalog; returns the tree of their
 * names, or 0. attachments.c */
pdf_ref pdf_attachments_write(struct pdf_job *job, struct buf *catalog);
/** Writes the file specification of one file. */
pdf_ref pdf_attachment_write(struct pdf_job *job, const struct pdf_attachment *at);

/** Keeps the text of `b` in the job's arena and frees `b`. */
static inline struct str pdf_keep(struct pdf_job *job, struct buf *b) {
    struct str s = buf_keep(b, job->arena);
    buf_drop(b);
    return s;
}

#endif
