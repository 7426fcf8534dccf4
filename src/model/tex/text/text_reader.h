/* SPDX-License-Identifier: MIT */
/*
 * What the two halves of the reader of TeX text share: its state, and the steps each takes for the
 * other. Private to the room.
 *
 *     text     = { item }
 *     item     = character | ligature | math | group | command
 *     group    = "{" text "}"
 *     argument = group | command | one character
 *
 * Groups and arguments count in `depth`; LIMIT_TEX_DEPTH bounds the recursion.
 */
#ifndef DOSSIER_TEX_TEXT_TEXT_READER_H
#define DOSSIER_TEX_TEXT_TEXT_READER_H

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "model/tex/text/text_internal.h"

#define TEX_DECLARATIONS_MAX 8 /* open at once in one group; more are ignored */

/** What begins math: `$`, `$$`, `\(`, `\[`. */
enum tex_math_sign {
    TEX_DOLLAR,
    TEX_DOLLARS,
    TEX_PAREN,
    TEX_BRACKET,
    TEX_MATH_SIGNS /* their number */
};

struct tex_reader {
    struct arena *arena;
    struct diags *d; /* NULL: nobody listens */
    struct str s;
    size_t at;
    struct rich_builder *out;
    unsigned flags;   /* enum tex_flags */
    unsigned depth;   /* of groups and arguments */
    unsigned protect; /* nocase spans around here */
    unsigned quotes;  /* nesting of \enquote */
    bool marks;       /* a combining mark was written: compose at the end */
    bool too_deep;    /* said once that braces are nested too deep */
    /* What was sought in vain is not sought again, lest the time grow with the square: */
    size_t unclosed[LIMIT_TEX_DEPTH + 1][TEX_MATH_SIGNS]; /* no math ends before here, by braces */
    unsigned braces;                                      /* groups around here: index of that */
    bool no_bracket;                                      /* no ']' follows */
    bool no_line_end;                                     /* no '\n' follows */
    struct span span;
    bool aligned; /* byte i of `s` is byte span.begin + i of the source */
};

/** Spans that end with the group, from \em and its like. */
struct tex_declarations {
    size_t n;
};

/* Where the reader stands. */

static inline bool tex_at_end(const struct tex_reader *r) {
    return r->at >= r->s.n;
}
/** The byte `ahead` of the reader, or NUL behind the end. */
static inline char tex_peek(const struct tex_reader *r, size_t ahead) {
    return r->at + ahead < r->s.n ? r->s.p[r->at + ahead] : '\0';
}
static inline void tex_skip_spaces(struct tex_reader *r) {
    while (!tex_at_end(r) && is_space(r->s.p[r->at])) {
        r->at++;
    }
}

/* Text and arguments: text.c */

/** The bytes [begin, end) as a span of the source; all of the text's when they do not align. */
struct span tex_place(const struct tex_reader *r, size_t begin, size_t end);
/** From here on letters keep their case, where the text asks for that and nothing around does.
 * Takes what the first one returns to the second. */
size_t tex_begin_protected(struct tex_reader *r);
void tex_end_protected(struct tex_reader *r, size_t inside);
/** White space in any amount is one blank; none at the beginning. */
void tex_add_blank(struct tex_reader *r);
/** An address: characters that it carries escaped for TeX's sake (`\_`, `\%`) as they are. */
void tex_add_verbatim(struct tex_reader *r, struct str s);
/** Math: as text when it is nothing else, otherwise in its span. */
void tex_add_math(struct tex_reader *r, struct str math);
/** Math that begins here, or the sign alone when it does not end. */
void tex_read_math(struct tex_reader *r, enum tex_math_sign sign);
/** The argument of a command: a group (whose braces protect nothing), a command, or one character.
 */
void tex_read_argument(struct tex_reader *r);
/** The argument as it stands in the source: a group's inside, or one character. */
struct str tex_raw_argument(struct tex_reader *r);
/** Over optional arguments, which are dropped. */
void tex_skip_optional(struct tex_reader *r);

/* Commands: text_command.c */

/** A command, from its backslash; what it declares goes into `decl`. */
void tex_read_command(struct tex_reader *r, struct tex_declarations *decl);

#endif
