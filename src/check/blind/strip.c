/* SPDX-License-Identifier: MIT */
/*
 * Removes everything that identifies the authors of a document. Decides which keys of the front
 * matter and which parts of the text are about the authors.
 */
#include "check/blind/who.h"

#include "core/base/word_list.h"
#include "core/unicode/unicode.h"

/** Keys about the authors, funding, addresses of the document, and files beside the document. */
static const char KEYS[] =
    "author authors by-author affiliation affiliations institute institution department university "
    "supervisor advisor committee authornote author-note author-meta thanks acknowledgements "
    "acknowledgments acknowledgement acknowledgment dedication contributors funding grant grants "
    "sponsor email orcid phone photo photo-alt correspondence highlight-author "
    /* addresses of the document */
    "canonical canonical-url site-url url doi citation repo-url "
    /* files beside the document */
    "attach exports feed paper-pages "
    /* data for search engines and natbib */
    "natbib copyright";

/** Running heads, and the title of the page in a browser. They are removed if they name an
 * author. */
static const char RUNNING[] =
    "header-left header-center header-right footer-left footer-center footer-right running-head "
    "runninghead shortauthor short-author pagetitle";

/** Headings of acknowledgements and of author contributions, folded. */
static const char HEADINGS[] =
    "acknowledgements\nacknowledgments\nacknowledgement\nacknowledgment\nthanks\n"
    "acknowledgements and funding\nacknowledgments and funding\nfunding\nfunding statement\n"
    "funding information\nfinancial support\nauthor contributions\nauthors' contributions\n"
    "contributions of the authors\ncredit author statement\nabout the author\nabout the authors\n"
    "author information\n"
    "danksagung\ndanksagungen\ndank\nforderung\nfinanzierung\nuber die autoren\n"
    "beitrage der autoren\n"
    "remerciements\nfinancement\ncontributions des auteurs\na propos des auteurs\n"
    "agradecimientos\nagradecimiento\nfinanciacion\nsobre los autores\n"
    "contribuciones de los autores\n"
    "ringraziamenti\nfinanziamenti\nagradecimentos\nfinanciamento\ndankwoord\nfinanciering\n"
    "tack\ntakk\ntak\ntackord\nkiitokset\nrahoitus\npodziekowania\nfinansowanie\npodekovani\n"
    "financovani\nблагодарности\nфинансирование\n謝辞\n致谢\n資金\n基金\n"
    "شكر وتقدير\nתודות\nסיכום ותודות\n";

/* ---- the front matter ---- */

/** Whether a running head shows a key that is removed: "{author}, {department}". */
static bool shows_key(struct str text) {
    for (struct str rest = STR(KEYS); rest.p;) {
        size_t at = str_find(text, str_cut(&rest, ' '));
        if (at != STR_NONE && at > 0 && text.p[at - 1] == '{') {
            return true;
        }
    }
    return false;
}

static struct node *kept_front(const struct blind_who *who, struct doc *doc) {
    struct node *kept = node_new_map(doc->arena, doc->front->span);
    for (size_t i = 0; i < doc->front->n; i++) {
        struct str key = doc->front->keys[i];
        bool out =
            str_among(key, KEYS) ||
            (str_among(key, RUNNING) && (blind_names_author(who, node_text(doc->front->items[i])) ||
                                         shows_key(node_text(doc->front->items[i]))));
        if (!out) {
            node_add(doc->arena, kept, key, doc->front->key_spans[i], doc->front->items[i]);
        }
    }
    return kept;
}

/** Sets `anonymous` to true. Outputs must not have the names below it. */
static void hide_own_key(struct doc *doc) {
    size_t at = node_index(doc->front, STR("anonymous"));
    if (at != STR_NONE) {
        struct node *value = node_plain(doc->arena, STR("true"), doc->front->items[at]->span);
        doc->front->items[at] = value;
    }
}

/** Removes the trees of texts that are no longer in the front matter. */
static void keep_texts(struct doc *doc) {
    struct node_walk w = node_walk_start(doc->front);
    size_t kept = 0, at = 0;
    for (const struct node *n; doc->nfront_texts && (n = node_walk_next(&w)) != NULL;) {
        size_t found = at;
        while (found < doc->nfront_texts && doc->front_texts[found].value != n) {
            found++;
        }
        if (found < doc->nfront_texts) {
            doc->front_texts[kept++] = doc->front_texts[found];
            at = found + 1;
        }
    }
    doc->nfront_texts = kept;
}

static void strip_meta(struct doc *doc, const struct node *before) {
    struct doc_meta *m = &doc->meta;
    const struct node *degree = node_get(before, "degree");
    size_t kept = 0;
    for (size_t i = 0; i < m->ndetails; i++) {
        bool same = degree && m->details[i]->span.src == degree->span.src &&
                    m->details[i]->span.begin == degree->span.begin;
        if (same) {
            m->details[kept++] = m->details[i];
        }
    }
    m->ndetails = kept;
    m->authors = NULL;
    m->affiliations = m->places = NULL;
    m->notes = NULL;
    m->nauthors = m->naffiliations = m->nplaces = m->nnotes = 0;
}

/** Returns a text of the front matter without inline notes and marks of notes: "^[thanks]",
 * "[^1]". */
static struct str without_notes(struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n;) {
        bool inner = str_starts(str_from(s, i), STR("^[")),
             mark = str_starts(str_from(s, i), STR("[^"));
        if (!inner && !mark) {
            buf_putc(&b, s.p[i++]);
            continue;
        }
        int depth = 0;
        do {
            depth += s.p[i] == '[' ? 1 : s.p[i] == ']' ? -1 : 0;
            i++;
        } while (i < s.n && (depth > 0 || s.p[i - 1] == '^'));
    }
    return str_trim_end(buf_finish(&b, a));
}

/** Removes the notes in a title, because they are acknowledgements. */
static void strip_notes(struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_NOTE) {
            doc_walk_remove(&w);
        }
    }
}

/** Removes notes from titles in the front matter, which is a part of outputs in source formats. */
static void strip_title_texts(struct doc *doc) {
    static const char *const keys[] = {"title", "subtitle", "date"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        size_t at = node_index(doc->front, str_of(keys[i]));
        struct node *had = at == STR_NONE ? NULL : doc->front->items[at];
        if (!had || had->kind != NODE_STRING || str_index(had->text, '^') == STR_NONE) {
            continue;
        }
        struct node *value = arena_copy(doc->arena, had, sizeof *had);
        value->text = without_notes(doc->arena, had->text);
        doc->front->items[at] = value;
        for (size_t k = 0; k < doc->nfront_texts; k++) {
            if (doc->front_texts[k].value == had) {
                doc->front_texts[k].value = value;
                strip_notes(doc->front_texts[k].text);
            }
        }
    }
}

static bool has_heading(const struct doc *doc) {
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_HEADING && w.node->first) {
            return true;
        }
    }
    return false;
}

/* ---- the text ---- */

/** Whether a text is a heading of acknowledgements. Numbers and punctuation around it are ignored:
 * "3. Acknowledgements:". */
static bool is_thanks(struct arena *a, struct str text) {
    while (text.n && (is_space(text.p[0]) || is_digit(text.p[0]) ||
                      str_index(STR(".*#()"), text.p[0]) != STR_NONE)) {
        text = str_from(text, 1);
    }
    text = str_trim_end(text);
    while (text.n && str_index(STR(".: "), text.p[text.n - 1]) != STR_NONE) {
        text.n--;
    }
    struct str folded = unicode_fold(a, text), rest = str_of(HEADINGS);
    while (rest.p && folded.n) {
        if (str_eq(str_cut(&rest, '\n'), folded)) {
            return true;
        }
    }
    return false;
}

static bool has_thanks_class(const struct doc_node *n) {
    static const char names[] = "acknowledgements acknowledgments acknowledgement acknowledgment "
                                "acks ack thanks funding";
    bool thanks = n->attr && str_among(n->attr->id, names);
    for (size_t i = 0; n->attr && i < n->attr->nclasses; i++) {
        thanks = thanks || str_among(n->attr->classes[i], names);
    }
    return thanks;
}

/** Whether a paragraph begins with a heading of acknowledgements: "**Acknowledgements.** We thank
 * ...". */
static bool is_thanks_para(struct arena *a, const struct doc_node *n) {
    const struct doc_node *first = n->first;
    while (first && doc_is_blank(first)) {
        first = first->next;
    }
    bool para = n->kind == DOC_PARA || n->kind == DOC_PLAIN;
    return para && first && first->next &&
           (first->kind == DOC_STRONG || first->kind == DOC_EMPH ||
            first->kind == DOC_SMALL_CAPS) &&
           is_thanks(a, doc_plain(a, first));
}

/** Whether a node is the place of the reference list, which ends a section of thanks. */
static bool is_list(const struct doc_node *n) {
    return n->kind == DOC_DIV && n->attr &&
           (str_is(n->attr->id, "refs") || doc_has_class(n, "refs") ||
            doc_has_class(n, "bibliography"));
}

/** Removes a heading and its section. */
static void cut_section(struct doc_node *heading) {
    int level = heading->u.heading.level;
    struct doc_node *n = heading->next;
    while (n && !(n->kind == DOC_HEADING && n->u.heading.level <= level) && !is_list(n)) {
        struct doc_node *next = n->next;
        doc_unlink(n);
        n = next;
    }
    doc_unlink(heading);
}

static bool is_division(enum doc_kind kind) {
    return kind == DOC_ROOT || kind == DOC_DIV || kind == DOC_DETAILS;
}

/** Whether a node consists of acknowledgements, or is their heading. */
static bool is_to_go(struct arena *a, const struct doc_node *n) {
    bool heading = n->kind == DOC_HEADING;
    return ((heading || n->kind == DOC_DIV || n->kind == DOC_SPAN) && has_thanks_class(n)) ||
           (heading && is_thanks(a, doc_plain(a, n))) || is_thanks_para(a, n);
}

static void strip_below(struct doc *doc, struct doc_node *root) {
    VEC(struct doc_node *) gone = VEC_INIT;
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!w.enter || n == root) {
            continue;
        }
        bool goes = is_to_go(doc->arena, n);
        if (goes) {
            vec_push(&gone, n);
        }
        bool holds = is_division(n->kind) || n->kind == DOC_PARA || n->kind == DOC_PLAIN;
        if (goes || !holds) {
            doc_walk_skip(&w);
        }
    }
    /* a node without a parent was removed with its section */
    for (size_t i = 0; i < gone.n; i++) {
        struct doc_node *n = gone.p[i];
        if (n->parent && n->kind == DOC_HEADING) {
            cut_section(n);
        } else if (n->parent) {
            doc_unlink(n);
        }
    }
    vec_drop(&gone);
}

void blind_strip(const struct blind_who *who, struct doc *doc) {
    const struct node *before = doc->front;
    doc->front = kept_front(who, doc);
    hide_own_key(doc);
    strip_title_texts(doc);
    keep_texts(doc);
    strip_meta(doc, before);
    strip_notes(doc->meta.title);
    strip_notes(doc->meta.subtitle);
    strip_below(doc, doc->root);
    if (doc->meta.abstract) {
        strip_below(doc, doc->meta.abstract);
    }
    /* without a title, the name of the file would become the title of the page */
    if (!doc->meta.title_plain.n && !node_get(doc->front, "pagetitle") && !doc->nfront_texts &&
        !has_heading(doc)) {
        node_put_text(doc->arena, doc->front, "pagetitle", STR("Document"));
    }
}
