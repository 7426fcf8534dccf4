/* SPDX-License-Identifier: MIT */
/*
 * Implements style_cache.h. One lock protects everything. Members of the list do not change. New
 * members are added at the beginning.
 */
#include "job/build/style_cache.h"

#include <pthread.h>
#include <stdlib.h>

/** A style, or a locale for one. */
struct shared {
    struct shared *next;
    const struct csl_style *of; /* for a locale, the style for which it was made */
    struct str lang;            /* for a locale, the requested language */
    struct {
        struct str lang;
        struct source *src; /* the text of the file; NULL if the file does not exist */
        /* for a locale, the files that were searched for; for a style, its own file */
    } files[CSL_LOCALE_FILES];
    size_t nfiles;
    const struct csl_style *style;
    const struct locale *locale;
    struct diags found;
};

struct build_style_cache {
    pthread_mutex_t lock;
    struct arena *arena;
    struct shared *all;
};

struct build_style_cache *build_style_cache_new(void) {
    struct build_style_cache *cache = xcalloc(1, sizeof *cache);
    cache->arena = arena_new();
    if (pthread_mutex_init(&cache->lock, NULL) != 0) {
        base_out_of_memory();
    }
    return cache;
}

void build_style_cache_empty(struct build_style_cache *cache) {
    for (struct shared *s = cache->all; s; s = s->next) {
        diags_drop(&s->found);
    }
    cache->all = NULL;
    arena_reset(cache->arena);
}

void build_style_cache_drop(struct build_style_cache *cache) {
    build_style_cache_empty(cache);
    arena_drop(cache->arena);
    (void)pthread_mutex_destroy(&cache->lock);
    free(cache);
}

void build_style_cache_settle(struct build_style_cache *cache, const struct diags *d) {
    (void)pthread_mutex_lock(&cache->lock);
    diags_ready_places(d, cache->arena);
    (void)pthread_mutex_unlock(&cache->lock);
}

/** Returns a copy of a source that lives as long as the cache. The argument may be NULL, and then
 * NULL is returned. */
static struct source *copy_source(struct arena *a, const struct source *src) {
    return src ? source_new(a, arena_str(a, src->name), arena_str(a, src->text)) : NULL;
}

/** Whether two sources have the same name and the same text. Both may be NULL. */
static bool is_same(const struct source *a, const struct source *b) {
    return a && b ? str_eq(a->name, b->name) && str_eq(a->text, b->text) : a == b;
}

/** The style or locale that is being made, and the files of the document for which it is made. */
struct making {
    struct arena *arena;
    const struct csl_locale_source *files;
    struct shared *s;
};

/** Implements `load` of a csl_locale_source: finds a file and records the result. */
static struct source *load(void *user, struct str lang) {
    struct making *m = user;
    struct shared *s = m->s;
    struct source *src = copy_source(m->arena, m->files->load(m->files->user, lang));
    if (s->nfiles == CSL_LOCALE_FILES) {
        BUG("a locale has more files than csl_locale_load() describes");
    }
    s->files[s->nfiles].lang = arena_str(m->arena, lang);
    s->files[s->nfiles++].src = src;
    return src;
}

static struct shared *make(struct build_style_cache *cache, const struct csl_style *of,
                           struct str lang, const struct csl_locale_source *files) {
    struct arena *a = cache->arena;
    struct shared *s = ARENA_NEW(a, struct shared);
    struct making m = {a, files, s};
    *s = (struct shared){.next = cache->all, .of = of, .lang = arena_str(a, lang)};
    diags_init(&s->found, a);
    if (of) {
        s->locale = csl_locale_load(a, of, s->lang,
                                    &(struct csl_locale_source){load, &m, files->trees}, &s->found);
    } else {
        s->style = csl_style_read(a, load(&m, lang), files->trees, &s->found);
    }
    cache->all = s;
    return s;
}

/** Whether a document finds the same files as those from which a style or locale was made. */
static bool has_files(const struct shared *s, const struct csl_locale_source *files) {
    size_t i = 0;
    while (i < s->nfiles && is_same(files->load(files->user, s->files[i].lang), s->files[i].src)) {
        i++;
    }
    return i == s->nfiles;
}

/** Finds or makes a style. If `of` is not NULL, finds or makes a locale for that style. */
static const struct shared *get(struct build_style_cache *cache, const struct csl_style *of,
                                struct str lang, const struct csl_locale_source *files,
                                struct diags *d) {
    (void)pthread_mutex_lock(&cache->lock);
    struct shared *s = cache->all;
    while (s && !(s->of == of && str_eq(s->lang, lang) && has_files(s, files))) {
        s = s->next;
    }
    s = s ? s : make(cache, of, lang, files);
    (void)pthread_mutex_unlock(&cache->lock);
    diags_repeat_all(d, &s->found);
    return s;
}

/** Implements `load` of a csl_locale_source for the only file of a style. */
static struct source *load_style(void *src, struct str lang) {
    (void)lang;
    return src;
}

const struct csl_style *build_shared_style(struct build_style_cache *cache, struct source *src,
                                           const struct csl_trees *trees, struct diags *d) {
    struct csl_locale_source one = {load_style, src, trees};
    return get(cache, NULL, STR_EMPTY, &one, d)->style;
}

const struct locale *build_shared_locale(struct build_style_cache *cache,
                                         const struct csl_style *style, struct str lang,
                                         const struct csl_locale_source *files, struct diags *d) {
    return get(cache, style, lang, files, d)->locale;
}
