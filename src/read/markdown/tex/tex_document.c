/* SPDX-License-Identifier: MIT */
/* Reads documents in LaTeX, in which read/latex has resolved macros and comments: the body as
 * blocks, and texts of the front matter as inlines. Each unknown command is reported once. */
#include "model/tex/math/math_rich.h"
#include "read/markdown/tex/tex.h"

DIAG_USE(DIAG_TEX_COMMAND);

#define MAX_UNKNOWN 1000 /* maximum number of unknown names that are counted */

void md_tex_bibitems(struct md *m, const struct ltx_text *t) {
    struct ltx_arg arg[LTX_ARGS];
    size_t number = 1, at = 0, n;
    while ((n = str_find(str_from(t->s, at), STR("\\bibitem"))) != STR_NONE) {
        at += n + sizeof "\\bibitem" - 1;
        if (ltx_args(t, at, t->s.n, "ou", false, arg) == STR_NONE) {
            continue;
        }
        struct str *label = ARENA_NEW(m->a, struct str), key = str_trim(ltx_arg(t, &arg[1]));
        struct span place = span_make(m->doc->source, 0, 0);
        *label = ltx_given(&arg[0])
                     ? str_trim(tex_to_text(m->a, ltx_arg(t, &arg[0]), TEX_LIGATURES, place, NULL))
                     : arena_printf(m->a, "%zu", number);
        number += !ltx_given(&arg[0]);
        if (key.n && !map_lookup(&m->tex.bibitems, key)) {
            map_put(&m->tex.bibitems, key, label);
        }
    }
}

static void read(struct md *m, const struct md_text *text, struct doc_node *parent,
                 enum tex_mode mode) {
    struct ltx_text *t = ARENA_NEW(m->a, struct ltx_text);
    ltx_pair(m->a, t, text->s, false);
    if (mode == TEX_BLOCKS) {
        md_tex_bibitems(m, t);
    }
    struct tex x = md_tex_reader(m, text, t, parent, mode);
    md_tex_run(&x);
}

void md_tex_document(struct md *m, uint32_t begin, uint32_t end) {
    struct md_text text = md_text_at(m, str_slice(m->doc->source->text, begin, end), begin);
    text.fixed = span_make(m->doc->source, begin, end);
    read(m, &text, m->doc->root, TEX_BLOCKS);
}

void md_tex_texts(struct md *m, const struct md_text *t, struct doc_node *parent) {
    read(m, t, parent, TEX_MIXED);
    md_flatten(m, parent);
}

struct str md_tex_word(struct tex *x, struct str name) {
    static const struct {
        const char *name;
        enum doc_word word;
    } words[] = {{"figurename", DOC_WORD_FIGURE},     {"tablename", DOC_WORD_TABLE},
                 {"chaptername", DOC_WORD_CHAPTER},   {"partname", DOC_WORD_PART},
                 {"appendixname", DOC_WORD_APPENDIX}, {"refname", DOC_WORD_BIBLIOGRAPHY},
                 {"bibname", DOC_WORD_BIBLIOGRAPHY},  {"proofname", DOC_WORD_PROOF},
                 {"abstractname", DOC_WORD_ABSTRACT}, {"contentsname", DOC_WORD_CONTENTS}};
    bool foreign;
    for (size_t i = 0; x->m->latex && i < ARRAY_LEN(words); i++) {
        if (str_is(name, words[i].name)) {
            return doc_label_word(x->m->doc, x->m->doc->meta.lang, words[i].word, &foreign);
        }
    }
    return STR_EMPTY;
}

void md_tex_databases(struct md *m, struct str names, struct span at) {
    const struct node *had = node_get(m->doc->front, "bibliography");
    if (m->latex || (had && had != m->tex.databases)) {
        return;
    }
    struct node *list = m->tex.databases ? m->tex.databases : node_new_list(m->a, at);
    while (names.n) {
        struct str name = str_trim(str_cut(&names, ','));
        bool ending = str_ends(name, STR(".bib")) || str_ends(name, STR(".json"));
        if (name.n) {
            name = ending ? name : arena_join(m->a, 2, name, STR(".bib"));
            struct node *one = node_plain(m->a, name, at);
            node_append(m->a, list, one);
        }
    }
    if (!had && list->n) {
        m->tex.databases = list;
        node_put(m->a, m->doc->front, STR("bibliography"), at, list);
    }
}

void md_tex_count(struct tex *x, struct str name, bool environment, size_t begin, size_t end) {
    struct md_tex_state *s = &x->m->tex;
    for (size_t i = 0; i < s->unknown.n; i++) {
        struct md_tex_unknown *one = &s->unknown.p[i];
        if (one->environment == environment && str_eq(one->name, name)) {
            one->uses++;
            return;
        }
    }
    if (s->unknown.n < MAX_UNKNOWN) {
        vec_push(&s->unknown,
                 (struct md_tex_unknown){name, environment, 1, md_tex_span(x, begin, end)});
    }
}

void md_tex_report(struct md *m) {
    for (size_t i = 0; i < m->tex.unknown.n; i++) {
        const struct md_tex_unknown *one = &m->tex.unknown.p[i];
        struct str times = one->uses > 1 ? arena_printf(m->a, " (%zu uses)", one->uses) : STR_EMPTY;
        struct diag *g =
            one->environment
                ? diag_add(m->diags, DIAG_TEX_COMMAND, one->at,
                           "the environment `%.*s` is not known%.*s: its contents are shown",
                           STR_ARG(one->name), STR_ARG(times))
                : diag_add(
                      m->diags, DIAG_TEX_COMMAND, one->at,
                      "the command `\\%.*s` is not known%.*s: the words in its braces are shown",
                      STR_ARG(one->name), STR_ARG(times));
        diag_hint(m->diags, g,
                  "a definition in the document gives it a meaning: `\\new%s{%s%.*s}...`",
                  one->environment ? "environment" : "command", one->environment ? "" : "\\",
                  STR_ARG(one->name));
    }
}
