/* SPDX-License-Identifier: MIT */
/*
 * The first part of the review, before the writers run. It begins the review, cleans images, and
 * masks keys and works. output_search.c and pdf_search.c search finished outputs.
 */
#include "check/blind/review.h"

#include "core/base/word_list.h"
#include "core/memo/inputs.h"
#include "print/image/image.h"

/* ---- images ---- */

/** Whether the name of a file may be that of an image. */
static bool may_be_image(struct str path) {
    struct str ext = path_ext(path);
    return !ext.n || str_iamong(ext, "png apng jpg jpeg jpe jfif gif webp svg tif tiff");
}

/** Implements `read` of a file_host and removes the metadata from images. An image that cannot be
 * cleaned is returned unchanged, and is recorded for blind_review_output(). */
static int read_clean(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    struct blind_review *r = user;
    const struct file_host *h = &r->setup.host;
    int err = h->read ? h->read(h->user, a, path, limit, out) : FILE_ON_DISK;
    if (err == FILE_ON_DISK && may_be_image(path)) {
        memo_note_file(h->inputs, path);
        err = file_read_inside(h->fence, a, path, limit, out);
        memo_note_content(h->inputs, path, err ? STR_EMPTY : *out);
    }
    if (err == 0 && image_mime(*out).n) {
        if (!image_clean(a, *out, out) && !map_find(&r->unclean, path)) {
            map_put(&r->unclean, arena_str(r->setup.arena, path), r);
        }
    }
    return err;
}

/* ---- the document ---- */

static enum blind_mode mode_of(const struct blind_setup *setup, const struct doc *doc,
                               struct diags *d) {
    struct node option = {.kind = NODE_STRING, .plain = true, .text = setup->anonymous};
    enum blind_mode mode = blind_mode_read(node_get(doc->front, "anonymous"), d);
    if (setup->anonymous.n) {
        enum blind_mode wanted = blind_mode_read(&option, d);
        /* `--anonymous` without `mask` keeps the document's `mask` */
        mode = wanted == BLIND_ON && mode == BLIND_MASK ? mode : wanted;
    }
    return mode;
}

/** Adds the paths of the user's home folder and of the document's folder, which are secret. */
static void add_folders(struct blind_review *r) {
    const struct blind_setup *s = &r->setup;
    if (s->home.n > 1) {
        blind_add(r->who, BLIND_FOLDER, s->home);
    }
    struct str here = memo_real_path(s->host.inputs, s->arena, s->dir.n ? s->dir : STR("."));
    if (str_index(str_from(here, 1), '/') != STR_NONE) {
        blind_add(r->who, BLIND_FOLDER, here);
    }
}

struct blind_review *blind_review_begin(const struct blind_setup *setup, const struct doc *doc,
                                        struct diags *d) {
    enum blind_mode mode = mode_of(setup, doc, d);
    if (mode != BLIND_ON && mode != BLIND_MASK) {
        return NULL;
    }
    struct blind_review *r = ARENA_NEW(setup->arena, struct blind_review);
    r->setup = *setup;
    r->unclean = MAP_IN(setup->arena);
    r->clean = setup->host;
    r->clean.read = read_clean;
    r->clean.user = r;
    r->who = blind_who_read(setup->arena, doc);
    add_folders(r);
    size_t n;
    const struct str *names = blind_names(r->who, &n);
    r->mask = mode == BLIND_MASK;
    r->works = resolve_blind_new(setup->arena, names, n, r->mask);
    return r;
}

/* ---- citations ---- */

static const struct item *item_of(const struct blind_review *r, struct str key) {
    return r->setup.find_item(r->setup.user, key);
}

/** Returns the item that is shown for `it`: an anonymous item for a masked work, otherwise `it`
 * itself. Returns NULL for NULL. */
static const struct item *shown_for(const struct blind_review *r, const struct doc *doc,
                                    const struct item *it) {
    return it ? resolve_blind_shown(r->works, it, doc->meta.lang) : NULL;
}

/** Whether all works of a citation are masked. */
static bool is_masked(void *user, const struct doc_node *cite) {
    struct blind_review *r = user;
    bool all = cite->u.cite.n > 0;
    for (size_t i = 0; i < cite->u.cite.n && all; i++) {
        const struct item *it = item_of(r, cite->u.cite.cites[i].key);
        all = it && resolve_blind_shown(r->works, it, STR("en")) != it;
    }
    return all;
}

void blind_review_look(struct blind_review *r, struct doc *doc, struct diags *d) {
    if (r->looked) {
        return;
    }
    r->looked = true;
    r->found = blind_look(r->who, doc, d);
    blind_look_phrases(doc, r->mask ? is_masked : NULL, r, d);
}

/** Returns the source of a citation with one key replaced with another. */
static struct str with_key(struct arena *a, struct str written, struct str key, struct str other) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < written.n;) {
        struct str rest = str_from(written, i);
        bool marked = i > 0 && (written.p[i - 1] == '@' || written.p[i - 1] == '{');
        char behind = rest.n > key.n ? rest.p[key.n] : ' ';
        if (key.n && marked && str_starts(rest, key) && !is_alnum(behind) && behind != '_') {
            buf_str(&b, other);
            i += key.n;
        } else {
            buf_putc(&b, written.p[i++]);
        }
    }
    return buf_finish(&b, a);
}

/** Replaces the keys of citations, because outputs may show them. In a `source`, only the keys of
 * masked works are replaced. */
static void rename_keys(struct blind_review *r, struct doc *doc, struct doc_node *root,
                        bool source) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            struct doc_cite *c = &w.node->u.cite.cites[i];
            const struct item *it = item_of(r, c->key), *shown = shown_for(r, doc, it);
            if (shown && shown != it) {
                struct str *written = &w.node->u.cite.source;
                *written = with_key(doc->arena, *written, c->key, shown->id);
                c->key = shown->id;
            } else if (!source) {
                c->key = STR("work");
            }
        }
    }
}

void blind_review_keys(struct blind_review *r, struct doc *doc) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(doc, parts);
    for (size_t i = 0; i < n && doc_has_kind(doc, DOC_CITE); i++) {
        rename_keys(r, doc, parts[i], false);
    }
}

/* ---- outputs that are sources ---- */

/** Makes an entry of `references` (CSL-YAML) for the item that replaces a masked work. */
static struct node *reference(struct doc *doc, const struct item *it) {
    struct arena *a = doc->arena;
    struct node *entry = node_new_map(a, SPAN_NONE), *author = node_new_map(a, SPAN_NONE);
    struct node *authors = node_new_list(a, SPAN_NONE);
    struct item_names names = item_names(it, VAR_AUTHOR);
    node_add(a, entry, STR("id"), SPAN_NONE, node_plain(a, it->id, SPAN_NONE));
    node_add(a, entry, STR("type"), SPAN_NONE,
             node_plain(a, str_of(item_type_name(it->type)), SPAN_NONE));
    node_put_text(a, author, "literal", names.p[0].literal);
    node_append(a, authors, author);
    node_add(a, entry, STR("author"), SPAN_NONE, authors);
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (date) {
        node_add(a, entry, STR("issued"), SPAN_NONE,
                 node_plain(a, arena_printf(a, "%d", (int)date->from.year), SPAN_NONE));
    }
    node_put_text(a, entry, "title", item_text(it, VAR_TITLE));
    return entry;
}

/** Sets `references` of the front matter. Masked works are removed, and the anonymous works that
 * replace them are added. */
static void write_references(struct blind_review *r, struct doc *doc, const struct map *shown) {
    const struct node *had = node_get(doc->front, "references");
    struct node *list = node_new_list(doc->arena, SPAN_NONE);
    for (size_t i = 0; had && had->kind == NODE_LIST && i < had->n; i++) {
        const struct item *it = item_of(r, node_text(node_get(had->items[i], "id")));
        if (shown_for(r, doc, it) == it) {
            node_append(doc->arena, list, had->items[i]);
        }
    }
    for (size_t i = 0; i < shown->n; i++) {
        node_append(doc->arena, list, reference(doc, shown->entries[i].value));
    }
    if (list->n || had) {
        node_put(doc->arena, doc->front, STR("references"), SPAN_NONE, list);
    }
}

void blind_review_source(struct blind_review *r, struct doc *doc) {
    if (!r->mask) {
        return;
    }
    struct map shown = MAP_INIT; /* maps an id to the struct item that replaces a masked work */
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(doc, parts);
    for (size_t i = 0; i < n && doc_has_kind(doc, DOC_CITE); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            for (size_t k = 0; w.enter && w.node->kind == DOC_CITE && k < w.node->u.cite.n; k++) {
                const struct item *it = item_of(r, w.node->u.cite.cites[k].key);
                const struct item *other = shown_for(r, doc, it);
                if (other && other != it && !map_find(&shown, other->id)) {
                    map_put(&shown, other->id, (void *)(uintptr_t)other);
                }
            }
        }
        rename_keys(r, doc, parts[i], true);
    }
    write_references(r, doc, &shown);
    map_drop(&shown);
}
