/* SPDX-License-Identifier: MIT */
/*
 * The state of one document while it is written. The parts of the writer share it.
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

struct pdf_fonts; /* see font_usage.h */

/** An image that the pages show, and its object. */
struct pdf_image {
    const struct image *image;
    pdf_ref ref;
};

/** The visible form of a glyph in colour, which is a resource like "/G0". */
struct pdf_picture {
    pdf_ref ref; /* the object of the picture: an image or a form */
    /* the place of the picture: left, bottom, width, height, in millionths of the em */
    int64_t box[4];
    bool clear; /* parts of the picture are transparent */
};

/** The annotation of a link. It is kept until the structure tree refers to it. */
struct pdf_annot {
    const struct page_elem *elem;
    pdf_ref ref, page;
    /* the destination in this document; empty: the link leads out of the document */
    struct str dest;
};

/** An element that refers to another one: the entry /Ref of PDF 2.0. */
struct pdf_reference {
    const struct page_elem *from, *to;
};

/** A marked-content sequence. */
struct pdf_piece {
    const struct page_elem *elem;
    uint32_t page; /* the index of the page, from 0 */
    uint32_t mcid;
};

/** Things that some standard forbids, as bits of a set. claim.c lists the standards. */
enum pdf_fault {
    FAULT_GLYPH = 1 << 0, /* a character without a glyph is shown */
    FAULT_FONT = 1 << 1,  /* a figure has fonts that are not embedded */
    FAULT_CMYK = 1 << 2, /* a figure has colours of a device other than that of the output intent */
    FAULT_WORDS = 1 << 3,   /* a figure has glyphs that cannot be mapped to characters */
    FAULT_FOREIGN = 1 << 4, /* a figure has something that all parts of PDF/A forbid */
    FAULT_CLEAR = 1 << 5,   /* something in a figure or glyph is transparent */
    FAULT_SUBSET = 1 << 6,  /* a figure has a font that is a subset and does not list its glyphs */
    FAULT_LATER = 1 << 7,   /* a figure uses features that are newer than PDF 1.4 */
    FAULT_ALT = 1 << 8,     /* an image or formula has no alternative text */
    FAULT_PRIVATE = 1 << 9, /* there are private-use characters; their meaning is unknown */
    FAULT_LONG = 1 << 10,   /* a text or list is longer than the standard allows */
    FAULT_TARGET = 1 << 11  /* an entry of a table of contents has no destination */
};

/** The action of one link, or of one item of the outline. */
struct pdf_goto {
    pdf_ref ref;
    const struct page_dest *to;
};

struct pdf_job {
    struct arena *arena; /* memory for the bodies of objects */
    const struct pages *pages;
    const struct pdf_options *opt;
    struct diags *diags;
    struct haru *haru;
    struct pdf_fonts *fonts;
    pdf_ref *page_refs;             /* the object of each page */
    pdf_ref resources;              /* the dictionary of resources that all pages share */
    const struct page_elem **elems; /* the elements of the structure tree, by their numbers */
    size_t nelems;
    const struct page_dest **dests; /* the destinations, sorted by name and without duplicates */
    size_t ndests;
    VEC(struct pdf_goto) gotos; /* actions that were reserved; for PDF 2.0 only */
    VEC(struct pdf_image) images;
    VEC(struct pdf_picture) pictures; /* the pictures of glyphs */
    VEC(struct pdf_piece) pieces;     /* the sequences in the order of pages and of painting */
    VEC(struct pdf_annot) annots;
    /* the object of each element, by the element's number; 0: the element is omitted */
    pdf_ref *elem_refs;
    /* the references, sorted by the referring element; for PDF 2.0 only */
    VEC(struct pdf_reference) references;
    /* maps a long address to the pdf_ref of its URI action, which is written once */
    struct map actions;
    struct map attached; /* maps the MathML of a formula to the pdf_ref of its file */
    bool titled;         /* the document has an element with ROLE_TITLE */
    unsigned faults;     /* the faults found so far: bits of enum pdf_fault */
    int version;         /* the version of PDF, times ten: 14, 17 or 20 */
};

/** The index of an image in the job. The image is the resource "/Im3" if its index is 3. -1 if the
 * image cannot be painted (images.c). */
int pdf_image_index(struct pdf_job *job, const struct image *img);
/** Writes an image as an XObject. Each call writes a new object. */
pdf_ref pdf_image_write(struct pdf_job *job, const struct image *img);
/** Whether parts of the image are transparent. */
bool pdf_image_is_clear(const struct image *img);

/** Writes a page of another PDF as a form in the unit square, like an image. Faults against the
 * standards are recorded in the job. Faults against PDF/A-1 alone are reported at the image
 * (taken.c). */
pdf_ref pdf_page_write(struct pdf_job *job, const struct image *img);

/**
 * Appends the content of one page. Its marked-content sequences are added to job->pieces. Returns
 * true if something on the page is transparent (content.c).
 */
bool pdf_content_write(struct pdf_job *job, uint32_t page, struct buf *out);

/** The structure type of an element (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.6) (types.c). */
const char *pdf_type_name(const struct pdf_job *job, const struct page_elem *e);
/** Whether the type of an element belongs to the namespace of PDF 2.0. The element must then name
 * the namespace. */
bool pdf_type_is_later(const struct pdf_job *job, const struct page_elem *e);

/** The element at a destination, or the root. This function and the next two need job->elem_refs
 * (targets.c). */
const struct page_elem *pdf_target_of_dest(const struct pdf_job *job, const struct page_dest *d);
/** Collects which elements refer to which others. */
void pdf_references_find(struct pdf_job *job);
/** Appends "/Ref[...]" if the element refers to other elements. */
void pdf_references_put(struct pdf_job *job, const struct page_elem *e, struct buf *b);

/** Numbers the elements of the tree. Content of elements outside of the tree is painted as an
 * artifact (structure.c). */
void pdf_structure_collect(struct pdf_job *job);
/** Whether an element is in the tree. Must be called after pdf_structure_collect(). */
bool pdf_structure_has(const struct pdf_job *job, const struct page_elem *elem);
/**
 * Writes the structure tree, the parent tree and the identifier tree. Must be called after all
 * pages. Returns the root of the structure tree.
 */
pdf_ref pdf_structure_write(struct pdf_job *job);

/**
 * Collects and sorts the destinations that are on a page. If several have the same name, only the
 * first is kept. A link to a name without a destination has no target (link_annotations.c).
 */
void pdf_dests_collect(struct pdf_job *job);
/** The destination with this name, or NULL. */
const struct page_dest *pdf_dest_find(const struct pdf_job *job, struct str name);
/** Writes the named destinations as a name tree, and the actions that were reserved. Returns the
 * tree's object, or 0 if there are no names. In PDF 2.0, destinations also name structure elements,
 * so the structure must have been written. */
pdf_ref pdf_dests_write(struct pdf_job *job);
/** Writes the annotations of a page, appends their references to `array`, and adds them to
 * job->annots. */
void pdf_links_write(struct pdf_job *job, uint32_t page, struct buf *array);
/** Writes the outline (bookmarks). Returns its object, or 0 for a document without an outline. */
pdf_ref pdf_outline_write(struct pdf_job *job);
/** Appends "/PageLabels<<...>>". */
void pdf_page_labels_put(const struct pdf_job *job, struct buf *body);

/** Appends the XMP properties for the standards that the file meets. Reports standards that were
 * requested by name but are not met. Must be called when everything else is written (claim.c). */
void pdf_claims_put(struct pdf_job *job, struct buf *xmp);

/** Writes the XMP stream. Must be called after the structure, which may find faults (xmp.c). */
pdf_ref pdf_metadata_write(struct pdf_job *job);
void pdf_info_write(struct pdf_job *job);
/** Appends "/KEY(D:...)" if the document has a date. */
void pdf_date_put(const struct pdf_job *job, const char *key, struct buf *body);
/** Appends "/OutputIntents[...]", and writes the profile. */
void pdf_output_intent_put(struct pdf_job *job, struct buf *body);
/**
 * Appends the sRGB profile (IEC 61966-2-1) to an empty buffer, in the form of ICC.1:2004. With
 * `old` it is in the form of ICC.1:2001-04 (version 2), the latest that PDF 1.4 allows (icc.c).
 */
void pdf_srgb_profile(struct buf *out, bool old);

/** Embeds the attached files and appends "/AF[...]" to the catalog. Returns the tree of their
 * names, or 0 (attachments.c). */
pdf_ref pdf_attachments_write(struct pdf_job *job, struct buf *catalog);
/** A name in a name tree. */
struct pdf_named {
    struct str name;
    pdf_ref ref;
};
/** Writes names as a name tree of one node (7.9.6) and returns it. Sorts `list`. If names are
 * equal, the one with the lowest reference is written. */
pdf_ref pdf_names_write(struct pdf_job *job, struct pdf_named *list, size_t n);
/** Writes the file specification of one file and returns it. */
pdf_ref pdf_attachment_write(struct pdf_job *job, const struct pdf_attachment *at);

/** Copies the text of `b` to the job's arena and frees `b`. */
static inline struct str pdf_keep(struct pdf_job *job, struct buf *b) {
    return buf_finish(b, job->arena);
}

#endif
