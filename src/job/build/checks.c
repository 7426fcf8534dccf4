/* SPDX-License-Identifier: MIT */
/*
 * Runs the checks of a document with the data of the run: outputs, files, databases and settings.
 */
#include "check/document/document.h"

#include "check/lint/optional.h"
#include "core/base/bounds.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "job/build/page_host.h"
#include "job/build/settings.h"

DIAG_USE(DIAG_PUBLIC_COMMENT);
DIAG_USE(DIAG_PUBLIC_DRAFT);

#define MAX_DICTIONARY_FOLDERS 16 /* maximum number of folders in --dictionaries */

/** Returns a set of bits for the outputs that are made. In a check, these are the outputs that a
 * build makes by default. */
static unsigned outputs_made(const struct build_run *b) {
    unsigned made = 0;
    for (size_t i = 0; i < build_noutputs; i++) {
        bool usual = b->checking && build_outputs[i].usual;
        made |= usual || build_makes(b, &build_outputs[i]) ? 1u << i : 0;
    }
    return made;
}

void build_check_content(struct build_run *b, struct doc *doc) {
    struct check_output outputs[DOC_OUTPUTS];
    for (size_t i = 0; i < build_noutputs; i++) {
        outputs[i] = (struct check_output){build_outputs[i].called, build_outputs[i].shows_raw};
    }
    check_raw(doc, outputs, build_noutputs, outputs_made(b), b->d);
    const struct build_page *page = b->job->page;
    check_links(doc, page ? page->host.ids : NULL, page ? page->user : NULL, b->d);
}

/** Implements `read` of struct lint_word_lists. */
static int read_words(void *user, struct str path, struct str *text) {
    struct build_run *b = user;
    int err = file_host_read(&b->opt->host, b->arena, path, LIMIT_FRONT_MATTER, text);
    if (!err) {
        build_note_input(b, path);
    }
    return err;
}

static void lint_with_settings(struct build_run *b, const struct doc *doc) {
    struct lint_word_lists words = {.arena = b->arena, .d = b->d, .read = read_words, .user = b};
    for (int project = 0; project < 2; project++) {
        struct str dir = project ? b->settings->dir : b->dir;
        lint_words_add(&words, false, build_setting(b->settings, project, "words"), dir);
        lint_words_add(&words, true, build_setting(b->settings, project, "banned"), dir);
    }
    struct str folders[MAX_DICTIONARY_FOLDERS], path = b->opt->dictionaries;
    size_t n = 0;
    while (path.p && n < ARRAY_LEN(folders)) {
        folders[n] = str_cut(&path, ':');
        n += folders[n].n > 0;
    }
    struct lint_options opt = {
        .words = &words,
        .dictionaries = folders,
        .ndictionaries = n,
        .french = node_bool(node_get(doc->front, "autospace-punctuation"), 1) != 0};
    lint_optional(doc, &opt, b->d);
    lint_words_drop(&words);
}

void build_audit_file(struct build_run *b, struct str path, struct span at) {
    struct str bytes;
    if (!b->opt->audit) {
        return;
    }
    b->audited = b->audited.arena ? b->audited : MAP_IN(b->arena);
    if (!map_put(&b->audited, path, b) &&
        file_host_read(&b->opt->host, b->arena, path, LIMIT_PDF, &bytes) == 0) {
        check_public_file(path, bytes, at, b->d);
    }
}

/** Checks the files to which links lead, except other documents. */
static void audit_links(struct build_run *b, const struct doc *doc) {
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        if (!w.enter || n->kind != DOC_LINK || doc_url_kind(n->u.link.url) != DOC_URL_RELATIVE) {
            continue;
        }
        struct str url = str_slice(n->u.link.url, 0, str_index(n->u.link.url, '#'));
        if (url.n && (!build_output_ending(path_ext(url)) || str_ieq(path_ext(url), STR("pdf")))) {
            build_audit_file(b, path_join(b->arena, b->dir, path_of_url(b->arena, url)), n->span);
        }
    }
}

void build_audit(struct build_run *b, const struct doc *doc) {
    const struct node *draft = node_get(doc->front, "draft"),
                      *published = node_get(doc->front, "published");
    const struct node *hidden = node_bool(draft, 0) > 0        ? draft
                                : node_bool(published, 1) == 0 ? published
                                                               : NULL;
    if (hidden && !b->job->page) {
        struct diag *g = diag_add(b->d, DIAG_PUBLIC_DRAFT, hidden->span,
                                  "the document is a draft, and is built all the same");
        diag_hint(b->d, g, "only sites leave drafts out");
    }
    if (build_attaches_sources(doc) && str_find(b->source->text, STR("<!--")) != STR_NONE) {
        struct diag *g = diag_add(b->d, DIAG_PUBLIC_COMMENT, node_get(doc->front, "attach")->span,
                                  "the source is attached to the PDF with its comments");
        diag_hint(b->d, g, "remove the comments, or attach `refs` alone");
    }
    /* the site itself checks the files to which its pages link */
    if (!b->job->page && doc_has_kind(doc, DOC_LINK)) {
        audit_links(b, doc);
    }
}

static bool is_output(struct str ending) {
    return build_output_ending(ending) != NULL;
}

void build_lint(struct build_run *b, struct doc *doc) {
    lint_structure(doc, b->d);
    lint_words(doc, b->d);
    if (!b->job->page) { /* a site checks its links itself */
        struct check_files files = {&b->opt->host, b->dir, b->job->input, b->from, is_output};
        check_linked_files(doc, &files, b->d);
    }
    if (b->bib) {
        build_hold(b);
        check_works_cited_twice(doc, b->bib, b->d);
        build_let_go(b);
    }
    lint_with_settings(b, doc);
}
