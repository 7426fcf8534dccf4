/* SPDX-License-Identifier: MIT */
/*
 * Blind review as a run goes about it: what the document and the command line ask for is settled
 * once, before anything is numbered or cited, so that no writer has a name to leave out. What is
 * looked for in finished outputs is blind_output.c's and blind_pdf.c's.
 */
#include "job/build/blind_review.h"

#include "core/base/fsquery.h"
#include "print/image/image.h"

/* ---- images ---- */

/** Whether a file may be an image, by its name: others are read as ever. */
static bool may_be_image(struct str path) {
    static const char *const endings[] = {"",     "png", "apng", "jpg", "jpeg", "jpe",
                                          "jfif", "gif", "webp", "svg", "tif",  "tiff"};
    struct str ext = path_ext(path);
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        if (str_ieq(ext, str_of(endings[i]))) {
            return true;
        }
    }
    return false;
}

/** `read` of a file_host: images say nothing of who made them. One that cannot be cleaned is handed
 * on as it is, and noted: build_blind_search() reports it. */
static int read_clean(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    struct build_blind *blind = user;
    const struct file_host *h = &blind->host;
    int err = h->read ? h->read(h->user, a, path, limit, out) : FILE_ON_DISK;
    if (err == FILE_ON_DISK && may_be_image(path)) {
        asked_text(h->asked, path);
        err = file_read_inside(h->fence, a, path, limit, out);
        asked_read(h->asked, path, err ? STR_EMPTY : *out);
    }
    if (err == 0 && image_mime(*out).n) {
        if (!image_clean(a, *out, out) && !map_find(&blind->unclean, path)) {
            map_put(&blind->unclean, arena_str(blind->arena, path), blind);
        }
    }
    return err;
}

/* ---- the document ---- */

static enum blind_mode mode_of(const struct build_run *b, const struct doc *doc, struct diags *d) {
    const struct node *said = node_get(doc->front, "anonymous");
    struct node asked = {.kind = NODE_STRING, .plain = true, .text = b->opt->anonymous};
    enum blind_mode mode = blind_mode_read(said, d);
    if (b->opt->anonymous.n) {
        enum blind_mode wanted = blind_mode_read(&asked, d);
        /* `--anonymous` alone does not undo what the document says of its citations */
        mode = wanted == BLIND_ON && mode == BLIND_MASK ? mode : wanted;
    }
    return mode;
}

/** The first time: who wrote it, and what is done about that. */
static void begin(struct build_run *b, const struct doc *doc, enum blind_mode mode) {
    struct build_blind *blind = ARENA_NEW(b->arena, struct build_blind);
    blind->arena = b->arena;
    blind->unclean = MAP_IN(b->arena);
    blind->host = b->opt->host;
    blind->opt = *b->opt;
    blind->opt.host = b->opt->host;
    blind->opt.host.read = read_clean;
    blind->opt.host.user = blind;
    blind->who = blind_who_read(b->arena, doc);
    if (b->opt->home.n > 1) {
        blind_add(blind->who, BLIND_FOLDER, b->opt->home);
    }
    struct str here = asked_real_path(b->opt->host.asked, b->arena, b->dir.n ? b->dir : STR("."));
    if (str_index(str_from(here, 1), '/') != STR_NONE) {
        blind_add(blind->who, BLIND_FOLDER, here);
    }
    size_t n;
    const struct str *names = blind_names(blind->who, &n);
    blind->mask = mode == BLIND_MASK;
    blind->works = resolve_blind_new(b->arena, names, n, blind->mask);
    b->opt = &blind->opt;
    b->blind = blind;
}

void build_blind_settle(void *user, struct doc *doc) {
    struct build_run *b = user;
    if (!b->blind) {
        enum blind_mode mode = mode_of(b, doc, b->d);
        if (mode != BLIND_ON && mode != BLIND_MASK) {
            return;
        }
        begin(b, doc, mode);
    }
    blind_strip(b->blind->who, doc);
}

/* ---- citations ---- */

static const struct item *item_of(struct build_run *b, struct str key) {
    struct diags quiet;
    diags_init(&quiet, b->arena);
    build_hold(b);
    const struct item *it = b->bib ? bib_lookup(b->bib, key, &quiet) : NULL;
    build_let_go(b);
    diags_drop(&quiet);
    return it;
}

/** Whether all works of a citation are shown as nobody's. */
static bool is_masked(void *user, const struct doc_node *cite) {
    struct build_run *b = user;
    bool all = cite->u.cite.n > 0;
    for (size_t i = 0; i < cite->u.cite.n && all; i++) {
        const struct item *it = item_of(b, cite->u.cite.cites[i].key);
        all = it && resolve_blind_shown(b->blind->works, it, STR("en")) != it;
    }
    return all;
}

void build_blind_look(struct build_run *b, struct doc *doc) {
    if (b->blind->looked) {
        return;
    }
    b->blind->looked = true;
    b->blind->found = blind_look(b->blind->who, doc, b->d);
    blind_look_phrases(doc, b->blind->mask ? is_masked : NULL, b, b->d);
}

/** A citation as it was written, with another key. */
static struct str with_key(struct arena *a, struct str written, struct str key, struct str other) {
    struct buf b;
    buf_init(&b, 0);
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
    struct str out = buf_keep(&b, a);
    buf_drop(&b);
    return out;
}

/** Gives keys of citations, which outputs may show, numbers in their place; in sources those alone
 * whose works are shown as nobody's. */
static void rename_keys(struct build_run *b, struct doc *doc, struct doc_node *root, bool source) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            struct doc_cite *c = &w.node->u.cite.cites[i];
            const struct item *it = item_of(b, c->key), *shown = NULL;
            if (it) {
                shown = resolve_blind_shown(b->blind->works, it, doc->meta.lang);
            }
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

void build_blind_keys(struct build_run *b, struct doc *doc) {
    struct doc_node *parts[BUILD_PARTS];
    size_t n = build_parts(doc, parts);
    for (size_t i = 0; i < n && doc_has_kind(doc, DOC_CITE); i++) {
        if (parts[i]) {
            rename_keys(b, doc, parts[i], false);
        }
    }
}

/* ---- outputs that are sources ---- */

static struct node *scalar(struct doc *doc, struct str text) {
    return node_string(doc->arena, text, SPAN_NONE);
}

/** One that needs no quotes in YAML. */
static struct node *word(struct doc *doc, struct str text) {
    struct node *n = scalar(doc, text);
    n->plain = true;
    return n;
}

/** An entry of `references` (CSL-YAML) for what stands in place of a work. */
static struct node *reference(struct doc *doc, const struct item *it) {
    struct arena *a = doc->arena;
    struct node *entry = node_new_map(a, SPAN_NONE), *author = node_new_map(a, SPAN_NONE);
    struct node *authors = node_new_list(a, SPAN_NONE);
    struct item_names names = item_names(it, VAR_AUTHOR);
    node_add(a, entry, STR("id"), SPAN_NONE, word(doc, it->id));
    node_add(a, entry, STR("type"), SPAN_NONE, word(doc, str_of(item_type_name(it->type))));
    node_add(a, author, STR("literal"), SPAN_NONE, scalar(doc, names.p[0].literal));
    node_append(a, authors, author);
    node_add(a, entry, STR("author"), SPAN_NONE, authors);
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (date) {
        node_add(a, entry, STR("issued"), SPAN_NONE,
                 word(doc, arena_printf(a, "%d", (int)date->from.year)));
    }
    node_add(a, entry, STR("title"), SPAN_NONE, scalar(doc, item_text(it, VAR_TITLE)));
    return entry;
}

/** `references` without the authors' own works, and with what stands for those that are cited. */
static void write_references(struct build_run *b, struct doc *doc, const struct map *shown) {
    const struct node *had = node_get(doc->front, "references");
    struct node *list = node_new_list(doc->arena, SPAN_NONE);
    for (size_t i = 0; had && had->kind == NODE_LIST && i < had->n; i++) {
        const struct item *it = item_of(b, node_text(node_get(had->items[i], "id")));
        if (!it || resolve_blind_shown(b->blind->works, it, doc->meta.lang) == it) {
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

void build_blind_source(struct build_run *b, struct doc *doc) {
    if (!b->blind->mask) {
        return;
    }
    struct map shown = MAP_INIT; /* id -> struct item, of what stands for works */
    struct doc_node *parts[BUILD_PARTS];
    size_t n = build_parts(doc, parts);
    for (size_t i = 0; i < n && doc_has_kind(doc, DOC_CITE); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (parts[i] && doc_walk_next(&w)) {
            for (size_t k = 0; w.enter && w.node->kind == DOC_CITE && k < w.node->u.cite.n; k++) {
                const struct item *it = item_of(b, w.node->u.cite.cites[k].key), *other = NULL;
                other = it ? resolve_blind_shown(b->blind->works, it, doc->meta.lang) : NULL;
                if (other && other != it && !map_find(&shown, other->id)) {
                    map_put(&shown, other->id, (void *)(uintptr_t)other);
                }
            }
        }
        if (parts[i]) {
            rename_keys(b, doc, parts[i], true);
        }
    }
    write_references(b, doc, &shown);
    map_drop(&shown);
}
