/* SPDX-License-Identifier: MIT */
/*
 * Styles and locales that documents share: made once for the same texts, anew for others and when a
 * file has changed.
 */
#include "cite/csl/processor.h"
#include "core/base/file.h"
#include "core/base/pool.h"
#include "job/build/style_cache.h"
#include "tap.h"

static struct arena *arena;
static struct str dir;
static struct build_style_cache *cache;

#define ROOT "<style xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\" class=\"in-text\""
#define REST                                                                                       \
    "><citation><layout><text term=\"and\"/></layout></citation>"                                  \
    "<bibliography><layout><text variable=\"title\"/></layout></bibliography></style>"
#define LOCALE(lang, word)                                                                         \
    "<locale xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\" xml:lang=\"" lang           \
    "\"><terms><term name=\"and\">" word "</term></terms></locale>"

static struct str at(const char *name) {
    return path_join(arena, dir, str_of(name));
}

static void put(const char *name, const char *text) {
    (void)file_write(at(name), str_of(text));
}

/** Reads a file, as each document does. */
static struct source *get(const char *name) {
    struct str text;
    return file_read(arena, at(name), 1000, &text) ? NULL : source_new(arena, at(name), text);
}

static const struct csl_style *style_of(struct source *src, struct diags *d) {
    return build_shared_style(cache, src, NULL, d);
}

/** Where a document has its locales: names begin with that. */
struct folder {
    const char *name;
    int count; /* of files that it has looked for */
};

static struct source *load(void *user, struct str lang) {
    struct folder *f = user;
    f->count++;
    return get(arena_printf(arena, "%s%.*s.xml", f->name, STR_ARG(lang)).p);
}

static const struct locale *speak(const struct csl_style *style, const char *lang, struct folder *f,
                                  struct diags *d) {
    struct csl_locale_source files = {.load = load, .user = f};
    return build_shared_locale(cache, style, str_of(lang), &files, d);
}

/** What a processor of that locale says for "and". */
static struct str word(const struct csl_style *style, const struct locale *l, struct diags *d) {
    return csl_term(csl_new_in(arena, style, l, NULL, d), "and", false);
}

static void styles(void) {
    struct diags one, two;
    diags_init(&one, arena);
    diags_init(&two, arena);
    put("a.csl", ROOT " odd=\"1\"" REST);
    const struct csl_style *style = style_of(get("a.csl"), &one);
    ok(style && style == style_of(get("a.csl"), &two), "a text is compiled once");
    ok(one.n == 1 && two.n == 1 && two.list[0]->once, "each document hears what is wrong with it");
    (void)style_of(get("a.csl"), &two);
    ok(two.n == 1, "once");
    put("a.csl", ROOT REST);
    ok(style_of(get("a.csl"), &one) != style, "another text is another style");
    diags_drop(&one);
    diags_drop(&two);
}

static void locales(void) {
    struct diags d;
    diags_init(&d, arena);
    struct folder here = {.name = "x-"}, there = {.name = "y-"};
    put("x-en-US.xml", LOCALE("en-US", "and"));
    put("x-de-DE.xml", LOCALE("de-DE", "und"));
    put("y-en-US.xml", LOCALE("en-US", "plus"));
    const struct csl_style *style = style_of(get("a.csl"), &d);
    const struct locale *en = speak(style, "", &here, &d);
    is_str(word(style, en, &d), "and", "a language is read");
    ok(en == speak(style, "", &here, &d), "and compiled once for the same files");
    is_int(here.count, 2, "which each document looks up");
    is_str(word(style, speak(style, "", &there, &d), &d), "plus", "other files are another one");
    const struct locale *de = speak(style, "de", &here, &d);
    is_str(word(style, de, &d), "und", "so is another language");
    ok(en == speak(style, "", &here, &d) && de == speak(style, "de", &here, &d), "both are kept");
    size_t before = d.n;
    ok(speak(style, "tlh", &here, &d) && d.n == before + 1, "a language that is not there is told");
    diags_drop(&d);
}

static void rounds(void) {
    struct diags d;
    diags_init(&d, arena);
    struct folder here = {.name = "x-"};
    const struct csl_style *style = style_of(get("a.csl"), &d);
    const struct locale *en = speak(style, "", &here, &d);
    put("x-en-US.xml", LOCALE("en-US", "also"));
    const struct locale *changed = speak(style, "", &here, &d);
    ok(changed != en, "a changed file is another locale");
    is_str(word(style, changed, &d), "also", "with its own terms");
    is_str(word(style, en, &d), "and", "and the one before stays");
    build_style_cache_empty(cache);
    style = style_of(get("a.csl"), &d);
    is_str(word(style, speak(style, "", &here, &d), &d), "also", "the next round makes it again");
    diags_drop(&d);
}

/** A document on a thread; its memory is its own. */
struct job {
    struct pool_task task;
    struct str path;
    const struct csl_style *style;
    const struct locale *locale;
    struct arena *arena;
};

static struct source *load_for_job(void *user, struct str lang) {
    struct job *job = user;
    struct str path = arena_printf(job->arena, "%.*s/y-%.*s.xml", STR_ARG(dir), STR_ARG(lang)),
               text;
    return file_read(job->arena, path, 1000, &text) ? NULL : source_new(job->arena, path, text);
}

static void run(void *context) {
    struct job *job = context;
    struct arena *a = job->arena = arena_new();
    struct diags d;
    struct str text = STR_EMPTY;
    diags_init(&d, a);
    (void)file_read(a, job->path, 1000, &text);
    struct csl_locale_source files = {.load = load_for_job, .user = job};
    job->style = build_shared_style(cache, source_new(a, job->path, text), NULL, &d);
    job->locale = build_shared_locale(cache, job->style, STR("en-US"), &files, &d);
    diags_drop(&d);
    arena_drop(a);
}

static void threads(void) {
    struct job jobs[16];
    put("d.csl", ROOT REST);
    struct pool *pool = pool_new(4);
    for (size_t i = 0; i < ARRAY_LEN(jobs); i++) {
        jobs[i] = (struct job){.task = {.run = run, .context = &jobs[i]}, .path = at("d.csl")};
        pool_add(pool, &jobs[i].task);
    }
    bool same = true;
    for (size_t i = 0; i < ARRAY_LEN(jobs); i++) {
        pool_wait(pool, &jobs[i].task);
        same = same && jobs[i].style && jobs[i].style == jobs[0].style && jobs[i].locale &&
               jobs[i].locale == jobs[0].locale;
    }
    ok(same, "threads get one and the same");
    pool_drop(pool);
}

int main(void) {
    arena = arena_new();
    if (file_make_temp_dir(arena, STR("/tmp"), &dir) != 0) {
        return 1;
    }
    cache = build_style_cache_new();
    styles();
    locales();
    rounds();
    threads();
    build_style_cache_drop(cache);
    (void)file_remove_temp_dir(dir);
    arena_drop(arena);
    return tap_done();
}
