/* SPDX-License-Identifier: MIT */
/*
 * Formats diagnostics as text for the user. The source line is shown in a window around the fault.
 * Characters that would act on a terminal (control characters, bidirectional overrides, broken
 * UTF-8) are shown as U+FFFD. Columns are those of a terminal. The widths of characters come from a
 * table here, because the widths of the C library depend on the locale.
 */
#include "core/diag/diag.h"

#include "core/base/search.h"
#include "core/base/utf8.h"

#define DEFAULT_WIDTH 100u
#define MIN_WIDTH 20u
#define TAB_WIDTH 4u
#define GUTTER_DIGITS 5u

struct range {
    uint32_t first, last;
    unsigned char width;
};

/* Characters that are not one column wide: combining marks and joiners have no width; East Asian
 * wide characters and emoji take two columns. Sorted. */
static const struct range widths[] = {
    {0x0300, 0x036F, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05BD, 0},   {0x0610, 0x061A, 0},
    {0x064B, 0x065F, 0},   {0x0900, 0x0902, 0},   {0x093C, 0x093C, 0},   {0x0941, 0x0948, 0},
    {0x094D, 0x094D, 0},   {0x0E31, 0x0E31, 0},   {0x0E34, 0x0E3A, 0},   {0x0E47, 0x0E4E, 0},
    {0x1100, 0x115F, 2},   {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},   {0x200B, 0x200D, 0},
    {0x20D0, 0x20FF, 0},   {0x2E80, 0x303E, 2},   {0x3041, 0x3098, 2},   {0x3099, 0x309A, 0},
    {0x309B, 0x33FF, 2},   {0x3400, 0x4DBF, 2},   {0x4E00, 0x9FFF, 2},   {0xA000, 0xA4CF, 2},
    {0xA960, 0xA97C, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},
    {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},
    {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2},
    {0xE0100, 0xE01EF, 0},
};

/* Whether a character changes how a terminal shows the following text. */
static bool is_hostile(uint32_t cp) {
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0x061C || cp == 0x200E || cp == 0x200F ||
           cp == 0x2028 || cp == 0x2029 || (cp >= 0x202A && cp <= 0x202E) ||
           (cp >= 0x2066 && cp <= 0x2069) || cp == 0xFEFF;
}

static unsigned columns(uint32_t cp) {
    if (cp == '\t') {
        return TAB_WIDTH;
    }
    if (cp < 0x300 || is_hostile(cp)) {
        return 1;
    }
    size_t i;
    SEARCH_FIRST(i, 0, ARRAY_LEN(widths), widths[i].last >= cp);
    return i < ARRAY_LEN(widths) && cp >= widths[i].first ? widths[i].width : 1;
}

static void put_safe(struct buf *out, uint32_t cp) {
    if (cp == '\t') {
        buf_fill(out, ' ', TAB_WIDTH);
    } else {
        buf_rune(out, is_hostile(cp) ? UTF8_REPLACEMENT : cp);
    }
}

/* Appends a message as one line: line ends within it become spaces. */
static void put_text(struct buf *out, struct str s) {
    size_t at = 0;
    while (at < s.n) {
        uint32_t cp = utf8_next(s, &at);
        put_safe(out, cp == '\n' || cp == '\r' || cp == '\t' ? ' ' : cp);
    }
}

void diag_put_safe(struct buf *out, struct str s) {
    size_t at = 0;
    while (at < s.n) {
        uint32_t cp = utf8_next(s, &at);
        if (cp == '\n' || cp == '\t') {
            buf_putc(out, (char)cp);
        } else {
            put_safe(out, cp);
        }
    }
}

/* SGR sequences (ECMA-48, 8.3.117). */
enum tint { TINT_NONE, TINT_BOLD, TINT_ERROR, TINT_WARNING, TINT_NOTE, TINT_MARK };

static const char *const tints[] = {
    [TINT_NONE] = "0",       [TINT_BOLD] = "1",    [TINT_ERROR] = "1;31",
    [TINT_WARNING] = "1;35", [TINT_NOTE] = "1;36", [TINT_MARK] = "1;32",
};

static void tint(struct buf *out, const struct diag_style *style, enum tint t) {
    if (style->colour) {
        buf_printf(out, "\033[%sm", tints[t]);
    }
}

static enum tint level_tint(enum diag_level level) {
    switch (level) {
    case DIAG_NOTE:
        return TINT_NOTE;
    case DIAG_WARNING:
        return TINT_WARNING;
    case DIAG_ERROR:
    case DIAG_FATAL:
        return TINT_ERROR;
    }
    BUG("diagnostic level");
}

static bool has_place(struct span span) {
    return span.src && span.src->text.p;
}

/* Writes `file:line:col: level: text` without the end of the line. */
static void put_head(struct buf *out, struct span span, enum diag_level level, struct str text,
                     const struct diag_style *style) {
    tint(out, style, TINT_BOLD);
    put_text(out, span.src ? span.src->name : STR("dossier"));
    if (has_place(span)) {
        struct line_col at = source_line_col(span.src, span.begin);
        buf_printf(out, ":%u:%u", at.line, at.col);
    }
    buf_puts(out, ": ");
    tint(out, style, TINT_NONE);
    tint(out, style, level_tint(level));
    /* "fatal" matters only to the program; users see an error */
    buf_puts(out, diag_level_name(level == DIAG_FATAL ? DIAG_ERROR : level));
    buf_puts(out, ": ");
    tint(out, style, TINT_NONE);
    put_text(out, text);
}

/* The visible part of a line: the bytes [from, to). */
struct window {
    size_t from, to;
};

/* Moves `*at` forward while it is below `end` and `room` columns are left. Returns the number of
 * columns used. */
static unsigned advance(struct str line, size_t *at, size_t end, unsigned room) {
    unsigned used = 0;
    while (*at < end) {
        size_t next = *at;
        unsigned w = columns(utf8_next(line, &next));
        if (used + w > room) {
            break;
        }
        used += w;
        *at = next;
    }
    return used;
}

static unsigned retreat(struct str line, size_t *at, unsigned room) {
    unsigned used = 0;
    while (*at > 0) {
        size_t prev = *at;
        unsigned w = columns(utf8_prev(line, &prev));
        if (used + w > room) {
            break;
        }
        used += w;
        *at = prev;
    }
    return used;
}

/*
 * Chooses the part of the line to show. The text from the fault on gets up to two thirds of the
 * columns, and the text before the fault gets the others. Columns that are still unused go to the
 * text after the fault. Two columns are kept for the ellipses.
 */
static struct window choose_window(struct str line, size_t mark, unsigned room) {
    struct window w = {mark, mark};
    size_t whole = 0;
    advance(line, &whole, line.n, room);
    if (whole == line.n) {
        return (struct window){0, line.n};
    }
    room -= 2;
    unsigned used = advance(line, &w.to, line.n, room * 2 / 3);
    used += retreat(line, &w.from, room - used);
    advance(line, &w.to, line.n, room - used);
    return w;
}

static void put_gutter(struct buf *out, uint32_t line) {
    if (line > 0) {
        buf_printf(out, "%*u | ", (int)GUTTER_DIGITS, line);
    } else {
        buf_fill(out, ' ', GUTTER_DIGITS);
        buf_puts(out, " | ");
    }
}

static void put_snippet(struct buf *out, struct span span, const struct diag_style *style) {
    uint32_t number = source_line_col(span.src, span.begin).line;
    struct str line = source_line(span.src, number);
    size_t start = source_line_start(span.src, number);
    size_t bom = number == 1 ? str_bom(line) : 0;
    line = str_from(line, bom);
    start += bom;
    size_t mark = span.begin > start ? span.begin - start : 0;
    size_t end = span.end > start ? span.end - start : 0;
    mark = mark < line.n ? mark : line.n;
    end = end < line.n ? end : line.n;
    unsigned width = style->width ? style->width : DEFAULT_WIDTH;
    unsigned gutter = GUTTER_DIGITS + 3;
    unsigned room = width > gutter + MIN_WIDTH ? width - gutter : MIN_WIDTH;
    struct window w = choose_window(line, mark, room);

    put_gutter(out, number);
    buf_puts(out, w.from > 0 ? "…" : "");
    for (size_t at = w.from; at < w.to;) {
        put_safe(out, utf8_next(line, &at));
    }
    buf_puts(out, w.to < line.n ? "…\n" : "\n");

    put_gutter(out, 0);
    unsigned before = w.from > 0;
    for (size_t at = w.from; at < mark;) {
        before += columns(utf8_next(line, &at));
    }
    buf_fill(out, ' ', before);
    unsigned under = 0;
    for (size_t at = mark; at < end && at < w.to;) {
        under += columns(utf8_next(line, &at));
    }
    tint(out, style, TINT_MARK);
    buf_putc(out, '^');
    buf_fill(out, '~', under > 1 ? under - 1 : 0);
    tint(out, style, TINT_NONE);
    buf_putc(out, '\n');
}

void diag_render(struct buf *out, const struct diag *g, const struct diag_style *style) {
    put_head(out, g->span, g->level, g->text, style);
    buf_printf(out, " [%s]\n", g->id->slug);
    if (has_place(g->span)) {
        put_snippet(out, g->span, style);
    }
    if (g->hint.n > 0) {
        buf_puts(out, "  ");
        tint(out, style, TINT_NOTE);
        buf_puts(out, "hint: ");
        tint(out, style, TINT_NONE);
        put_text(out, g->hint);
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < g->nrelated; i++) {
        put_head(out, g->related[i].span, DIAG_NOTE, g->related[i].text, style);
        buf_putc(out, '\n');
        if (has_place(g->related[i].span)) {
            put_snippet(out, g->related[i].span, style);
        }
    }
}
