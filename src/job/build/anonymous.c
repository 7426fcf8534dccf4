/* SPDX-License-Identifier: MIT */
/*
 * Connects the blind review of an anonymous document with the run. The review receives the options,
 * a function that finds the item of a citation, and a function that writes an output again.
 */
#include "check/blind/review.h"

#include "job/build/files.h"
#include "job/build/output.h"

const struct item *build_find_item(void *user, struct str key) {
    struct build_run *b = user;
    struct diags quiet;
    diags_init(&quiet, b->arena);
    build_hold(b);
    const struct item *it = b->bib ? bib_lookup(b->bib, key, &quiet) : NULL;
    build_let_go(b);
    diags_drop(&quiet);
    return it;
}

/** Begins the review. From now on, images are read without their metadata. */
static void begin(struct build_run *b, const struct doc *doc) {
    struct blind_setup setup = {.arena = b->arena,
                                .anonymous = b->opt->anonymous,
                                .home = b->opt->home,
                                .dir = b->dir,
                                .host = b->opt->host,
                                .find_item = build_find_item,
                                .user = b};
    b->blind = blind_review_begin(&setup, doc, b->d);
    if (b->blind) {
        struct build_options *clean = ARENA_NEW(b->arena, struct build_options);
        *clean = *b->opt;
        clean->host = b->blind->clean;
        b->opt = clean;
    }
}

void build_make_anonymous(void *user, struct doc *doc) {
    struct build_run *b = user;
    if (!b->blind) {
        begin(b, doc);
    }
    if (b->blind) {
        blind_strip(b->blind->who, doc);
    }
}

/** Implements `rewrite` of struct blind_output. An anonymous document has no feeds or other files
 * beside it. */
static bool rewrite(void *user, const struct doc *doc, struct buf *out) {
    struct build_run *b = user;
    struct diags quiet, *d = b->d;
    size_t pages;
    diags_init(&quiet, b->arena);
    b->d = &quiet;
    bool written = b->target->output->write(b, doc, out, &pages);
    b->d = d;
    diags_drop(&quiet);
    return written;
}

static enum blind_form form_of(const struct build_output *output) {
    struct str name = str_of(output->names[0]);
    return str_is(name, "pdf")    ? BLIND_FORM_PDF
           : str_is(name, "html") ? BLIND_FORM_HTML
           : str_is(name, "json") ? BLIND_FORM_JSON
                                  : BLIND_FORM_TEXT;
}

void build_search_authors(struct build_run *b, struct doc *doc, struct str data) {
    const struct build_target *t = b->target;
    bool stream = file_is_stream(t->path) || !t->path.n;
    struct blind_output output = {.name = stream ? str_of(t->output->called) : t->path,
                                  .called = t->output->called,
                                  .form = form_of(t->output),
                                  .source = t->output->source,
                                  .links_images = t->output->source ||
                                                  str_is(str_of(t->output->names[0]), "latex"),
                                  .data = data,
                                  .images = b->images.p,
                                  .nimages = b->images.n,
                                  .rewrite = rewrite,
                                  .user = b};
    blind_review_output(b->blind, doc, &output, b->d);
}
