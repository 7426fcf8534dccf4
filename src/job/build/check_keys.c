/* SPDX-License-Identifier: MIT */
/*
 * Checks the keys of the front matter and some of their values. The tables of model/doc/front.h
 * list the known keys. An unknown key is reported only if it differs by one typing error from a key
 * that has an effect. Other unknown keys belong to the author: templates and shortcodes read them.
 * A known key without effect is reported with the key to use instead, if there is one.
 */
#include "core/base/word_list.h"
#include "job/build/files.h"
#include "model/doc/front.h"

DIAG_USE(DIAG_FOREIGN_KEY);
DIAG_USE(DIAG_LANGUAGE_TAG);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Whether two keys differ in capitals, hyphens and underscores only. */
static bool same_letters(struct str a, struct str b) {
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a.n && (a.p[i] == '-' || a.p[i] == '_')) {
            i++;
        }
        while (k < b.n && (b.p[k] == '-' || b.p[k] == '_')) {
            k++;
        }
        if (i == a.n || k == b.n || to_lower(a.p[i]) != to_lower(b.p[k])) {
            return i == a.n && k == b.n;
        }
    }
}

/** Reports key `i` of `map` if it is probably a misspelt key of a scope. */
static void check_slip(struct build_run *b, const struct node *map, size_t i, struct str scope) {
    struct str key = map->keys[i], meant = STR_EMPTY;
    size_t n, nmeant = 0;
    const struct doc_front_key *rows = doc_front_keys(&n);
    for (size_t k = 0; k < n; k++) {
        struct str name = doc_front_name(&rows[k], scope);
        if (name.n && !rows[k].quiet && (diag_is_slip(key, name) || same_letters(key, name))) {
            meant = nmeant++ ? meant : name;
        }
    }
    if (!nmeant) {
        return;
    }
    struct diag *g =
        diag_add(b->d, DIAG_UNKNOWN_KEY, map->key_spans[i], "unknown key `%.*s`", STR_ARG(key));
    (void)diag_hint_near(b->d, g, meant);
    bool taken = node_index(map, meant) != STR_NONE;
    if (nmeant == 1 && !taken && str_eq(span_text(map->key_spans[i]), key)) {
        diag_fix(b->d, g, map->key_spans[i], meant);
    }
}

/** Whether the document itself uses the value of a key: `{{< meta key >}}`, `{{ page.key }}` or
 * `$key$`. */
static bool is_read(struct arena *a, struct span at, struct str key) {
    struct str text = at.src ? at.src->text : STR_EMPTY;
    struct str forms[] = {arena_join(a, 3, STR("meta "), key, STR(" ")),
                          arena_join(a, 3, STR("page."), key, STR(" ")),
                          arena_join(a, 3, STR("$"), key, STR("$"))};
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(forms) && !found; i++) {
        found = str_find(text, forms[i]) != STR_NONE;
    }
    return found;
}

/** Whether a key that has the name of one of our keys is meant for another program. Templates of
 * Jekyll read any key. The formats of Quarto and R Markdown have their own keys, whose values are
 * maps. */
static bool is_foreign(const struct doc *doc, const struct doc_front_other *row,
                       const struct node *value) {
    const struct node *front = doc->front;
    bool map = value->kind == NODE_MAP || value->kind == NODE_LIST;
    return node_get(front, "layout") ||
           (row->program[0] && (map || node_get(front, "format") || node_get(front, "output")));
}

/** Changes a key to the usual spelling: `line_spacing` and `lineSpacing` become `line-spacing`. */
static struct str usual_form(struct arena *a, struct str key) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < key.n; i++) {
        bool capital = is_upper(key.p[i]);
        buf_puts(&b, capital && i > 0 ? "-" : "");
        buf_putc(&b, key.p[i] == '_' ? '-' : to_lower(key.p[i]));
    }
    return buf_finish(&b, a);
}

/** Reports that key `i` of a map has no effect. */
static void report_other(struct build_run *b, const struct doc *doc, const struct node *map,
                         size_t i, const struct doc_front_other *row) {
    struct str key = map->keys[i];
    struct span at = map->key_spans[i];
    struct diag *g;
    if (row->kind == FRONT_OWN) {
        return;
    }
    if (row->kind == FRONT_MEANS && !is_foreign(doc, row, map->items[i])) {
        if (is_read(b->arena, at, key)) {
            return;
        }
        g = diag_add(b->d, DIAG_UNKNOWN_KEY, at, "unknown key `%.*s`", STR_ARG(key));
    } else {
        g = diag_add(b->d, DIAG_FOREIGN_KEY, at, "`%.*s` is a key %s%s and has no effect here",
                     STR_ARG(key), row->program[0] ? "of " : "for other programs", row->program);
    }
    if (row->hint[0]) {
        diag_hint(b->d, g, "%s", row->hint);
    }
}

/** Checks the keys of a map against the first scope. Keys of the other scopes are accepted without
 * a report. */
static void check_map(struct build_run *b, const struct doc *doc, const struct node *map,
                      const char *const *scopes, size_t n) {
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        struct doc_front_other other;
        const struct doc_front_key *has_effect = NULL;
        bool is_other = false;
        for (size_t k = 0; k < n && !has_effect && !is_other; k++) {
            has_effect = doc_front_key(str_of(scopes[k]), map->keys[i]);
            is_other = !has_effect && doc_front_other(str_of(scopes[k]), map->keys[i], &other);
        }
        if (!has_effect && !is_other && !scopes[0][0]) {
            struct str form = usual_form(b->arena, map->keys[i]);
            is_other = !doc_front_key(STR_EMPTY, form) && doc_front_other(STR_EMPTY, form, &other);
        }
        if (is_other) {
            report_other(b, doc, map, i, &other);
        } else if (!has_effect) {
            check_slip(b, map, i, str_of(scopes[0]));
        } else if (has_effect->group == FRONT_SITES && !b->job->page &&
                   !node_get(doc->front, "layout")) {
            /* a document with a `layout` is a page of Jekyll, in which the key has an effect */
            diag_add(b->d, DIAG_FOREIGN_KEY, map->key_spans[i],
                     "`%.*s` has an effect in pages of a site only", STR_ARG(map->keys[i]));
        }
    }
}

/** Checks the options of one output in `format` and `output`. The same keys may be in the front
 * matter itself. R Markdown writes them with underscores. */
static void check_format(struct build_run *b, const struct doc *doc, const struct node *options) {
    for (size_t i = 0; options->kind == NODE_MAP && i < options->n; i++) {
        struct str key = options->keys[i], name = usual_form(b->arena, key);
        struct doc_front_other other;
        if (doc_front_other(STR("output."), key, &other) ||
            doc_front_other(STR_EMPTY, name, &other)) {
            report_other(b, doc, options, i, &other);
        } else if (!doc_front_key(STR_EMPTY, name)) {
            check_slip(b, options, i, STR_EMPTY);
        }
    }
}

/** Checks maps that contain keys of other programs. */
static void check_parts(struct build_run *b, const struct doc *doc) {
    static const char *const formats[] = {"format", "output"};
    static const char *const maps[][2] = {{"crossref", "crossref."},
                                          {"license", "license."},
                                          {"numbering", "numbering."},
                                          {"parts", "parts."},
                                          {"execute", "execute."},
                                          {"profile", "profile."},
                                          {"toc", "toc."}};
    for (size_t k = 0; k < ARRAY_LEN(formats); k++) {
        const struct node *all = node_get(doc->front, formats[k]);
        for (size_t i = 0; all && all->kind == NODE_MAP && i < all->n; i++) {
            check_format(b, doc, all->items[i]);
        }
    }
    for (size_t k = 0; k < ARRAY_LEN(maps); k++) {
        check_map(b, doc, node_get(doc->front, maps[k][0]), &maps[k][1], 1);
    }
}

static void check_institutions(struct build_run *b, const struct doc *doc, const struct node *map) {
    static const char *const scopes[] = {"affiliation.", "author."};
    static const char *const keys[] = {"affiliation", "affiliations"};
    for (size_t k = 0; k < ARRAY_LEN(keys); k++) {
        const struct node *list = node_get(map, keys[k]);
        for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
            check_map(b, doc, list->items[i], scopes, ARRAY_LEN(scopes));
        }
    }
}

static void check_author(struct build_run *b, const struct doc *doc, const struct node *author) {
    static const char *const scopes[] = {"author."};
    check_map(b, doc, author, scopes, ARRAY_LEN(scopes));
    check_institutions(b, doc, author);
}

static void check_authors(struct build_run *b, const struct doc *doc, const char *key) {
    const struct node *n = node_get(doc->front, key);
    for (size_t i = 0; i < node_count(n); i++) {
        check_author(b, doc, node_item(n, i));
    }
}

/** Checks the direction of the document. */
static void check_dir(struct build_run *b, const struct node *dir) {
    struct str value = str_trim(node_text(dir));
    if (value.n > 0 && !str_ieq(value, STR("rtl")) && !str_ieq(value, STR("ltr"))) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, dir->span,
                                  "`%.*s` for `dir` is not a direction", STR_ARG(value));
        diag_hint(b->d, g, "write `rtl` or `ltr`; without it the language decides");
    }
}

/** Checks `toc-depth`. A value that is not a number, or `0`, disables the table of contents. */
static void check_depth(struct build_run *b, const struct node *depth) {
    int64_t n = 0;
    if (str_to_i64(node_text(depth), &n) && (n < 0 || n > 6)) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, depth->span,
                                  "there are no headings of level %lld", (long long)n);
        diag_hint(b->d, g, "write a level from 1 to 6");
    }
}

static void check_lang(struct build_run *b, struct str lang, struct span at) {
    if (lang.n == 0 || doc_lang_is_tag(lang)) {
        return;
    }
    struct diag *g =
        diag_add(b->d, DIAG_LANGUAGE_TAG, at,
                 "`%.*s` is not a language code: words are not hyphenated by it", STR_ARG(lang));
    struct str tag =
        str_paired(arena_lower(b->arena, lang),
                   "english=en german=de deutsch=de french=fr francais=fr français=fr spanish=es "
                   "español=es italian=it italiano=it dutch=nl nederlands=nl russian=ru "
                   "portuguese=pt swedish=sv danish=da chinese=zh japanese=ja korean=ko arabic=ar "
                   "hebrew=he polish=pl czech=cs greek=el latin=la finnish=fi turkish=tr "
                   "norwegian=nb american=en-US british=en-GB ngerman=de");
    diag_hint(b->d, g, tag.n ? "write `%.*s`" : "write a tag as BCP 47 has it: `en`, `de-CH`",
              STR_ARG(tag));
}

/** Checks the languages of the document and of its parts. */
static void check_langs(struct build_run *b, const struct doc *doc) {
    const struct node *lang = node_get(doc->front, "lang");
    if (lang && lang->kind != NODE_LIST && lang->kind != NODE_MAP) {
        check_lang(b, str_trim(node_text(lang)), lang->span);
    }
    for (const struct doc_attr *a = doc->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->npairs; i++) {
            if (str_is(a->pairs[i].key, "lang") && a->pairs[i].span.src) {
                check_lang(b, a->pairs[i].value, a->pairs[i].span);
            }
        }
    }
}

/** Reports `reference-location`, because an HTML page always has its notes at the end. */
static void check_notes(struct build_run *b, const struct node *place) {
    if (place) {
        diag_add(b->d, DIAG_FOREIGN_KEY, place->span,
                 "`reference-location` has an effect in the PDF only");
    }
}

/** Reports a `margin` that is not a map. */
static void check_margin(struct build_run *b, const struct node *margin) {
    if (margin && margin->kind != NODE_MAP && margin->text.n) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_KEY, margin->span,
                                  "`margin` is a map of `top`, `bottom`, `left` and `right`");
        diag_hint(b->d, g, "write `geometry: margin=%.*s`", STR_ARG(margin->text));
    }
}

/** Checks the maps in a list or a map of the front matter. */
static void check_items(struct build_run *b, const struct doc *doc, const char *key,
                        const char *scope) {
    const struct node *all = node_get(doc->front, key);
    bool holds = all && (all->kind == NODE_LIST || all->kind == NODE_MAP);
    for (size_t i = 0; holds && i < all->n; i++) {
        check_map(b, doc, all->items[i], &scope, 1);
    }
}

void build_check_keys(struct build_run *b, const struct doc *doc) {
    static const char *const scopes[] = {""};
    const struct node *front = doc->front;
    check_map(b, doc, front, scopes, ARRAY_LEN(scopes));
    check_parts(b, doc);
    check_dir(b, node_get(front, "dir"));
    check_depth(b, node_get(front, "toc-depth"));
    check_margin(b, node_get(front, "margin"));
    check_notes(b, node_get(front, "reference-location"));
    check_items(b, doc, "exports", "exports.");
    check_items(b, doc, "math", "math.");
    check_langs(b, doc);
    check_institutions(b, doc, front);
    check_authors(b, doc, "author");
    check_authors(b, doc, "authors");
}
