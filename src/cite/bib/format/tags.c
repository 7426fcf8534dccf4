/* SPDX-License-Identifier: MIT */
/* Splits a text into values with tags. */
#include "cite/bib/format/tags.h"

#include "cite/bib/item/item_text.h"

/** Reads the line at the offset `at`, and its tag. */
static void look(struct bib_tag_reader *r) {
    r->line = str_slice(r->src->text, r->at, str_until(r->src->text, r->at, '\n'));
    r->value = r->form->read(r->line, &r->next_tag);
}

void bib_tag_begin(struct bib_tag_reader *r, struct source *src, const struct bib_tag_form *form) {
    *r = (struct bib_tag_reader){.src = src, .form = form, .pieces = VEC_INIT};
    r->at = str_bom(src->text);
    look(r);
}

/** Takes the line, from its byte `from` on, as a piece of the value, and moves to the next line. */
static void take_line(struct bib_tag_reader *r, size_t from) {
    struct str piece = str_trim(str_from(r->line, from));
    if (piece.n) {
        vec_push(&r->pieces, piece);
    }
    r->span.end = (uint32_t)(r->at + r->line.n);
    r->at += r->line.n + 1;
    look(r);
}

/** Whether the line continues the value before it. */
static bool goes_on(const struct bib_tag_reader *r) {
    size_t blanks = 0;
    while (blanks < r->form->indent && blanks < r->line.n && r->line.p[blanks] == ' ') {
        blanks++;
    }
    return r->at < r->src->text.n && (r->form->indent ? blanks == r->form->indent : r->value == 0);
}

bool bib_tag_next(struct bib_tag_reader *r) {
    vec_clear(&r->pieces);
    if (r->at >= r->src->text.n) {
        return false;
    }
    r->first = r->span = span_make(r->src, r->at, r->at + r->line.n);
    r->tag = r->next_tag;
    if (r->value == 0) {
        r->kind = str_trim(r->line).n ? BIB_TAG_STRAY : BIB_TAG_BLANK;
        take_line(r, r->line.n);
        return true;
    }
    r->kind = BIB_TAG_VALUE;
    take_line(r, r->value);
    while (goes_on(r)) {
        take_line(r, 0);
    }
    return true;
}

struct str bib_tag_text(const struct bib_tag_reader *r, struct arena *a) {
    if (r->pieces.n <= 1) {
        return r->pieces.n ? r->pieces.p[0] : STR_EMPTY;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < r->pieces.n; i++) {
        buf_puts(&b, i ? " " : "");
        buf_str(&b, r->pieces.p[i]);
    }
    return buf_finish(&b, a);
}

struct span bib_tag_place(const struct bib_tag_reader *r, struct str piece) {
    size_t from = (size_t)(piece.p - r->src->text.p);
    return span_make(r->src, from, from + piece.n);
}

void bib_tag_drop(struct bib_tag_reader *r) {
    vec_drop(&r->pieces);
}
