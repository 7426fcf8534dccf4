/* SPDX-License-Identifier: MIT */
/* The syntaxes of a document. They are rows of syntax.def, which the name of a format and its
 * extensions turn on or off (`markdown-smart+hard_line_breaks`). */
#ifndef DOSSIER_MARKDOWN_SYNTAX_H
#define DOSSIER_MARKDOWN_SYNTAX_H

#include "core/base/buf.h"

struct md_block;

/** The rows that can be turned on or off, as MD_<id>. */
enum md_syntax {
#define BLOCK(id, name, flavours, block) MD_##id,
#define SWITCH(id, name, flavours) MD_##id,
#define ALWAYS(name)
#define LACKS(name)
#include "read/markdown/core/syntax.def"
#undef BLOCK
#undef SWITCH
#undef ALWAYS
#undef LACKS
    MD_SYNTAX_COUNT
};

struct md_format {
    bool on[MD_SYNTAX_COUNT];
    const struct md_block
        *blocks[MD_SYNTAX_COUNT]; /* blocks of the rows that are on, in the order of the rows */
    size_t nblocks;
    bool pandoc; /* the format is markdown: also allows syntax of pandoc that has no extension */
    bool github; /* the format is gfm or commonmark: cmark-gfm reads the document if it can */
};

/** Reads a format: "markdown" (also for the empty name), "gfm", "commonmark" or "commonmark_x" with
 * `+extension` and `-extension`. False when pandoc does not know the name or an extension either:
 * then `*fault` has the message, with the nearest name. Else `*fault` names extensions of pandoc
 * without effect here, or is empty. Texts are made in `a`. */
bool md_format_read(struct arena *a, struct str name, struct md_format *out, struct str *fault);

/** Whether a text is the name of a format, perhaps with extensions. */
bool md_format_is_name(struct str text);

/** Whether cmark-gfm can read all extensions that the format turns on. */
bool md_format_is_github(const struct md_format *f);

#endif
