/* SPDX-License-Identifier: MIT */
/*
 * Which syntaxes a document is read with: rows of syntax.def, switched on and off by a format's
 * name and its extensions (`markdown-smart+hard_line_breaks`).
 */
#ifndef DOSSIER_MARKDOWN_SYNTAX_H
#define DOSSIER_MARKDOWN_SYNTAX_H

#include "core/base/buf.h"

struct md_block;

/** The rows that can be switched, as MD_<id>. */
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
    const struct md_block *blocks[MD_SYNTAX_COUNT]; /* of the rows that are on, in their order */
    size_t nblocks;
    bool pandoc; /* markdown: what is pandoc's alone and has no extension of a name */
    bool github; /* gfm or commonmark: what cmark-gfm can read alone, it does */
};

/**
 * Reads a format: "markdown", "gfm", "commonmark" or "commonmark_x" with `+extension` and
 * `-extension` behind it; the empty name is markdown's. False when the name, or that of an
 * extension, is one that pandoc does not know either: `*fault` then says so, with the nearest name.
 * Otherwise `*fault` says which extensions of pandoc's have no effect here; it is empty when all
 * have. Texts go into `a`.
 */
bool md_format_read(struct arena *a, struct str name, struct md_format *out, struct str *fault);

/** Whether a text begins with a format's name, and extensions follow or nothing. */
bool md_format_is_name(struct str text);

/** Whether cmark-gfm alone reads all that is on. */
bool md_format_is_github(const struct md_format *f);

#endif
