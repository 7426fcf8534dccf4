/* SPDX-License-Identifier: MIT */
/*
 * The content of a preview and its messages. Builds and requests share only this data. This file
 * does not depend on how the content is built or how requests are answered.
 */
#include "core/data/json.h"
#include "job/serve/serve_model.h"

#include <pthread.h>

struct serve_store {
    pthread_mutex_t lock;
    VEC(struct serve_item *) items;
    struct map by_address; /* maps an address to its item; the keys belong to the items */
    VEC(struct serve_page *) pages;
    struct map by_name;
    struct arena *arena; /* memory for the names of pages and of the files that may be opened */
    struct map allowed;
    struct buf message;
    unsigned number;
};

struct serve_store *serve_store_new(void) {
    struct serve_store *s = xcalloc(1, sizeof *s);
    (void)pthread_mutex_init(&s->lock, NULL);
    s->arena = arena_new();
    buf_init(&s->message, 0);
    return s;
}

static void free_text(struct str *s) {
    free((void *)(uintptr_t)s->p);
    *s = STR_EMPTY;
}

static struct str heap_text(struct str s) {
    char *p = xmalloc(s.n + 1);
    memcpy(p, s.n ? s.p : "", s.n);
    p[s.n] = '\0';
    return (struct str){p, s.n};
}

void serve_store_drop(struct serve_store *s) {
    if (!s) {
        return;
    }
    for (size_t i = 0; i < s->items.n; i++) {
        struct serve_item *item = s->items.p[i];
        struct str *texts[] = {&item->address, &item->data, &item->file, &item->root};
        for (size_t k = 0; k < ARRAY_LEN(texts); k++) {
            free_text(texts[k]);
        }
        free(item);
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        struct serve_page *p = s->pages.p[i];
        arena_drop(p->of_first);
        arena_drop(p->of_more);
        vec_drop(&p->first);
        vec_drop(&p->more);
        free(p);
    }
    vec_drop(&s->pages);
    map_drop(&s->by_name);
    vec_drop(&s->items);
    map_drop(&s->by_address);
    map_drop(&s->allowed);
    arena_drop(s->arena);
    buf_drop(&s->message);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}

void serve_lock(struct serve_store *s) {
    (void)pthread_mutex_lock(&s->lock);
}

void serve_unlock(struct serve_store *s) {
    (void)pthread_mutex_unlock(&s->lock);
}

/* ---- items */

static struct serve_item *item_at(struct serve_store *s, size_t owner, struct str address) {
    struct serve_item *item = map_lookup(&s->by_address, address);
    if (!item) {
        item = xcalloc(1, sizeof *item);
        item->address = heap_text(address);
        vec_push(&s->items, item);
        map_put(&s->by_address, item->address, item);
    }
    item->owner = owner;
    item->gone = false;
    return item;
}

void serve_put(struct serve_store *s, size_t owner, struct str address, struct str data) {
    struct serve_item *item = item_at(s, owner, address);
    if (item->data.p && str_eq(item->data, data)) {
        return;
    }
    free_text(&item->data);
    item->data = heap_text(data);
    item->version++;
}

void serve_put_file(struct serve_store *s, size_t owner, struct str address, struct str file,
                    struct str root) {
    const struct serve_item *known = map_lookup(&s->by_address, address);
    if (known && known->data.p && !known->gone) {
        return; /* an output takes precedence over a file on disk */
    }
    struct serve_item *item = item_at(s, owner, address);
    free_text(&item->data);
    free_text(&item->file);
    free_text(&item->root);
    item->file = heap_text(file);
    item->root = heap_text(root);
}

void serve_forget(struct serve_store *s, size_t owner) {
    for (size_t i = 0; i < s->items.n; i++) {
        struct serve_item *item = s->items.p[i];
        item->gone = item->gone || (item->owner == owner && !item->data.p);
    }
}

const struct serve_item *serve_get(const struct serve_store *s, struct str address) {
    const struct serve_item *item = map_lookup(&s->by_address, address);
    return item && !item->gone ? item : NULL;
}

/* ---- pages */

struct serve_page *serve_page_named(struct serve_store *s, struct str name) {
    struct serve_page *p = map_lookup(&s->by_name, name);
    if (!p) {
        p = xcalloc(1, sizeof *p);
        p->name = arena_str(s->arena, name);
        vec_push(&s->pages, p);
        map_put(&s->by_name, p->name, p);
    }
    return p;
}

void serve_page_place(struct serve_store *s, struct serve_page *p, struct str html,
                      struct str pdf) {
    if (!str_eq(p->html, html) || !str_eq(p->pdf, pdf)) {
        p->html = arena_str(s->arena, html);
        p->pdf = arena_str(s->arena, pdf);
    }
}

struct serve_page *const *serve_pages(const struct serve_store *s, size_t *n) {
    *n = s->pages.n;
    return s->pages.p;
}

void serve_page_report(struct serve_page *p, const struct diags *d, bool whole) {
    struct arena **a = whole ? &p->of_more : &p->of_first;
    arena_drop(*a);
    *a = arena_new();
    str_list *faults = whole ? &p->more : &p->first;
    vec_clear(faults);
    /* if `whole` is set, only diagnostics that are not in `first` are counted */
    size_t errors = 0, warnings = 0;
    for (size_t i = 0; d && i < d->n && i < SERVE_FAULTS; i++) {
        enum diag_level level = d->list[i]->level;
        if (level == DIAG_NOTE) {
            continue;
        }
        struct str fault = serve_fault(*a, d->list[i]);
        if (!whole || !str_in(fault, p->first.p, p->first.n)) {
            vec_push(faults, fault);
            errors += level >= DIAG_ERROR;
            warnings += level == DIAG_WARNING;
        }
    }
    if (whole) {
        p->more_errors = errors;
        p->more_warnings = warnings;
    }
    p->errors = (d ? d->errors : 0) + (whole ? 0 : p->more_errors);
    p->warnings = (d ? d->warnings : 0) + (whole ? 0 : p->more_warnings);
}

/* ---- files that may be opened */

void serve_allow(struct serve_store *s, struct str file) {
    if (!map_find(&s->allowed, file)) {
        map_put(&s->allowed, arena_str(s->arena, file), s);
    }
}

bool serve_is_allowed(const struct serve_store *s, struct str file) {
    return map_find(&s->allowed, file) != NULL;
}

/* ---- the message */

/** Writes the diagnostics of a page, up to SERVE_FAULTS in total. */
static void put_faults(struct buf *out, const struct serve_page *p, size_t *shown) {
    for (size_t i = 0; i < p->first.n + p->more.n && *shown < SERVE_FAULTS; i++) {
        struct str fault = i < p->first.n ? p->first.p[i] : p->more.p[i - p->first.n];
        buf_puts(out, *shown ? "," : "");
        buf_str(out, fault);
        ++*shown;
    }
}

static unsigned version_of(const struct serve_store *s, struct str address) {
    const struct serve_item *item = serve_get(s, address);
    return item ? item->version : 0;
}

static void put_document(struct buf *out, const struct serve_store *s, struct arena *a,
                         const struct serve_page *p) {
    json_write_member(out, "name", p->name);
    json_write_member(out, "html", serve_address(a, p->html));
    json_write_member(out, "pdf", serve_address(a, p->pdf));
    buf_printf(out, ",\"pages\":%zu,\"htmlVersion\":%u,\"pdfVersion\":%u}", p->pages,
               version_of(s, p->html), version_of(s, p->pdf));
}

void serve_publish(struct serve_store *s, struct str run) {
    struct buf *out = &s->message;
    size_t errors = 0, warnings = 0, shown = 0;
    buf_clear(out);
    buf_puts(out, "{");
    json_write_member(out, "run", run);
    buf_printf(out, ",\"number\":%u,\"documents\":[", ++s->number);
    struct arena *a = arena_new();
    const char *before = "{";
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct serve_page *p = s->pages.p[i];
        errors += p->errors;
        warnings += p->warnings;
        if (p->html.n) { /* for a site, the message contains only diagnostics */
            buf_puts(out, before);
            before = ",{";
            put_document(out, s, a, p);
        }
    }
    buf_printf(out, "],\"errors\":%zu,\"warnings\":%zu,\"faults\":[", errors, warnings);
    for (size_t i = 0; i < s->pages.n; i++) {
        put_faults(out, s->pages.p[i], &shown);
    }
    buf_puts(out, "]}");
    arena_drop(a);
}

struct str serve_message(const struct serve_store *s, unsigned *number) {
    *number = s->number;
    return buf_view(&s->message);
}
