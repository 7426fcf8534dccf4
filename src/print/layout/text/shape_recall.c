/* SPDX-License-Identifier: MIT */
/*
 * Paragraphs that were set in a round before: what is given to a builder is written down first, and
 * when lines are asked for and the same was given then, with the same measure, they are taken as
 * they were made. Else all of it goes through the builder as if it had come only now.
 *
 * The key has all that lines are made from: the text, what of its styles shaping and breaking look
 * at, the parameters, what stands in for missing glyphs. It has not what belongs to the document,
 * boxes, tags, colours: in their places the builder gets numbers, which are put back when lines are
 * handed out. So the lines are the same whether they were kept or not.
 *
 * What is not kept: paragraphs with characters that no font has, or in languages without patterns,
 * since both are reported. Knows nothing of when rounds begin.
 */
#include "print/layout/text/shape_internal.h"

#include <string.h>

enum op_kind {
    OP_TEXT,
    OP_BOX,
    OP_GLUE,
    OP_PENALTY,
    OP_NEWLINE,
    OP_MARK,
    OP_ISOLATE,
    OP_ISOLATE_END
};

/** One call. */
struct op {
    enum op_kind kind;
    uint8_t order;
    int32_t penalty; /* or a direction */
    sp width, height, depth, stretch, shrink;
    const struct inline_style *style; /* OP_TEXT: of bytes from `from` to `to` */
    size_t from, to;
    size_t nth; /* OP_TEXT: the style's number in the paragraph */
    void *box, *tag;
};

struct record {
    VEC(struct op) ops;
    VEC(const struct inline_style *) styles; /* each once, in the order of the text */
    struct buf text, key;
    size_t replayed; /* ops that the builder has */
    size_t closes;   /* how often lines or widths were asked for, which ends the list, ... */
    size_t closed;   /* and how often the builder was asked */
    bool letters;    /* it is not empty, whatever else there is */
    bool off;        /* nothing is looked for or kept */
};

enum { MOST_STYLES = 128 }; /* of a paragraph; with more it is not kept */
enum question { ASKS_LINES, ASKS_MEASURE, ASKS_NARROWEST, ASKS_MISSING };

/** What is kept of a question for widths. */
struct widths {
    sp narrowest, widest;
};

void shape_record_begin(struct inline_builder *b) {
    struct record *r = b->record;
    if (r == NULL) {
        r = b->record = xcalloc(1, sizeof *r);
        buf_init(&r->text, 0);
        buf_init(&r->key, 0);
    }
    vec_clear(&r->ops);
    vec_clear(&r->styles);
    buf_clear(&r->text);
    buf_clear(&r->key);
    r->replayed = r->closes = r->closed = 0;
    r->letters = r->off = false;
}

void shape_record_drop(struct record *r) {
    if (r != NULL) {
        vec_drop(&r->ops);
        vec_drop(&r->styles);
        buf_drop(&r->text);
        buf_drop(&r->key);
        free(r);
    }
}

/* ---- through the builder */

static void *number(size_t i) {
    return (void *)(uintptr_t)(i + 1); /* NOLINT: it stands for a pointer, and is none */
}

static void replay_op(struct inline_builder *b, const struct record *r, size_t i) {
    const struct op *op = &r->ops.p[i];
    void *tag = op->tag != NULL ? number(i) : NULL;
    switch (op->kind) {
    case OP_TEXT:
        inline_text(b, op->style, str_slice(buf_view(&r->text), op->from, op->to));
        return;
    case OP_BOX:
        inline_box(b, op->width, op->height, op->depth, number(i), tag);
        return;
    case OP_GLUE:
        inline_glue(b, op->width, op->stretch, op->shrink, op->order, tag);
        return;
    case OP_PENALTY:
        inline_penalty(b, op->penalty);
        return;
    case OP_NEWLINE:
        inline_newline(b);
        return;
    case OP_MARK:
        inline_mark(b, number(i), tag);
        return;
    case OP_ISOLATE:
        inline_isolate(b, (enum unicode_direction)op->penalty);
        return;
    case OP_ISOLATE_END:
        inline_isolate_end(b);
        return;
    }
}

/* Gives the builder what it has not had, and ends its list as often as was done without it. From
 * then on, until the record is put back, it works as one without. */
static void replay(struct inline_builder *b) {
    struct record *r = b->record;
    b->record = NULL;
    while (r->replayed < r->ops.n) {
        replay_op(b, r, r->replayed++);
    }
    for (sp none; r->closed < r->closes; r->closed++) {
        inline_measure(b, &none, &none);
    }
}

/* ---- writing down */

static struct op *op_add(struct inline_builder *b, enum op_kind kind) {
    struct record *r = b->record;
    if (r->closes > 0) { /* behind an end: the builder knows what becomes of that */
        replay(b);
        b->record = r;
        r->off = true;
    }
    vec_push(&r->ops, (struct op){.kind = kind});
    return &vec_last(&r->ops);
}

/* One that is an item of the list for certain. */
static struct op *item_add(struct inline_builder *b, enum op_kind kind) {
    b->record->letters = true;
    return op_add(b, kind);
}

static size_t style_number(struct record *r, const struct inline_style *style) {
    for (size_t i = r->styles.n; i-- > 0;) {
        if (r->styles.p[i] == style) {
            return i;
        }
    }
    if (r->styles.n == MOST_STYLES) {
        r->off = true;
        return 0;
    }
    vec_push(&r->styles, style);
    return r->styles.n - 1;
}

/* A text with one of these bytes has letters that are seen: ASCII but for signs of control, Greek
 * and Cyrillic, ideographs. */
static bool has_letters(struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if ((c > ' ' && c < 0x7F) || (c >= 0xCE && c <= 0xD1) || (c >= 0xE4 && c <= 0xE9)) {
            return true;
        }
    }
    return false;
}

void shape_record_text(struct inline_builder *b, const struct inline_style *style,
                       struct str text) {
    struct record *r = b->record;
    size_t from = r->text.n;
    bool joined = r->ops.n > r->replayed && vec_last(&r->ops).kind == OP_TEXT &&
                  vec_last(&r->ops).style == style;
    r->letters = r->letters || has_letters(text);
    buf_str(&r->text, text);
    if (joined) {
        vec_last(&r->ops).to = r->text.n;
        return;
    }
    struct op *op = op_add(b, OP_TEXT);
    op->style = style;
    op->from = from;
    op->to = r->text.n;
    op->nth = style_number(r, style);
}

void shape_record_box(struct inline_builder *b, bool mark, sp width, sp height, sp depth, void *box,
                      void *tag) {
    struct op *op = item_add(b, mark ? OP_MARK : OP_BOX);
    op->width = width;
    op->height = height;
    op->depth = depth;
    op->box = box;
    op->tag = tag;
}

void shape_record_glue(struct inline_builder *b, sp width, sp stretch, sp shrink, uint8_t order,
                       void *tag) {
    struct op *op = item_add(b, OP_GLUE);
    op->width = width;
    op->stretch = stretch;
    op->shrink = shrink;
    op->order = order;
    op->tag = tag;
}

void shape_record_penalty(struct inline_builder *b, int32_t penalty) {
    item_add(b, OP_PENALTY)->penalty = penalty;
}

void shape_record_newline(struct inline_builder *b) {
    (void)item_add(b, OP_NEWLINE);
}

void shape_record_isolate(struct inline_builder *b, bool end, enum unicode_direction direction) {
    op_add(b, end ? OP_ISOLATE_END : OP_ISOLATE)->penalty = (int32_t)direction;
}

/* ---- keys */

static void put(struct buf *key, int64_t n) {
    buf_add(key, &n, sizeof n);
}

static void put_style(struct buf *key, const struct inline_style *s) {
    const struct font *font = s->font;
    buf_add(key, &font, sizeof(const struct font *));
    const int64_t fields[] = {s->size,     s->features, s->flags,        s->face,           s->rise,
                              s->tracking, s->spacing,  (int64_t)s->rtl, (int64_t)s->lang.n};
    buf_add(key, fields, sizeof fields);
    buf_str(key, s->lang);
}

static void put_op(const struct record *r, struct buf *key, const struct op *op, size_t *styles) {
    buf_putc(key, (char)op->kind);
    if (op->kind == OP_TEXT) {
        put(key, (int64_t)op->nth);
        if (op->nth == *styles) { /* the first time */
            put_style(key, op->style);
            ++*styles;
        }
        put(key, (int64_t)(op->to - op->from));
        buf_str(key, str_slice(buf_view(&r->text), op->from, op->to));
        return;
    }
    const int64_t fields[] = {op->width,  op->height,  op->depth, op->stretch,
                              op->shrink, op->penalty, op->order, op->tag != NULL};
    buf_add(key, fields, sizeof fields);
}

/* The key of a question about what was given; the question's own part is added behind it. */
static struct buf *key_of(struct inline_builder *b, enum question asks) {
    struct record *r = b->record;
    struct buf *key = &r->key;
    buf_clear(key);
    buf_putc(key, (char)asks);
    fonts_put_wishes(b->shaper->fonts, key);
    put(key, (int64_t)r->closes);
    put(key, (int64_t)r->ops.n);
    size_t styles = 0;
    for (size_t i = 0; i < r->ops.n; i++) {
        put_op(r, key, &r->ops.p[i], &styles);
    }
    return key;
}

static void put_params(struct buf *key, const struct para_params *p, enum inline_align align) {
    const int64_t fields[] = {p->width,
                              p->first_indent,
                              p->hang_indent,
                              p->pretolerance,
                              p->tolerance,
                              p->line_penalty,
                              p->hyphen_demerits,
                              p->final_hyphen_demerits,
                              p->adjacent_demerits,
                              p->emergency_stretch,
                              p->looseness,
                              p->ragged_right,
                              (int64_t)align,
                              (int64_t)p->ninsets};
    buf_add(key, fields, sizeof fields);
    for (size_t i = 0; i < p->ninsets; i++) {
        put(key, p->insets[i].start);
        put(key, p->insets[i].end);
    }
}

/* Whether nothing was reported of what the builder has, and nothing is to be. */
static bool may_keep(const struct inline_builder *b) {
    const struct record *r = b->record;
    bool silent = !r->off && b->missing.n == 0 && !r->key.overflow;
    for (size_t i = 0; i < b->shaper->languages.n; i++) {
        silent = silent && b->shaper->languages.p[i]->installed;
    }
    return silent;
}

/* ---- lines */

/* The kept form of lines: they, their pieces, what their texts point to; all in one piece of
 * memory. */
struct room {
    char *at;
};

static void *take(struct room *room, size_t n) {
    void *p = room->at;
    room->at += (n + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    return p;
}

static void *take_copy(struct room *room, const void *from, size_t n) {
    return n > 0 ? memcpy(take(room, n), from, n) : take(room, n);
}

static size_t rounded(size_t n) {
    return (n + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
}

static size_t room_for(const struct inline_line *lines, size_t n) {
    size_t room = rounded(sizeof(size_t)) + rounded(n * sizeof *lines);
    for (size_t i = 0; i < n; i++) {
        room += rounded(lines[i].n * sizeof *lines[i].pieces);
        for (size_t k = 0; k < lines[i].n; k++) {
            const struct inline_piece *p = &lines[i].pieces[k];
            if (p->kind == INLINE_TEXT) {
                room += rounded(page_text_room(&p->text));
            }
        }
    }
    return room;
}

static void keep_piece(struct room *room, struct inline_piece *p, struct inline_builder *b) {
    if (p->kind != INLINE_TEXT) {
        return; /* its box and tag are numbers */
    }
    p->style = number(style_number(b->record, p->style));
    p->tag = NULL;
    page_text_move(&p->text, take(room, page_text_room(&p->text)));
    p->text.kept = memo_session_number(b->shaper->recall);
}

/* The kept lines, or NULL when there is no room for them. */
static const void *keep_lines(struct inline_builder *b, const struct inline_line *lines, size_t n) {
    void *value =
        memo_session_put(b->shaper->recall, buf_view(&b->record->key), room_for(lines, n));
    if (value == NULL) {
        return NULL;
    }
    struct room room = {value};
    (void)take_copy(&room, &n, sizeof n);
    struct inline_line *kept = take_copy(&room, lines, n * sizeof *lines);
    for (size_t i = 0; i < n; i++) {
        kept[i].pieces = take_copy(&room, lines[i].pieces, lines[i].n * sizeof *lines[i].pieces);
        for (size_t k = 0; k < lines[i].n; k++) {
            keep_piece(&room, &kept[i].pieces[k], b);
        }
    }
    return value;
}

static size_t number_of(const void *p) {
    return (size_t)(uintptr_t)p - 1;
}

/* Puts the document's own in the place of numbers. */
static void name_piece(const struct record *r, struct inline_piece *p, bool kept) {
    if (p->kind == INLINE_TEXT) {
        if (kept) {
            p->style = r->styles.p[number_of(p->style)];
            p->tag = p->style->tag;
            p->text.colour = p->style->colour;
        }
        return;
    }
    const struct op *op = &r->ops.p[number_of(p->kind == INLINE_GAP ? p->tag : p->box)];
    p->box = op->box;
    p->tag = op->tag;
}

static struct inline_line *hand_out(struct inline_builder *b, const struct inline_line *lines,
                                    size_t n, bool kept) {
    struct arena *a = b->shaper->lines;
    struct inline_line *out = n > 0 ? arena_copy(a, lines, n * sizeof *lines) : NULL;
    for (size_t i = 0; i < n; i++) {
        out[i].pieces = arena_copy(a, lines[i].pieces, lines[i].n * sizeof *lines[i].pieces);
        for (size_t k = 0; k < lines[i].n; k++) {
            name_piece(b->record, &out[i].pieces[k], kept);
        }
    }
    return out;
}

static struct inline_line *hand_out_kept(struct inline_builder *b, const char *value,
                                         size_t *nlines) {
    memcpy(nlines, value, sizeof *nlines);
    const void *lines = value + rounded(sizeof *nlines);
    return hand_out(b, lines, *nlines, true);
}

struct inline_line *shape_record_break(struct inline_builder *b, const struct para_params *params,
                                       enum inline_align align, size_t *nlines) {
    struct record *r = b->record;
    size_t n;
    put_params(key_of(b, ASKS_LINES), params, align);
    const void *value = r->off ? NULL : memo_session_find(b->shaper->recall, buf_view(&r->key), &n);
    if (value == NULL) {
        replay(b);
        struct inline_line *lines = inline_break(b, params, align, nlines);
        r->closed++;
        b->record = r;
        value = may_keep(b) ? keep_lines(b, lines, *nlines) : NULL;
        if (value == NULL) {
            r->closes++;
            return hand_out(b, lines, *nlines, false);
        }
    }
    r->closes++;
    return hand_out_kept(b, value, nlines);
}

/* ---- widths */

/* Asks the builder itself. */
static struct widths widths_of(struct inline_builder *b, enum question asks) {
    struct record *r = b->record;
    struct widths w = {0, 0};
    replay(b);
    if (asks == ASKS_MEASURE) {
        inline_measure(b, &w.narrowest, &w.widest);
    } else {
        w.narrowest = inline_narrowest(b);
    }
    r->closed++;
    b->record = r;
    return w;
}

static struct widths widths_ask(struct inline_builder *b, enum question asks) {
    struct record *r = b->record;
    struct widths w;
    size_t n;
    (void)key_of(b, asks);
    const void *value = r->off ? NULL : memo_session_find(b->shaper->recall, buf_view(&r->key), &n);
    if (value != NULL) {
        memcpy(&w, value, sizeof w);
    } else {
        w = widths_of(b, asks);
        void *kept =
            may_keep(b) ? memo_session_put(b->shaper->recall, buf_view(&r->key), sizeof w) : NULL;
        if (kept != NULL) {
            memcpy(kept, &w, sizeof w);
        }
    }
    r->closes++;
    return w;
}

void shape_record_measure(struct inline_builder *b, sp *narrowest, sp *widest) {
    struct widths w = widths_ask(b, ASKS_MEASURE);
    *narrowest = w.narrowest;
    *widest = w.widest;
}

sp shape_record_narrowest(struct inline_builder *b) {
    return widths_ask(b, ASKS_NARROWEST).narrowest;
}

/* ---- what else is asked */

bool shape_record_is_empty(struct inline_builder *b) {
    struct record *r = b->record;
    if (r->letters || r->ops.n == 0) {
        return !r->letters;
    }
    replay(b);
    bool empty = inline_is_empty(b);
    b->record = r;
    return empty;
}

const struct inline_missing *shape_record_missing(struct inline_builder *b, size_t *n) {
    struct record *r = b->record;
    if (r->closes > r->closed) { /* something was kept: there were none */
        *n = 0;
        return NULL;
    }
    (void)key_of(b, ASKS_MISSING);
    if (!r->off && memo_session_find(b->shaper->recall, buf_view(&r->key), n) != NULL) {
        *n = 0;
        return NULL;
    }
    replay(b);
    const struct inline_missing *missing = inline_missing(b, n);
    b->record = r;
    if (may_keep(b)) {
        (void)memo_session_put(b->shaper->recall, buf_view(&r->key), 0);
    }
    return missing;
}
