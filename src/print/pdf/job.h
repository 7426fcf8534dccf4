/* SPDX-License-Identifier: MIT */
/*
 * One document on its way to PDF: what the parts of the writer hand to each other.
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

/** What is seen of a glyph in colour: resource "/G0". */
struct pdf_picture {
    pdf_ref ref;    /* an image or a form */
    int64_t box[4]; /* of its unit square: left, bottom, width, height in millionths of the em */
    bool clear;     /* some of it is see-through */
};

/** A link's annotation: kept until the structure tree takes it up. */
struct pdf_annot {
    const struct page_elem *elem;
    pdf_ref ref, page;
    int struct_parent; /* its key in the parent tree */
    struct str dest;   /* where it leads in the document; empty: elsewhere */
};

/** An element that refers to another one: /Ref of PDF 2.0. */
struct pdf_reference {
    const struct page_elem *from, *to;
};

/** A marked-content sequence. */
struct pdf_piece {
    const struct page_elem *elem;
    uint32_t page; /* from 0 */
    uint32_t mcid;
};

/** What was found that a standard forbids; a set. claim.c says which. */
enum pdf_fault {
    FAULT_GLYPH = 1 << 0,   /* a glyph that no font has is painted */
    FAULT_FONT = 1 << 1,    /* a figure has fonts that are not embedded */
    FAULT_CMYK = 1 << 2,    /* or colours of a device that is not the intent's */
    FAULT_WORDS = 1 << 3,   /* or glyphs without characters */
    FAULT_FOREIGN = 1 << 4, /* or what no PDF/A may hold */
    FAULT_CLEAR = 1 << 5,   /* or see-through parts, or a glyph has */
    FAULT_SUBSET = 1 << 6,  /* or parts of fonts that do not say which glyphs they have */
    FAULT_LATER = 1 << 7,   /* or what came after PDF 1.4 */
    FAULT_ALT = 1 << 8,     /* a figure or formula has no text */
    FAULT_PRIVATE = 1 << 9, /* characters of private use: nobody else knows what they are */
    FAULT_LONG = 1 << 10,   /* a text or list is longer than the standard lets it be */
    FAULT_TARGET = 1 << 11  /* an entry of a table of contents leads nowhere */
};

struct pdf_job {
    struct arena *arena; /* of the job: bodies of objects */
    const struct pages *pages;
    const struct pdf_options *opt;
    struct diags *diags;
    struct haru *haru;
    struct pdf_fonts *fonts;
    pdf_ref *page_refs;             /* by page */
    pdf_ref resources;              /* one dictionary for all pages */
    const struct page_elem **elems; /* of the structure tree, by number */
    size_t nelems;
    const struct page_dest **dests; /* by name, each name once */
    size_t ndests;
    VEC(struct pdf_image) images;
    VEC(struct pdf_picture) pictures; /* of glyphs */
    VEC(struct pdf_piece) pieces;     /* in the order of pages and painting */
    VEC(uint64_t) font_numbers;       /* content_recall.c: by index; 0: not asked for yet */
    VEC(struct pdf_annot) annots;
    pdf_ref *elem_refs;                   /* of the tree's elements, by number; 0: left out */
    VEC(struct pdf_reference) references; /* by what refers; from PDF 2.0 on */
    struct map actions;  /* of long addresses: each is written once; to its pdf_ref */
    struct map attached; /* MathML that is attached to a formula, to its pdf_ref */
    bool titled;         /* there is a ROLE_TITLE */
    unsigned faults;     /* enum pdf_fault: what was found that claims cannot bear */
    int version;         /* of PDF, times ten: 14, 17, 20 */
};

/* images.c */

/** The object's name "/Im3" is its index; -1 for what cannot be painted. */
int pdf_image_index(struct pdf_job *job, const struct image *img);
/** Writes the image as an XObject, each time anew. */
pdf_ref pdf_image_write(struct pdf_job *job, const struct image *img);
/** Whether the image has transparent places. */
bool pdf_image_is_clear(const struct image *img);

/* taken.c */

/** A form with a page of another PDF, in the unit square as images are. What it takes from the
 * standards goes to the job; what PDF/A-1 alone forbids is reported where the image stands. */
pdf_ref pdf_page_write(struct pdf_job *job, const struct image *img);

/* content.c */

/**
 * Appends the content of one page; its marked-content sequences go to job->pieces. True when
 * something on it is see-through.
 */
bool pdf_content_write(struct pdf_job *job, uint32_t page, struct buf *out);
/** Whether anything of an item is seen: what is not belongs to no sequence. */
bool pdf_content_paints(struct pdf_job *job, const struct page_item *item);

/** pdf_content_write(), by pages of other jobs in `opt->recall`, which is not NULL.
 * content_recall.c */
bool pdf_content_recall(struct pdf_job *job, uint32_t page, struct buf *out);

/* types.c */

/** The structure type of an element (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.6). */
const char *pdf_type_name(const struct pdf_job *job, const struct page_elem *e);
/** Whether that is one of the namespace of PDF 2.0, which has to be said. */
bool pdf_type_is_later(const struct pdf_job *job, const struct page_elem *e);

/* targets.c */

/** The element that a destination shows; the root when there is none. From here on after
 * job->elem_refs is filled. */
const struct page_elem *pdf_target_of_dest(const struct pdf_job *job, const struct page_dest *d);
/** Notes which elements refer to which. */
void pdf_references_find(struct pdf_job *job);
/** Appends "/Ref[...]" when the element refers to others. */
void pdf_references_put(struct pdf_job *job, const struct page_elem *e, struct buf *b);

/* structure.c */

/** Notes the elements of the tree: what names none of them is painted as an artifact. */
void pdf_structure_collect(struct pdf_job *job);
/** Whether the tree has the element; after pdf_structure_collect(). */
bool pdf_structure_has(const struct pdf_job *job, const struct page_elem *elem);
/** Structure tree, parent tree and identifier tree, after all pages; the tree's root. */
pdf_ref pdf_structure_write(struct pdf_job *job);

/* link_annotations.c */

/** Notes the destinations, sorted: what links to none of them leads nowhere. */
void pdf_dests_collect(struct pdf_job *job);
/** The destination of a name, or NULL. */
const struct page_dest *pdf_dest_find(const struct pdf_job *job, struct str name);
/** Named destinations as a name tree; from PDF 2.0 on they name elements of the structure tree as
 * well, which is to be written first. 0 when there are none. */
pdf_ref pdf_dests_write(struct pdf_job *job);
/** Annotations of a page; their references are appended to `array`, themselves to job->annots. */
void pdf_links_write(struct pdf_job *job, uint32_t page, struct buf *array);
/** The outline; 0 when there is none. */
pdf_ref pdf_outline_write(struct pdf_job *job);
/** Appends "/PageLabels<<...>>". */
void pdf_page_labels_put(const struct pdf_job *job, struct buf *body);

/* claim.c */

/** Appends the XMP properties by which the file says what it is, and no more than it is; what was
 * asked for by name and does not hold is reported. After everything else. */
void pdf_claims_put(struct pdf_job *job, struct buf *xmp);

/* xmp.c, icc.c */

/** The XMP stream; after the structure, which tells what may be claimed. */
pdf_ref pdf_metadata_write(struct pdf_job *job);
void pdf_info_write(struct pdf_job *job);
/** Appends "/KEY(D:...)" when the document has a date. */
void pdf_date_put(const struct pdf_job *job, const char *key, struct buf *body);
/** Appends "/OutputIntents[...]". */
void pdf_output_intent_put(struct pdf_job *job, struct buf *body);
/**
 * Appends the sRGB profile (IEC 61966-2-1) to an empty builder: as ICC.1:2004 wants it, or as
 * ICC.1:2001-04 does (`old`, version 2), which is all that PDF 1.4 knows.
 */
void pdf_srgb_profile(struct buf *out, bool old);

/* attachments.c */

/** Embeds the attached files and appends "/AF[...]" to the catalog; the tree of their names, or 0
 * when there are none. */
pdf_ref pdf_attachments_write(struct pdf_job *job, struct buf *catalog);
/** One file as a file specification. */
pdf_ref pdf_attachment_write(struct pdf_job *job, const struct pdf_attachment *at);

/** Text built by `b`, kept for an object; `b` is dropped. */
static inline struct str pdf_keep(struct pdf_job *job, struct buf *b) {
    struct str s = buf_keep(b, job->arena);
    buf_drop(b);
    return s;
}

#endif
