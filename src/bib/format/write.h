/* SPDX-License-Identifier: MIT */
/*
 * Writing items: CSL-JSON, CSL-YAML, BibLaTeX, BibTeX, RIS. What a format has no place for is left
 * out; what it can hold comes back the same when it is read again.
 */
#ifndef DOSSIER_BIB_FORMAT_WRITE_H
#define DOSSIER_BIB_FORMAT_WRITE_H

#include "bib/bib.h"

/**
 * Appends `n` items in `format` to `out`. Temporary text goes into `a`. Returns false, and writes
 * nothing, for a format that cannot be written.
 */
bool bib_write(struct arena *a, struct buf *out, enum bib_format format,
               const struct item *const *items, size_t n);

/**
 * An English title in sentence case: words begin in lower case but at the start of a sentence and
 * behind a colon; words with other capitals in them (NASA, iPhone) stay, as do nocase spans. Spans
 * that no longer say anything go.
 */
struct str bib_sentence_case(struct arena *a, struct str rich);
/** The title as it is, with nocase spans around the words that bib_sentence_case() would change. */
struct str bib_protect_case(struct arena *a, struct str rich);
/** The text without its nocase spans. */
struct str bib_drop_nocase(struct arena *a, struct str rich);

#endif
