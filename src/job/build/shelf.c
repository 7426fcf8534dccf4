/* SPDX-License-Identifier: MIT */
/*
 * See shelf.h. There are two locks: `reading` for the files, and `making` for compiled styles and
 * locales. A thread that holds `making` may lock `reading`, but not the other way round. Members of
 * the lists do not change; new ones are added at the head.
 *
 * files.c finds the files. Two documents may find different files for the same locale. So a locale
 * is stored with its files, and each document looks them up again. This also records them as inputs
 * of the document.
 */
#include "job/build/shelf.h"

#include "cite/csl/processor.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/memo/inputs.h"

#include <pthread.h>
#include <stdlib.h>

/** A file of the shelf. */
struct shelf_file {
    struct source *src;
    struct file_id id;        /* taken before it was read */
    struct memo_inputs asked; /* the file as an input of cached results; empty until needed */
};

/** The result of a search for a file of a locale. */
struct shelf_look {
    struct str lang;
    const struct source *src; /* NULL: not found */
};

/** A locale: a language for a style. */
struct shelf_locale {
    struct shelf_locale *next;
    struct arena *arena; /* for the whole locale */
    struct str lang;     /* as requested */
    struct shelf_look looks[CSL_LOCALE_FILES];
    size_t nlooks;
    const struct locale *locale;
    struct diags said;
};

struct shelf_style {
    struct shelf_style *next;
    const struct source *src;
    const struct csl_style *style;
    struct diags said;
    struct shelf_locale *locales;
};

struct build_shelf {
    pthread_mutex_t reading; /* protects the next two */
    struct arena *texts;
    struct map files;       /* path -> struct shelf_file */
    pthread_mutex_t making; /* protects the next two; may be held when locking `reading` */
    struct arena *made;
    struct shelf_style *styles;
};

struct build_shelf *build_shelf_new(void) {
    struct build_shelf *shelf = xcalloc(1, sizeof *shelf);
    *shelf = (struct build_shelf){.texts = arena_new(), .files = MAP_INIT, .made = arena_new()};
    if (pthread_mutex_init(&shelf->reading, NULL) != 0 ||
        pthread_mutex_init(&shelf->making, NULL) != 0) {
        base_out_of_memory();
    }
    return shelf;
}

static void drop_locale(struct shelf_locale *l) {
    diags_drop(&l->said);
    arena_drop(l->arena);
}

/** Frees the memory that is not in the arenas. */
static void let_go(struct build_shelf *shelf) {
    for (size_t i = 0; i < shelf->files.n; i++) {
        struct shelf_file *f = shelf->files.entries[i].value;
        memo_inputs_drop(&f->asked);
    }
    map_drop(&shelf->files);
    for (struct shelf_style *s = shelf->styles; s; s = s->next) {
        for (struct shelf_locale *l = s->locales, *next; l; l = next) {
            next = l->next;
            drop_locale(l);
        }
        diags_drop(&s->said);
    }
    shelf->styles = NULL;
}

void build_shelf_drop(struct build_shelf *shelf) {
    let_go(shelf);
    arena_drop(shelf->texts);
    arena_drop(shelf->made);
    (void)pthread_mutex_destroy(&shelf->reading);
    (void)pthread_mutex_destroy(&shelf->making);
    free(shelf);
}

void build_shelf_round(struct build_shelf *shelf) {
    bool same = true;
    for (size_t i = 0; i < shelf->files.n && same; i++) {
        const struct shelf_file *f = shelf->files.entries[i].value;
        struct file_id now;
        same = file_identify(f->src->name, &now) == 0 && file_id_eq(&now, &f->id);
    }
    if (!same) {
        let_go(shelf);
        arena_reset(shelf->texts);
        arena_reset(shelf->made);
    }
}

void build_shelf_settle(struct build_shelf *shelf, const struct diags *d) {
    (void)pthread_mutex_lock(&shelf->reading);
    diags_ready_places(d, shelf->texts);
    (void)pthread_mutex_unlock(&shelf->reading);
}

/* ---- files */

/** Reads a file for the first time. Returns NULL if that fails. Hold `reading`. */
static struct shelf_file *read_file(struct build_shelf *shelf, struct str path,
                                    const struct file_fence *fence) {
    struct file_id id;
    if (file_identify(path, &id) != 0) {
        return NULL;
    }
    struct shelf_file *f = ARENA_NEW(shelf->texts, struct shelf_file);
    f->id = id;
    memo_inputs_begin(&f->asked, shelf->texts);
    struct str text;
    if (file_read_inside(fence, shelf->texts, path, LIMIT_STYLE, &text) != 0) {
        return NULL;
    }
    f->src = source_new(shelf->texts, arena_str(shelf->texts, path), text);
    map_put(&shelf->files, f->src->name, f);
    return f;
}

/** Records a file as an input of a document. Hold `reading`. */
static void take_down(struct shelf_file *f, struct memo_inputs *asked) {
    struct str path = f->src->name;
    const struct memo_query *q = memo_find_query(&f->asked, MEMO_CONTENT, path);
    if (!q) {
        memo_note_file(&f->asked, path);
        memo_note_content(&f->asked, path, f->src->text);
        q = memo_find_query(&f->asked, MEMO_CONTENT, path);
        if (!file_id_eq(&q->id, &f->id)) { /* the file has changed since it was read */
            memo_uncertain(&f->asked);
        }
    }
    memo_inputs_add(asked, &f->asked, false);
}

struct source *build_shelf_read(struct build_shelf *shelf, struct str path,
                                const struct file_fence *fence, struct memo_inputs *asked) {
    (void)pthread_mutex_lock(&shelf->reading);
    struct shelf_file *f = map_lookup(&shelf->files, path);
    bool outside = f && !file_fence_has(fence, path);
    if (!f) {
        f = read_file(shelf, path, fence);
    }
    if (f && asked && !outside) {
        take_down(f, asked);
    }
    (void)pthread_mutex_unlock(&shelf->reading);
    return f && !outside ? f->src : NULL;
}

/* ---- styles */

static struct shelf_style *make_style(struct build_shelf *shelf, struct source *src) {
    struct shelf_style *s = ARENA_NEW(shelf->made, struct shelf_style);
    diags_init(&s->said, shelf->made);
    s->src = src;
    s->style = csl_style_parse(shelf->made, src, &s->said);
    s->next = shelf->styles;
    shelf->styles = s;
    return s;
}

const struct csl_style *build_shelf_style(struct build_shelf *shelf, struct source *src,
                                          struct diags *d) {
    if (src->arena != shelf->texts) {
        return NULL;
    }
    (void)pthread_mutex_lock(&shelf->making);
    struct shelf_style *s = shelf->styles;
    while (s && s->src != src) {
        s = s->next;
    }
    s = s ? s : make_style(shelf, src);
    (void)pthread_mutex_unlock(&shelf->making);
    diags_repeat_all(d, &s->said);
    return s->style;
}

/* ---- languages */

/** A locale that is being made. */
struct making {
    const struct build_shelf *shelf;
    const struct build_shelf_files *files;
    struct shelf_locale *l;
    bool foreign; /* a file is not from the shelf */
};

/** `load` of a csl_locale_source: finds a file and records the result. */
static struct source *load(void *user, struct str lang) {
    struct making *m = user;
    struct shelf_locale *l = m->l;
    struct source *src = m->files->load(m->files->user, lang);
    m->foreign =
        m->foreign || (src && src->arena != m->shelf->texts) || l->nlooks == CSL_LOCALE_FILES;
    if (!m->foreign) {
        l->looks[l->nlooks++] = (struct shelf_look){arena_str(l->arena, lang), src};
    }
    return src;
}

/** Makes a locale. Returns NULL if a file is not from the shelf. Hold `making`. */
static struct shelf_locale *make_locale(const struct build_shelf *shelf, struct shelf_style *s,
                                        struct str lang, const struct build_shelf_files *files) {
    struct arena *a = arena_new();
    struct shelf_locale *l = ARENA_NEW(a, struct shelf_locale);
    struct making m = {.shelf = shelf, .files = files, .l = l};
    struct csl_locale_source source = {load, &m};
    *l = (struct shelf_locale){.next = s->locales, .arena = a, .lang = arena_str(a, lang)};
    diags_init(&l->said, a);
    l->locale = csl_locale_load(a, s->style, l->lang, &source, &l->said);
    if (m.foreign) {
        drop_locale(l);
        return NULL;
    }
    s->locales = l;
    return l;
}

/** Whether a document finds the files from which a locale was made. */
static bool has_files(const struct shelf_locale *l, const struct build_shelf_files *files) {
    size_t i = 0;
    while (i < l->nlooks && files->load(files->user, l->looks[i].lang) == l->looks[i].src) {
        i++;
    }
    return i == l->nlooks;
}

const struct locale *build_shelf_locale(struct build_shelf *shelf, const struct csl_style *style,
                                        struct str lang, const struct build_shelf_files *files,
                                        struct diags *d) {
    (void)pthread_mutex_lock(&shelf->making);
    struct shelf_style *s = shelf->styles;
    while (s && s->style != style) {
        s = s->next;
    }
    struct shelf_locale *l = s ? s->locales : NULL;
    while (l && !(str_eq(l->lang, lang) && has_files(l, files))) {
        l = l->next;
    }
    if (s && !l) {
        l = make_locale(shelf, s, lang, files);
    }
    (void)pthread_mutex_unlock(&shelf->making);
    if (!l) {
        return NULL;
    }
    diags_repeat_all(d, &l->said);
    return l->locale;
}
