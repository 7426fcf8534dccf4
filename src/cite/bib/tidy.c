/* SPDX-License-Identifier: MIT */
/*
 * Tidies a .bib. The result is checked: both texts are read and their items are compared, a few at
 * a time, so that a large file needs little more memory than its text.
 */
#include "cite/bib/tidy.h"

#include "cite/bib/bib.h"
#include "cite/bib/bibtex/bib_text.h"
#include "cite/bib/item/dates.h"
#include "cite/bib/store/store_item.h"
#include "core/base/calendar.h"
#include "core/base/search.h"
#include "core/base/vec.h"

#include <stdlib.h>

DIAG_USE(DIAG_TIDY_REFUSED);

static const char *const order[] = {
#define FIELD(name) name,
#include "cite/bib/tidy_order.def"
#undef FIELD
};

static size_t rank_of(struct str name) {
    size_t i = 0;
    while (i < ARRAY_LEN(order) && !str_ieq(name, str_of(order[i]))) {
        i++;
    }
    return i;
}

struct tidier {
    struct arena *a; /* memory for the current piece */
    struct buf *out;
    const char *eol;
    bool sort;
    /* an @string has redefined the name of a month, so months cannot become macros */
    bool own_months;
};

/* ---- one entry ---- */

struct ranked {
    const struct bib_text_field *f;
    size_t rank, at;
};

/** Sorts the fields by insertion, which is stable, and fast for few or sorted fields. */
static struct ranked *sorted_fields(const struct tidier *t, const struct bib_piece *p) {
    struct ranked *r = ARENA_ARRAY(t->a, struct ranked, p->nfields);
    for (size_t i = 0; i < p->nfields; i++) {
        struct ranked x = {&p->fields[i], t->sort ? rank_of(p->fields[i].name) : 0, i};
        size_t k = i;
        while (k > 0 && r[k - 1].rank > x.rank) {
            r[k] = r[k - 1];
            k--;
        }
        r[k] = x;
    }
    return r;
}

static struct str tidy_value(const struct tidier *t, struct str name, struct str value) {
    struct str inside = bib_text_inside(value);
    bool bare = value.p[0] != '{' && value.p[0] != '"';
    if (str_ieq(name, STR("month")) && (inside.p || bare)) {
        int month = t->own_months ? 0 : bib_month(str_trim(bare ? value : inside));
        if (month && str_find(value, STR("#")) == STR_NONE) {
            return arena_lower(t->a, str_slice(calendar_months[month - 1], 0, 3));
        }
    }
    if (!inside.p) {
        return value;
    }
    return arena_join(t->a, 3, STR("{"), str_trim(inside), STR("}"));
}

/** Writes lines of comments, indented like the fields. */
static void write_comments(const struct tidier *t, struct str lines) {
    while (lines.p && lines.n) {
        struct str line = str_trim(str_cut(&lines, '\n'));
        if (line.n) {
            buf_puts(t->out, "  ");
            buf_str(t->out, line);
            buf_puts(t->out, t->eol);
        }
    }
}

static void write_entry(const struct tidier *t, const struct bib_piece *p) {
    struct ranked *fields = sorted_fields(t, p);
    size_t width = 0;
    for (size_t i = 0; i < p->nfields; i++) {
        size_t w = p->fields[i].name.n;
        width = w > width && w <= 16 ? w : width;
    }
    buf_putc(t->out, '@');
    buf_str(t->out, arena_lower(t->a, p->type));
    buf_putc(t->out, '{');
    buf_str(t->out, p->key);
    buf_putc(t->out, ',');
    buf_puts(t->out, t->eol);
    for (size_t i = 0; i < p->nfields; i++) {
        const struct bib_text_field *f = fields[i].f;
        write_comments(t, f->before);
        buf_puts(t->out, "  ");
        buf_str(t->out, bibtex_field_name(arena_lower(t->a, f->name), f->name));
        buf_fill(t->out, ' ', f->name.n < width ? width - f->name.n : 0);
        buf_puts(t->out, " = ");
        buf_str(t->out, tidy_value(t, f->name, f->value));
        buf_putc(t->out, ',');
        if (f->behind.n) {
            buf_putc(t->out, ' ');
            buf_str(t->out, f->behind);
        }
        buf_puts(t->out, t->eol);
    }
    write_comments(t, p->tail);
    buf_putc(t->out, '}');
}

/** Writes an @string with one definition on one line: @string{name = {text}}. An @string with
 * comments or several definitions stays unchanged. */
static void write_string(const struct tidier *t, const struct bib_piece *p) {
    const struct bib_text_field *f = p->fields;
    if (p->nfields != 1 || f->before.n || f->behind.n || p->tail.n) {
        buf_str(t->out, p->text);
        return;
    }
    struct str inside = bib_text_inside(f->value);
    struct str value = inside.p ? arena_join(t->a, 3, STR("{"), inside, STR("}")) : f->value;
    buf_str(t->out, arena_join(t->a, 5, STR("@string{"), f->name, STR(" = "), value, STR("}")));
}

/** Writes the blank lines between two pieces: one before and after an entry, at most one in other
 * places. */
static void write_blank(const struct tidier *t, const struct bib_text *text, size_t i) {
    if (i == 0) {
        return;
    }
    buf_puts(t->out, t->eol);
    if (i + 1 == text->n) {
        return;
    }
    size_t lines = 0;
    for (size_t k = 0; k < text->p[i].text.n; k++) {
        lines += text->p[i].text.p[k] == '\n';
    }
    bool entry = text->p[i - 1].kind == BIB_PIECE_ENTRY || text->p[i + 1].kind == BIB_PIECE_ENTRY;
    if (entry || lines > 1) {
        buf_puts(t->out, t->eol);
    }
}

static void write_piece(const struct tidier *t, const struct bib_text *text, size_t i,
                        const bool *keep) {
    const struct bib_piece *p = &text->p[i];
    bool between = p->kind == BIB_PIECE_TEXT;
    if (between && str_trim(p->text).n == 0) {
        write_blank(t, text, i);
    } else if (p->kind == BIB_PIECE_ENTRY && !keep[i] && p->nfields) {
        write_entry(t, p);
    } else if (p->kind == BIB_PIECE_STRING) {
        write_string(t, p);
    } else {
        buf_str(t->out, p->text);
    }
    if (between) {
        return;
    }
    /* there is no text before the next entry, so an empty line is added */
    if (i + 1 < text->n && text->p[i + 1].kind != BIB_PIECE_TEXT) {
        buf_puts(t->out, t->eol);
        buf_puts(t->out, t->eol);
    } else if (i + 1 == text->n) {
        buf_puts(t->out, t->eol);
    }
}

/* ---- items ---- */

static int by_name(const void *pa, const void *pb) {
    const struct item_extra *x = pa, *y = pb;
    int c = str_cmp(x->name, y->name);
    return c ? c : str_cmp(x->text.text, y->text.text);
}

/** An item as text. The order of extras and the case of their names do not matter. */
static struct str text_of(struct arena *a, const struct item *it) {
    struct item sorted = *it;
    sorted.extras = ARENA_ARRAY(a, struct item_extra, it->nextras);
    for (size_t i = 0; i < it->nextras; i++) {
        sorted.extras[i] = it->extras[i];
        sorted.extras[i].name = arena_lower(a, it->extras[i].name);
    }
    if (it->nextras) {
        qsort(sorted.extras, it->nextras, sizeof *sorted.extras, by_name);
    }
    struct buf text = BUF_INIT;
    bib_store_item_write(&text, &sorted);
    return buf_finish(&text, a);
}

/* ---- the check ---- */

static struct bib *read_again(struct arena *a, struct str text, struct diags *d) {
    struct bib *b = bib_new(a);
    bib_read(b, source_new(a, STR("tidied"), text), BIB_BIBLATEX, d);
    return b;
}

/** Returns the index of the piece that is the entry at `offset`. STR_NONE if the entry is in the
 * text between pieces. */
static size_t piece_at(const struct bib_text *text, struct str all, size_t offset) {
    const char *at = all.p + offset;
    size_t i;
    SEARCH_FIRST(i, 0, text->n, text->p[i].text.p + text->p[i].text.n > at);
    return i < text->n && text->p[i].kind == BIB_PIECE_ENTRY ? i : STR_NONE;
}

enum verdict { SAME, AGAIN, HOPELESS };

/* number of items in memory at a time; inherited fields are read again for each such group */
#define AT_ONCE 256

/** Compares all items. Entries whose items would change are marked in `keep`. */
static enum verdict compare_items(struct bib *before, struct bib *after,
                                  const struct bib_text *text, struct str all, bool *keep,
                                  struct diags *quiet) {
    enum verdict v = SAME;
    struct arena *a = arena_new();
    for (size_t i = 0; i < bib_count(before); i++) {
        if (i % AT_ONCE == 0) {
            bib_forget(before);
            bib_forget(after);
            arena_reset(a);
        }
        const struct item *x = bib_at(before, i, quiet), *y = bib_at(after, i, quiet);
        if (str_eq(x->id, y->id) && str_eq(text_of(a, x), text_of(a, y))) {
            continue;
        }
        size_t at = piece_at(text, all, x->span.begin);
        v = at == STR_NONE || keep[at] ? HOPELESS : AGAIN;
        if (v == HOPELESS) {
            break;
        }
        keep[at] = true;
    }
    arena_drop(a);
    return v;
}

static enum verdict compare(struct bib *before, struct bib *after, const struct bib_text *text,
                            struct str all, bool *keep, struct diags *quiet) {
    if (bib_count(before) != bib_count(after)) {
        return HOPELESS;
    }
    struct arena *first = arena_new(), *second = arena_new();
    bib_decode_into(before, first);
    bib_decode_into(after, second);
    enum verdict v = compare_items(before, after, text, all, keep, quiet);
    bib_forget(before);
    bib_forget(after);
    bib_decode_into(before, NULL);
    arena_drop(first);
    arena_drop(second);
    return v;
}

static void look_at_strings(struct tidier *t, const struct bib_text *text) {
    for (size_t i = 0; i < text->n; i++) {
        const struct bib_piece *p = &text->p[i];
        for (size_t k = 0; p->kind == BIB_PIECE_STRING && k < p->nfields; k++) {
            struct str name = p->fields[k].name;
            t->own_months = t->own_months || (name.n == 3 && bib_month(name) > 0);
        }
    }
}

static bool refuse(struct source *src, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_TIDY_REFUSED, span_make(src, 0, 0),
                              "`%.*s` is left unchanged: its entries would not stay the same",
                              STR_ARG(src->name));
    diag_hint(d, g, "mend what `dossier refs check` tells first");
    return false;
}

/** Tidies the text once. Returns false when an item would change. */
static bool tidy_once(struct source *src, bool sort, struct buf *out, size_t *left,
                      struct diags *d) {
    struct arena *a = arena_new();
    struct bib *before = bib_new(a);
    struct diags quiet;
    bib_read(before, src, BIB_BIBLATEX, d);
    struct str all = src->text;
    struct bib_text text = bib_text_read(a, all);
    struct tidier t = {.a = arena_new(), .out = out, .eol = "\n", .sort = sort};
    size_t newline = str_index(all, '\n');
    t.eol = newline != STR_NONE && newline > 0 && all.p[newline - 1] == '\r' ? "\r\n" : "\n";
    look_at_strings(&t, &text);
    bool *keep = ARENA_ARRAY(a, bool, text.n);
    diags_init(&quiet, a);
    enum verdict v = AGAIN;
    for (int round = 0; round < 4 && v == AGAIN; round++) {
        buf_clear(out);
        for (size_t i = 0; i < text.n; i++) {
            write_piece(&t, &text, i, keep);
            arena_reset(t.a);
        }
        if (out->overflow) {
            v = HOPELESS;
            break;
        }
        struct arena *again = arena_new();
        struct bib *after = read_again(again, buf_view(out), &quiet);
        v = compare(before, after, &text, all, keep, &quiet);
        arena_drop(again);
    }
    diags_drop(&quiet);
    *left = 0;
    for (size_t i = 0; i < text.n; i++) {
        *left += keep[i];
    }
    arena_drop(t.a);
    arena_drop(a);
    return v == SAME;
}

/** Tidies the result repeatedly until it no longer changes. This is necessary in a file with
 * errors, because there the meaning of an entry may depend on the broken text around it and on the
 * layout. Returns false when the result does not become stable, or when the last result cannot be
 * tidied. */
static bool settle(struct buf *out, bool sort) {
    struct diags quiet;
    struct arena *a = arena_new();
    bool sound = true, settled = false;
    diags_init(&quiet, a);
    for (int round = 0; round < 8 && sound && !settled; round++) {
        struct str text = buf_keep(out, a);
        struct buf again;
        size_t left;
        buf_init(&again, 0);
        sound = tidy_once(source_new(a, STR("tidied"), text), sort, &again, &left, &quiet);
        settled = sound && str_eq(buf_view(&again), text);
        if (sound && !settled) {
            buf_clear(out);
            buf_str(out, buf_view(&again));
        }
        buf_drop(&again);
    }
    diags_drop(&quiet);
    arena_drop(a);
    return settled;
}

bool bib_tidy(struct source *src, bool sort, struct buf *out, size_t *left, struct diags *d) {
    size_t faults = d->errors + d->warnings;
    bool sound = tidy_once(src, sort, out, left, d);
    if (sound && (*left || d->errors + d->warnings > faults)) {
        sound = settle(out, sort);
    }
    return sound || refuse(src, d);
}
