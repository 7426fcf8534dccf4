/* SPDX-License-Identifier: MIT */
/*
 * Runs one fixture of the CSL project's test suite and prints its result: csl-fixture FILE.
 * $CSL_LOCALES names the folder of the locale files. Links the CSL processor alone.
 *
 * A fixture is sections between ">>== NAME ==>>" and "<<== NAME ==<<": MODE, CSL, INPUT and
 * perhaps CITATION-ITEMS or CITATIONS, of which the last is a list of edits of a document.
 */
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/read.h"
#include "cite/csl/processor.h"
#include "cite/csl/result_html.h"
#include "cite/csl/state.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/data/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fixture {
    struct arena *a;
    struct diags d;
    struct str text;
    struct csl_style *style;
    struct item **items;
    size_t nitems;
    bool bibliography;
};

/* ---- reading ---- */

/** The text between a section's marks, or a slice with a NULL pointer. */
static struct str section(struct str text, const char *name) {
    for (struct str rest = text; rest.p && rest.n;) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        if (!str_starts(line, STR(">>=")) || !str_ends(line, STR("=>>"))) {
            continue;
        }
        struct str inner = str_slice(line, 2, line.n - 2);
        while (inner.n && inner.p[0] == '=') {
            inner = str_from(inner, 1);
        }
        while (inner.n && inner.p[inner.n - 1] == '=') {
            inner.n--;
        }
        if (!str_is(str_trim(inner), name)) {
            continue;
        }
        const char *begin = rest.p;
        for (struct str body = rest; body.p && body.n;) {
            const char *at = body.p;
            struct str end = str_cut(&body, '\n');
            if (str_starts(end, STR("<<="))) {
                return (struct str){begin, (size_t)(at - begin)};
            }
        }
    }
    return STR_EMPTY;
}

static struct node *read_json(struct fixture *f, const char *name) {
    struct str text = section(f->text, name);
    return text.p ? json_parse(f->a, source_new(f->a, str_of(name), text), &f->d) : NULL;
}

static struct source *load_locale(void *user, struct str lang) {
    struct fixture *f = user;
    const char *dir = getenv("CSL_LOCALES");
    struct str text;
    struct str path =
        arena_printf(f->a, "%s/locales-%.*s.xml",
                     dir ? dir : "/usr/share/citation-style-language/locales", STR_ARG(lang));
    return file_read(f->a, path, LIMIT_STYLE, &text) == 0 ? source_new(f->a, path, text) : NULL;
}

static struct csl *new_processor(struct fixture *f) {
    static struct csl_locale_source locales;
    locales = (struct csl_locale_source){.load = load_locale, .user = f};
    struct csl_options opt = {.link_entries = false};
    return csl_new(f->a, f->style, &locales, &opt, &f->d);
}

static const struct item *find_item(const struct fixture *f, struct str id) {
    for (size_t i = 0; i < f->nitems; i++) {
        if (str_eq(f->items[i]->id, id)) {
            return f->items[i];
        }
    }
    return NULL;
}

static bool is_true(const struct node *n) {
    struct str s = node_text(n);
    return s.n && !str_is(s, "false") && !str_is(s, "0");
}

static bool read_cite(const struct fixture *f, const struct node *n, struct csl_cite *out) {
    struct str position = node_text(node_get(n, "position"));
    *out = (struct csl_cite){
        .item = find_item(f, node_text(node_get(n, "id"))),
        .locator = item_tags_read(f->a, node_text(node_get(n, "locator"))),
        .label = node_text(node_get(n, "label")),
        .prefix = item_tags_read(f->a, node_text(node_get(n, "prefix"))),
        .suffix = item_tags_read(f->a, node_text(node_get(n, "suffix"))),
        .suppress_author = is_true(node_get(n, "suppress-author")),
        .author_only = is_true(node_get(n, "author-only")),
        .position = position.n ? position.p[0] - '0' : -1,
        .near_note = is_true(node_get(n, "near-note")),
    };
    if (out->position < 0 && node_get(n, "near-note")) {
        out->position = 0;
    }
    return out->item != NULL;
}

static size_t read_cites(const struct fixture *f, const struct node *list, struct csl_cite **out) {
    size_t n = 0;
    *out = ARENA_ARRAY(f->a, struct csl_cite, list->n + 1);
    for (size_t i = 0; i < list->n; i++) {
        n += read_cite(f, list->items[i], &(*out)[n]);
    }
    return n;
}

/* ---- the three kinds of fixture ---- */

static void add_all_items(const struct fixture *f, struct csl *c) {
    for (size_t i = 0; i < f->nitems; i++) {
        csl_add_item(c, f->items[i]);
    }
}

/** Number of an item in the bibliography (from 1), or 0. */
static int number_of(const struct csl *c, const struct item *it) {
    const struct csl_cited *e = map_lookup(&c->by_id, it->id);
    return e ? e->number : 0;
}

/** One citation with all items, in the order of the bibliography. */
static struct csl *cite_all(struct fixture *f) {
    struct csl *first = new_processor(f);
    add_all_items(f, first);
    csl_process(first);
    struct csl *c = new_processor(f);
    add_all_items(f, c);
    struct csl_citation cit = {.cites = ARENA_ARRAY(f->a, struct csl_cite, f->nitems + 1)};
    struct csl_bibliography b = csl_bibliography(first);
    bool falling =
        b.n > 1 && number_of(first, b.entries[0].item) > number_of(first, b.entries[b.n - 1].item);
    for (int k = 1; k <= (int)f->nitems; k++) {
        int want = falling ? (int)f->nitems + 1 - k : k;
        for (size_t i = 0; i < f->nitems; i++) {
            if (number_of(first, f->items[i]) == want) {
                cit.cites[cit.n++] = (struct csl_cite){.item = f->items[i], .position = 0};
                break;
            }
        }
    }
    csl_add_citation(c, &cit);
    csl_process(c);
    return c;
}

/** Citations that each stand for themselves: every cite is the first unless it says otherwise. */
static struct csl *run_items(struct fixture *f, const struct node *list) {
    struct csl *c = new_processor(f);
    add_all_items(f, c);
    for (size_t i = 0; i < list->n; i++) {
        struct csl_citation cit = {0};
        cit.n = read_cites(f, list->items[i], &cit.cites);
        for (size_t k = 0; k < cit.n; k++) {
            cit.cites[k].position = cit.cites[k].position < 0 ? 0 : cit.cites[k].position;
        }
        csl_add_citation(c, &cit);
    }
    csl_process(c);
    return c;
}

static int note_index(const struct node *n) {
    int64_t v = 0;
    return str_to_i64(node_text(n), &v) && v > 0 && v < 100000 ? (int)v : 0;
}

/** The citation of an id as it was last written. */
static const struct node *find_citation(const struct node *ops, struct str id) {
    const struct node *found = NULL;
    for (size_t i = 0; i < ops->n; i++) {
        const struct node *c = ops->items[i]->n ? ops->items[i]->items[0] : NULL;
        if (c && str_eq(node_text(node_get(c, "citationID")), id)) {
            found = c;
        }
    }
    return found;
}

static void add_document_citation(struct fixture *f, struct csl *c, const struct node *ops,
                                  struct str id, int note) {
    const struct node *n = find_citation(ops, id);
    const struct node *items = n ? node_get(n, "citationItems") : NULL;
    if (items && items->kind == NODE_LIST) {
        struct csl_citation cit = {.note = note};
        cit.n = read_cites(f, items, &cit.cites);
        csl_add_citation(c, &cit);
    }
}

static void add_list(struct fixture *f, struct csl *c, const struct node *ops,
                     const struct node *list) {
    for (size_t i = 0; i < list->n; i++) {
        const struct node *pair = list->items[i];
        if (pair->kind == NODE_LIST && pair->n == 2) {
            add_document_citation(f, c, ops, node_text(pair->items[0]), note_index(pair->items[1]));
        }
    }
}

/** The document that the last edit leaves. */
static struct csl *run_document(struct fixture *f, const struct node *ops) {
    struct csl *c = new_processor(f);
    const struct node *last = ops->items[ops->n - 1];
    if (last->n >= 3) {
        const struct node *cit = last->items[0];
        add_list(f, c, ops, last->items[1]);
        add_document_citation(f, c, ops, node_text(node_get(cit, "citationID")),
                              note_index(node_get(node_get(cit, "properties"), "noteIndex")));
        add_list(f, c, ops, last->items[2]);
    }
    csl_process(c);
    return c;
}

/* ---- printing ---- */

static size_t count_citations(const struct fixture *f, const struct node *items,
                              const struct node *ops) {
    (void)f;
    if (items) {
        return items->n;
    }
    if (!ops) {
        return 1;
    }
    const struct node *last = ops->items[ops->n - 1];
    return last->n >= 3 ? last->items[1]->n + 1 + last->items[2]->n : 0;
}

static void print_citations(struct buf *out, struct csl *c, size_t n, bool marks) {
    for (size_t i = 0; i < n; i++) {
        if (marks) {
            buf_printf(out, "..[%zu] ", i);
        }
        const struct csl_out *o = csl_citation_out(c, i);
        if (o) {
            csl_html_write(out, o);
        } else {
            buf_puts(out, "[CSL STYLE ERROR: reference with no printed form.]");
        }
        if (i + 1 < n) {
            buf_putc(out, '\n');
        }
    }
}

static void print_bibliography(struct buf *out, struct csl *c) {
    struct csl_bibliography b = csl_bibliography(c);
    buf_puts(out, "<div class=\"csl-bib-body\">\n");
    for (size_t i = 0; i < b.n; i++) {
        buf_puts(out, "  <div class=\"csl-entry\">");
        if (b.entries[i].out) {
            csl_html_write(out, b.entries[i].out);
        } else {
            buf_puts(out, "[CSL STYLE ERROR: reference with no printed form.]");
        }
        buf_puts(out, "</div>\n");
    }
    buf_puts(out, "</div>");
}

static void add_item(void *to, struct item *it, struct diags *d) {
    (void)d;
    struct fixture *f = to;
    size_t at = 0; /* an id that comes twice: the later item takes the place */
    while (at < f->nitems && !(it->id.n && str_eq(f->items[at]->id, it->id))) {
        at++;
    }
    f->items[at] = it;
    f->nitems += at == f->nitems;
}

static int run(struct fixture *f, struct buf *out) {
    f->bibliography = str_is(str_trim(section(f->text, "MODE")), "bibliography");
    struct source *csl = source_new(f->a, STR("CSL"), str_trim(section(f->text, "CSL")));
    f->style = csl_style_parse(f->a, csl, &f->d);
    if (!csl_style_ok(f->style)) {
        return 1;
    }
    struct node *input = read_json(f, "INPUT");
    if (!input || input->kind != NODE_LIST) {
        return 1;
    }
    f->items = ARENA_ARRAY(f->a, struct item *, input->n + 1);
    item_read_tree(f->a, input, ITEM_STRINGS_CSL, (struct item_sink){add_item, f}, &f->d);
    const struct node *items = read_json(f, "CITATION-ITEMS"), *ops = read_json(f, "CITATIONS");
    ops = ops && ops->kind == NODE_LIST && ops->n ? ops : NULL;
    struct csl *c = ops ? run_document(f, ops) : items ? run_items(f, items) : cite_all(f);
    if (f->bibliography) {
        print_bibliography(out, c);
    } else {
        print_citations(out, c, count_citations(f, ops ? NULL : items, ops), ops != NULL);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: csl-fixture FILE\n", stderr);
        return 2;
    }
    struct fixture f = {.a = arena_new()};
    struct buf out;
    diags_init(&f.d, f.a);
    buf_init(&out, 0);
    int status = file_read(f.a, str_of(argv[1]), LIMIT_SOURCE, &f.text) == 0 ? run(&f, &out) : 3;
    fwrite(out.p, 1, out.n, stdout);
    fputc('\n', stdout);
    buf_clear(&out);
    struct diag_style plain = {false, 0};
    for (size_t i = 0; i < f.d.n; i++) {
        diag_render(&out, f.d.list[i], &plain);
    }
    fwrite(out.p, 1, out.n, stderr);
    buf_drop(&out);
    diags_drop(&f.d);
    arena_drop(f.a);
    return status;
}
