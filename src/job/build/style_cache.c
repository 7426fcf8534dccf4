/* SPDX-License-Identifier: MIT */
/*
 * See style_cache.h. One lock protects everything. A thread may lock it again: while it makes a
 * locale, it reads files of the cache. Members of the lists do not change; new ones are added at
 * the head.
 */
#include "job/build/style_cache.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/memo/inputs.h"

#include <pthread.h>
#include <stdlib.h>

struct shared_file {
    struct source *src;
    struct memo_inputs inputs; /* one query: the file */
};

/** A language for a style. */
struct shared_locale {
    struct shared_locale *next;
    struct arena *arena; /* for the whole locale */
    struct str lang;     /* as requested */
    struct {
        struct str lang;
        const struct source *src; /* NULL: there is none */
    } files[CSL_LOCALE_FILES];    /* that were looked for */
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
    struct map files; /* path -> struct shared_file */
    struct shared_style *styles;
};

struct build_style_cache *build_style_cache_new(void) {
    struct build_style_cache *cache = xcalloc(1, sizeof *cache);
    pthread_mutexattr_t again;
    *cache = (struct build_style_cache){.arena = arena_new(), .files = MAP_INIT};
    if (pthread_mutexattr_init(&again) != 0 ||
        pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE) != 0 ||
        pthread_mutex_init(&cache->lock, &again) != 0) {
        base_out_of_memory();
    }
    (void)pthread_mutexattr_destroy(&again);
    return cache;
}

static void drop_locale(struct shared_locale *l) {
    diags_drop(&l->found);
    arena_drop(l->arena);
}

/** Frees the memory that is not in the arena. */
static void empty(struct build_style_cache *cache) {
    for (size_t i = 0; i < cache->files.n; i++) {
        struct shared_file *f = cache->files.entries[i].value;
        memo_inputs_drop(&f->inputs);
    }
    map_drop(&cache->files);
    for (struct shared_style *s = cache->styles; s; s = s->next) {
        for (struct shared_locale *l = s->locales, *next; l; l = next) {
            next = l->next;
            drop_locale(l);
        }
        diags_drop(&s->found);
    }
    cache->styles = NULL;
}

void build_style_cache_drop(struct build_style_cache *cache) {
    empty(cache);
    arena_drop(cache->arena);
    (void)pthread_mutex_destroy(&cache->lock);
    free(cache);
}

void build_style_cache_round(struct build_style_cache *cache) {
    bool same = true;
    for (size_t i = 0; i < cache->files.n && same; i++) {
        const struct shared_file *f = cache->files.entries[i].value;
        struct memo_query q = f->inputs.list.p[0];
        same = memo_query_holds(&f->inputs, &q, &(bool){false});
    }
    if (!same) {
        empty(cache);
        arena_reset(cache->arena);
    }
}

void build_style_cache_settle(struct build_style_cache *cache, const struct diags *d) {
    (void)pthread_mutex_lock(&cache->lock);
    diags_ready_places(d, cache->arena);
    (void)pthread_mutex_unlock(&cache->lock);
}

/* ---- files */

/** Reads a file for the first time; NULL if that fails. */
static struct shared_file *read_file(struct build_style_cache *cache, struct str path,
                                     const struct file_fence *fence) {
    struct arena *a = cache->arena;
    struct shared_file *f = ARENA_NEW(a, struct shared_file);
    struct str text;
    memo_inputs_begin(&f->inputs, a);
    memo_note_file(&f->inputs, path);
    if (f->inputs.list.p[0].found != MEMO_FILE ||
        file_read_inside(fence, a, path, LIMIT_STYLE, &text) != 0) {
        memo_inputs_drop(&f->inputs);
        return NULL;
    }
    f->src = source_new(a, arena_str(a, path), text);
    map_put(&cache->files, f->src->name, f);
    return f;
}

struct source *build_style_cache_read(struct build_style_cache *cache, struct str path,
                                      const struct file_fence *fence, struct memo_inputs *inputs) {
    if (!file_fence_has(fence, path)) {
        return NULL;
    }
    (void)pthread_mutex_lock(&cache->lock);
    struct shared_file *f = map_lookup(&cache->files, path);
    f = f ? f : read_file(cache, path, fence);
    if (f && inputs) {
        if (!f->inputs.list.p[0].summed) { /* not earlier, since not all runs need the digest */
            memo_note_content(&f->inputs, path, f->src->text);
        }
        memo_inputs_add(inputs, &f->inputs, false);
    }
    (void)pthread_mutex_unlock(&cache->lock);
    return f ? f->src : NULL;
}

/* ---- styles */

static struct shared_style *make_style(struct build_style_cache *cache, struct source *src) {
    struct shared_style *s = ARENA_NEW(cache->arena, struct shared_style);
    *s = (struct shared_style){.next = cache->styles, .src = src};
    diags_init(&s->found, cache->arena);
    s->style = csl_style_parse(cache->arena, src, &s->found);
    cache->styles = s;
    return s;
}

const struct csl_style *build_shared_style(struct build_style_cache *cache, struct source *src,
                                           struct diags *d) {
    if (src->arena != cache->arena) {
        return NULL;
    }
    (void)pthread_mutex_lock(&cache->lock);
    struct shared_style *s = cache->styles;
    while (s && s->src != src) {
        s = s->next;
    }
    s = s ? s : make_style(cache, src);
    (void)pthread_mutex_unlock(&cache->lock);
    diags_repeat_all(d, &s->found);
    return s->style;
}

/* ---- languages */

/** A locale that is being made. */
struct making {
    const struct build_style_cache *cache;
    const struct csl_locale_source *files;
    struct shared_locale *l;
    bool foreign; /* a file is not from the cache */
};

/** `load` of a csl_locale_source: finds a file and records the result. */
static struct source *load(void *user, struct str lang) {
    struct making *m = user;
    struct shared_locale *l = m->l;
    struct source *src = m->files->load(m->files->user, lang);
    m->foreign =
        m->foreign || (src && src->arena != m->cache->arena) || l->nfiles == CSL_LOCALE_FILES;
    if (!m->foreign) {
        l->files[l->nfiles].lang = arena_str(l->arena, lang);
        l->files[l->nfiles++].src = src;
    }
    return src;
}

/** Makes a locale; NULL if a file is not from the cache. */
static struct shared_locale *make_locale(const struct build_style_cache *cache,
                                         struct shared_style *s, struct str lang,
                                         const struct csl_locale_source *files) {
    struct arena *a = arena_new();
    struct shared_locale *l = ARENA_NEW(a, struct shared_locale);
    struct making m = {.cache = cache, .files = files, .l = l};
    struct csl_locale_source source = {load, &m};
    *l = (struct shared_locale){.next = s->locales, .arena = a, .lang = arena_str(a, lang)};
    diags_init(&l->found, a);
    l->locale = csl_locale_load(a, s->style, l->lang, &source, &l->found);
    if (m.foreign) {
        drop_locale(l);
        return NULL;
    }
    s->locales = l;
    return l;
}

/** Whether a document finds the files from which a locale was made. */
static bool has_files(const struct shared_locale *l, const struct csl_locale_source *files) {
    size_t i = 0;
    while (i < l->nfiles && files->load(files->user, l->files[i].lang) == l->files[i].src) {
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
    struct shared_locale *l = s ? s->locales : NULL;
    while (l && !(str_eq(l->lang, lang) && has_files(l, files))) {
        l = l->next;
    }
    if (s && !l) {
        l = make_locale(cache, s, lang, files);
    }
    (void)pthread_mutex_unlock(&cache->lock);
    if (l) {
        diags_repeat_all(d, &l->found);
    }
    return l ? l->locale : NULL;
}
