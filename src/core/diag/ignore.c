/* SPDX-License-Identifier: MIT */
/*
 * Comments that suppress findings: this file finds them in a text and determines the range that
 * each covers. It looks for lines and comment marks without parsing the language, because a text
 * that cannot be parsed also has findings.
 */
#include "core/diag/ignore.h"

#include "core/base/code_fence.h"
#include "core/base/file.h"
#include "core/base/front_matter.h"
#include "core/base/window.h"

DIAG_USE(DIAG_UNKNOWN_ID);
DIAG_USE(DIAG_FIXED_LEVEL);
DIAG_USE(DIAG_BAD_IGNORE);
DIAG_USE(DIAG_LIMIT);
DIAG_USE(DIAG_UNUSED_IGNORE);

#define WORD "dossier-ignore"
#define MAX_BYTES (64u * 1024u * 1024u) /* the maximum size of a source that is read in parts */
/* the maximum length of a comment in bytes; a longer one is not searched */
#define MAX_COMMENT 4096u

enum tongue { TONGUE_NONE, TONGUE_MARKDOWN, TONGUE_YAML, TONGUE_BIB, TONGUE_XML, TONGUE_CSS };

static const struct {
    const char *ext;
    enum tongue tongue;
} tongues[] = {{"yml", TONGUE_YAML},  {"yaml", TONGUE_YAML},     {"bib", TONGUE_BIB},
               {"csl", TONGUE_XML},   {"xml", TONGUE_XML},       {"html", TONGUE_XML},
               {"svg", TONGUE_XML},   {"css", TONGUE_CSS},       {"json", TONGUE_NONE},
               {"ris", TONGUE_NONE},  {"nbib", TONGUE_NONE},     {"enw", TONGUE_NONE},
               {"toml", TONGUE_YAML}, {"gitignore", TONGUE_YAML}};

/** Returns the language of a file, by its extension. Documents may have any extension, or none. */
static enum tongue tongue_of(struct str name) {
    struct str ext = path_ext(name);
    for (size_t i = 0; i < ARRAY_LEN(tongues); i++) {
        if (str_ieq(ext, str_of(tongues[i].ext))) {
            return tongues[i].tongue;
        }
    }
    return TONGUE_MARKDOWN;
}

/** The state of a search for comments from the beginning to the end of a text. */
struct scan {
    struct diag_ignores *g;
    struct diags *d;
    struct source *src;
    struct str text;
    enum tongue tongue;
    size_t front;           /* the end of a document's front matter; 0: it has none */
    size_t line, line_to;   /* the current line */
    size_t ticks, ticks_to; /* the number of backticks that are open at `ticks_to`; 0: none */
    struct code_fence fence;
    size_t first; /* index of the source's first comment in the list */
    struct {
        size_t begin, end;
    } block; /* the block of Markdown or of a .bib file that was searched last */
};

/** Returns the offset after the end of the line that contains `at`. */
static size_t line_end(struct str text, size_t at) {
    while (at < text.n && text.p[at] != '\n' && text.p[at] != '\r') {
        at++;
    }
    at += at + 1 < text.n && text.p[at] == '\r' && text.p[at + 1] == '\n';
    return at < text.n ? at + 1 : at;
}

static bool is_blank_line(struct str text, size_t begin) {
    return str_trim(str_slice(text, begin, line_end(text, begin))).n == 0;
}

/* ---- code in Markdown */

/** Moves the scan to the line that contains `at`. */
static void advance(struct scan *s, size_t at) {
    while (s->line_to <= at && s->line_to < s->text.n) {
        if (s->tongue == TONGUE_MARKDOWN && s->line >= s->front) {
            (void)code_fence_line(&s->fence, str_slice(s->text, s->line, s->line_to));
        }
        s->ticks = 0;
        s->line = s->ticks_to = s->line_to;
        s->line_to = line_end(s->text, s->line);
    }
}

/** Whether a place in the line is code: in a fence or in backticks. */
static bool is_code(struct scan *s, size_t at) {
    while (s->ticks_to < at) {
        size_t n = str_run(str_slice(s->text, 0, at), s->ticks_to, '`');
        s->ticks = n && !s->ticks ? n : n && n == s->ticks ? 0 : s->ticks;
        s->ticks_to += n ? n : 1;
    }
    return s->fence.mark || s->ticks;
}

/* ---- comments */

struct comment {
    size_t begin, end; /* the comment including its marks */
    struct str inner;  /* the comment's text from the keyword on */
};

/** Finds the comment that has its first word at `at`. Returns whether there is one. */
static bool find_comment(const struct scan *s, size_t at, struct comment *c) {
    static const struct {
        enum tongue tongue;
        /* the marks of a comment; if `end` is empty, the comment ends with its line */
        struct str begin, end;
    } marks[] = {{TONGUE_MARKDOWN, STR_INIT("<!--"), STR_INIT("-->")},
                 {TONGUE_YAML, STR_INIT("#"), STR_INIT("")},
                 {TONGUE_BIB, STR_INIT("%"), STR_INIT("")},
                 {TONGUE_BIB, STR_INIT("@comment{"), STR_INIT("}")},
                 {TONGUE_XML, STR_INIT("<!--"), STR_INIT("-->")},
                 {TONGUE_CSS, STR_INIT("/*"), STR_INIT("*/")}};
    enum tongue tongue = at < s->front ? TONGUE_YAML : s->tongue;
    size_t before = at;
    while (before > s->line && is_space_or_tab(s->text.p[before - 1])) {
        before--;
    }
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        struct str begin = marks[i].begin, end = marks[i].end;
        if (tongue != marks[i].tongue || before - s->line < begin.n ||
            !str_ieq(str_slice(s->text, before - begin.n, before), begin)) {
            continue;
        }
        struct str rest = str_slice(s->text, at, at + MAX_COMMENT);
        size_t to = end.n ? str_find(rest, end) : s->line_to - at;
        if (to == STR_NONE || to > MAX_COMMENT) {
            return false;
        }
        *c = (struct comment){before - begin.n, at + to + end.n, str_slice(s->text, at, at + to)};
        return true;
    }
    return false;
}

/* ---- the covered range */

/** Returns the end of the Markdown block that begins in a line. A block ends at a blank line; code
 * ends at the end of the code. */
static size_t markdown_block_end(const struct scan *s, size_t line) {
    struct code_fence fence = {0};
    size_t at = line;
    while (at < s->text.n && (fence.mark || !is_blank_line(s->text, at))) {
        (void)code_fence_line(&fence, str_slice(s->text, at, line_end(s->text, at)));
        at = line_end(s->text, at);
    }
    return at;
}

/** Returns the end of the block that begins in a line, as far as the syntax of the language shows
 * it. */
static size_t block_end(struct scan *s, enum tongue tongue, size_t line) {
    size_t at = line_end(s->text, line), deep;
    if (tongue != TONGUE_YAML && line >= s->block.begin && line < s->block.end) {
        return s->block.end;
    }
    s->block.begin = line;
    switch (tongue) {
    case TONGUE_MARKDOWN:
        return s->block.end = markdown_block_end(s, line);
    /* a block continues with the lines that are indented more deeply than its first line */
    case TONGUE_YAML:
        deep = str_run(s->text, line, ' ');
        while (at < s->text.n && (is_blank_line(s->text, at) || str_run(s->text, at, ' ') > deep)) {
            at = line_end(s->text, at);
        }
        return at;
    case TONGUE_BIB: /* a block ends at the next entry */
        while (at < s->text.n && s->text.p[at] != '@') {
            at = line_end(s->text, at);
        }
        return s->block.end = at;
    case TONGUE_XML:
    case TONGUE_CSS:
    case TONGUE_NONE:
        return s->block.end = at;
    }
    BUG("language of comments");
}

/** Returns the offset after the last line of the comment. */
static size_t behind_comment(const struct scan *s, const struct comment *c) {
    if (c->end > s->line && s->text.p[c->end - 1] == '\n') {
        return c->end;
    }
    return c->end < s->line_to ? s->line_to : line_end(s->text, c->end);
}

/** Whether a comment is alone on its lines, except for the ">" of block quotes. */
static bool stands_alone(const struct scan *s, const struct comment *c) {
    size_t at = s->line;
    while (at < c->begin && (s->text.p[at] == '>' || is_space_or_tab(s->text.p[at]))) {
        at++;
    }
    return at == c->begin && !str_trim(str_slice(s->text, c->end, behind_comment(s, c))).n;
}

static void cover_next(struct scan *s, const struct comment *c, struct diag_ignore *out) {
    size_t line = behind_comment(s, c);
    if (!stands_alone(s, c)) {
        out->begin = (uint32_t)s->line;
        out->end = (uint32_t)line;
        return;
    }
    while (line < s->text.n && is_blank_line(s->text, line)) {
        line = line_end(s->text, line);
    }
    out->begin = (uint32_t)c->begin;
    out->end = (uint32_t)block_end(s, c->begin < s->front ? TONGUE_YAML : s->tongue, line);
}

/* ---- the comment's contents */

enum reach { REACH_NEXT, REACH_FILE, REACH_START, REACH_END, REACH_COUNT };
static const char *const reaches[REACH_COUNT] = {"", "-file", "-start", "-end"};

/** Ends the open regions of an id, or all open regions if `id` is NULL. Returns whether there was
 * one. */
static bool end_regions(const struct scan *s, const struct diag_rule *id, size_t end) {
    bool any = false;
    for (size_t i = s->first; i < s->g->list.n; i++) {
        struct diag_ignore *o = &s->g->list.p[i];
        if (o->open && (!id || o->id == id)) {
            o->open = false;
            o->end = (uint32_t)end;
            any = true;
        }
    }
    return any;
}

static void take_id(struct scan *s, const struct comment *c, enum reach reach, struct span at) {
    struct str word = span_text(at);
    const struct diag_rule *id = diag_find(word);
    if (!id) {
        struct diag *g = diag_add(s->d, DIAG_UNKNOWN_ID, at, "unknown id `%.*s`", STR_ARG(word));
        if (!diag_hint_near(s->d, g, diag_nearest_slug(word))) {
            diag_hint(s->d, g, "write a reason after a colon: `%s ID: why`", WORD);
        }
        return;
    }
    if (id->level == DIAG_FATAL) {
        diag_add(s->d, DIAG_FIXED_LEVEL, at, "the level of `%s` cannot be changed", id->slug);
        return;
    }
    struct diag_ignore o = {.id = id, .at = at, .end = (uint32_t)s->text.n};
    if (reach == REACH_END) {
        if (!end_regions(s, id, c->end)) {
            diag_add(s->d, DIAG_BAD_IGNORE, at, "no `%s-start` of `%s` before this end", WORD,
                     id->slug);
        }
        return;
    }
    if (reach == REACH_NEXT) {
        cover_next(s, c, &o);
    } else if (reach == REACH_START) {
        o.begin = (uint32_t)c->begin;
        o.open = true;
    }
    vec_push(&s->g->list, o);
}

static bool is_between(char c) {
    return c == ',' || is_space(c);
}

static void take_comment(struct scan *s, const struct comment *c, size_t at) {
    struct str inner = c->inner;
    size_t i = sizeof WORD - 1, n = str_past_name(inner, i, "-");
    struct str suffix = str_slice(inner, i, n);
    unsigned reach = 0;
    while (reach < REACH_COUNT && !str_is(suffix, reaches[reach])) {
        reach++;
    }
    if (reach == REACH_COUNT) {
        struct diag *g = diag_add(s->d, DIAG_BAD_IGNORE, span_make(s->src, at, at + n),
                                  "unknown comment `%.*s`", (int)n, inner.p);
        diag_hint(s->d, g, "write `%s`, `%s-file`, `%s-start` or `%s-end`", WORD, WORD, WORD, WORD);
        return;
    }
    bool any = false;
    while (n < inner.n && inner.p[n] != ':') {
        size_t begin = n;
        while (n < inner.n && inner.p[n] != ':' && !is_between(inner.p[n])) {
            n++;
        }
        if (n > begin) {
            take_id(s, c, (enum reach)reach, span_make(s->src, at + begin, at + n));
            any = true;
        } else {
            n++;
        }
    }
    if (any || (reach == REACH_END && end_regions(s, NULL, c->end))) {
        return;
    }
    diag_add(s->d, DIAG_BAD_IGNORE, span_make(s->src, c->begin, c->end), "the comment names no id");
}

static bool is_read(const struct diag_ignores *g, const struct source *src) {
    for (size_t i = g->read.n; i > 0; i--) {
        if (g->read.p[i - 1] == src) {
            return true;
        }
    }
    return false;
}

static void report_open(const struct scan *s) {
    for (size_t i = s->first; i < s->g->list.n; i++) {
        struct diag_ignore *o = &s->g->list.p[i];
        if (o->open) {
            struct diag *g =
                diag_add(s->d, DIAG_BAD_IGNORE, o->at,
                         "nothing ends the region in which `%s` is ignored", o->id->slug);
            diag_hint(s->d, g, "end it with `%s-end %s`, or write `%s-file`", WORD, o->id->slug,
                      WORD);
            o->open = false;
            o->used = true; /* prevents a second report that the comment is unused */
        }
    }
}

void diag_ignores_read(struct diag_ignores *g, struct source *src, struct diags *d) {
    struct scan s = {.g = g, .d = d, .src = src, .text = src->text, .first = g->list.n};
    s.tongue = tongue_of(src->name);
    vec_push(&g->read, src);
    if (!src->text.p || s.tongue == TONGUE_NONE ||
        (src->window && (src->text.n > MAX_BYTES || !window_need(src->window, 0, src->text.n)))) {
        return;
    }
    size_t at = str_find(s.text, STR(WORD));
    s.front =
        at == STR_NONE || s.tongue != TONGUE_MARKDOWN ? 0 : front_matter_find(s.text, 0).behind;
    s.line_to = line_end(s.text, 0);
    while (at != STR_NONE && g->list.n < DIAG_IGNORES_MAX) {
        struct comment c;
        size_t from = at + sizeof WORD - 1;
        advance(&s, at);
        if (find_comment(&s, at, &c) &&
            !(s.tongue == TONGUE_MARKDOWN && c.begin >= s.front && is_code(&s, c.begin))) {
            take_comment(&s, &c, at);
        }
        at = str_find(str_from(s.text, from), STR(WORD));
        at = at == STR_NONE ? at : from + at;
    }
    if (at != STR_NONE) {
        diag_add(d, DIAG_LIMIT, span_make(src, at, at + sizeof WORD - 1),
                 "more than %u comments suppress findings; the others have no effect",
                 DIAG_IGNORES_MAX);
    }
    report_open(&s);
}

/* ---- removing findings */

static bool is_covered(struct diag_ignores *g, const struct diag *f) {
    bool covered = false;
    for (size_t i = 0; i < g->list.n; i++) {
        struct diag_ignore *o = &g->list.p[i];
        if (o->id == f->id && o->at.src == f->span.src && f->span.begin >= o->begin &&
            f->span.begin < o->end) {
            o->used = covered = true;
        }
    }
    return covered;
}

static void report_unused(const struct diag_ignores *g, struct diags *d) {
    for (size_t i = 0; i < g->list.n; i++) {
        const struct diag_ignore *o = &g->list.p[i];
        if (!o->used && diag_is_on(d, o->id)) {
            diag_add(d, DIAG_UNUSED_IGNORE, o->at, "there is no `%s` here to suppress",
                     o->id->slug);
        }
    }
}

void diag_ignores_apply(struct diag_ignores *g, struct diags *d, bool all) {
    size_t n = d->n, kept = 0;
    /* the loop does not visit the findings that it adds, because their sources have been read */
    for (size_t i = 0; i < n; i++) {
        struct source *src = d->list[i]->span.src;
        if (src && !is_read(g, src)) {
            diag_ignores_read(g, src, d);
        }
    }
    n = d->n;
    for (size_t i = 0; i < n; i++) {
        struct diag *f = d->list[i];
        if (g->list.n && f->level != DIAG_FATAL && f->span.src && is_covered(g, f)) {
            d->errors -= f->level >= DIAG_ERROR;
            d->warnings -= f->level == DIAG_WARNING;
            continue;
        }
        d->list[kept++] = f;
    }
    d->n = kept;
    if (all && d->suppressed == 0) {
        report_unused(g, d);
    }
}

void diag_ignores_drop(struct diag_ignores *g) {
    vec_drop(&g->read);
    vec_drop(&g->list);
}
