/* SPDX-License-Identifier: MIT */
/*
 * Markdown to a document tree: front matter, GFM by cmark-gfm, pandoc's syntax over it. The only
 * room that sees cmark-gfm.
 */
#ifndef DOSSIER_MARKDOWN_MARKDOWN_H
#define DOSSIER_MARKDOWN_MARKDOWN_H

#include "doc/doc.h"

enum markdown_flavour {
    MARKDOWN_PANDOC, /* GFM and our syntax: citations, divs, attributes, definition lists, smart
                        punctuation */
    MARKDOWN_GFM     /* plain GFM: no front matter, no syntax of ours, no smart punctuation */
};

/** A metadata value of the command line (-M, -V); `text` is read as a YAML scalar. */
struct markdown_override {
    struct str key, text;
};

struct markdown_options {
    enum markdown_flavour flavour;
    const struct markdown_override *overrides;
    size_t noverrides;
    const char *const *outputs; /* what may be made of the document: doc_outputs_of() */
    size_t noutputs;
};

/**
 * Parses `src` (well-formed UTF-8; the caller has checked). Always returns a document; what is
 * wrong is in `d`. Citations become DOC_CITE with exact spans; headings have ids; notes are
 * numbered; `meta` is filled.
 */
struct doc *markdown_parse(struct arena *a, struct source *src, const struct markdown_options *opt,
                           struct diags *d);

/** Version of cmark-gfm for `--version`. */
const char *markdown_library_version(void);

#endif
