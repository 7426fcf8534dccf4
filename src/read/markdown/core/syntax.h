/* SPDX-License-Identifier: MIT */
/* The syntaxes of Markdown, which are rows of syntax.def. A format turns them on or off by its name
 * and by extensions (`markdown-smart+hard_line_breaks`). */
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
    /* the blocks of the rows that are on, in the order of the rows */
    const struct md_block *blocks[MD_SYNTAX_COUNT];
    size_t nblocks;
    bool pandoc; /* the format is `markdown`; pandoc's syntaxes without an extension are also on */
    /* the format is `gfm` or `commonmark`; cmark-gfm alone reads the document if it can */
    bool github;
};

/** Reads a format: "markdown" (also the empty text), "gfm", "commonmark" or "commonmark_x" with
 * `+extension` and `-extension`. If pandoc has no such format or extension, returns false, and
 * `*fault` is a message with the nearest name. Otherwise, `*fault` lists the extensions that have
 * an effect only in pandoc, or is empty. Texts are made in `a`. */
bool md_format_read(struct arena *a, struct str name, struct md_format *out, struct str *fault);

/** Whether a text is the name of a format, with extensions or without. */
bool md_format_is_name(struct str text);

/** Whether cmark-gfm can read all extensions that the format turns on. */
bool md_format_is_github(const struct md_format *f);

#endif
