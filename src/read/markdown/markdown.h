/* SPDX-License-Identifier: MIT */
/*
 * Markdown to a document tree: front matter, CommonMark by cmark-gfm, pandoc's syntaxes over it
 * (syntax.def). The only room that sees cmark-gfm.
 */
#ifndef DOSSIER_MARKDOWN_MARKDOWN_H
#define DOSSIER_MARKDOWN_MARKDOWN_H

#include "read/markdown/core/markdown_options.h"

/**
 * Parses `src` (well-formed UTF-8; the caller has checked). Always returns a document; what is
 * wrong is in `d`. Citations become DOC_CITE with exact spans; headings have ids; notes are
 * numbered; `meta` is filled.
 */
struct doc *markdown_parse(struct arena *a, struct source *src, const struct markdown_options *opt,
                           struct diags *d);

/** Puts a scalar's text behind the children of `parent`, which is to have inlines and is given one
 * text at most; or blocks. For fillers. Other kinds of nodes and NULL are nothing. */
void markdown_put_inlines(struct md *m, struct doc_node *parent, const struct node *text);
void markdown_put_blocks(struct md *m, struct doc_node *parent, const struct node *text);

/** The options that a front matter has for an output below `format` or `output`, which `*key` gets;
 * NULL when there are none. */
const struct node *markdown_format_options(const struct node *front, const char *output,
                                           const char **key);

/** Whether an extension is on in a format that can be read. */
bool markdown_format_has(struct arena *a, struct str format, const char *extension);

/** Whether a format can be read; `*fault` gets what is wrong with it otherwise, made in `a`. */
bool markdown_format_check(struct arena *a, struct str format, struct str *fault);

/** Whether a format switches an extension on by name. */
bool markdown_format_asks(struct str format, const char *extension);
/** Whether a format is Markdown's, or empty, and says nothing of `liquid`: the document decides. */
bool markdown_format_is_open(struct str format);

/** Version of cmark-gfm for `--version`. */
const char *markdown_library_version(void);

#endif
