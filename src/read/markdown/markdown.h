/* SPDX-License-Identifier: MIT */
/* Converts Markdown to a document tree: front matter, CommonMark's blocks by cmark-gfm, and
 * pandoc's syntaxes (syntax.def). Only this module uses cmark-gfm. */
#ifndef DOSSIER_MARKDOWN_MARKDOWN_H
#define DOSSIER_MARKDOWN_MARKDOWN_H

#include "read/markdown/core/markdown_options.h"

/** Reads `src`, which must be well-formed UTF-8. Always returns a document; faults are reported to
 * `d`. Citations become DOC_CITE with exact spans, headings get identifiers, notes are numbered,
 * and `meta` is filled. */
struct doc *markdown_parse(struct arena *a, struct source *src, const struct markdown_options *opt,
                           struct diags *d);

/** For the functions of struct markdown_filler. Both append the text of a scalar to `parent`: the
 * first as inlines (at most once for each `parent`), the second as blocks. NULL and other nodes add
 * nothing. */
void markdown_put_inlines(struct md *m, struct doc_node *parent, const struct node *text);
void markdown_put_blocks(struct md *m, struct doc_node *parent, const struct node *text);

/** Whether two outputs have different options in the front matter. */
bool markdown_formats_differ(const struct node *front, const char *a, const char *b);

/** The key for options of formats that come from files beside the document, such as _output.yml
 * (see job/build/around.c). */
#define MARKDOWN_FORMATS_AROUND "_formats"

/** Whether an extension is on in a valid format. */
bool markdown_format_has(struct arena *a, struct str format, const char *extension);

/** Whether a format is valid. If it is not, `*fault` is set to the reason, made in `a`. */
bool markdown_format_check(struct arena *a, struct str format, struct str *fault);

/** Whether a format contains `+extension`. */
bool markdown_format_switches_on(struct str format, const char *extension);
/** Whether a format is Markdown or empty, without `liquid`. The document itself then decides
 * whether Liquid is expanded. */
bool markdown_format_is_open(struct str format);

/** The version of cmark-gfm, for `--version`. */
const char *markdown_library_version(void);

#endif
