/* SPDX-License-Identifier: MIT */
/*
 * Markdown to a document tree: front matter, CommonMark by cmark-gfm, pandoc's syntaxes over it
 * (syntax.def). The only room that sees cmark-gfm.
 */
#ifndef DOSSIER_MARKDOWN_MARKDOWN_H
#define DOSSIER_MARKDOWN_MARKDOWN_H

#include "doc/doc.h"

/** A metadata value of the command line (-M, -V); `text` is read as a YAML scalar. */
struct markdown_override {
    struct str key, text;
};

struct markdown_options {
    /** "markdown" (also when it is empty), "gfm", "commonmark" or "commonmark_x", with pandoc's
     * `+extension` and `-extension` behind it; markdown_format_check() says which are right. */
    struct str format;
    const struct markdown_override *overrides;
    size_t noverrides;
    const char *const *outputs; /* what may be made of the document: doc_outputs_of() */
    size_t noutputs;
    /** The tree is to say what the author wrote, for outputs that are sources themselves: nothing
     * gets a number, references by number are citations and TeX as pandoc has them, images alone in
     * their paragraphs stay images, and the texts of the front matter are read (doc_front_text). */
    bool as_written;
};

/**
 * Parses `src` (well-formed UTF-8; the caller has checked). Always returns a document; what is
 * wrong is in `d`. Citations become DOC_CITE with exact spans; headings have ids; notes are
 * numbered; `meta` is filled.
 */
struct doc *markdown_parse(struct arena *a, struct source *src, const struct markdown_options *opt,
                           struct diags *d);

/** Whether a format can be read; `*fault` gets what is wrong with it otherwise, made in `a`. */
bool markdown_format_check(struct arena *a, struct str format, struct str *fault);

/** Version of cmark-gfm for `--version`. */
const char *markdown_library_version(void);

#endif
