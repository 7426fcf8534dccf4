/* SPDX-License-Identifier: MIT */
/*
 * TeX as people write it in .bib fields and abstracts, to rich text.
 *
 * Math that is nothing but text in disguise (a number with \times, a lone Greek letter, `10^{32}`)
 * becomes text with raised and lowered parts; all else becomes a math span, which doc and layout
 * set with tex/math.
 */
#ifndef DOSSIER_TEX_TEXT_TEXT_H
#define DOSSIER_TEX_TEXT_TEXT_H

#include "core/diag/diag.h"
#include "core/rich/rich.h"

/** What braces protect from case changes: a group at brace level 1 that is no special character
 * ({\'E}) becomes a nocase span, and so does what a \mkbib... command makes. */
enum tex_flags {
    TEX_PLAIN = 0,
    TEX_NOCASE = 1,    /* keep protecting braces as nocase spans (titles) */
    TEX_LIGATURES = 2, /* ---, --, ``, '' become dashes and quotes */
    TEX_VERBATIM = 4   /* url, doi, file: only braces go, nothing else is read */
};

/**
 * Converts `tex` (the text between a field's delimiters, outer delimiters gone) into rich text in
 * the arena. `at` is the place of `tex` in its source, for diagnostics; unknown commands are kept
 * as their argument's text and reported. `d` may be NULL.
 */
struct rich tex_to_rich(struct arena *a, struct str tex, unsigned flags, struct span at,
                        struct diags *d);

/** English text of one of biblatex's localisation keys ("phdthesis": "PhD thesis"), or the empty
 * slice. */
struct str tex_bibstring(struct str key);
/** The key of such a text, or the empty slice. */
struct str tex_bibstring_key(struct str text);

#endif
