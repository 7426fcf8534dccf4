/* SPDX-License-Identifier: MIT */
/*
 * The controls above lists of works, and their script (page.js). They are hidden until the script
 * shows them.
 *
 * One set of controls, before the first list, serves all lists of a page that request it. The
 * buttons are made from the entries (data-year, data-type, data-keyword, data-author, which resolve
 * sets). Years are in descending order, the others are sorted by frequency. The script is the same
 * for all pages; its element provides the words of the page's language.
 */
#include "write/html/writer.h"

#include "core/base/map.h"

#define MAX_BUTTONS 24    /* maximum number of buttons of a kind, except years */
#define FOLDED_BUTTONS 12 /* if there are more buttons than this, they are in a <details> */
#define MAX_YEARS 120

bool html_scripts(const struct html_writer *w) {
    return !w->opt->fragment && node_bool(node_get(w->doc->front, "script"), 1) != 0;
}

/* ---- values of buttons ---- */

struct value {
    struct str text;
    size_t works;
};
typedef VEC(struct value) values;

static int by_frequency(const void *x, const void *y) {
    const struct value *a = x, *b = y;
    return a->works != b->works ? (a->works < b->works ? 1 : -1) : str_cmp(a->text, b->text);
}

static int by_year(const void *x, const void *y) {
    const struct value *a = x, *b = y;
    return str_cmp(b->text, a->text);
}

static void count_values(struct map *seen, values *all, struct str list) {
    while (list.p && list.n) {
        struct str one = str_trim(str_cut(&list, ';'));
        if (one.n == 0) {
            continue;
        }
        size_t at = (size_t)(uintptr_t)map_lookup(seen, one);
        if (at) {
            all->p[at - 1].works++;
            continue;
        }
        vec_push(all, (struct value){one, 1});
        map_put(seen, one, (void *)(uintptr_t)all->n);
    }
}

/** Collects the values that entries have for a key ("data-year"). */
static void find_values(struct html_writer *w, const char *key, values *all) {
    struct map seen = MAP_INIT;
    struct doc_walk walk = doc_walk_start(w->doc->root);
    while (doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_ITEM && doc_has_class(walk.node, "pub-entry")) {
            count_values(&seen, all, doc_pair(walk.node, key));
            doc_walk_skip(&walk);
        }
    }
    map_drop(&seen);
}

/* ---- the controls ---- */

static void write_button(struct html_writer *w, struct str text) {
    buf_puts(w->out, "<button type=\"button\" aria-pressed=\"false\"");
    if (w->words_foreign) {
        html_attr(w, "lang", w->doc->meta.lang);
    }
    html_attr(w, "value", text);
    buf_putc(w->out, '>');
    html_text(w, text);
    buf_puts(w->out, "</button>\n");
}

/** Writes the buttons of one kind under the name of the kind. Writes nothing if there is only one
 * value. */
static void write_kind(struct html_writer *w, const char *kind, enum doc_word word) {
    values all = VEC_INIT;
    bool year = str_is(str_of(kind), "year");
    find_values(w, arena_join(w->doc->arena, 2, STR("data-"), str_of(kind)).p, &all);
    if (all.n > 1) {
        vec_sort(&all, year ? by_year : by_frequency);
        size_t most = year ? MAX_YEARS : MAX_BUTTONS;
        size_t n = all.n < most ? all.n : most;
        bool fold = n > FOLDED_BUTTONS;
        buf_printf(w->out,
                   fold ? "<details data-by=\"%s\">\n<summary>"
                        : "<div role=\"group\" data-by=\"%s\" "
                          "aria-labelledby=\"pub-filter-%s\">\n<span id=\"pub-filter-",
                   kind, kind);
        if (!fold) {
            buf_printf(w->out, "%s\">", kind);
        }
        html_text(w, html_word(w, word));
        buf_puts(w->out, fold ? "</summary>\n" : "</span>\n");
        for (size_t i = 0; i < n; i++) {
            write_button(w, all.p[i].text);
        }
        buf_puts(w->out, fold ? "</details>\n" : "</div>\n");
    }
    vec_drop(&all);
}

/** The kinds of buttons in their order. */
static const struct {
    const char *kind;
    enum doc_word word;
} KINDS[] = {{"type", DOC_WORD_PAGE_TYPE},
             {"year", DOC_WORD_PAGE_YEAR},
             {"keyword", DOC_WORD_PAGE_TOPIC},
             {"author", DOC_WORD_PAGE_AUTHOR}};

static bool has_word(struct str list, const char *word) {
    while (list.p && list.n) {
        if (str_is(str_cut(&list, ' '), word)) {
            return true;
        }
    }
    return false;
}

void html_filter(struct html_writer *w, const struct doc_node *list) {
    struct str kinds = doc_pair(list, "data-filter");
    if (!kinds.p || w->filtered || !html_scripts(w)) {
        return;
    }
    w->filtered = true;
    buf_puts(w->out, "<form class=\"pub-filter\" role=\"search\" hidden");
    html_attr(w, "aria-label", html_word(w, DOC_WORD_PAGE_FILTER));
    buf_puts(w->out, w->words_foreign ? " lang=\"en\">\n" : ">\n");
    buf_puts(w->out, "<p><label for=\"pub-filter-text\">");
    html_text(w, html_word(w, DOC_WORD_PAGE_SEARCH));
    buf_puts(w->out, "</label> <input id=\"pub-filter-text\" type=\"search\" autocomplete=\"off\" "
                     "spellcheck=\"false\"></p>\n");
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        if (has_word(kinds, KINDS[i].kind)) {
            write_kind(w, KINDS[i].kind, KINDS[i].word);
        }
    }
    buf_puts(w->out, "<p><output role=\"status\"></output> <button type=\"reset\" hidden>");
    html_text(w, html_word(w, DOC_WORD_PAGE_ALL));
    buf_puts(w->out, "</button></p>\n</form>\n");
}

/* ---- the script ---- */

/** Whether something on the page needs the script. */
static bool is_asked(const struct html_writer *w) {
    struct doc_walk walk = doc_walk_start(w->doc->root);
    if (w->filtered || !doc_has_kind(w->doc, DOC_DETAILS)) {
        return w->filtered;
    }
    while (doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_DETAILS &&
            (doc_has_class(walk.node, "pub-bibtex") || doc_has_class(walk.node, "pub-cite"))) {
            return true;
        }
    }
    return false;
}

void html_script(struct html_writer *w) {
    struct str shared = w->opt->frame ? w->opt->frame->script : STR_EMPTY;
    if (!html_scripts(w) || !is_asked(w)) {
        return;
    }
    buf_puts(w->out, "<script data-for=\"page\"");
    html_attr(w, "data-copy", html_word(w, DOC_WORD_PAGE_COPY));
    html_attr(w, "data-copied", html_word(w, DOC_WORD_PAGE_COPIED));
    html_attr(w, "data-shown", html_word(w, DOC_WORD_PAGE_SHOWN));
    if (shared.n) {
        html_url_attr(w, "src", shared);
        buf_puts(w->out, "></script>\n");
        return;
    }
    buf_puts(w->out, ">\n");
    html_write_script(w->out);
    buf_puts(w->out, "</script>\n");
}
