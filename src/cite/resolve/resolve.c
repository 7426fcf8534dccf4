/* SPDX-License-Identifier: MIT */
/*
 * The steps in which a document is resolved, in order: style, citations, reference list,
 * publication lists. The other files of this module do these steps.
 */
#include "cite/resolve/people.h"

#include <string.h>

DIAG_USE(DIAG_NO_DATABASE);

static bool needs_database(const struct resolver *r) {
    return r->cites.n > 0 || r->doc->nnocite > 0;
}

/** Reports that a document has citations but no database, once, at the first citation. */
static bool report_no_database(struct resolver *r) {
    if (!needs_database(r) || bib_count(r->bib) > 0 || node_get(r->doc->front, "bibliography") ||
        node_get(r->doc->front, "references") || r->opt->has_database) {
        return false;
    }
    struct span at = r->doc->nnocite ? r->doc->nocite[0].span : SPAN_NONE;
    if (r->cites.n && r->cites.p[0].node->u.cite.n) {
        at = r->cites.p[0].node->u.cite.cites[0].span;
    }
    diag_add(r->d, DIAG_NO_DATABASE, at, "the document cites works, but names no database");
    return true;
}

/** The name of the requested style, from the command line, `csl` or `citation-style`. Empty if no
 * style is requested. */
static struct str named_style(const struct resolver *r, struct span *at) {
    struct str name = r->opt->csl;
    *at = r->opt->csl_span;
    static const char *const keys[] = {"csl", "citation-style"};
    for (size_t i = 0; i < ARRAY_LEN(keys) && name.n == 0; i++) {
        const struct node *n = node_get(r->doc->front, keys[i]);
        name = node_text(n);
        *at = n ? n->span : SPAN_NONE;
    }
    return name;
}

/** Reports a wrong name of a style, even in a document without citations. */
static void check_named_style(struct resolver *r) {
    struct span at;
    struct str name = named_style(r, &at);
    if (name.n) {
        (void)resolve_style(r, name, at);
    }
}

void resolve_choose_style(struct resolver *r) {
    struct span at;
    struct str name = named_style(r, &at);
    r->style_name = name.n ? name : STR(RESOLVE_DEFAULT_STYLE);
    r->style = resolve_style(r, r->style_name, at);
    if (!r->style && name.n) {
        r->style_name = STR(RESOLVE_DEFAULT_STYLE);
        r->style = resolve_style(r, r->style_name, SPAN_NONE);
    }
    if (r->style) {
        r->note_style = csl_style_info(r->style)->note;
        r->notes_after_punctuation =
            node_bool(node_get(r->doc->front, "notes-after-punctuation"), r->note_style) != 0;
        r->csl = resolve_csl(r, r->style, true,
                             node_bool(node_get(r->doc->front, "link-bibliography"), 1));
    }
}

/** Makes one citation of `@a [see @b]`, as in pandoc: the cites in brackets are added to `node`.
 * Citations by LaTeX commands stay apart. */
static void take_group(struct resolver *r, struct doc_node *node) {
    struct doc_node *space = node->next, *group = space ? space->next : NULL;
    bool blank = space && (space->kind == DOC_SOFT_BREAK ||
                           (space->kind == DOC_TEXT && str_trim(space->u.text.text).n == 0));
    if (!blank || group == NULL || group->kind != DOC_CITE || group->u.cite.in_text ||
        !str_starts(group->u.cite.source, STR("[")) || node->u.cite.n != 1 ||
        node->u.cite.cites[0].suffix) {
        return;
    }
    size_t n = group->u.cite.n;
    struct doc_cite *all = ARENA_ARRAY(r->arena, struct doc_cite, n + 1);
    all[0] = node->u.cite.cites[0];
    memcpy(all + 1, group->u.cite.cites, n * sizeof *all);
    node->u.cite.cites = all;
    node->u.cite.n = n + 1;
    node->u.cite.source =
        arena_join(r->arena, 3, node->u.cite.source, STR(" "), group->u.cite.source);
    doc_unlink(space);
    doc_unlink(group);
}

/** Collects citations in the order of the text. After a heading of class reset-citation-positions,
 * the next citation of a work counts as its first one (as in pandoc). */
static void collect_below(struct resolver *r, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    r->list = 0;
    while (doc_walk_next(&w)) {
        resolve_enter_list(r, w.node, w.enter);
        if (w.enter && w.node->attr && resolve_is_french(doc_pair(w.node, "lang"))) {
            r->french = true;
        }
        if (w.enter && w.node->kind == DOC_CITE) {
            if (w.node->u.cite.in_text) {
                take_group(r, w.node);
            }
            struct resolve_cite c = {.node = w.node, .part = r->resets, .list = r->list};
            vec_push(&r->cites, c);
        } else if (w.enter && w.node->kind == DOC_HEADING && w.node->attr &&
                   doc_has_class(w.node, "reset-citation-positions")) {
            r->resets++;
        }
    }
}

/** Visits the parts of the document in reading order. The title block comes before the text. */
static void each_part(struct resolver *r, void visit(struct resolver *r, struct doc_node *root)) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(r->doc, parts);
    for (size_t i = 0; i < n; i++) {
        visit(r, parts[i]);
    }
}

static void separate_marks(void *user, struct doc_node *tree) {
    resolve_part_marks(user, tree);
}

void resolve_document(struct doc *doc, struct bib *bib, const struct resolve_styles *styles,
                      const struct resolve_options *opt, struct diags *d) {
    struct resolver r = {
        .arena = doc->arena, .doc = doc, .bib = bib, .styles = styles, .opt = opt, .d = d};
    resolve_people_begin(&r);
    r.shared = opt->shared ? opt->shared : resolve_shared_new(r.arena);
    r.link_citations = node_bool(node_get(doc->front, "link-citations"), 1) != 0;
    r.french = resolve_is_french(doc->meta.lang);
    resolve_find_lists(&r);
    each_part(&r, collect_below);
    bool blind = report_no_database(&r) || opt->databases_missing;
    timings_begin(opt->timings, "style");
    if (needs_database(&r)) {
        resolve_choose_style(&r);
    } else {
        check_named_style(&r);
    }
    timings_end(opt->timings);
    r.blind = blind;
    if (r.csl) {
        resolve_collect_cites(&r);
        resolve_process_lists(&r);
    }
    resolve_write_cites(&r);
    each_part(&r, resolve_part_marks);
    doc_each_title_tree(doc, separate_marks, &r);
    resolve_note_backrefs(&r);
    if (r.csl && !opt->suppress_bibliography &&
        !node_bool(node_get(doc->front, "suppress-bibliography"), 0)) {
        resolve_references(&r);
    }
    resolve_publications(&r);
    resolve_people_lists(&r);
    resolve_coauthor_tables(&r);
    if (r.link_citations && r.cites.n) {
        resolve_unlink_cites(&r);
    }
    resolve_trace_cites(&r);
    if (r.french && node_bool(node_get(doc->front, "autospace-punctuation"), 1) != 0) {
        each_part(&r, resolve_french);
    }
    doc_number_notes(doc);
    vec_drop(&r.cites);
    vec_drop(&r.cite_links);
    map_drop(&r.ids);
    map_drop(&r.places);
    map_drop(&r.formulas);
    resolve_drop_lists(&r);
}
