/* SPDX-License-Identifier: MIT */
/* Uses the results of Quarto's last run, since dossier runs no code. Quarto keeps the Markdown of
 * the whole document, with the outputs of its cells, in a JSON file (Quarto, "Projects",
 * "Freezing"). A cell of the document is replaced with its result, and inline code with its value.
 * The author's text stays, so that diagnostics name its lines. The result of a cell is found by the
 * label of the cell, then by its code, then by its place: the text before it, and the number of
 * cells since that text. */
#include "core/base/bounds.h"
#include "core/base/code_fence.h"
#include "core/base/map.h"
#include "core/base/md5.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "read/expand/expand.h"

#include <string.h>

DIAG_USE(DIAG_STALE_RESULTS);

#define MAX_CELLS 20000
/* maximum number of frozen lines that are compared with lines that have inline code */
#define MAX_COMPARED 2000000

/** A cell of the document, or the result of a cell in the frozen Markdown. */
struct cell {
    size_t begin, end; /* offsets of the cell's lines */
    /* both may be empty; `code` is the code without the lines of options */
    struct str label, code;
    struct str place;
    bool used; /* this result has replaced a cell */
};

/** Results that have the same key, in the order of the text. */
struct queue {
    struct cell *cell;
    struct queue *next;
};

/** The state of reading the document, or its frozen Markdown, line by line. */
struct reader {
    struct expand *x;
    struct str s, line; /* the text; the current line, with its end */
    size_t at, next;    /* offsets of the current and of the next line */
    struct code_fence fence;
    struct str before; /* the last line of text outside of cells */
    size_t since;      /* number of cells after that line */
};

struct thaw {
    struct expand *x;
    struct source *src;
    struct str frozen;
    VEC(struct cell) cells; /* the cells of the document */
    VEC(struct str) lines;  /* lines of the frozen text outside of results */
    struct map results;     /* maps a key to a struct queue */
    size_t line, compared;
    struct source_builder out;
};

static bool read_line(struct reader *r) {
    if (r->next >= r->s.n) {
        return false;
    }
    r->at = r->next;
    r->next = expand_line_end(r->s, r->at);
    r->line = str_slice(r->s, r->at, r->next);
    return true;
}

static void note_text(struct reader *r) {
    if (str_trim(r->line).n) {
        r->before = str_trim(r->line);
        r->since = 0;
    }
}

static struct str place(struct reader *r) {
    return arena_printf(r->x->arena, "@%zu %.*s", r->since++, STR_ARG(r->before));
}

static struct str key_of(struct expand *x, const char *sign, struct str text) {
    return arena_join(x->arena, 2, str_of(sign), text);
}

static size_t name_length(struct str s) {
    return str_past_name(s, 0, "-_:.");
}

/* ---- the document ---- */

/** Returns the label of a cell from its braces, `{r label, echo=FALSE}`, or the empty slice. */
static struct str label_of(struct str info) {
    size_t n = 1 + name_length(str_from(info, 1));
    struct str rest = str_trim(str_from(info, n));
    n = name_length(rest);
    struct str after = str_trim(str_from(rest, n));
    bool option = str_starts(after, STR("="));
    return str_starts(rest, STR(".")) || option ? STR_EMPTY : str_slice(rest, 0, n);
}

/** Reads an option of a cell: `#| label: fig-a`. Returns false if the line has no option. */
static bool read_option(struct cell *c, struct str line, bool *included) {
    size_t mark = str_starts_among(line, "#| //| --| %%| %|");
    if (!mark || mark >= line.n || line.p[mark] != ' ') {
        return false;
    }
    struct str value = str_from(line, mark + 1), key = str_trim(str_cut(&value, ':'));
    value = str_trim(value);
    bool quoted = value.n > 1 && (value.p[0] == '"' || value.p[0] == '\'');
    value = quoted ? str_slice(value, 1, value.n - 1) : value;
    c->label = str_is(key, "label") ? value : c->label;
    *included = *included && !(str_is(key, "include") && str_is(value, "false"));
    return true;
}

/** Reads a cell at the current line, up to the end of its fence. */
static void read_cell(struct thaw *t, struct reader *r, struct str info) {
    struct cell c = {.begin = r->at, .label = label_of(info)};
    bool included = str_find(info, STR("include=FALSE")) == STR_NONE &&
                    str_find(info, STR("include = FALSE")) == STR_NONE;
    size_t code = r->next;
    bool head = true;
    while (read_line(r) && code_fence_line(&r->fence, r->line) != CODE_FENCE_MARK) {
        head = head && read_option(&c, r->line, &included);
        code = head ? r->next : code;
    }
    c.end = r->next;
    c.code = code < r->at ? str_trim(str_slice(r->s, code, r->at)) : STR_EMPTY;
    if (included && t->cells.n < MAX_CELLS) { /* a cell that is not included has no result */
        c.place = place(r);
        vec_push(&t->cells, c);
    }
}

static void read_document(struct thaw *t) {
    struct reader r = {.x = t->x, .s = t->src->text};
    while (read_line(&r)) {
        bool opens = code_fence_line(&r.fence, r.line) == CODE_FENCE_MARK;
        struct str line = str_trim_end(r.line), info = line;
        while (opens && info.n && (info.p[0] == '`' || info.p[0] == '~')) {
            info = str_from(info, 1);
        }
        if (opens && info.n > 2 && info.n < line.n && info.p[0] == '{' && is_alpha(info.p[1])) {
            read_cell(t, &r, info);
        } else if (opens) {
            while (read_line(&r) && code_fence_line(&r.fence, r.line) != CODE_FENCE_MARK) {
            }
        } else {
            note_text(&r);
        }
    }
}

/* ---- the frozen text ---- */

static void add_key(struct thaw *t, struct cell *c, const char *sign, struct str text) {
    if (!text.n) {
        return;
    }
    struct str key = key_of(t->x, sign, text);
    struct queue *new = ARENA_NEW(t->x->arena, struct queue);
    *new = (struct queue){.cell = c};
    struct queue *last = map_lookup(&t->results, key);
    if (!last) {
        /* the queue is a ring: its last element is in the map, and leads to the first one */
        new->next = new;
    } else {
        new->next = last->next;
        last->next = new;
    }
    (void)map_put(&t->results, key, new);
}

/** Adds the identifiers in a line of a result, such as `{#fig-a}`. */
static void add_names(struct thaw *t, struct cell *c, struct str line) {
    for (size_t n; (n = str_index(line, '#')) != STR_NONE;) {
        line = str_from(line, n + 1);
        struct str name = str_slice(line, 0, name_length(line));
        add_key(t, c, "#", str_starts(name, STR("cell-")) ? str_from(name, 5) : name);
        line = str_from(line, name.n);
    }
}

/** Returns the depth of divisions after a line. `*opens` is set if the line begins a division. */
static size_t depth_after(struct str line, size_t depth, bool *opens) {
    size_t n = str_run(line, 0, ':');
    *opens = n >= 3 && str_trim(str_from(line, n)).n > 0;
    return n < 3 ? depth : *opens ? depth + 1 : depth - (depth > 0);
}

static bool begins_result(struct str line) {
    size_t n = str_find(line, STR(".cell"));
    struct str after = str_from(line, n == STR_NONE ? line.n : n + 5);
    return after.n && (after.p[0] == ' ' || after.p[0] == '}');
}

/** Reads the result that begins at the current line. */
static void read_result(struct thaw *t, struct reader *r) {
    struct cell *c = ARENA_NEW(t->x->arena, struct cell);
    *c = (struct cell){.begin = r->at};
    size_t depth = 1, code = 0;
    add_names(t, c, r->line);
    while (depth > 0 && read_line(r)) {
        enum code_fence_kind kind = code_fence_line(&r->fence, r->line);
        bool opens;
        if (kind == CODE_FENCE_OUTSIDE) {
            depth = depth_after(r->line, depth, &opens);
            add_names(t, c, r->line);
        } else if (kind == CODE_FENCE_MARK && r->fence.mark && !c->code.n &&
                   str_find(r->line, STR(".cell-code")) != STR_NONE) {
            code = r->next;
        } else if (kind == CODE_FENCE_MARK && code) {
            c->code = str_trim(str_slice(r->s, code, r->at));
            code = 0;
        }
    }
    c->end = r->next;
    add_key(t, c, "=", c->code);
    add_key(t, c, "", place(r));
}

static void read_frozen(struct thaw *t) {
    struct reader r = {.x = t->x, .s = t->frozen};
    size_t results = 0;
    while (read_line(&r)) {
        bool opens = false, text = code_fence_line(&r.fence, r.line) == CODE_FENCE_OUTSIDE;
        (void)depth_after(text ? r.line : STR_EMPTY, 0, &opens);
        if (opens && begins_result(r.line) && results++ < MAX_CELLS) {
            read_result(t, &r);
        } else if (text) {
            note_text(&r);
            vec_push(&t->lines, str_trim_end(r.line));
        }
    }
}

/* ---- the result ---- */

/** Takes the first unused result that has the key. NULL if there is none. */
static const struct cell *take(struct thaw *t, struct str key) {
    struct queue *last = map_lookup(&t->results, key);
    while (last) {
        struct queue *first = last->next;
        struct cell *c = first->cell;
        if (first == last) {
            (void)map_put(&t->results, key, NULL);
            last = NULL;
        } else {
            last->next = first->next;
        }
        if (!c->used) {
            c->used = true;
            return c;
        }
    }
    return NULL;
}

/** Appends a result. If a figure has several files, the one that suits the outputs best is used. */
static void put_result(struct thaw *t, struct str s, struct span at) {
    const struct expand_files *files = &t->x->files;
    for (size_t n; (n = str_find(s, STR("/figure-"))) != STR_NONE;) {
        size_t begin = n, end = n;
        while (begin > 0 && !strchr("(\"{'<\n", s.p[begin - 1])) {
            begin--;
        }
        while (end < s.n && !strchr(")\"}'> \n", s.p[end])) {
            end++;
        }
        struct str old = str_slice(s, begin, end), found = STR_EMPTY;
        if (files->figure && path_ext(old).n) {
            found = files->figure(files->user, path_stem(path_of_url(t->x->arena, old)), t->src);
        }
        source_put_made(&t->out, str_slice(s, 0, begin), at);
        source_put_made(&t->out, found.n ? found : old, at);
        s = str_from(s, end);
    }
    source_put_made(&t->out, s, at);
    source_put_made(&t->out, str_ends(s, STR("\n")) ? STR_EMPTY : STR("\n"), at);
}

/** Finds the inline code of a line: from the first backtick to the last one. */
static bool find_inline(struct str line, size_t *begin, size_t *end) {
    static const char *const marks[] = {"`r ", "`{r} ", "`{python} ", "`{julia} "};
    *begin = STR_NONE;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        size_t n = str_find(line, str_of(marks[i]));
        *begin = n < *begin ? n : *begin;
    }
    *end = str_after_last(line, '`');
    return *begin != STR_NONE && *end > *begin + 1;
}

/** Appends text of the document. A line with inline code gets the values of the frozen line that
 * has the same text around the code. */
static void put_text(struct thaw *t, size_t from, size_t to) {
    struct reader r = {.x = t->x, .s = str_slice(t->src->text, 0, to), .next = from};
    size_t kept = from, begin, end;
    while (read_line(&r)) {
        bool text = code_fence_line(&r.fence, r.line) == CODE_FENCE_OUTSIDE;
        struct str line = str_trim_end(r.line);
        if (!text || !find_inline(line, &begin, &end)) {
            continue;
        }
        struct str head = str_slice(line, 0, begin), tail = str_from(line, end);
        for (size_t i = t->line; i < t->lines.n && t->compared++ < MAX_COMPARED; i++) {
            struct str got = t->lines.p[i];
            if (head.n + tail.n > 0 && got.n >= head.n + tail.n && str_starts(got, head) &&
                str_ends(got, tail)) {
                source_put(&t->out, span_make(t->src, kept, r.at + begin));
                source_put_made(&t->out, str_slice(got, head.n, got.n - tail.n),
                                span_make(t->src, r.at + begin, r.at + end));
                kept = r.at + end;
                t->line = i + 1;
                break;
            }
        }
    }
    source_put(&t->out, span_make(t->src, kept, to));
}

static struct source *put_all(struct thaw *t) {
    const struct cell **found = ARENA_ARRAY(t->x->arena, const struct cell *, t->cells.n + 1);
    for (size_t i = 0; i < t->cells.n; i++) {
        const struct cell *c = &t->cells.p[i];
        found[i] = c->label.n ? take(t, key_of(t->x, "#", c->label)) : NULL;
        found[i] = !found[i] && c->code.n ? take(t, key_of(t->x, "=", c->code)) : found[i];
    }
    size_t kept = 0;
    source_build(&t->out, t->x->arena, LIMIT_SOURCE);
    for (size_t i = 0; i < t->cells.n; i++) {
        const struct cell *c = &t->cells.p[i], *one = found[i] ? found[i] : take(t, c->place);
        if (one) {
            put_text(t, kept, c->begin);
            put_result(t, str_slice(t->frozen, one->begin, one->end),
                       span_make(t->src, c->begin, c->end));
            kept = c->end;
            t->x->thawed++;
        }
    }
    put_text(t, kept, t->src->text.n);
    return source_built(&t->out, t->src->name);
}

/** Reports results that were made before the document changed. */
static void check_age(struct expand *x, const struct source *json, const struct node *hash,
                      struct str text) {
    unsigned char digest[MD5_SIZE];
    md5(text, digest);
    if (!str_eq(node_text(hash), arena_hex(x->arena, digest, MD5_SIZE))) {
        struct diag *g = diag_add(x->d, DIAG_STALE_RESULTS, hash ? hash->span : SPAN_NONE,
                                  "the document has changed since the run whose results are used");
        diag_hint(x->d, g, "`quarto render` runs its cells again and writes `%.*s`",
                  STR_ARG(json->name));
    }
}

struct source *expand_frozen(struct expand *x, struct source *src, struct str written) {
    bool inline_code =
        str_find(src->text, STR("`r ")) != STR_NONE || str_find(src->text, STR("`{")) != STR_NONE;
    struct source *json =
        inline_code && x->files.frozen ? x->files.frozen(x->files.user, src) : NULL;
    const struct node *top = json ? json_parse(x->arena, json, x->d) : NULL;
    const struct node *text = node_get(node_get(top, "result"), "markdown");
    if (!node_text(text).n) {
        return src;
    }
    struct thaw t = {.x = x, .src = src, .frozen = node_text(text)};
    t.results = MAP_IN(x->arena);
    read_document(&t);
    read_frozen(&t);
    struct source *out = put_all(&t);
    if (!str_eq(out->text, src->text)) {
        check_age(x, json, node_get(top, "hash"), written);
    }
    vec_drop(&t.cells);
    vec_drop(&t.lines);
    return out;
}
