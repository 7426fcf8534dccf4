/* SPDX-License-Identifier: MIT */
/*
 * CVs as data. A CV is either a whole document (cv.yml, resume.json), or a division that names such
 * a file: `::: {.cv file="cv.yml" sections="Talks"}`. This file decides which files are CVs. The
 * module read/cv reads their content.
 */
#include "read/cv/cv.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "core/data/yaml.h"
#include "job/build/files.h"

DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_EMPTY_LIST);
DIAG_USE(DIAG_TOO_LARGE);

static bool is_json(struct str text) {
    struct str s = str_trim(str_from(text, str_bom(text)));
    return str_starts(s, STR("{")) || str_starts(s, STR("["));
}

static struct node *parse(struct arena *a, struct source *src, struct diags *d) {
    return is_json(src->text) ? json_parse(a, src, d) : yaml_parse(a, src, 0, src->text.n, d);
}

static bool may_be_cv(struct str path) {
    return str_iamong(path_ext(path), "yml yaml json");
}

bool build_is_cv(struct arena *a, struct str path) {
    struct str text;
    if (!may_be_cv(path) || file_read(a, path, LIMIT_CV, &text) != 0 || !cv_may_be(text)) {
        return false;
    }
    struct diags quiet;
    diags_init(&quiet, a);
    bool found = cv_form_of(parse(a, source_new(a, path, text), &quiet)) != CV_NONE;
    diags_drop(&quiet);
    return found;
}

bool build_take_cv(struct build_run *b, struct source *src) {
    struct str from = b->opt->from;
    enum cv_form asked = cv_form_named(from);
    bool may = may_be_cv(src->name) && !from.n && cv_may_be(src->text);
    if (asked == CV_NONE && !may) {
        return false;
    }
    if (src->text.n > LIMIT_CV) {
        return false;
    }
    struct diags quiet;
    diags_init(&quiet, b->arena);
    const struct node *data = parse(b->arena, src, asked ? b->d : &quiet);
    enum cv_form form = cv_form_of(data);
    /* the file has turned out to be a CV, so its errors are reported */
    if (form != CV_NONE && !asked && quiet.n) {
        data = parse(b->arena, src, b->d);
    }
    diags_drop(&quiet);
    if (asked != CV_NONE && form != asked && data) {
        struct diag *g = diag_add(b->d, DIAG_BAD_METADATA, span_make(src, 0, 0),
                                  "this is not a CV in the form of `%.*s`", STR_ARG(from));
        diag_hint(b->d, g,
                  "a `cv:` with `sections:` is RenderCV's, `basics:` is JSON Resume's, a list of "
                  "`title:` and `contents:` is al-folio's");
    }
    if (form == CV_NONE && asked == CV_NONE) {
        return false;
    }
    if (b->job->nfurther) {
        struct diag *g =
            diag_add(b->d, DIAG_BAD_METADATA, span_make(src, 0, 0),
                     "a CV as data cannot be part of another document: it is left out");
        diag_hint(b->d, g, "include its sections: `::: {.cv file=\"%.*s\"}`", STR_ARG(src->name));
        return true;
    }
    b->cv.data = data ? data : node_new_map(b->arena, span_make(src, 0, 0));
    b->cv.form = form;
    b->cv.front = cv_front(b->arena, b->cv.data, form, b->d);
    return true;
}

/* ---- filling documents */

static void put_inlines(void *user, struct doc_node *parent, const struct node *text) {
    markdown_put_inlines(user, parent, text);
}

static void put_blocks(void *user, struct doc_node *parent, const struct node *text) {
    markdown_put_blocks(user, parent, text);
}

/** Returns the level of the last heading before a division, or 1. */
static int level_at(const struct doc_node *n) {
    for (; n; n = n->parent) {
        for (const struct doc_node *p = n->prev; p; p = p->prev) {
            if (p->kind == DOC_HEADING) {
                return p->u.heading.level;
            }
        }
    }
    return 1;
}

/** Returns the data of a file that divisions name. The file is parsed once. If it is neither YAML
 * nor JSON, this is reported and the result is NULL. */
static const struct node *data_of(struct build_run *b, struct source *src) {
    b->cv.files = b->cv.files.arena ? b->cv.files : MAP_IN(b->arena);
    struct map_entry *known = map_find(&b->cv.files, src->name);
    if (known) {
        return known->value;
    }
    struct node *data = parse(b->arena, src, b->d);
    map_put(&b->cv.files, src->name, data);
    return data;
}

/** Whether divisions may make more nodes. If not, this is reported once. */
static bool affords(struct build_run *b, const struct doc_node *n, const struct source *src) {
    size_t most = limit_sum(LIMIT_SUM_CV, LIMIT_SUM_CV_TIMES, b->source->text.n + src->text.n);
    if (b->cv.made <= most) {
        return true;
    }
    static const char once;
    if (diags_once(b->d, &once)) {
        struct diag *g = diag_add(b->d, DIAG_TOO_LARGE, n->span,
                                  "the divisions before this one repeat too much of their files");
        diag_hint(b->d, g, "from here on, divisions of class `cv` stay empty");
    }
    return false;
}

/** Fills a division that names a file. */
static void fill_division(struct build_run *b, const struct cv_texts *texts, struct doc *doc,
                          struct doc_node *n) {
    struct str path = doc_pair(n, "file");
    struct cv_wanted wanted = {.sections = doc_pair(n, "sections"),
                               .bare = str_is(doc_pair(n, "headings"), "false"),
                               .level = level_at(n)};
    struct source *src = build_open_included(b, path, source_origin(n->span).src);
    if (!src) {
        struct diag *g =
            diag_add(b->d, DIAG_CANNOT_READ, n->span, "cannot read `%.*s`", STR_ARG(path));
        diag_hint(b->d, g, "paths are relative to the document");
        return;
    }
    if (!affords(b, n, src)) {
        return;
    }
    size_t before = arena_used(b->arena);
    const struct node *data = data_of(b, src);
    enum cv_form form = cv_form_of(data);
    if (form == CV_NONE) {
        struct diag *g =
            diag_add(b->d, DIAG_BAD_METADATA, n->span, "`%.*s` is not a CV", STR_ARG(path));
        diag_hint(b->d, g,
                  "RenderCV's form is read (`cv:` with `sections:`), JSON Resume's (`basics:`), "
                  "and al-folio's (a list of `title:` and `contents:`)");
        return;
    }
    if (cv_sections(doc, n, data, form, &wanted, texts, b->d) == 0) {
        struct str all = cv_section_names(b->arena, data, form, doc->meta.lang);
        struct diag *g = diag_add(b->d, DIAG_EMPTY_LIST, n->span,
                                  "`%.*s` has no section `%.*s`: nothing is shown", STR_ARG(path),
                                  STR_ARG(wanted.sections));
        diag_hint(b->d, g, "its sections are: %.*s", STR_ARG(all));
    }
    b->cv.made += arena_used(b->arena) - before;
}

void build_fill_cv(void *user, struct md *m, struct doc *doc, struct doc_node *node) {
    struct build_run *b = user;
    struct cv_texts texts = {put_inlines, put_blocks, m};
    if (node == doc->root) {
        struct cv_wanted all = {.level = 1};
        (void)cv_sections(doc, node, b->cv.data, (enum cv_form)b->cv.form, &all, &texts, b->d);
    } else {
        fill_division(b, &texts, doc, node);
    }
}
