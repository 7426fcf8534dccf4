/* SPDX-License-Identifier: MIT */
/*
 * See style_cache.h. One lock protects everything. Members of the lists do not change; new ones are
 * added at the head.
 */
#include "job/build/style_cache.h"

#include <pthread.h>
#include <stdlib.h>

/** A language for a style. */
struct shared_locale {
    struct shared_locale *next;
    struct str lang; /* as requested */
    struct {
        struct str lang;
        struct source *src;    /* NULL: there is none */
    } files[CSL_LOCALE_FILES]; /* that were looked for */
    size_t nfiles;
    const struct locale *locale;
    struct diags found;
};

struct shared_style {
    struct shared_style *next;
    const struct source *src;
    const struct csl_style *style;
    struct diags found;
    struct shared_locale *locales;
};

struct build_style_cache {
    pthread_mutex_t lock;
    struct arena *arena;
    struct shared_style *styles;
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
    for (struct shared_style *s = cache->styles; s; s = s->next) {
        for (struct shared_locale *l = s->locales; l; l = l->next) {
            diags_drop(&l->found);
        }
        diags_drop(&s->found);
    }
    cache->styles = NULL;
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

/** A copy of a source that lives as long as the cache; NULL for NULL. */
static struct source *copy_source(const struct build_style_cache *cache, const struct source *src) {
    struct arena *a = cache->arena;
    return src ? source_new(a, arena_str(a, src->name), arena_str(a, src->text)) : NULL;
}

/** Whether two sources, or NULL, have the same name and text. */
static bool is_same(const struct source *a, const struct source *b) {
    return a && b ? str_eq(a->name, b->name) && str_eq(a->text, b->text) : a == b;
}

/* ---- styles */

static struct shared_style *make_style(struct build_style_cache *cache, const struct source *src) {
    struct shared_style *s = ARENA_NEW(cache->arena, struct shared_style);
    struct source *own = copy_source(cache, src);
    *s = (struct shared_style){.next = cache->styles, .src = own};
    diags_init(&s->found, cache->arena);
    s->style = csl_style_parse(cache->arena, own, &s->found);
    cache->styles = s;
    return s;
}

const struct csl_style *build_shared_style(struct build_style_cache *cache,
                                           const struct source *src, struct diags *d) {
    (void)pthread_mutex_lock(&cache->lock);
    struct shared_style *s = cache->styles;
    while (s && !is_same(s->src, src)) {
        s = s->next;
    }
    s = s ? s : make_style(cache, src);
    (void)pthread_mutex_unlock(&cache->lock);
    diags_repeat_all(d, &s->found);
    return s->style;
}

/* ---- languages */

/** A locale that is being made for a document. */
struct making {
    const struct build_style_cache *cache;
    const struct csl_locale_source *files; /* of the document */
    struct shared_locale *l;
};

/** `load` of a csl_locale_source: finds a file and records the result. */
static struct source *load(void *user, struct str lang) {
    struct making *m = user;
    struct shared_locale *l = m->l;
    struct source *src = copy_source(m->cache, m->files->load(m->files->user, lang));
    if (l->nfiles == CSL_LOCALE_FILES) {
        BUG("a locale has more files than csl_locale_load() describes");
    }
    l->files[l->nfiles].lang = arena_str(m->cache->arena, lang);
    l->files[l->nfiles++].src = src;
    return src;
}

static struct shared_locale *make_locale(const struct build_style_cache *cache,
                                         struct shared_style *s, struct str lang,
                                         const struct csl_locale_source *files) {
    struct arena *a = cache->arena;
    struct shared_locale *l = ARENA_NEW(a, struct shared_locale);
    struct csl_locale_source source = {load, &(struct making){cache, files, l}};
    *l = (struct shared_locale){.next = s->locales, .lang = arena_str(a, lang)};
    diags_init(&l->found, a);
    l->locale = csl_locale_load(a, s->style, l->lang, &source, &l->found);
    s->locales = l;
    return l;
}

/** Whether a document finds the texts from which a locale was made. */
static bool has_files(const struct shared_locale *l, const struct csl_locale_source *files) {
    size_t i = 0;
    while (i < l->nfiles && is_same(files->load(files->user, l->files[i].lang), l->files[i].src)) {
        i++;
    }
    return i == l->nfiles;
}

const struct locale *build_shared_locale(struct build_style_cache *cache,
                                         const struct csl_style *style, struct str lang,
                                         const struct csl_locale_source *files, struct diags *d) {
    (void)pthread_mutex_lock(&cache->lock);
    struct shared_style *s = cache->styles;
    while (s && s->style != style) {
        s = s->next;
    }
    if (!s) {
        BUG("the style of a locale is not from the cache");
    }
    struct shared_locale *l = s->locales;
    while (l && !(str_eq(l->lang, lang) && has_files(l, files))) {
        l = l->next;
    }
    l = l ? l : make_locale(cache, s, lang, files);
    (void)pthread_mutex_unlock(&cache->lock);
    diags_repeat_all(d, &l->found);
    return l->locale;
}
