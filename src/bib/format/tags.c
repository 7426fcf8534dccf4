/* SPDX-License-Identifier: MIT */
/*
 * Cuts a text into values with tags. Knows no tag.
 */
#include "bib/format/tags.h"

#include "bib/item/words.h"

void bib_tag_begin(struct bib_tag_reader *r, struct source *src, const struct bib_tag_form *form) {
    *r = (struct bib_tag_reader){.src = src, .form = form, .pieces = VEC_INIT};
    r->at = str_starts(src->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
}

/** The line at `at`, without its newline. */
static struct str line_at(const struct bib_tag_reader *r, size_t at) {
    return str_slice(r->src->text, at, bib_line_end(r->src->text, at));
}

/** Takes a line from its byte `from` on as a piece, and moves behind it. */
static void take_line(struct bib_tag_reader *r, struct str line, size_t from) {
    struct str piece = str_trim(str_from(line, from));
    if (piece.n) {
        vec_push(&r->pieces, piece);
    }
    r->span.end = (uint32_t)(r->at + line.n);
    r->at += line.n + 1;
}

/** Whether a line goes on with the value before it. */
static bool goes_on(const struct bib_tag_reader *r, struct str line) {
    struct str tag;
    size_t blanks = 0;
    while (blanks < r->form->indent && blanks < line.n && line.p[blanks] == ' ') {
        blanks++;
    }
    return r->form->indent ? blanks == r->form->indent : r->form->read(line, &tag) == 0;
}

bool bib_tag_next(struct bib_tag_reader *r) {
    vec_clear(&r->pieces);
    if (r->at >= r->src->text.n) {
        return false;
    }
    struct str line = line_at(r, r->at);
    r->first = r->span = span_make(r->src, r->at, r->at + line.n);
    size_t from = r->form->read(line, &r->tag);
    if (from == 0) {
        r->at += line.n + 1;
        r->kind = str_trim(line).n ? BIB_TAG_STRAY : BIB_TAG_BLANK;
        return true;
    }
    take_line(r, line, from);
    while (r->at < r->src->text.n) {
        line = line_at(r, r->at);
        if (!goes_on(r, line)) {
            break;
        }
        take_line(r, line, 0);
    }
    r->kind = BIB_TAG_VALUE;
    return true;
}

struct str bib_tag_text(const struct bib_tag_reader *r, struct arena *a) {
    if (r->pieces.n <= 1) {
        return r->pieces.n ? r->pieces.p[0] : STR_EMPTY;
    }
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < r->pieces.n; i++) {
        buf_puts(&b, i ? " " : "");
        buf_str(&b, r->pieces.p[i]);
    }
    struct str text = buf_keep(&b, a);
    buf_drop(&b);
    return text;
}

struct span bib_tag_place(const struct bib_tag_reader *r, struct str piece) {
    size_t from = (size_t)(piece.p - r->src->text.p);
    return span_make(r->src, from, from + piece.n);
}

void bib_tag_drop(struct bib_tag_reader *r) {
    vec_drop(&r->pieces);
}
