/* SPDX-License-Identifier: MIT */
/*
 * TeX as people write it in .bib fields and abstracts, to Unicode rich text.
 *
 * The result is "CSL rich text", the one form of formatted text in the item model: UTF-8 in which
 * only these tags mean something (CSL-JSON's, and one of our own); every other '<' is a plain
 * character. <i> <b> <sup> <sub> <sc> <u> <span style="font-variant:small-caps;"> <span
 * class="nocase"> <span class="math">TeX source between the dollars, verbatim, with & < > as &amp;
 * &lt; &gt;</span> <code> Math that is nothing but text in disguise (a number with \times, a lone
 * Greek letter, `10^{32}`) becomes text with <sup>/<sub>; all else becomes the math span, which doc
 * and layout set with tex/math.h.
 */
#ifndef DOSSIER_TEX_TEXT_TEXT_H
#define DOSSIER_TEX_TEXT_TEXT_H

#include "base/buf.h"
#include "diag/diag.h"

/** What braces protect from case changes: a group at brace level 1 that is no special character
 * ({\'E}) becomes <span class="nocase">, and so does what a \mkbib... command makes. */
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
struct str tex_to_rich(struct arena *a, struct str tex, unsigned flags, struct span at,
                       struct diags *d);

/** Rich text with all tags gone: for sorting, matching, metadata. Math gives its plain reading
 * ("Θ(log n)"). */
struct str rich_to_plain(struct arena *a, struct str rich);

/**
 * Bytes of the tag of rich text that begins at `at` (from its '<' to behind its '>'), or 0 when
 * what stands there is a plain character. `*closing` says which kind it is.
 */
size_t rich_tag(struct str rich, size_t at, bool *closing);
/** Bytes of the math span that begins at `at`, its tags included, or 0. `*tex` is its escaped
 * inside. */
size_t rich_math(struct str rich, size_t at, struct str *tex);

/** English text of one of biblatex's localisation keys ("phdthesis": "PhD thesis"), or the empty
 * slice. */
struct str tex_bibstring(struct str key);
/** The key of such a text, or the empty slice. */
struct str tex_bibstring_key(struct str text);

#endif
