/* SPDX-License-Identifier: MIT */
/*
 * Shared by the reader of TeX text (text.c), simple math (simple.c) and the tables
 * (text_symbols.c). Private to tex/.
 */
#ifndef DOSSIER_TEX_TEXT_TEXT_INTERNAL_H
#define DOSSIER_TEX_TEXT_TEXT_INTERNAL_H

#include "model/tex/text/text.h"

struct tex_symbol {
    struct str name, text;
};

enum tex_command_kind {
    TEX_CMD_WRAP,      /* shows the argument between two texts */
    TEX_CMD_MARK,      /* shows the argument in a span */
    TEX_CMD_DECLARE,   /* a span from this place to the end of the group */
    TEX_CMD_KEEP,      /* shows only the argument */
    TEX_CMD_DROP,      /* shows neither the command nor the argument */
    TEX_CMD_FIRST,     /* shows the first of two arguments */
    TEX_CMD_SECOND,    /* shows the second of two arguments */
    TEX_CMD_QUOTE,     /* quotation marks, alternating when nested */
    TEX_CMD_URL,       /* shows the argument literally */
    TEX_CMD_HREF,      /* two arguments: a literal address, and a text, which is shown */
    TEX_CMD_VERB,      /* \verb|...| */
    TEX_CMD_MATH,      /* the argument is math */
    TEX_CMD_FORMULA,   /* the command with its arguments is math */
    TEX_CMD_BIBSTRING, /* a localisation key of biblatex */
    TEX_CMD_CHAR,      /* \char"E9, \char233, \symbol{233} */
    TEX_CMD_UPPER,
    TEX_CMD_LOWER
};

struct tex_command {
    struct str name;
    enum tex_command_kind kind;
    enum rich_kind mark;      /* the kind of span for TEX_CMD_MARK and TEX_CMD_DECLARE */
    const char *open, *close; /* the two texts for TEX_CMD_WRAP */
};

/** The text of a command, or the empty slice. */
struct str tex_text_symbol(struct str name);
struct str tex_math_symbol(struct str name);
/** Whether a command without an argument is invisible. */
bool tex_is_silent(struct str name);
const struct tex_command *tex_command_find(struct str name);

/**
 * Writes math that is plain text as rich text: numbers with operators, one letter, their scripts.
 * Returns false and leaves `out` unchanged for real math.
 */
bool tex_simple_math(struct rich_builder *out, struct str math);

#endif
