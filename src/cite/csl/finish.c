/* SPDX-License-Identifier: MIT */
/*
 * The finishing stage converts runs to the result tree. It chooses quotation marks and alternates
 * them in nested quotations, it alternates formatting inside formatted fields, and it merges
 * punctuation of the style with punctuation of the data.
 *
 * Text is written from left to right. The state has:
 *
 *     last      the last character written, and its place, because punctuation may replace it
 *     closed    the closing quotation marks at the end; a stop may still be inserted before them
 *     outside   the closing marks before a single stop of the style, which may be moved inside them
 *
 * Of two adjacent marks, one is dropped or replaced only if the second one comes from an affix:
 * after "Why?" the full stop of the style is dropped. Adjacent marks within the author's text stay.
 */
#include "cite/csl/state.h"

#include "core/base/utf8.h"

#include <string.h>

/** The place of a character: in the pending text, or in a leaf that is finished. */
struct place {
    struct csl_out *leaf; /* NULL: the character is in `pending` */
    size_t at;
};

struct finisher {
    struct csl *c;
    struct arena *a;
    bool plain;          /* the result is plain text only, without a tree */
    bool french;         /* the locale is French: punctuation marks get narrow spaces */
    struct buf *pending; /* text that is not in a leaf yet; a buffer of the processor */
    struct csl_out *parent, *parent_last;
    struct fmt fmt;  /* the current format */
    unsigned quotes; /* the nesting of open quotation marks */
    uint32_t last;
    struct place last_place;
    bool last_affix;
    struct closed {
        unsigned n;           /* number of closing marks at the end of the text */
        struct place closing; /* the place of the first closing mark */
        uint32_t inner;       /* the character before the first closing mark */
        struct place inner_place;
        bool put_in; /* the style has put the character `inner` inside the marks */
        /* the closing marks belong to a field of the item, so the author's punctuation before them
         * is kept */
        bool field;
        bool cite; /* the marks belong to the prefix or suffix of a cite */
    } closed, outside;
    unsigned depth;
};

/* ---- the tree ---- */

static struct csl_out *add_node(struct finisher *f, enum csl_out_kind kind) {
    struct csl_out *n = ARENA_NEW(f->a, struct csl_out);
    n->kind = (uint8_t)kind;
    if (f->parent_last) {
        f->parent_last->next = n;
    } else {
        f->parent->first = n;
    }
    f->parent_last = n;
    return n;
}

/** Writes the pending text as a leaf. Places in that text now refer to the leaf. */
static void flush(struct finisher *f) {
    if (f->plain || f->pending->n == 0) {
        return;
    }
    struct csl_out *leaf = add_node(f, CSL_OUT_TEXT);
    leaf->text = buf_keep(f->pending, f->a);
    buf_clear(f->pending);
    struct place *places[] = {&f->last_place, &f->closed.closing, &f->closed.inner_place,
                              &f->outside.closing, &f->outside.inner_place};
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        if (!places[i]->leaf) {
            places[i]->leaf = leaf;
        }
    }
}

struct opened {
    struct csl_out *parent, *last;
};

static struct opened open_node(struct finisher *f, enum csl_out_kind kind, unsigned format) {
    struct csl_out *above = f->parent;
    flush(f);
    struct csl_out *n = add_node(f, kind);
    n->format = (uint16_t)format;
    f->parent = n;
    f->parent_last = NULL;
    return (struct opened){above, n};
}

static void close_node(struct finisher *f, struct opened o) {
    flush(f);
    f->parent = o.parent;
    f->parent_last = o.last;
}

/* ---- changing what was written ---- */

static void replace_in(struct buf *b, size_t at, size_t len, struct str by) {
    size_t tail = b->n - at - len, grown = at + by.n + tail;
    if (by.n > len) {
        buf_fill(b, ' ', by.n - len);
    }
    if (b->overflow) {
        return;
    }
    memmove(b->p + at + by.n, b->p + at + len, tail);
    if (by.n) {
        memcpy(b->p + at, by.p, by.n);
    }
    buf_cut(b, grown);
}

static void edit(struct finisher *f, struct place p, size_t len, struct str by) {
    if (p.leaf) {
        struct str old = p.leaf->text;
        p.leaf->text = arena_join(f->a, 3, str_slice(old, 0, p.at), by, str_from(old, p.at + len));
    } else {
        replace_in(f->pending, p.at, len, by);
    }
    /* places in the same text that come after the edit are moved */
    struct place *places[] = {&f->last_place, &f->closed.closing, &f->closed.inner_place,
                              &f->outside.closing, &f->outside.inner_place};
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        if (places[i]->leaf == p.leaf && places[i]->at > p.at) {
            places[i]->at = places[i]->at - len + by.n;
        }
    }
}

/* ---- punctuation ---- */

enum merged { MERGE_KEEP, MERGE_DROP, MERGE_REPLACE };

/** Whether a character is one of . , : ; ! ? */
static inline bool is_stop(uint32_t c) {
    static const uint64_t stops = UINT64_C(1) << '.' | UINT64_C(1) << ',' | UINT64_C(1) << ':' |
                                  UINT64_C(1) << ';' | UINT64_C(1) << '!' | UINT64_C(1) << '?';
    return c < 64 && (stops >> c & 1);
}

/** How the style's mark `right` is merged with the mark `left` before it. */
static enum merged merge(uint32_t left, uint32_t right) {
    if (left == right) {
        return MERGE_DROP;
    }
    switch (left) {
    case '!':
    case '?':
        return right == '.' || right == ':' ? MERGE_DROP : MERGE_KEEP;
    case ':':
    case ';':
        return right == '.' || right == ':'   ? MERGE_DROP
               : right == '!' || right == '?' ? MERGE_REPLACE
                                              : MERGE_KEEP;
    default:
        return MERGE_KEEP;
    }
}

static inline void forget_closed(struct finisher *f) {
    f->closed.n = 0;
    f->closed.inner = 0;
    f->outside.n = 0;
}

/** Appends text that is not empty. The function is inline because most pieces have only a few
 * bytes. */
static inline void append(struct buf *b, struct str s) {
    if (s.n > 16 || b->cap - b->n <= 16 || b->limit - b->n <= 16 || b->overflow) {
        buf_str(b, s);
        return;
    }
    char *to = b->p + b->n;
    if (s.n >= 8) {
        memcpy(to + s.n - 8, s.p + s.n - 8, 8);
        memcpy(to, s.p, 8);
    } else if (s.n >= 4) {
        memcpy(to + s.n - 4, s.p + s.n - 4, 4);
        memcpy(to, s.p, 4);
    } else {
        to[0] = s.p[0];
        to[s.n / 2] = s.p[s.n / 2];
        to[s.n - 1] = s.p[s.n - 1];
    }
    b->n += s.n;
    to[s.n] = '\0';
}

static inline void put_some(struct finisher *f, struct str s, bool affix) {
    size_t end = s.n - 1;
    f->last = (unsigned char)s.p[end];
    if (f->last >= 0x80) {
        end = s.n;
        f->last = utf8_prev(s, &end);
    }
    f->last_place = (struct place){NULL, f->pending->n + end};
    f->last_affix = affix;
    append(f->pending, s);
    forget_closed(f);
}

static void put(struct finisher *f, struct str s, bool affix) {
    if (s.n > 0) {
        put_some(f, s, affix);
    }
}

static void put_inside(struct finisher *f, char c) {
    struct closed *q = &f->closed;
    switch (merge(q->inner, (uint32_t)c)) {
    case MERGE_DROP:
        return;
    case MERGE_REPLACE:
        edit(f, q->inner_place, 1, (struct str){&c, 1});
        q->inner = (uint32_t)c;
        q->put_in = true;
        return;
    case MERGE_KEEP:
        break;
    }
    struct place at = q->put_in ? q->inner_place : q->closing;
    q->inner_place = at;
    edit(f, at, 0, (struct str){&c, 1});
    q->closing.at++;
    q->inner = (uint32_t)c;
    q->put_in = true;
}

/** Moves the last punctuation mark of the author's text out of the quotation marks
 * (punctuation-in-quote="false"). */
static void take_out(struct finisher *f) {
    char c = (char)f->closed.inner;
    edit(f, f->closed.inner_place, 1, STR_EMPTY);
    put(f, (struct str){&c, 1}, false);
}

/** Whether a punctuation mark of the style belongs before the closing marks. */
static bool goes_inside(const struct finisher *f, char c) {
    return f->c->locale->punctuation_in_quote && (c == '.' || c == ',' || c == '?' || c == '!');
}

/** Handles punctuation of the style that follows closing marks. Returns true when nothing more must
 * be done. */
static bool meet_quotes(struct finisher *f, char c) {
    const struct closed *q = &f->closed;
    if (goes_inside(f, c)) {
        put_inside(f, c);
        return true;
    }
    bool swallows = is_stop(q->inner) && merge(q->inner, (uint32_t)c) == MERGE_DROP;
    if (f->c->locale->punctuation_in_quote) {
        return swallows &&
               q->put_in; /* a mark that the style has put inside makes `c` superfluous */
    }
    if (!q->field && (q->inner == ',' || q->inner == ':' || q->inner == ';')) {
        take_out(f);
        return false;
    }
    return q->inner == (uint32_t)c || (c == '.' && swallows);
}

/** Handles the punctuation mark `c` of the style after closing marks and one other punctuation
 * mark: removes the other mark, and puts `c` inside the closing marks. */
static void replace_outside(struct finisher *f, char c) {
    edit(f, f->last_place, 1, STR_EMPTY);
    f->closed = f->outside;
    f->outside.n = 0;
    size_t end = buf_view(f->pending).n;
    struct str text = buf_view(f->pending);
    if (end) { /* the closing mark is again the last character */
        f->last = utf8_prev(text, &end);
        f->last_place = (struct place){NULL, end};
    }
    put_inside(f, c);
}

/** Whether an affix that begins with `c` may be merged with the text before it. */
static inline bool meets(const struct finisher *f, char c) {
    return is_stop((unsigned char)c) ||
           (c == ' ' && f->last_affix && (f->last == ' ' || f->last == 0xA0));
}

/** Writes an affix. `own` means that it is a prefix or suffix of the author at a cite, which is not
 * changed. */
static void put_affix(struct finisher *f, struct str s, bool own) {
    for (; s.n && meets(f, s.p[0]); s = str_from(s, 1)) {
        char c = s.p[0];
        if (c == ' ') {
            continue;
        }
        if (f->closed.n) {
            if (own && f->closed.cite) {
                break;
            }
            if (meet_quotes(f, c)) {
                continue;
            }
            if (f->closed.n) {
                break;
            }
        }
        enum merged m = is_stop(f->last) ? merge(f->last, (uint32_t)c) : MERGE_KEEP;
        if (m == MERGE_KEEP) {
            break;
        }
        if (m == MERGE_REPLACE && f->outside.n && goes_inside(f, c)) {
            replace_outside(f, c);
        } else if (m == MERGE_REPLACE) {
            edit(f, f->last_place, 1, (struct str){&c, 1});
            f->last = (unsigned char)c;
        }
    }
    struct closed before = f->closed;
    put(f, s, true);
    if (s.n == 1 && is_stop((unsigned char)s.p[0])) {
        f->outside = before;
    }
}

/* ---- superscript letters ---- */

static size_t ascii_end(struct str s, size_t i) {
    while (i < s.n && (unsigned char)s.p[i] < 0x80) {
        i++;
    }
    return i;
}

/** The number of bytes before the first superscript letter. */
static size_t plain_length(struct str s) {
    for (size_t i = ascii_end(s, 0); i < s.n; i = ascii_end(s, i)) {
        unsigned char c = (unsigned char)s.p[i];
        if (c < 0xC2 || (c > 0xC2 && c < 0xCA) || (c > 0xCB && c < 0xE1) || c > 0xE3) {
            i++;
            continue;
        }
        size_t next = i;
        char base[UNICODE_BASE_MAX];
        if (unicode_superscript(utf8_next(s, &next), base)) {
            return i;
        }
        i = next;
    }
    return s.n;
}

/* ---- French spaces ---- */

#define NARROW_SPACE "\xE2\x80\xAF"

/** The length in bytes of a punctuation mark at the start of `s` that has a narrow space before it
 * in French. 0 for other text. */
static size_t spaced_mark(struct str s) {
    if (s.n && (s.p[0] == ':' || s.p[0] == ';' || s.p[0] == '?' || s.p[0] == '!')) {
        return 1;
    }
    return str_starts(s, STR("\xC2\xBB")) ? 2 : 0;
}

/** Replaces spaces before `: ; ? !` and inside « » with narrow no-break spaces, as the Imprimerie
 * nationale does. Returns `s` itself when there are no such spaces. */
static __attribute__((noinline)) struct str narrow_spaces(struct finisher *f, struct str s) {
    struct buf b = BUF_INIT;
    size_t from = 0;
    for (size_t i = 0; i + 1 < s.n; i++) {
        bool behind = i >= 2 && str_starts(str_from(s, i - 2), STR("\xC2\xAB"));
        if (s.p[i] == ' ' && (behind || spaced_mark(str_from(s, i + 1)))) {
            buf_str(&b, str_slice(s, from, i));
            buf_puts(&b, NARROW_SPACE);
            from = i + 1;
        }
    }
    if (from) {
        buf_str(&b, str_from(s, from));
        s = buf_keep(&b, f->c->scratch);
    }
    buf_drop(&b);
    return s;
}

/** Writes text that may have superscript letters. */
static __attribute__((noinline)) void put_marked(struct finisher *f, struct str s, unsigned flags) {
    bool affix = (flags & RUN_AFFIX) != 0;
    while (s.n) {
        size_t n = plain_length(s);
        if (affix) {
            put_affix(f, str_slice(s, 0, n), (flags & RUN_BARE) != 0);
        } else {
            put(f, str_slice(s, 0, n), false);
        }
        if (n == s.n) {
            return;
        }
        size_t next = n;
        char base[UNICODE_BASE_MAX]; /* the letters become normal letters in a span, because many
                                        fonts have no superscript letters */
        struct str letter = {base, unicode_superscript(utf8_next(s, &next), base)};
        struct opened o = open_node(f, CSL_OUT_SPAN, CSL_SUP);
        put(f, letter, affix);
        close_node(f, o);
        s = str_from(s, next);
    }
}

static inline __attribute__((always_inline)) void put_text(struct finisher *f, struct str s,
                                                           unsigned flags) {
    if (f->french && !(flags & (RUN_AFFIX | RUN_VERBATIM))) {
        s = narrow_spaces(f, s);
    }
    if (s.n == 0) {
        return;
    }
    if (!f->plain && !(flags & RUN_VERBATIM) && !utf8_is_ascii(s)) {
        put_marked(f, s, flags);
    } else if ((flags & RUN_AFFIX) && meets(f, s.p[0])) {
        put_affix(f, s, (flags & RUN_BARE) != 0);
    } else if (flags & RUN_AFFIX) {
        put_some(f, s, true);
    } else {
        put_some(f, s, false);
    }
}

/* ---- quotes ---- */

static void put_quote(struct finisher *f, bool open, unsigned flags) {
    const struct locale *l = f->c->locale;
    bool outer = f->quotes % 2 == 0;
    struct str mark =
        open ? (outer ? l->open_quote : l->open_inner) : (outer ? l->close_quote : l->close_inner);
    if (open) {
        put(f, mark, false);
        return;
    }
    if (mark.n == 0) {
        return;
    }
    struct closed q = f->closed;
    if (!q.n) {
        q = (struct closed){.closing = {NULL, f->pending->n},
                            .inner = f->last,
                            .inner_place = f->last_place,
                            .field = (flags & RUN_FIELD) != 0,
                            .cite = (flags & RUN_BARE) != 0};
    }
    q.n++;
    put(f, mark, false);
    f->closed = q;
}

/* ---- formatting ---- */

/** The bits for one property of a format, and its new value in `now`. All properties have the
 * values unset, normal and others, in this order; `bits` has the bits of each. Emphasis of the same
 * kind inside a formatted field becomes normal: CSL's flip-flopping. */
static unsigned property_bits(uint8_t *now, unsigned value, bool field, const uint16_t *bits) {
    enum { UNSET, NORMAL };
    if (value == UNSET) {
        return 0;
    }
    value = field && value == *now ? NORMAL : value;
    unsigned out = value == NORMAL && *now <= NORMAL ? 0 : bits[value];
    *now = (uint8_t)value;
    return out;
}

static unsigned font_bits(struct finisher *f, const struct fmt *fmt, bool field) {
    static const uint16_t styles[] = {
        [STYLE_NORMAL] = CSL_ROMAN, [STYLE_ITALIC] = CSL_ITALIC, [STYLE_OBLIQUE] = CSL_OBLIQUE};
    static const uint16_t variants[] = {
        [VARIANT_NORMAL] = CSL_CAPS_NORMAL, [VARIANT_SMALL_CAPS] = CSL_SMALL_CAPS};
    static const uint16_t weights[] = {
        [WEIGHT_NORMAL] = CSL_WEIGHT_NORMAL, [WEIGHT_BOLD] = CSL_BOLD, [WEIGHT_LIGHT] = CSL_LIGHT};
    return property_bits(&f->fmt.style, fmt->style, field, styles) |
           property_bits(&f->fmt.variant, fmt->variant, field, variants) |
           property_bits(&f->fmt.weight, fmt->weight, field, weights);
}

static unsigned format_bits(struct finisher *f, const struct run *r) {
    if (fmt_empty(&r->fmt) && !(r->flags & (RUN_NODECOR | RUN_HIGHLIGHT))) {
        return 0;
    }
    unsigned bits = font_bits(f, &r->fmt, r->flags & RUN_FIELD);
    static const unsigned decorations[] = {
        [DECORATION_UNSET] = 0,
        [DECORATION_NONE] = CSL_NO_DECORATION,
        [DECORATION_UNDERLINE] = CSL_UNDERLINE,
    };
    static const unsigned aligns[] = {
        [VALIGN_UNSET] = 0,
        [VALIGN_BASELINE] = CSL_BASELINE,
        [VALIGN_SUP] = CSL_SUP,
        [VALIGN_SUB] = CSL_SUB,
    };
    bits |= decorations[r->fmt.decoration] | aligns[r->fmt.valign];
    if (r->flags & RUN_NODECOR) {
        static const struct fmt normal = {
            .style = STYLE_NORMAL, .variant = VARIANT_NORMAL, .weight = WEIGHT_NORMAL};
        bits |= font_bits(f, &normal, false);
    }
    return bits | (r->flags & RUN_HIGHLIGHT ? CSL_HIGHLIGHT : 0);
}

/* ---- walking ---- */

#define MAX_LEVELS 4
#define MAX_DEPTH 2000 /* larger than the possible nesting of a style and of markup together */

static void walk(struct finisher *f, const struct run *r);

/** Whether a group has nothing except other runs: no formatting, block or link. */
static bool is_bare(const struct run *r) {
    return r->kind == RUN_GROUP && !r->display && fmt_empty(&r->fmt) &&
           !(r->flags & (RUN_CITE | RUN_LINK | RUN_NODECOR | RUN_HIGHLIGHT));
}

static void walk_children(struct finisher *f, const struct run *r) {
    for (const struct run *k = r->first; k; k = k->next) {
        if (k->kind == RUN_TEXT) {
            put_text(f, k->text, k->flags);
        } else if (is_bare(k) && f->depth < MAX_DEPTH) {
            f->depth++;
            walk_children(f, k);
            f->depth--;
        } else {
            walk(f, k);
        }
    }
}

static void walk_group(struct finisher *f, const struct run *r) {
    static const uint8_t displays[] = {
        [DISPLAY_BLOCK] = CSL_DISPLAY_BLOCK,
        [DISPLAY_LEFT_MARGIN] = CSL_DISPLAY_LEFT_MARGIN,
        [DISPLAY_RIGHT_INLINE] = CSL_DISPLAY_RIGHT_INLINE,
        [DISPLAY_INDENT] = CSL_DISPLAY_INDENT,
    };
    struct opened levels[MAX_LEVELS];
    size_t n = 0;
    struct fmt before = f->fmt;
    if (r->display && !f->plain) {
        levels[n++] = open_node(f, CSL_OUT_BLOCK, 0);
        f->parent->display = displays[r->display];
    }
    if ((r->flags & RUN_CITE) && !f->plain) {
        levels[n++] = open_node(f, CSL_OUT_CITE, 0);
        f->parent->item = r->item;
    }
    if ((r->flags & RUN_LINK) && !f->plain) {
        levels[n++] = open_node(f, CSL_OUT_LINK, 0);
        struct str to = arena_str(f->a, r->text);
        f->parent->to = arena_copy(f->a, &to, sizeof to);
    }
    unsigned bits = format_bits(f, r);
    if (bits && !f->plain) {
        levels[n++] = open_node(f, CSL_OUT_SPAN, bits);
    }
    walk_children(f, r);
    while (n > 0) {
        close_node(f, levels[--n]);
    }
    /* `last` is kept, so that punctuation of the style after a block is merged with punctuation at
     * the end of the block */
    f->fmt = before;
}

static void walk_quote(struct finisher *f, const struct run *r) {
    unsigned outside = f->quotes;
    unsigned level = (r->flags & RUN_INNER) && outside == 0 ? 1 : outside;
    f->quotes = level;
    put_quote(f, true, r->flags);
    f->quotes = level + 1;
    walk_children(f, r);
    f->quotes = level;
    put_quote(f, false, r->flags);
    f->quotes = outside;
}

static void walk(struct finisher *f, const struct run *r) {
    if (f->depth >= MAX_DEPTH) {
        return;
    }
    f->depth++;
    switch ((enum run_kind)r->kind) {
    case RUN_TEXT:
        put_text(f, r->text, r->flags);
        break;
    case RUN_GROUP:
        if (r->first && !(r->display && csl_run_is_empty(r))) {
            walk_group(f, r);
        }
        break;
    case RUN_QUOTE:
        if (!csl_run_is_empty(r)) {
            walk_quote(f, r);
        }
        break;
    case RUN_MATH:
    case RUN_CODE:
        if (f->plain) {
            put(f, r->text, false);
            break;
        }
        flush(f);
        if (r->kind == RUN_MATH) {
            add_node(f, CSL_OUT_MATH)->text = arena_str(f->a, r->text);
        } else {
            struct opened o = open_node(f, CSL_OUT_SPAN, CSL_CODE);
            put(f, r->text, false);
            close_node(f, o);
        }
        f->last = 'x'; /* after a formula, punctuation is merged as after a word */
        f->last_affix = false;
        forget_closed(f);
        break;
    }
    f->depth--;
}

struct csl_out *csl_finish_runs(struct csl *c, struct run *root) {
    struct csl_out top = {0};
    struct finisher f = {
        .c = c, .a = c->a, .parent = &top, .pending = &c->text, .french = c->locale->french};
    buf_clear(f.pending);
    walk(&f, root);
    flush(&f);
    return top.first;
}

struct str csl_finish_plain(struct csl *c, struct arena *a, struct run *root) {
    struct finisher f = {.c = c, .a = a, .plain = true, .pending = &c->text};
    buf_clear(f.pending);
    walk(&f, root);
    return buf_keep(f.pending, a);
}
