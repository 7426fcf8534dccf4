/* SPDX-License-Identifier: MIT */
/*
 * Checks one resolved document against its environment: its links and styles, the outputs that are
 * made from it, files beside it, its databases. Findings are reported. Content that outputs must
 * not contain is removed, such as links that run programs and styles that load files from other
 * hosts.
 */
#ifndef DOSSIER_CHECK_DOCUMENT_H
#define DOSSIER_CHECK_DOCUMENT_H

#include "cite/bib/bib.h"
#include "core/base/file.h"
#include "core/base/vec.h"
#include "model/doc/doc.h"

/** Receives the identifiers to which links may lead. The texts are in the document's arena. */
typedef void check_ids_fn(void *user, const struct str *ids, size_t n);

/**
 * Checks links and styles. Links within the document must lead to identifiers, which may also be in
 * raw HTML. Links that `doc->links` does not allow become plain text. Declarations of `style` that
 * load files from another host are removed. `ids` may be NULL. See anchors.c.
 */
void check_links(struct doc *doc, check_ids_fn *ids, void *user, struct diags *d);

/** An output that a document is made into. */
struct check_output {
    const char *called;                          /* the name of the output in messages: "the PDF" */
    bool (*shows_raw)(const struct doc_node *n); /* NULL if the output shows every raw node */
};
/** Reports raw nodes that some outputs do not show. If bit i of `made` is set, `outputs[i]` is
 * made. Nodes that the author marked for one format, comments, and TeX or HTML that is not visible
 * are not reported. See raw_shown.c. */
void check_raw(const struct doc *doc, const struct check_output *outputs, size_t noutputs,
               unsigned made, struct diags *d);

/** The files around a document, for check_linked_files(). */
struct check_files {
    const struct file_host *host;
    struct str dir, input; /* the folder and the path of the document */
    struct str format;     /* format of linked documents, as in struct markdown_options */
    bool (*is_output)(struct str ending); /* whether an output has this ending */
};
/** Reports links to files that do not exist and will not be made, and links to identifiers that
 * other documents do not have. See linked_files.c. */
void check_linked_files(const struct doc *doc, const struct check_files *files, struct diags *d);

/** Reports details in a page that its author may not want to publish: paths on a personal computer,
 * comments in raw text. With `site`, `href="/home/x/"` is an address in the site and not a path on
 * a computer. See published.c. */
void check_public_page(const struct doc *doc, struct str html, bool site, struct diags *d);
/** Reports details in a published file that its author may not want to publish: metadata of images
 * and PDFs, paths on a personal computer, private keys. */
void check_public_file(struct str name, struct str bytes, struct span at, struct diags *d);
/** Returns the kind of a file whose name shows that it is hardly meant for readers: "a backup".
 * Returns NULL for other files. */
const char *check_public_kind(struct arena *a, struct str path);

/** Reports works that are cited by two different keys. During the call, only the caller may use
 * `bib`. See works.c. */
void check_works_cited_twice(const struct doc *doc, struct bib *bib, struct diags *d);

/** The keys that a resolved document cites, lists, or names under `nocite`. */
struct check_used {
    VEC(struct str) list; /* the keys in the order of the text, with repetitions */
    bool all;             /* the document has the citation "@*" under `nocite` */
};
void check_used_find(struct check_used *used, const struct doc *doc);
void check_used_drop(struct check_used *used);
/** Reports the entries of a database that the document does not use. See used_entries.c. */
void check_unused(const struct doc *doc, struct bib *bib, struct diags *d);

#endif
