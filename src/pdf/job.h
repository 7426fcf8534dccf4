/* SPDX-License-Identifier: MIT */
/*
 * One document on its way to PDF: what the parts of the writer hand to each other.
 *
 *     fonts counted, embedded ──► pages written ──► structure tree ──► catalog ──► file
 *     (fonts.c)                   (content.c)   pieces, annotations    (pdf.c)     (file.c)
 */
#ifndef DOSSIER_PDF_JOB_H
#define DOSSIER_PDF_JOB_H

#include "base/vec.h"
#include "layout/model/page.h"
#include "pdf/haru.h"
#include "pdf/pdf.h"
#include "pdf/syntax.h"

struct pdf_fonts; /* fonts.h */

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
};

/** A marked-content sequence. */
struct pdf_piece {
    const struct page_elem *elem;
    uint32_t page; /* from 0 */
    uint32_t mcid;
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
    VEC(struct pdf_annot) annots;
    bool no_alt;      /* a figure or formula without a text: no PDF/UA, no level A */
    bool missing;     /* a glyph that no font has is painted: no PDF/UA, no PDF/A */
    bool taken_fonts; /* a figure has fonts that are not embedded: neither */
    bool taken_words; /* or glyphs without characters: no PDF/UA, no level A or U */
    bool taken_cmyk;  /* or colours of a device that is not the intent's: no PDF/A */
};

/* images.c */

/** The object's name "/Im3" is its index; -1 for what cannot be painted. */
int pdf_image_index(struct pdf_job *job, const struct image *img);
/** Writes the image as an XObject, each time anew. */
pdf_ref pdf_image_write(struct pdf_job *job, const struct image *img);
/** Whether the image has transparent places. */
bool pdf_image_is_clear(const struct image *img);

/* taken.c */

struct pdfread_form; /* pdfread/form.h */
/** A form with a page of another PDF, in the unit square as images are. What it takes from the
 * standards goes to the job. */
pdf_ref pdf_page_write(struct pdf_job *job, const struct pdfread_form *form);

/* content.c */

/**
 * Appends the content of one page; its marked-content sequences go to job->pieces. True when
 * something on it is see-through.
 */
bool pdf_content_write(struct pdf_job *job, uint32_t page, struct buf *out);

/* structure.c */

/** The standard structure type of a role (14.8.4). */
const char *pdf_role_name(enum page_role role);
/** Notes the elements of the tree: what names none of them is painted as an artifact. */
void pdf_structure_collect(struct pdf_job *job);
/** Whether the tree has the element; after pdf_structure_collect(). */
bool pdf_structure_has(const struct pdf_job *job, const struct page_elem *elem);
/** Structure tree, parent tree and identifier tree, after all pages; the tree's root. */
pdf_ref pdf_structure_write(struct pdf_job *job);

/* links.c */

/** Notes the destinations, sorted: what links to none of them leads nowhere. */
void pdf_dests_collect(struct pdf_job *job);
/** Named destinations as a name tree; 0 when there are none. */
pdf_ref pdf_dests_write(struct pdf_job *job);
/** Annotations of a page; their references are appended to `array`, themselves to job->annots. */
void pdf_links_write(struct pdf_job *job, uint32_t page, struct buf *array);
/** The outline; 0 when there is none. */
pdf_ref pdf_outline_write(struct pdf_job *job);
/** Appends "/PageLabels<<...>>". */
void pdf_page_labels_put(const struct pdf_job *job, struct buf *body);

/* metadata.c, icc.c */

/** The XMP stream; after the structure, which tells what may be claimed. */
pdf_ref pdf_metadata_write(struct pdf_job *job);
void pdf_info_write(struct pdf_job *job);
/** Appends "/KEY(D:...)" when the document has a date. */
void pdf_date_put(const struct pdf_job *job, const char *key, struct buf *body);
/** Appends "/OutputIntents[...]". */
void pdf_output_intent_put(struct pdf_job *job, struct buf *body);
/** Appends the sRGB profile (IEC 61966-2-1), as ICC.1:2004 wants it, to an empty builder. */
void pdf_srgb_profile(struct buf *out);

/* attachments.c */

/** Embeds the attached files and appends "/AF[...]" to the catalog; the tree of their names, or 0
 * when there are none. */
pdf_ref pdf_attachments_write(struct pdf_job *job, struct buf *catalog);

/** Text built by `b`, kept for an object; `b` is dropped. */
static inline struct str pdf_keep(struct pdf_job *job, struct buf *b) {
    struct str s = buf_keep(b, job->arena);
    buf_drop(b);
    return s;
}

#endif
