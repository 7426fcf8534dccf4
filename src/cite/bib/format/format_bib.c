/* SPDX-License-Identifier: MIT */
/* The two dialects of .bib files as rows of the table. bib/bibtex reads them. */
#include "cite/bib/format/format_rows.h"

static size_t read_bib(struct bib_input *in, bool classic) {
    struct bibtex *file = ARENA_NEW(in->arena, struct bibtex);
    *file = (struct bibtex){.arena = in->arena,
                            .macros = MAP_IN(in->arena),
                            .braced = ITEM_BRACED_IN(in->arena),
                            .src = in->src,
                            .host = in->host,
                            .classic = classic && !in->guessed,
                            .declared = !in->guessed};
    size_t n = bibtex_scan(file, in->d);
    in->torn = in->torn || file->torn;
    return n;
}

/** Whether an entry such as `@book{` begins anywhere in a text. Text before it is a comment. */
bool bib_biblatex_sniff(struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        size_t at = i + 1;
        while (text.p[i] == '@' && at < text.n && (is_alpha(text.p[at]) || is_space(text.p[at]))) {
            at++;
        }
        if (at > i + 1 && at < text.n && (text.p[at] == '{' || text.p[at] == '(')) {
            return true;
        }
    }
    return false;
}

/** Never true, because the text does not show whether it is BibTeX or BibLaTeX. */
bool bib_bibtex_sniff(struct str text) {
    (void)text;
    return false;
}

size_t bib_biblatex_read(struct bib_input *in) {
    return read_bib(in, false);
}

size_t bib_bibtex_read(struct bib_input *in) {
    return read_bib(in, true);
}

void bib_biblatex_write(struct arena *a, struct buf *out, const struct item *const *items,
                        size_t n) {
    bibtex_write(a, out, items, n, false);
}

void bib_bibtex_write(struct arena *a, struct buf *out, const struct item *const *items, size_t n) {
    bibtex_write(a, out, items, n, true);
}
