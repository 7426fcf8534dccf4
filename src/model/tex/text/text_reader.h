/* SPDX-License-Identifier: MIT */
/*
 * Shared by the two files of the reader of TeX text: its state, and the functions of each file that
 * the other calls. Private to the submodule.
 *
 *     text     = { item }
 *     item     = character | ligature | math | group | command
 *     group    = "{" text "}"
 *     argument = group | command | one character
 *
 * Groups and arguments count in `depth`; LIMIT_TEX_DEPTH limits the recursion.
 */
#ifndef DOSSIER_TEX_TEXT_TEXT_READER_H
#define DOSSIER_TEX_TEXT_TEXT_READER_H

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "model/tex/text/text_internal.h"

/* maximum number of declarations that are open in one group; further ones are ignored */
#define TEX_DECLARATIONS_MAX 8

/** The delimiters of math: `$`, `$$`, `\(`, `\[`. */
enum tex_math_sign {
    TEX_DOLLAR,
    TEX_DOLLARS,
    TEX_PAREN,
    TEX_BRACKET,
    TEX_MATH_SIGNS /* number of delimiters */
};

struct tex_reader {
    struct arena *arena;
    struct diags *d; /* NULL if errors are not reported */
    struct str s;
    size_t at;
    struct rich_builder *out;
    unsigned flags;   /* enum tex_flags */
    unsigned depth;   /* the nesting of groups and arguments */
    unsigned protect; /* the number of open nocase spans */
    unsigned quotes;  /* nesting of \enquote */
    bool marks;       /* a combining mark was written, so the text is composed at the end */
    bool too_deep;    /* too deep nesting of braces has been reported */
    /* For each number of open groups and each delimiter of math: no math with this delimiter ends
     * before this offset. Failed searches are stored, because repeating them would take quadratic
     * time. */
    size_t unclosed[LIMIT_TEX_DEPTH + 1][TEX_MATH_SIGNS];
    unsigned braces;  /* the number of open groups: the index of `unclosed` */
    bool no_bracket;  /* no ']' follows in the text */
    bool no_line_end; /* no '\n' follows in the text */
    struct span span;
    bool aligned; /* byte i of `s` is byte span.begin + i of the source */
};

/** Spans of \em and the like, which end with the group. */
struct tex_declarations {
    size_t n;
};

static inline bool tex_at_end(const struct tex_reader *r) {
    return r->at >= r->s.n;
}
/** The byte `ahead` of the current one, or NUL after the end. */
static inline char tex_peek(const struct tex_reader *r, size_t ahead) {
    return r->at + ahead < r->s.n ? r->s.p[r->at + ahead] : '\0';
}
static inline void tex_skip_spaces(struct tex_reader *r) {
    while (!tex_at_end(r) && is_space(r->s.p[r->at])) {
        r->at++;
    }
}

/* Text and arguments, in text.c */

/** Returns the bytes [begin, end) as a span of the source. If the text is not `aligned`, returns
 * the span of the whole text. */
struct span tex_place(const struct tex_reader *r, size_t begin, size_t end);
/** Begins a part whose letters keep their case, if the flags request it and no outer span already
 * does. Returns a value for tex_end_protected(). */
size_t tex_begin_protected(struct tex_reader *r);
void tex_end_protected(struct tex_reader *r, size_t inside);
/** Adds white space. White space of any length becomes one blank, and none is added at the
 * beginning. */
void tex_add_blank(struct tex_reader *r);
/** Adds an address: characters escaped for TeX (`\_`, `\%`) are unescaped. */
void tex_add_verbatim(struct tex_reader *r, struct str s);
/** Adds math. It becomes plain text if possible, otherwise a math span. */
void tex_add_math(struct tex_reader *r, struct str math);
/** Reads the math that begins here, or only the delimiter when it has no end. */
void tex_read_math(struct tex_reader *r, enum tex_math_sign sign);
/** Reads the argument of a command: a group (whose braces protect nothing), a command, or one
 * character. */
void tex_read_argument(struct tex_reader *r);
/** Reads the argument of a command without interpreting it: the text inside of a group, or one
 * character. */
struct str tex_raw_argument(struct tex_reader *r);
/** Skips optional arguments. */
void tex_skip_optional(struct tex_reader *r);

/* Commands, in text_command.c */

/** Reads a command at its backslash. Declarations are recorded in `decl`. */
void tex_read_command(struct tex_reader *r, struct tex_declarations *decl);

#endif
