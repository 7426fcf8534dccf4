/* SPDX-License-Identifier: MIT */
/*
 * Converts TeX, as authors write it in .bib fields and abstracts, to rich text.
 *
 * Math that is plain text (a number with \times, a single Greek letter, `10^{32}`) becomes text
 * with superscripts and subscripts; other math becomes a math span, which doc and layout set with
 * tex/math.
 */
#ifndef DOSSIER_TEX_TEXT_TEXT_H
#define DOSSIER_TEX_TEXT_TEXT_H

#include "core/diag/diag.h"
#include "core/rich/rich.h"

/** Flags for tex_to_rich(). Braces protect from changes of case: a group at brace level 1 that is
 * not a special character ({\'E}) becomes a nocase span, and so does the argument of a \mkbib...
 * command. */
enum tex_flags {
    TEX_PLAIN = 0,
    TEX_NOCASE = 1,    /* protecting braces become nocase spans (for titles) */
    TEX_LIGATURES = 2, /* ---, --, ``, '' become dashes and quotes */
    TEX_VERBATIM = 4   /* url, doi, file: only braces are removed, and all other text is literal */
};

/**
 * Converts `tex` (the text between a field's delimiters) to rich text in the arena. `at` is the
 * place of `tex` in its source, for diagnostics. Unknown commands are replaced by their argument
 * and reported. `d` may be NULL.
 */
struct rich tex_to_rich(struct arena *a, struct str tex, unsigned flags, struct span at,
                        struct diags *d);

/** Whether tex_to_rich() knows a command, given by its name without the backslash. */
bool tex_knows(struct str name);

/** Returns the English text for a localisation key of biblatex ("phdthesis": "PhD thesis"), or the
 * empty slice. */
struct str tex_bibstring(struct str key);
/** Returns the key for an English text of tex_bibstring(), or the empty slice. */
struct str tex_bibstring_key(struct str text);

#endif
