/* SPDX-License-Identifier: MIT */
/*
 * The structure of a style (CSL 1.0.2, "Style Structure"): info, macros, locales, citation and
 * bibliography. A macro may be used before its definition; it must not call itself.
 */
#include "cite/csl/model.h"
#include "core/base/bounds.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_CSL_SYNTAX);
DIAG_USE(DIAG_CSL_MACRO);

static struct str text_of(struct arena *a, const struct xml_node *parent, const char *name) {
    const struct xml_node *n = xml_child(parent, name);
    return n ? str_trim(xml_text(a, n)) : STR_EMPTY;
}

static void compile_info(struct compiler *c, const struct xml_node *n) {
    struct csl_style_info *info = &c->style->info;
    info->title = text_of(c->a, n, "title");
    info->title_short = text_of(c->a, n, "title-short");
    info->id = text_of(c->a, n, "id");
    for (const struct xml_node *k = n->first; k; k = k->next) {
        if (str_is(k->name, "link") && str_is(xml_attr(k, "rel"), "independent-parent")) {
            info->parent = xml_attr(k, "href");
            info->dependent = true;
        } else if (str_is(k->name, "category")) {
            struct str format = xml_attr(k, "citation-format");
            info->citation_format = format.n ? format : info->citation_format;
        }
    }
}

/* ---- macros ---- */

static void register_macros(struct compiler *c, const struct xml_node *root) {
    for (const struct xml_node *n = root->first; n; n = n->next) {
        if (!str_is(n->name, "macro")) {
            continue;
        }
        struct str name = xml_attr(n, "name");
        if (name.n == 0) {
            diag_add(c->d, DIAG_CSL_SYNTAX, n->span, "`macro` needs an attribute `name`");
            continue;
        }
        struct csl_node *older = map_lookup(&c->macros, name);
        if (older) {
            struct diag *g = diag_add(c->d, DIAG_CSL_MACRO, n->span,
                                      "macro `%.*s` is defined twice", STR_ARG(name));
            diag_relate(c->d, g, older->span, "first defined here");
            diag_hint(c->d, g, "the first one is used; rename or remove the other");
            continue;
        }
        struct csl_node *m = ARENA_NEW(c->a, struct csl_node);
        m->el = EL_MACRO;
        m->span = n->span;
        m->u.macro.name = name;
        map_put(&c->macros, name, m);
    }
}

static void compile_macros(struct compiler *c, const struct xml_node *root) {
    for (const struct xml_node *n = root->first; n; n = n->next) {
        struct csl_node *m =
            str_is(n->name, "macro") ? map_lookup(&c->macros, xml_attr(n, "name")) : NULL;
        if (m && m->span.begin == n->span.begin) {
            csl_compile_check_attrs(c, n, EL_MACRO);
            m->first = csl_compile_children(c, n, EL_MACRO);
        }
    }
}

static unsigned search_circles(struct compiler *c, struct csl_node *n, unsigned depth);

/** Searches below a macro that was not searched yet. */
static void search_macro(struct compiler *c, struct csl_node *m, unsigned depth) {
    m->u.macro.state = 1;
    m->u.macro.depth = (uint8_t)(1 + search_circles(c, m->first, depth));
    m->u.macro.state = 2;
}

/**
 * Searches for macros that call themselves, by a depth-first search. The call that closes a circle
 * is removed, so that rendering ends. The recursion is limited to LIMIT_MACRO_DEPTH macros of
 * LIMIT_XML_DEPTH levels each.
 */
static unsigned search_circles(struct compiler *c, struct csl_node *n, unsigned depth) {
    unsigned deepest = 0;
    for (; n; n = n->next) {
        unsigned below = 0;
        struct csl_node *m =
            n->el == EL_TEXT && n->u.text.source == SOURCE_MACRO ? n->u.text.macro : NULL;
        if (m && m->u.macro.state == 1) {
            struct diag *g = diag_add(c->d, DIAG_CSL_MACRO, n->span, "macro `%.*s` calls itself",
                                      STR_ARG(m->u.macro.name));
            diag_relate(c->d, g, m->span, "the macro");
            diag_hint(c->d, g, "take this call out: it shows nothing");
            n->u.text.macro = NULL;
        } else if (m && m->u.macro.state == 0 && depth < LIMIT_MACRO_DEPTH) {
            search_macro(c, m, depth + 1);
        }
        if (m && m->u.macro.state == 2) {
            below = m->u.macro.depth;
        }
        if (m && depth + below > LIMIT_MACRO_DEPTH) {
            diag_add(c->d, DIAG_CSL_MACRO, n->span, "macros are nested more than %d deep",
                     LIMIT_MACRO_DEPTH);
            n->u.text.macro = NULL;
            below = 0;
        }
        unsigned inside = search_circles(c, n->first, depth);
        below = inside > below ? inside : below;
        deepest = below > deepest ? below : deepest;
    }
    return deepest;
}

/* ---- areas ---- */

static void compile_key(struct compiler *c, const struct xml_node *n, struct csl_key *key) {
    csl_compile_check_attrs(c, n, EL_KEY);
    key->var = VAR_NONE;
    key->descending = csl_compile_enum(c, n, AT_SORT, 0) == 1;
    struct str var = str_trim(xml_attr(n, "variable")), macro = xml_attr(n, "macro");
    if (var.n) {
        key->var = csl_compile_var(c, n, "variable", var);
    } else if (macro.n) {
        key->macro = csl_compile_macro_ref(c, n, macro);
    } else {
        diag_add(c->d, DIAG_CSL_SYNTAX, n->span, "`key` needs `variable` or `macro`");
    }
    if (xml_attr(n, "names-min").p) {
        key->opts.set |= NAME_SET_MIN | NAME_SET_SUB_MIN;
        key->opts.min = key->opts.sub_min = csl_compile_int(c, n, AT_NAMES_MIN, 0);
    }
    if (xml_attr(n, "names-use-first").p) {
        key->opts.set |= NAME_SET_FIRST | NAME_SET_SUB_FIRST;
        key->opts.first = key->opts.sub_first = csl_compile_int(c, n, AT_NAMES_USE_FIRST, 1);
    }
    if (xml_attr(n, "names-use-last").p) {
        key->opts.set |= NAME_SET_LAST;
        key->opts.use_last = csl_compile_bool(c, n, AT_NAMES_USE_LAST, false);
    }
}

static void compile_sort(struct compiler *c, const struct xml_node *n, struct csl_area *area) {
    size_t count = 0;
    for (const struct xml_node *k = n->first; k; k = k->next) {
        count += str_is(k->name, "key");
    }
    area->keys = ARENA_ARRAY(c->a, struct csl_key, count + 1);
    for (const struct xml_node *k = n->first; k; k = k->next) {
        if (str_is(k->name, "key")) {
            compile_key(c, k, &area->keys[area->nkeys++]);
        }
    }
    csl_compile_check_children(c, n, EL_SORT);
}

static void compile_area(struct compiler *c, const struct xml_node *root, const struct xml_node *n,
                         struct csl_area *area, enum csl_el el) {
    csl_compile_check_attrs(c, n, el);
    csl_compile_name_opts(c, root, &area->names, true);
    struct name_opts own = {0};
    csl_compile_name_opts(c, n, &own, true);
    csl_name_opts_overlay(&area->names, &own);
    struct str d = xml_attr(n, "names-delimiter");
    area->names_delimiter = d.p ? d : xml_attr(root, "names-delimiter");
    area->has_names_delimiter = area->names_delimiter.p != NULL;
    const struct xml_node *sort = xml_child(n, "sort"), *layout = xml_child(n, "layout");
    if (sort) {
        compile_sort(c, sort, area);
    }
    csl_compile_check_children(c, n, el);
    if (!layout) {
        diag_add(c->d, DIAG_CSL_SYNTAX, n->span, "`%s` has no `layout`", csl_el_name(el));
        return;
    }
    area->layout = csl_compile_node(c, layout, el);
    if (area->layout) {
        search_circles(c, area->layout->first, 0);
    }
}

static void compile_citation(struct compiler *c, const struct xml_node *root,
                             const struct xml_node *n) {
    struct csl_style *s = c->style;
    compile_area(c, root, n, &s->citation, EL_CITATION);
    s->add_names = csl_compile_bool(c, n, AT_ADD_NAMES, false);
    s->add_givenname = csl_compile_bool(c, n, AT_ADD_GIVENNAME, false);
    s->add_year_suffix = csl_compile_bool(c, n, AT_ADD_YEAR_SUFFIX, false);
    s->rule = (enum givenname_rule)csl_compile_enum(c, n, AT_GIVENNAME_RULE, RULE_BY_CITE);
    s->collapse = (enum collapse)csl_compile_enum(c, n, AT_COLLAPSE, COLLAPSE_NONE);
    s->cite_group_delimiter = xml_attr(n, "cite-group-delimiter");
    s->cite_group = s->cite_group_delimiter.p || s->collapse == COLLAPSE_YEAR ||
                    s->collapse == COLLAPSE_SUFFIX || s->collapse == COLLAPSE_RANGED;
    s->year_suffix_delimiter = xml_attr(n, "year-suffix-delimiter");
    s->has_year_suffix_delimiter = s->year_suffix_delimiter.p != NULL;
    s->after_collapse = xml_attr(n, "after-collapse-delimiter");
    s->has_after_collapse = s->after_collapse.p != NULL;
    s->near_note = csl_compile_int(c, n, AT_NEAR_NOTE_DISTANCE, 5);
    for (size_t i = 0; i < s->citation.nkeys && s->collapse == COLLAPSE_NUMBER; i++) {
        struct csl_key *key = &s->citation.keys[i];
        /* ranges of numbers need ascending numbers */
        key->descending = key->descending && key->var != VAR_CITATION_NUMBER;
    }
}

static void compile_bibliography(struct compiler *c, const struct xml_node *root,
                                 const struct xml_node *n) {
    struct csl_style *s = c->style;
    compile_area(c, root, n, &s->bibliography, EL_BIBLIOGRAPHY);
    s->hanging_indent = csl_compile_bool(c, n, AT_HANGING_INDENT, false);
    int align = csl_compile_enum(c, n, AT_SECOND_FIELD_ALIGN, 0);
    s->second_field = align == 1 || align == 2;
    s->second_margin = align == 2;
    s->author_substitute = xml_attr(n, "subsequent-author-substitute");
    s->has_author_substitute = s->author_substitute.p != NULL;
    s->substitute_rule = (enum substitute_rule)csl_compile_enum(
        c, n, AT_SUBSEQUENT_AUTHOR_SUBSTITUTE_RULE, SUBSTITUTE_COMPLETE_ALL);
    s->line_spacing = csl_compile_int(c, n, AT_LINE_SPACING, -1);
    s->entry_spacing = csl_compile_int(c, n, AT_ENTRY_SPACING, -1);
    s->info.has_bibliography = s->bibliography.layout != NULL;
}

/**
 * Whether a variable is shown below `n`, also in macros. Each macro is searched once and then has
 * the state `mark`. Circles of macros were removed before.
 */
static bool shows_variable(struct csl_node *n, enum item_var v, uint8_t mark) {
    for (; n; n = n->next) {
        if ((n->el == EL_TEXT && n->u.text.source == SOURCE_VARIABLE && n->u.text.var == v) ||
            (n->el == EL_NUMBER && n->u.number.var == v)) {
            return true;
        }
        struct csl_node *m =
            n->el == EL_TEXT && n->u.text.source == SOURCE_MACRO ? n->u.text.macro : NULL;
        if (m && m->u.macro.state != mark) {
            m->u.macro.state = mark;
            if (shows_variable(m->first, v, mark)) {
                return true;
            }
        }
        if (shows_variable(n->first, v, mark)) {
            return true;
        }
    }
    return false;
}

/** Finds properties of the layouts on which the results depend. Each search of the macros has a
 * mark of its own, after those of the search for circles. */
static void look_at_layouts(struct csl_style *s) {
    if (s->citation.layout) {
        struct csl_node *first = s->citation.layout->first;
        s->citation.shows_suffix = shows_variable(first, VAR_YEAR_SUFFIX, 3);
        s->info.numeric = shows_variable(first, VAR_CITATION_NUMBER, 4) ||
                          str_is(s->info.citation_format, "numeric");
    }
    if (s->bibliography.layout) {
        s->bibliography.shows_suffix =
            shows_variable(s->bibliography.layout->first, VAR_YEAR_SUFFIX, 5);
    }
    /* If one layout shows the year suffix itself, no layout adds it to years (CSL 1.0.2,
     * "disambiguate-add-year-suffix"). */
    s->citation.shows_suffix = s->citation.shows_suffix || s->bibliography.shows_suffix;
    s->bibliography.shows_suffix = s->citation.shows_suffix;
    for (size_t i = 0; i < s->bibliography.nkeys; i++) {
        const struct csl_key *key = &s->bibliography.keys[i];
        bool number = key->macro ? shows_variable(key->macro->first, VAR_CITATION_NUMBER,
                                                  (uint8_t)(6 + i % 200))
                                 : key->var == VAR_CITATION_NUMBER;
        s->counts_down = s->counts_down || (number && key->descending);
    }
}

static void compile_locales(struct compiler *c, const struct xml_node *root) {
    struct csl_style *s = c->style;
    size_t count = 0;
    for (const struct xml_node *n = root->first; n; n = n->next) {
        count += str_is(n->name, "locale");
    }
    s->locales = ARENA_ARRAY(c->a, struct csl_style_locale, count + 1);
    for (const struct xml_node *n = root->first; n; n = n->next) {
        if (str_is(n->name, "locale")) {
            s->locales[s->nlocales++] = (struct csl_style_locale){xml_attr(n, "xml:lang"), n};
        }
    }
}

static void compile_root(struct compiler *c, const struct xml_node *root) {
    struct csl_style *s = c->style;
    csl_compile_check_attrs(c, root, EL_STYLE);
    s->info.note = csl_compile_enum(c, root, AT_CLASS, 0) == 1;
    s->info.default_locale = xml_attr(root, "default-locale");
    s->page_range = (enum page_range)csl_compile_enum(c, root, AT_PAGE_RANGE_FORMAT, RANGE_NONE);
    s->demote = (enum demote)csl_compile_enum(c, root, AT_DEMOTE, DEMOTE_DISPLAY_AND_SORT);
    s->hyphen_initials = csl_compile_bool(c, root, AT_INITIALIZE_WITH_HYPHEN, true);
    const struct xml_node *info = xml_child(root, "info"), *citation = xml_child(root, "citation");
    const struct xml_node *bibliography = xml_child(root, "bibliography");
    if (info) {
        compile_info(c, info);
    }
    if (s->info.dependent && !citation) {
        return;
    }
    s->info.dependent = false;
    s->ok = true;
    csl_compile_check_children(c, root, EL_STYLE);
    register_macros(c, root);
    compile_macros(c, root);
    compile_locales(c, root);
    if (citation) {
        compile_citation(c, root, citation);
    } else {
        diag_add(c->d, DIAG_CSL_SYNTAX, root->span, "the style has no `citation`");
    }
    if (bibliography) {
        compile_bibliography(c, root, bibliography);
    }
    /* A circle may also consist of macros that no layout calls, or that only a sort key calls. */
    for (size_t i = 0; i < c->macros.n; i++) {
        struct csl_node *m = c->macros.entries[i].value;
        if (m->u.macro.state == 0) {
            search_macro(c, m, 1);
        }
    }
    s->ok = s->ok && s->citation.layout;
    look_at_layouts(s);
}

struct csl_style *csl_style_read(struct arena *a, struct source *src, const struct csl_trees *trees,
                                 struct diags *d) {
    struct csl_style *s = ARENA_NEW(a, struct csl_style);
    s->src = src;
    s->line_spacing = s->entry_spacing = -1;
    struct compiler c = {.a = a, .style = s, .d = d, .macros = MAP_INIT};
    if (src->text.n > LIMIT_STYLE) {
        diag_add(d, DIAG_TOO_LARGE, span_make(src, 0, 0), "the style has more than %u bytes",
                 LIMIT_STYLE);
        return s;
    }
    const struct xml_node *root = csl_read_xml(a, src, trees, d);
    if (!root) {
        return s;
    }
    if (!str_is(root->name, "style") ||
        !(str_is(root->ns, "http://purl.org/net/xbiblio/csl") || root->ns.n == 0)) {
        struct diag *g =
            diag_add(d, DIAG_CSL_SYNTAX, root->span, "this is not a CSL style: its root is `%.*s`",
                     STR_ARG(root->name));
        diag_hint(d, g,
                  "a style begins with `<style xmlns=\"http://purl.org/net/xbiblio/csl\" ...>`");
        return s;
    }
    compile_root(&c, root);
    map_drop(&c.macros);
    return s;
}

struct csl_style *csl_style_parse(struct arena *a, struct source *src, struct diags *d) {
    return csl_style_read(a, src, NULL, d);
}

bool csl_style_ok(const struct csl_style *s) {
    return s->ok;
}

const struct csl_style_info *csl_style_info(const struct csl_style *s) {
    return &s->info;
}
