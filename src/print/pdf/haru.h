/* SPDX-License-Identifier: MIT */
/*
 * The graph of PDF objects, over libharu: pages, dictionaries, streams, cross-references.
 *
 * libharu numbers the objects, keeps the page tree and writes values; the entries of dictionaries
 * that matter are text of our own. Errors stick: after the first one every call does nothing, and
 * haru_write() reports it. Nothing of libharu's is visible behind this header.
 *
 * Why its object layer and not all of it: its numbers are floats with five decimals, its strings
 * need an encoder of the Latin kind, its arrays end at 32,767 and dictionaries at 4,095 entries
 * (structure trees have more), and its writer knows neither object streams nor an /ID, which PDF/A
 * demands (ISO 19005-2, 6.1.3); the same objects written by it made files a third to a half larger.
 * hpdf.h shows no objects, so the headers hpdf_doc.h and hpdf_objects.h are read, of which these
 * fields are relied on: of a document mmgr, catalog, info and xref; of a dictionary stream and
 * write_fn, by which our entries get in; of a stream attr; of an object's header number and class.
 */
#ifndef DOSSIER_PDF_HARU_H
#define DOSSIER_PDF_HARU_H

#include "core/base/arena.h"
#include "core/base/buf.h"

/** Number of an indirect object; 0 is none. Generation is always 0: "12 0 R". */
typedef uint32_t pdf_ref;

struct haru;

struct pool; /* core/base/pool.h */

/** A document without pages. Bodies given to it are borrowed until haru_drop(): keep them in `a`.
 * Where there is much to compress, the threads of `pool` do some of it; NULL: there are none. */
struct haru *haru_new(struct arena *a, struct pool *pool);
void haru_drop(struct haru *h);
struct recall; /* core/base/recall.h */
/** Streams that were compressed for other documents are taken from there; NULL: there are none. */
void haru_recall(struct haru *h, struct recall *recall);

/** A dictionary without entries yet. */
pdf_ref haru_reserve(struct haru *h);
/** Sets the entries, "/Key value ..." without the angle brackets. */
void haru_fill(struct haru *h, pdf_ref dict, struct str body);
/** haru_reserve() and haru_fill(). */
pdf_ref haru_dict(struct haru *h, struct str body);

/** How a stream's bytes are kept. */
enum haru_filter {
    HARU_PLAIN, /* as they are; `body` names their filter when they have one */
    HARU_FLATE  /* deflated here: adds /Filter */
};
/** A stream; the bytes are copied. `body` is as in haru_fill(), without /Length. */
pdf_ref haru_stream(struct haru *h, struct str body, struct str data, enum haru_filter filter);

/** A stream without entries and bytes yet, for objects that refer to each other. */
pdf_ref haru_reserve_stream(struct haru *h);
void haru_fill_stream(struct haru *h, pdf_ref stream, struct str body, struct str data,
                      enum haru_filter filter);

/** A page at the end of the page tree. */
pdf_ref haru_page(struct haru *h);
/** The page's entries except /Type, /Parent and /Contents, and its content, which is deflated here.
 */
void haru_page_fill(struct haru *h, pdf_ref page, struct str body, struct str content);

/** Entries for the document catalog and the information dictionary; once each. */
void haru_catalog(struct haru *h, struct str body);
void haru_info(struct haru *h, struct str body);
/** The file has no information dictionary. */
void haru_no_info(struct haru *h);

/**
 * Appends the whole file: PDF of a version (times ten: 14, 17, 20) with object streams and a
 * cross-reference stream, which 1.4 has not. False when anything failed. Call it once, last.
 */
bool haru_write(struct haru *h, int version, struct buf *out);
/** What failed first, in words; NULL when nothing did. */
const char *haru_error(const struct haru *h);

const char *haru_version(void);

#endif
