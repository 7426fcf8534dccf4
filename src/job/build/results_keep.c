/* SPDX-License-Identifier: MIT */
/*
 * Keeping the result of a run: the bytes of its outputs under their digests, and a record of what
 * it was made from and what was found. A run that asked what cannot be asked again is not kept, nor
 * one that could not write. What cannot be kept is made again: nothing is reported.
 */
#include "job/build/results_files.h"

#include "core/base/bounds.h"
#include "core/base/program.h"
#include "core/base/prune.h"
#include "job/build/results_record.h"

#include <time.h>

DIAG_USE(DIAG_CACHE_NOT_WRITTEN);
DIAG_USE(DIAG_SPELLING);

#define DAY 86400 /* seconds */

/* The loader's list of libraries: where one that was missing may have come. */
#define LIBRARIES "/etc/ld.so.cache"

/* ---- files of the cache */

static bool is_ours(struct str name) {
    size_t digits = 0;
    while (digits < name.n && digits < DIGEST_HEX && is_alnum(name.p[digits])) {
        digits++;
    }
    struct str ending = str_from(name, digits);
    return digits == DIGEST_HEX &&
           (str_is(ending, RESULTS_RECORD) || str_is(ending, RESULTS_BYTES));
}

/** Writes a file of the cache; in one of sixteen cases what lies beside it is pruned. */
static bool put_file(struct str path, struct str data, const struct digest *digest) {
    int err = file_make_dirs(path_dir(path));
    err = err ? err : file_write_soon(path, data);
    if (!err && digest->byte[DIGEST_SIZE - 1] % 16 == 0) {
        prune_oldest(path_dir(path), RESULTS_MOST / RESULTS_FOLDERS, is_ours);
    }
    return err == 0;
}

static void put_record(struct build_results *r, const struct record *rec) {
    struct buf b;
    buf_init(&b, RESULTS_RECORD_MOST);
    struct digest digest = record_write(&b, rec);
    if (!b.overflow) {
        (void)put_file(results_path(r, r->key, STR(RESULTS_RECORD)), buf_view(&b), &digest);
    }
    buf_drop(&b);
}

void build_results_output(struct build_results *r, const struct build_target *t, struct str name,
                          struct str data) {
    struct file_id id;
    if (!r || r->failed || r->asked.unsure) {
        return;
    }
    struct results_file f = {t, arena_str(r->arena, name), data.n, digest_of(data)};
    struct str path = results_path(r, digest_hex(r->arena, &f.digest), STR(RESULTS_BYTES));
    bool there = file_identify(path, &id) == 0 && id.size == data.n;
    r->failed = !there && !put_file(path, data, &f.digest);
    if (there) {
        (void)file_touch(path);
    }
    vec_push(&r->files, f);
}

/* ---- the record of a run */

/** A run, and its record in the making. */
struct keeping {
    struct build_results *r;
    struct build_run *b;
    struct record rec;
    VEC(struct record_source) sources;
    VEC(const struct source *) known; /* the same ones */
};

static void ask_library(void *user, struct str path) {
    asked_text(user, path);
}

/** Everything that was asked: by the document, for fonts, and by the loader. */
static bool ask_all(struct build_results *r) {
    if (r->opt->fonts) {
        asked_add(&r->asked, fonts_asked(r->opt->fonts), false);
    }
    program_libraries(ask_library, &r->asked);
    asked_text(&r->asked, STR(LIBRARIES));
    return asked_settle(&r->asked);
}

/** Whether a source has the text of its file: by digest, or that of a large database by its size,
 * which whatever is done to a text on its way changes. */
static bool is_file(struct keeping *k, const struct source *src) {
    const struct asked_question *q = asked_find(&k->r->asked, ASKED_TEXT, src->name);
    if (!q || q->there != ASKED_FILE || !q->summed) {
        return q && q->database && q->id.size == src->text.n && src->text.n <= RESULTS_READ_MOST;
    }
    struct digest digest = digest_of(src->window ? STR_EMPTY : src->text);
    return !src->window && digest_eq(&q->digest, &digest);
}

/** Whether the document calls the file so itself: a shared database has the name that another
 * document of the run had for it. */
static bool is_own_name(struct keeping *k, struct str name) {
    const struct asked_question *q = asked_find(&k->r->asked, ASKED_TEXT, name);
    bool own = !q || !q->database;
    for (size_t i = 0; i < k->b->inputs.n && !own; i++) {
        own = str_eq(k->b->inputs.p[i], name);
    }
    return own;
}

/** Adds a source: its text is that of the file of its name, or short enough to be kept. */
static bool add_source(struct keeping *k, const struct source *src) {
    struct record_source s = {.kind = RECORD_NO_TEXT, .name = src->name};
    if (src->text.p) {
        s.kind = is_file(k, src) ? RECORD_READ : RECORD_KEPT;
        s.text = s.kind == RECORD_KEPT ? src->text : STR_EMPTY;
    }
    vec_push(&k->sources, s);
    vec_push(&k->known, src);
    return s.text.n <= RESULTS_SOURCE_MOST && !src->parts && is_own_name(k, src->name) &&
           !(src->window && s.kind == RECORD_KEPT);
}

static bool put_span(struct keeping *k, struct span at, struct record_span *out) {
    size_t i = 0;
    while (i < k->known.n && k->known.p[i] != at.src) {
        i++;
    }
    if (at.src && i == k->known.n && !add_source(k, at.src)) {
        return false;
    }
    *out = (struct record_span){at.src ? i + 1 : 0, at.begin, at.end};
    return at.begin <= at.end;
}

static bool put_finding(struct keeping *k, const struct diag *g, struct record_finding *f) {
    struct arena *a = k->r->arena;
    bool good = g->id != DIAG_CACHE_NOT_WRITTEN && put_span(k, g->span, &f->at);
    f->slug = str_of(g->id->slug);
    f->level = g->level;
    f->text = g->text;
    f->hint = g->hint;
    f->unfixable = g->unfixable;
    f->nrelated = g->nrelated;
    f->related = ARENA_ARRAY(a, struct record_note, g->nrelated);
    for (size_t i = 0; i < g->nrelated && good; i++) {
        f->related[i].text = g->related[i].text;
        good = put_span(k, g->related[i].span, &f->related[i].at);
    }
    f->nfixes = g->nfixes;
    f->fixes = ARENA_ARRAY(a, struct record_note, g->nfixes);
    for (size_t i = 0; i < g->nfixes && good; i++) {
        f->fixes[i].text = g->fixes[i].text;
        good = put_span(k, g->fixes[i].span, &f->fixes[i].at);
    }
    return good;
}

static bool put_findings(struct keeping *k) {
    const struct diags *d = k->b->d;
    struct record *rec = &k->rec;
    bool good = true;
    rec->findings = ARENA_ARRAY(k->r->arena, struct record_finding, d->n);
    rec->nfindings = d->n;
    for (size_t i = 0; i < d->n && good; i++) {
        good = put_finding(k, d->list[i], &rec->findings[i]);
    }
    rec->errors = d->errors;
    rec->warnings = d->warnings;
    rec->suppressed = d->suppressed;
    rec->sources = vec_keep(&k->sources, k->r->arena);
    rec->nsources = k->sources.n;
    return good;
}

static struct record_file file_of(const struct results_file *f) {
    return (struct record_file){.name = f->name, .size = f->size, .digest = f->digest};
}

/** The outputs; false when one was not made. */
static bool put_targets(struct keeping *k) {
    struct build_results *r = k->r;
    const struct build_job *job = r->job;
    bool good = !r->failed;
    k->rec.ntargets = job->ntargets;
    k->rec.targets = ARENA_ARRAY(r->arena, struct record_target, job->ntargets);
    for (size_t i = 0; i < job->ntargets && good; i++) {
        const struct build_target *t = &job->targets[i];
        struct record_target *kept = &k->rec.targets[i];
        bool made = false;
        kept->pages = t->pages;
        kept->companions = ARENA_ARRAY(r->arena, struct record_file, r->files.n);
        for (size_t f = 0; f < r->files.n; f++) {
            const struct results_file *file = &r->files.p[f];
            if (file->target == t && file->name.n) {
                kept->companions[kept->ncompanions++] = file_of(file);
            } else if (file->target == t) {
                kept->file = file_of(file);
                made = true;
            }
        }
        good = made && t->written && kept->ncompanions == t->ncompanions;
    }
    return good;
}

void build_results_keep(struct build_results *r, struct build_run *b) {
    struct build_job *job = r->job;
    /* of findings that are only counted nobody can say again whose they are */
    if (job->io_failed || job->refused || b->blocked || r->failed || r->asked.unsure ||
        b->d->suppressed || diag_is_on(b->d, DIAG_SPELLING) || !ask_all(r)) {
        return;
    }
    struct keeping k = {.r = r, .b = b};
    k.rec.questions = r->asked.list.p;
    k.rec.nquestions = r->asked.list.n;
    k.rec.inputs = b->inputs.p;
    k.rec.ninputs = b->inputs.n;
    k.rec.traced = !b->untraced;
    k.rec.trace = b->untraced ? STR_EMPTY : buf_view(&b->trace);
    k.rec.verdict = job->verdict;
    if (put_findings(&k) && put_targets(&k)) {
        put_record(r, &k.rec);
    }
    vec_drop(&k.sources);
    vec_drop(&k.known);
}

/* ---- a result that was taken */

void results_used(struct build_results *r, struct record *rec, bool again) {
    struct file_id id;
    struct str path = results_path(r, r->key, STR(RESULTS_RECORD));
    for (size_t i = 0; i < rec->nquestions && again; i++) {
        struct asked_question *q = &rec->questions[i];
        const struct asked_question *now =
            q->database ? asked_find(&r->asked, q->kind, q->path) : NULL;
        if (now) {
            bool settled = asked_is_settled(&r->asked, &now->id);
            struct file_id none = {0};
            *q = *now;
            q->database = true;
            q->id = settled ? now->id : none;
        }
    }
    if (again) {
        put_record(r, rec);
    } else if (file_identify(path, &id) == 0 && id.modified < r->asked.begin - DAY) {
        (void)file_touch(path);
    }
}
