/* SPDX-License-Identifier: MIT */
/*
 * The graph of PDF objects, over libharu: pages, dictionaries, streams, cross-references.
 *
 * libharu numbers the objects, keeps the page tree and writes values. This module writes the
 * entries of dictionaries as text. After the first error all calls do nothing, and haru_write()
 * reports the error. This header hides libharu.
 *
 * Only its object layer is used. Its numbers are floats with five decimals, its strings need an
 * encoder for Latin text, its arrays end at 32,767 and its dictionaries at 4,095 entries (structure
 * trees have more). Its writer has neither object streams nor the /ID that PDF/A requires (ISO
 * 19005-2, 6.1.3) nor PDF 2.0. It is not faster than ours, and its files are larger: 79 kB instead
 * of 58 kB for a research statement of seven pages, 11.0 MB instead of 6.0 MB for 1,446 pages.
 * hpdf.h hides the objects, so hpdf_doc.h and hpdf_objects.h are included. The code relies on these
 * fields: mmgr, catalog, info and xref of a document; stream and write_fn of a dictionary, by which
 * our entries are written; attr of a stream; number and class in an object's header.
 */
#ifndef DOSSIER_PDF_HARU_H
#define DOSSIER_PDF_HARU_H

#include "core/base/arena.h"
#include "core/base/buf.h"

/** The number of an indirect object, as in "12 0 R"; 0 is invalid. The generation is always 0. */
typedef uint32_t pdf_ref;

struct haru;

struct pool; /* see core/base/pool.h */

/** Creates a document without pages. The texts of bodies are borrowed until haru_drop(), so
 * allocate them in `a`. Large files are compressed by the threads of `pool`; NULL: there are no
 * threads. */
struct haru *haru_new(struct arena *a, struct pool *pool);
void haru_drop(struct haru *h);

/** Creates a dictionary without entries. */
pdf_ref haru_reserve(struct haru *h);
/** Sets the entries of a dictionary: "/Key value ..." without the angle brackets. */
void haru_fill(struct haru *h, pdf_ref dict, struct str body);
/** Creates a dictionary with entries: haru_reserve() and haru_fill() together. */
pdf_ref haru_dict(struct haru *h, struct str body);

/** How the bytes of a stream are stored. */
enum haru_filter {
    HARU_PLAIN, /* the bytes are stored unchanged; if they have a filter, `body` names it */
    HARU_FLATE  /* the bytes are compressed here, and /Filter is added */
};
/** Creates a stream. The bytes are copied. `body` has entries as in haru_fill(), without /Length.
 */
pdf_ref haru_stream(struct haru *h, struct str body, struct str data, enum haru_filter filter);

/** Creates a compressed stream of many bytes, which may be taken from `data` instead of copied. The
 * caller drops `data`. */
pdf_ref haru_stream_of(struct haru *h, struct str body, struct buf *data);

/** Creates a stream without entries and bytes. It is for objects that refer to each other. */
pdf_ref haru_reserve_stream(struct haru *h);
void haru_fill_stream(struct haru *h, pdf_ref stream, struct str body, struct str data,
                      enum haru_filter filter);

/** Adds a page at the end of the page tree. */
pdf_ref haru_page(struct haru *h);
/** Sets the entries of a page, except /Type, /Parent and /Contents, and its content, which is
 * compressed here. */
void haru_page_fill(struct haru *h, pdf_ref page, struct str body, struct str content);

/** These functions set the entries of the document catalog and of the information dictionary. Each
 * may be called once. */
void haru_catalog(struct haru *h, struct str body);
void haru_info(struct haru *h, struct str body);
/** Omits the information dictionary from the file. */
void haru_no_info(struct haru *h);

/** Appends the whole file to `out`. `version` is the version of PDF, times ten: 14, 17 or 20.
 * Versions after 1.4 get object streams and a cross-reference stream. Returns false if anything has
 * failed. This must be the last call, and it may be made only once. */
bool haru_write(struct haru *h, int version, struct buf *out);
/** A description of the first failure; NULL if there was none. */
const char *haru_error(const struct haru *h);

#endif
