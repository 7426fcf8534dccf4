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

/** These functions are for fillers. They append the text of a scalar to the children of `parent` as
 * inlines (at most once for a node) or as blocks. Other nodes and NULL add nothing. */
void markdown_put_inlines(struct md *m, struct doc_node *parent, const struct node *text);
void markdown_put_blocks(struct md *m, struct doc_node *parent, const struct node *text);

/** Returns the options for an output in the front matter, below `format` or `output`. `*key` is set
 * to that key. NULL if there are no options. */
const struct node *markdown_format_options(const struct node *front, const char *output,
                                           const char **key);

/** Whether the options for two outputs are not the same. */
bool markdown_formats_differ(const struct node *front, const char *a, const char *b);

/** The key for the options of formats that come from files around the document, see
 * job/build/around.c. */
#define MARKDOWN_FORMATS_AROUND "_formats"

/** Whether an extension is on in a format that is valid. */
bool markdown_format_has(struct arena *a, struct str format, const char *extension);

/** Whether a format is valid. If it is not, `*fault` is set to the reason, made in `a`. */
bool markdown_format_check(struct arena *a, struct str format, struct str *fault);

/** Whether a format switches an extension on by name. */
bool markdown_format_switches_on(struct str format, const char *extension);
/** Whether a format is Markdown, or empty, and does not name `liquid`. Then the document decides
 * whether Liquid is expanded. */
bool markdown_format_is_open(struct str format);

/** The version of cmark-gfm, for `--version`. */
const char *markdown_library_version(void);

#endif
