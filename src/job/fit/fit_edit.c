/* SPDX-License-Identifier: MIT */
/*
 * Writes steps into the front matter of a document's text. The values of existing keys are
 * replaced. Other keys are added before the closing line. All other bytes stay.
 */
#include "job/fit/fit.h"
#include "job/fit/fit_internal.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/front_matter.h"
#include "core/data/json.h"

#include <errno.h>
#include <stdlib.h>

struct edit {
    size_t begin, end;
    struct str text;
};

struct editor {
    const struct fit_options *opt;
    const struct fit_result *r;
    struct str text; /* the text of the file */
    const char *eol;
    VEC(struct edit) edits;
    struct buf added; /* the lines of new keys */
    struct str after;
    struct limits_state state; /* the layout of the edited text */
    /* the document was read from exactly this `text` */
    bool same;
};

/** Appends the entry of a paragraph: its name in quotation marks, and the number of lines. */
static void put_entry(struct buf *out, const struct fit_step *s) {
    json_write_string(out, s->name); /* a JSON string is a scalar of YAML */
    buf_printf(out, ": %.*s", STR_ARG(s->value));
}

/** Whether a node is in the text of the document itself. */
static bool is_own(const struct editor *e, const struct doc *doc, const struct node *n) {
    return n && n->span.src == doc->source && n->span.end <= e->text.n;
}

/** Adds the paragraphs to the map `looseness` of the front matter, or as a new map. */
static void edit_looseness(struct editor *e, const struct doc *doc) {
    const struct node *map = node_get(doc->front, "looseness");
    bool old = is_own(e, doc, map) && map->kind == NODE_MAP && map->n > 0;
    bool flow = old && e->text.p[map->span.begin] == '{';
    struct str indent = STR("  ");
    struct buf b = BUF_INIT;
    if (old && !flow) {
        struct str before = str_slice(e->text, 0, map->key_spans[0].begin);
        indent = str_from(before, str_after_last(before, '\n'));
    }
    for (size_t i = 0; i < e->r->n; i++) {
        const struct fit_step *s = &e->r->steps[i];
        if (!s->name.n || !fit_counts(e->r, i)) {
            continue;
        }
        if (flow) {
            buf_puts(&b, ", ");
            put_entry(&b, s);
            continue;
        }
        if (!old && b.n == 0) {
            buf_printf(&b, "looseness:%s", e->eol);
        }
        buf_str(&b, indent);
        put_entry(&b, s);
        buf_puts(&b, e->eol);
    }
    struct str lines = buf_finish(&b, e->opt->arena);
    if (!old || lines.n == 0) {
        buf_str(&e->added, lines);
        return;
    }
    size_t at = flow ? map->span.end - 1 : map->items[map->n - 1]->span.end;
    while (flow && at > 0 && is_space(e->text.p[at - 1])) {
        at--;
    }
    while (!flow && at < e->text.n && e->text.p[at - 1] != '\n') {
        at++;
    }
    vec_push(&e->edits, ((struct edit){at, at, lines}));
}

static void edit_keys(struct editor *e, const struct doc *doc) {
    for (size_t i = 0; i < e->r->n; i++) {
        const struct fit_step *s = &e->r->steps[i];
        if (s->name.n || !fit_counts(e->r, i)) {
            continue;
        }
        const struct node *n = node_value(doc->front, s->key);
        if (is_own(e, doc, n) && n->kind != NODE_MAP && n->kind != NODE_LIST && !n->block &&
            n->span.end > n->span.begin) {
            vec_push(&e->edits, ((struct edit){n->span.begin, n->span.end, s->value}));
        } else {
            buf_printf(&e->added, "%.*s: %.*s%s", STR_ARG(s->key), STR_ARG(s->value), e->eol);
        }
    }
}

static int by_place(const void *a, const void *b) {
    const struct edit *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/** Adds the new lines before the closing line of the front matter, or as new front matter. */
static void add_lines(struct editor *e) {
    struct front_matter fm = front_matter_find(e->text, 0);
    struct arena *a = e->opt->arena;
    struct str lines = buf_view(&e->added);
    if (fm.behind && lines.n) {
        vec_push(&e->edits, ((struct edit){fm.end, fm.end, arena_str(a, lines)}));
    } else if (lines.n) {
        size_t at = str_bom(e->text);
        vec_push(&e->edits, ((struct edit){at, at,
                                           arena_printf(a, "---%s%.*s---%s%s", e->eol,
                                                        STR_ARG(lines), e->eol, e->eol)}));
    }
}

static void edit_front(void *user, const struct doc *doc, const struct layout_options *layout,
                       const struct limits_request *limits) {
    struct editor *e = user;
    (void)layout;
    (void)limits;
    e->same = doc->source && str_eq(doc->source->text, e->text);
    if (!e->same) {
        return;
    }
    edit_keys(e, doc);
    edit_looseness(e, doc);
    add_lines(e);
    vec_sort(&e->edits, by_place);
    struct buf b = BUF_INIT;
    size_t at = 0;
    for (size_t i = 0; i < e->edits.n; i++) {
        const struct edit *one = &e->edits.p[i];
        buf_str(&b, str_slice(e->text, at, one->begin));
        buf_str(&b, one->text);
        at = one->end;
    }
    buf_str(&b, str_from(e->text, at));
    e->after = buf_finish(&b, e->opt->arena);
}

static void measure_edited(void *user, const struct doc *doc, const struct layout_options *layout,
                           const struct limits_request *limits) {
    struct editor *e = user;
    e->state = fit_measure(e->opt, doc, layout, limits);
}

/** Implements `read` of struct file_host: returns the edited text for the document. */
static int read_edited(void *user, struct arena *a, struct str path, size_t limit,
                       struct str *out) {
    const struct editor *e = user;
    if (!str_eq(path, e->opt->file)) {
        return FILE_ON_DISK;
    }
    if (e->after.n > limit) {
        return EFBIG;
    }
    *out = arena_str(a, e->after);
    return 0;
}

/** Whether the edited text has the layout that was measured. */
static bool is_as_measured(struct editor *e) {
    struct build_options build = *e->opt->build;
    build.host = (struct file_host){.read = read_edited, .user = e};
    fit_run_job(e->opt, &build, measure_edited, e, false);
    const struct limits_state *then = &e->r->then;
    return e->state.most == then->most && e->state.pages == then->pages &&
           llabs(e->state.over - then->over) <= 1000;
}

const char *fit_edit(const struct fit_options *opt, const struct fit_result *r, struct str *before,
                     struct str *after) {
    struct editor e = {.opt = opt, .r = r};
    int error = file_read(opt->arena, opt->file, LIMIT_SOURCE, &e.text);
    if (error) {
        return file_why(error);
    }
    size_t first = str_index(e.text, '\n');
    e.eol = first != STR_NONE && first > 0 && e.text.p[first - 1] == '\r' ? "\r\n" : "\n";
    buf_init(&e.added, 0);
    fit_run_job(opt, opt->build, edit_front, &e, false);
    buf_drop(&e.added);
    vec_drop(&e.edits);
    if (!e.same) {
        return "the document is not the text of one Markdown file";
    }
    if (!is_as_measured(&e)) {
        return "the keys would not have their effect there";
    }
    *before = e.text;
    *after = e.after;
    return NULL;
}
