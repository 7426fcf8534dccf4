/* SPDX-License-Identifier: MIT */
/*
 * The databases of a document: which files they are, and reading them. Documents of one run that
 * name the same files share what was read, so that a file is read, and its faults are reported,
 * once a run. A document with entries of its own (`references`), a library or a pipe has a database
 * to itself.
 */
#include "build/files.h"

#include "base/asked.h"
#include "base/limits.h"
#include "bib/check/check.h"
#include "bib/files.h"
#include "bib/pages.h"
#include "bib/store/store.h"

#include <errno.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_CHECK_ENTITY);
DIAG_USE(DIAG_BIB_FORMAT);
DIAG_USE(DIAG_DATABASE_NOT_FOUND);

#define SUMMED (1u << 20) /* bytes of a database whose digest is taken */

/** A text of a database that is shared: each document notes that it was made from it. */
struct shared_text {
    struct str path, text;
    struct file_id id; /* of the file, before it was read */
};

/** Databases that were read together. */
struct shared_set {
    struct arena *arena; /* of the bib and its items */
    struct bib *bib;
    struct resolve_shared *found; /* about it */
    VEC(struct shared_text) texts;
    struct diags said;        /* what is wrong with it: build_shared_keep() */
    size_t round;             /* the last one in which that was reported */
    bool looked_at;           /* every entry was decoded, and what is wrong reported */
    bool linted;              /* and looked at as `refs check` does */
    struct asked asked;       /* what was asked of the file system for it */
    bool faulty;              /* something was reported about it */
    bool dead;                /* no further document takes it: not all could be read */
    struct shared_set *older; /* a dead one of the same files, or NULL */
};

struct build_shared *build_shared_new(struct arena *a) {
    struct build_shared *shared = ARENA_NEW(a, struct build_shared);
    *shared = (struct build_shared){.arena = a, .sets = MAP_INIT, .files = arena_new()};
    guard_begin(&shared->guard, shared->files);
    return shared;
}

/** Gives back what a set holds. */
static void empty_set(struct shared_set *set) {
    asked_drop(&set->asked);
    bib_close_files(set->bib);
    vec_drop(&set->texts);
    diags_drop(&set->said);
    arena_drop(set->arena);
}

void build_shared_drop(struct build_shared *shared) {
    for (size_t i = 0; i < shared->sets.n; i++) {
        for (struct shared_set *set = shared->sets.entries[i].value, *next; set; set = next) {
            next = set->older;
            empty_set(set);
        }
    }
    map_drop(&shared->sets);
    for (size_t i = 0; i < shared->held.n; i++) {
        buf_drop(&shared->held.p[i].data);
    }
    vec_drop(&shared->held);
    guard_end(&shared->guard);
    arena_drop(shared->files);
}

/* ---- many rounds */

static bool is_as_it_was(const struct shared_set *set) {
    bool same = !set->dead;
    for (size_t i = 0; i < set->texts.n && same; i++) {
        struct file_id now;
        const struct shared_text *t = &set->texts.p[i];
        same = file_identify(t->path, &now) == 0 && file_id_eq(&now, &t->id);
    }
    return same;
}

void build_shared_round(struct build_shared *shared) {
    shared->round++;
    guard_end(&shared->guard); /* a file that is gone may leave its number to another one */
    arena_reset(shared->files);
    for (size_t i = 0; i < shared->sets.n; i++) {
        struct shared_set *set = shared->sets.entries[i].value, *kept = NULL;
        for (struct shared_set *next; set; set = next) {
            next = set->older;
            if (!kept && is_as_it_was(set)) {
                kept = set;
                continue;
            }
            empty_set(set);
            set->older = shared->spare;
            shared->spare = set;
        }
        if (kept) {
            kept->older = NULL;
        }
        shared->sets.entries[i].value = kept;
    }
}

/** Keeps a diagnostic about a set's own text, for the rounds to come. */
static void keep_said(struct shared_set *set, const struct diag *g) {
    for (size_t i = 0; i < set->said.n; i++) {
        const struct diag *k = set->said.list[i];
        if (k->id == g->id && k->span.src == g->span.src && k->span.begin == g->span.begin &&
            k->span.end == g->span.end) {
            return;
        }
    }
    struct diag *kept = diag_add(&set->said, g->id, g->span, "%.*s", STR_ARG(g->text));
    diag_hint(&set->said, kept, "%.*s", STR_ARG(g->hint));
    for (size_t i = 0; i < g->nrelated; i++) {
        struct span at = g->related[i].span;
        if (at.src && at.src->arena == set->arena) {
            diag_relate(&set->said, kept, at, "%.*s", STR_ARG(g->related[i].text));
        }
    }
}

void build_shared_keep(struct build_shared *shared, const struct diags *d) {
    for (size_t i = 0; i < d->n && shared->round; i++) {
        const struct source *src = d->list[i]->span.src;
        for (size_t k = 0; k < shared->sets.n && src; k++) {
            struct shared_set *set = shared->sets.entries[k].value;
            if (set && src->arena == set->arena) {
                keep_said(set, d->list[i]);
                set->round = shared->round;
            }
        }
    }
}

/** Reports what was found wrong with a set in an earlier round, once a round. */
static void say_again(struct build_run *b, struct shared_set *set) {
    if (set->round == b->opt->shared->round) {
        return;
    }
    set->round = b->opt->shared->round;
    for (size_t i = 0; i < set->said.n; i++) {
        const struct diag *k = set->said.list[i];
        struct diag *g = diag_add(b->d, k->id, k->span, "%.*s", STR_ARG(k->text));
        diag_hint(b->d, g, "%.*s", STR_ARG(k->hint));
        for (size_t r = 0; r < k->nrelated; r++) {
            diag_relate(b->d, g, k->related[r].span, "%.*s", STR_ARG(k->related[r].text));
        }
    }
}

/** A database that a document names. */
struct named {
    struct str name; /* as it is written */
    struct str dir;  /* folder that the name of a library is relative to */
    struct str path; /* of its file */
    struct span at;
};
typedef VEC(struct named) named_vec;

/** "refs.bib" is missing: is there another database in its folder that was meant? */
static void hint_database(struct build_run *b, struct diag *g, struct str path) {
    VEC(struct str) found = VEC_INIT;
    size_t n = 0;
    const struct str *names = file_host_names(&b->opt->host, b->arena, path_dir(path), STR(""), &n);
    for (size_t i = 0; i < n; i++) {
        if (bib_format_of_name(names[i]) != BIB_FORMAT_COUNT) {
            vec_push(&found, names[i]);
        }
    }
    struct str near = diag_nearest(path_base(path), found.p, found.n);
    struct str dir = path_dir(path);
    if (near.n) {
        diag_hint(b->d, g, "did you mean `%.*s`?", STR_ARG(near));
    } else if (found.n == 1) {
        diag_hint(b->d, g, "the folder has `%.*s`", STR_ARG(found.p[0]));
    } else {
        diag_hint(b->d, g, "paths are relative to the document; looked in `%.*s`",
                  STR_ARG(dir.n ? dir : STR(".")));
    }
    vec_drop(&found);
}

/** "library" is the library of whoever runs the program, "library:FILE" another one. A file of that
 * name is a file. */
static bool is_library(struct build_run *b, const struct named *db) {
    return (str_is(db->name, "library") || str_starts(db->name, STR("library:"))) &&
           !file_host_exists(&b->opt->host, b->arena, path_join(b->arena, db->dir, db->name));
}

/** Whether a library is one that the document may name: a file, and in the sandbox one inside of
 * the fence. A server is named by whoever runs the program: a document of a stranger's is to reach
 * none with what is known of it here. */
static bool may_attach(struct build_run *b, const struct named *db, struct str path) {
    if (str_find(db->name, STR("://")) != STR_NONE) {
        struct diag *g = diag_add(b->d, DIAG_DATABASE_NOT_FOUND, db->at,
                                  "a document names a library by its file, never by an address");
        diag_hint(b->d, g, "whoever runs the program names a server: `--bibliography library:...`");
        return false;
    }
    return !build_refuse(b, path, db->at);
}

static void attach_library(struct build_run *b, struct bib *bib, const struct named *db) {
    struct str name = db->name, dir = db->dir;
    struct span at = db->at;
    bool own = str_is(name, "library");
    struct str path =
        own ? b->opt->library : path_join(b->arena, dir, str_from(name, sizeof "library:" - 1));
    if (path.n == 0) {
        struct diag *g = diag_add(b->d, DIAG_DATABASE_NOT_FOUND, at, "no library is known here");
        diag_hint(b->d, g, "name its file: `library:FILE`");
        return;
    }
    if (!own && at.src && !may_attach(b, db, path)) {
        return;
    }
    if (b->opt->sandbox && str_find(path, STR("://")) != STR_NONE) {
        (void)diag_add(b->d, DIAG_DATABASE_NOT_FOUND, at,
                       "in the sandbox there is no network: `%.*s` is not asked",
                       STR_ARG(bib_store_shown(b->arena, path)));
        return;
    }
    struct bib_store *store = bib_store_open(b->arena, path, BIB_STORE_READ, at, b->d);
    asked_unsure(b->opt->host.asked); /* what others write there has no digest */
    if (store) {
        if (!store->is_server) {
            build_note_input(b, store->path);
        }
        bib_attach_store(bib, store);
    }
}

/** A pipe gives its text once; when databases are read again, it is there from the first time. */
static bool read_again(struct build_run *b, struct bib *bib, struct str path) {
    for (size_t i = 0; i < b->texts.n && file_is_stream(path); i++) {
        if (str_eq(b->texts.p[i].path, path)) {
            (void)bib_read(bib, source_new(b->arena, path, b->texts.p[i].text), BIB_AUTO, b->d);
            b->databases_read++;
            return true;
        }
    }
    return false;
}

static void report_unread(struct build_run *b, const struct named *db, int err) {
    struct str path = db->path;
    if (err == EXDEV && build_refuse(b, path, db->at)) {
        return;
    }
    if (err == ENOENT) {
        hint_database(b,
                      diag_add(b->d, DIAG_DATABASE_NOT_FOUND, db->at,
                               "bibliography file `%.*s` not found", STR_ARG(path)),
                      path);
        return;
    }
    if (err == EFBIG) {
        diag_add(b->d, DIAG_TOO_LARGE, db->at, "`%.*s` is larger than %u MB", STR_ARG(path),
                 LIMIT_DATABASE / (1024 * 1024));
        return;
    }
    struct diag *g = diag_add(b->d, DIAG_DATABASE_NOT_FOUND, db->at,
                              "cannot read bibliography file `%.*s`", STR_ARG(path));
    diag_hint(b->d, g, "%s", file_why(err));
}

/** What the document's outputs and dependencies know of a database. */
static void note_database(struct build_run *b, struct str path, struct str text) {
    if (!file_is_stream(path)) {
        build_note_input(b, path);
    }
    build_note_text(b, path, text, bib_format_media_type(bib_format_of_name(path)),
                    "Citation database");
}

/** The document's, and the texts that a shared set has. */
struct noted {
    struct build_run *b;
    struct shared_set *set; /* or NULL */
};

static void note_read(void *user, struct str path, struct str text) {
    struct noted *noted = user;
    note_database(noted->b, path, text);
    if (noted->set) {
        vec_push(&noted->set->texts, ((struct shared_text){.path = path, .text = text}));
    }
}

/** Whether a file was found to be no database, behind the first `before` diagnostics. */
static bool is_unknown(const struct diags *d, size_t before) {
    for (size_t i = before; i < d->n; i++) {
        if (d->list[i]->id == DIAG_BIB_FORMAT) {
            return true;
        }
    }
    return false;
}

/** Reads a file or a folder of pages into `bib`, whose memory is `a`. */
static void read_database(struct build_run *b, struct arena *a, struct bib *bib,
                          const struct named *db, struct shared_set *set) {
    if (read_again(b, bib, db->path)) {
        return;
    }
    int err;
    struct bib_cache_options cache = {
        .fence = b->opt->host.fence, .dir = b->cache, .entries = LIMIT_EAGER_ITEMS};
    struct str path = arena_str(a, db->path), text;
    struct noted noted = {b, set};
    size_t before = b->d->n;
    bool pages = false;
    if (file_host_has(&b->opt->host, a, path, LIMIT_DATABASE, &text, &err)) {
        if (err == 0) {
            (void)bib_read(bib, source_new(a, path, text), BIB_AUTO, b->d);
        }
    } else if (bib_is_pages(path)) {
        pages = true;
        asked_unsure(b->asking); /* whatever files come to the folder */
        err = bib_read_pages(bib, path, b->opt->host.fence, note_read, &noted, b->d);
    } else {
        asked_text(b->asking, path);
        err = bib_read_file(bib, path, &cache, &text, b->d);
        if (err ||
            (text.n && text.n <= SUMMED)) { /* others are known by their stamps, and traces */
            asked_read(b->asking, path, text);
        }
    }
    bool unknown = is_unknown(b->d, before);
    b->databases_failed += err != 0;
    b->databases_read += err == 0;
    if (err) {
        report_unread(b, db, err);
    } else if (unknown) {
        build_note_input(b, path); /* but it does not travel inside of outputs */
    } else if (!pages) {
        note_read(&noted, path, text);
    }
}

/* ---- which databases a document names ---- */

/** Where a database of the document's is: beside the document; else in a folder of
 * --resource-path; else where the program runs, as pandoc looks. */
static struct str find_database(struct build_run *b, struct str name) {
    struct str beside = path_join(b->arena, b->dir, name), path = beside;
    size_t n = b->opt->nresource_dirs;
    for (size_t i = 0; i <= n && !file_host_exists(&b->opt->host, b->arena, path); i++) {
        path = i < n ? path_join(b->arena, b->opt->resource_dirs[i], name) : name;
    }
    return file_host_exists(&b->opt->host, b->arena, path) ? path : beside;
}

static void add_named(struct build_run *b, named_vec *out, struct str name, struct span at) {
    if (name.n) {
        vec_push(out, ((struct named){name, b->dir, find_database(b, name), at}));
    }
}

static void find_named(struct build_run *b, named_vec *out, const struct node *n) {
    if (!n) {
        return;
    }
    if (n->kind != NODE_LIST && n->kind != NODE_MAP) {
        add_named(b, out, node_text(n), n->span);
        return;
    }
    for (size_t i = 0; i < n->n; i++) {
        const struct node *item = n->items[i];
        if (item->kind == NODE_STRING) {
            add_named(b, out, node_text(item), item->span);
        } else if (item->kind == NODE_LIST) {
            for (size_t k = 0; k < item->n; k++) {
                if (item->items[k]->kind == NODE_STRING) {
                    add_named(b, out, node_text(item->items[k]), item->items[k]->span);
                }
            }
        } else {
            diag_add(b->d, DIAG_BAD_METADATA, item->span, "a bibliography is a file's name");
        }
    }
}

/** Whether a key of the front matter names databases: pandoc's, and those of its filters
 * section-bibliographies and multiple-bibliographies (`bibliography_main`). */
static bool is_bibliography(struct str key) {
    return str_is(key, "bibliography") || str_is(key, "section-bibs-bibliography") ||
           str_starts(key, STR("bibliography_"));
}

static bool names_database(const struct build_run *b, const struct doc *doc) {
    bool any = b->opt->ndatabases > 0 || node_get(doc->front, "references");
    for (size_t i = 0; !any && i < doc->front->n; i++) {
        any = is_bibliography(doc->front->keys[i]);
    }
    return any;
}

bool build_names_database(const struct build_run *b, const struct doc *doc) {
    return names_database(b, doc) || b->site.ndatabases > 0;
}

static void find_databases(struct build_run *b, const struct doc *doc, named_vec *out) {
    for (size_t i = 0; i < b->opt->ndatabases; i++) {
        vec_push(out, ((struct named){b->opt->databases[i], STR_EMPTY, b->opt->databases[i],
                                      SPAN_NONE}));
    }
    if (b->opt->ndatabases == 0) { /* the command line overrides the document (pandoc,
                                      --bibliography) */
        /* section-bibliographies: it stands for `bibliography` */
        bool sections = node_get(doc->front, "section-bibs-bibliography");
        for (size_t i = 0; i < doc->front->n; i++) {
            struct str key = doc->front->keys[i];
            if (is_bibliography(key) && !(sections && str_is(key, "bibliography"))) {
                find_named(b, out, doc->front->items[i]);
            }
        }
    }
    for (size_t i = 0; i < b->site.ndatabases && !names_database(b, doc); i++) {
        vec_push(out, ((struct named){b->site.databases[i], STR_EMPTY, b->site.databases[i],
                                      SPAN_NONE}));
    }
}

/* ---- sharing ---- */

/** What the set of these databases is found by; empty when it is the document's alone. */
static struct str set_key(struct build_run *b, const named_vec *dbs,
                          const struct node *references) {
    /* What a document leaves out of a database's findings is still to be said of the others. */
    bool hides =
        b->settings && build_settings_hide(b->settings, DIAG_BIB_SYNTAX, DIAG_CHECK_ENTITY);
    if (!b->opt->shared || references || dbs->n == 0 || hides) {
        return STR_EMPTY;
    }
    struct buf key;
    buf_init(&key, 0);
    buf_str(&key, b->cache);
    bool own = false;
    for (size_t i = 0; i < dbs->n; i++) {
        buf_putc(&key, '\n');
        /* "works.bib" of one page and "../works.bib" of another are one file. */
        buf_str(&key, file_real_path(b->arena, dbs->p[i].path));
        own = own || is_library(b, &dbs->p[i]) || file_is_stream(dbs->p[i].path);
    }
    struct str out = own ? STR_EMPTY : buf_keep(&key, b->arena);
    buf_drop(&key);
    return out;
}

/** What was asked for the databases was asked for this document as well. */
static void ask_set(struct build_run *b, const struct shared_set *set) {
    if (b->opt->host.asked) {
        asked_add(b->opt->host.asked, &set->asked, true);
    }
}

static struct shared_set *find_set(struct build_run *b, struct str key, const named_vec *dbs) {
    struct shared_set *set = map_lookup(&b->opt->shared->sets, key), *older = set;
    if (set && !set->dead) {
        bool files = set->texts.n == dbs->n; /* else some are folders, of several texts */
        for (size_t i = 0; i < set->texts.n; i++) {
            const struct shared_text *t = &set->texts.p[i];
            note_database(b, files ? dbs->p[i].path : t->path, t->text);
        }
        b->databases_read += dbs->n;
        say_again(b, set);
        ask_set(b, set);
        return set;
    }
    struct build_shared *shared = b->opt->shared;
    struct arena *a = arena_new();
    set = shared->spare ? shared->spare : ARENA_NEW(shared->arena, struct shared_set);
    shared->spare = shared->spare ? shared->spare->older : NULL;
    *set = (struct shared_set){.arena = a,
                               .bib = bib_new(a),
                               .found = resolve_shared_new(a),
                               .older = older,
                               .round = shared->round};
    diags_init(&set->said, a);
    asked_begin(&set->asked, a);
    b->set_first = true;
    b->asking = b->opt->cache.n ? &set->asked : NULL;
    for (size_t i = 0; i < dbs->n; i++) {
        struct file_id id;
        struct str path = dbs->p[i].path;
        /* None that is known again: what is no file, and pages, to which more may come. */
        bool known = file_identify(path, &id) == 0 && !bib_is_pages(path);
        read_database(b, a, set->bib, &dbs->p[i], set);
        if (known && set->texts.n) {
            vec_last(&set->texts).id = id;
        }
        set->dead = set->dead || (shared->round && !known);
    }
    b->asking = NULL;
    ask_set(b, set);
    /* what could not be read is reported where each document names it */
    set->dead = set->dead || b->databases_failed > 0;
    struct map_entry *entry = map_find(&shared->sets, key);
    map_put(&shared->sets, entry ? entry->key : arena_str(shared->arena, key), set);
    return set;
}

struct bib *build_databases(struct build_run *b, const struct doc *doc) {
    if (node_get(doc->front, "attach")) {
        b->cache = STR_EMPTY; /* whole databases may have to travel along */
    }
    const struct node *references = node_get(doc->front, "references");
    named_vec dbs = VEC_INIT;
    find_databases(b, doc, &dbs);
    struct str key = set_key(b, &dbs, references);
    struct bib *bib;
    b->set = key.n ? find_set(b, key, &dbs) : NULL;
    b->asking = b->opt->host.asked;
    if (b->set) {
        bib = b->set->bib;
    } else {
        bib = bib_new(b->arena);
        if (references) {
            bib_read_inline(bib, references, b->d);
            b->databases_read++;
        }
        for (size_t i = 0; i < dbs.n; i++) {
            if (is_library(b, &dbs.p[i])) {
                attach_library(b, bib, &dbs.p[i]);
            } else {
                read_database(b, b->arena, bib, &dbs.p[i], NULL);
            }
        }
    }
    vec_drop(&dbs);
    return bib;
}

struct resolve_shared *build_shared_findings(const struct build_run *b) {
    return b->set ? b->set->found : NULL;
}

void build_forget_databases(struct build_run *b) {
    if (b->set) {
        b->set->dead = true; /* what was reported points into it: it goes with the others */
        b->set = NULL;
    } else {
        bib_close_files(b->bib);
    }
}

/**
 * Entries are decoded when they are asked for. A database of ordinary size is read whole, so that a
 * fault in an entry that is not cited yet is reported as well; a check reads every one.
 */
void build_check_databases(struct build_run *b, struct bib *bib) {
    size_t n = (b->set && b->set->looked_at) || b->job->surveys ? 0 : bib_count(bib);
    bool all = !b->job->surveys && (b->checking || n <= LIMIT_EAGER_ITEMS);
    for (size_t i = 0; i < n && all; i++) {
        bib_at(bib, i, b->d);
    }
    if (b->opt->lint && !(b->set && b->set->linted)) {
        bib_check(bib, b->d);
    }
    if (b->set) {
        b->set->looked_at = b->set->looked_at || all;
        b->set->linted = b->set->linted || b->opt->lint;
    }
}

bool build_shared_has(const struct build_run *b, const struct source *src) {
    return b->set && src && src->arena == b->set->arena;
}

bool build_shared_is_whole(const struct build_run *b) {
    for (size_t i = 0; b->set && i < b->d->n; i++) {
        b->set->faulty = b->set->faulty || build_shared_has(b, b->d->list[i]->span.src);
    }
    return !b->set || b->set_first || !b->set->faulty;
}

/* ---- databases without a document ---- */

struct resolve_group *build_groups(struct arena *a, const struct build_options *opt,
                                   const struct str *databases, size_t ndatabases, struct str lang,
                                   struct str by, size_t *n, size_t *works, struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run b = {.job = &job, .opt = opt, .arena = a, .d = d};
    b.cache = opt->lint || opt->unused ? STR_EMPTY : opt->cache;
    struct resolve_group *out = NULL;
    *n = *works = 0;
    named_vec dbs = VEC_INIT;
    for (size_t i = 0; i < ndatabases; i++) {
        vec_push(&dbs, ((struct named){databases[i], STR_EMPTY, databases[i], SPAN_NONE}));
    }
    struct str key = set_key(&b, &dbs, NULL);
    b.set = key.n ? find_set(&b, key, &dbs) : NULL;
    if (b.set) {
        b.bib = b.set->bib;
        build_check_databases(&b, b.bib);
        *works = bib_count(b.bib);
        out = resolve_groups(a, b.bib, b.set->found, lang, by, n, d);
    }
    vec_drop(&dbs);
    build_run_end(&b);
    return out;
}

/* ---- traces */

struct buf *build_begin_trace(struct build_run *b, const struct doc *doc) {
    bool none = bib_count(b->bib) == 0 && !build_names_database(b, doc);
    b->untraced = b->untraced || (!b->job->wants_trace && !b->results) || (!b->set && !none) ||
                  (b->set && b->set->dead) || node_get(doc->front, "attach") || b->opt->lint ||
                  b->opt->unused;
    if (b->untraced) {
        return NULL;
    }
    buf_puts(&b->trace, "databases\n");
    for (size_t i = 0; b->set && i < b->set->texts.n; i++) {
        buf_puts(&b->trace, "db ");
        buf_str(&b->trace, b->set->texts.p[i].path);
        buf_putc(&b->trace, '\n');
    }
    return &b->trace;
}

/** The databases that some lines name, as they are now; NULL when they cannot be read. */
static struct shared_set *traced_set(struct build_run *b, struct str *trace) {
    named_vec dbs = VEC_INIT;
    while (str_starts(*trace, STR("db "))) {
        struct str path = str_from(str_cut(trace, '\n'), 3);
        vec_push(&dbs, ((struct named){path, STR_EMPTY, path, SPAN_NONE}));
    }
    struct str key = set_key(b, &dbs, NULL);
    struct shared_set *set = key.n ? find_set(b, key, &dbs) : NULL;
    vec_drop(&dbs);
    return set && !set->dead ? set : NULL;
}

bool build_trace_holds(struct arena *a, const struct build_options *opt, struct str trace,
                       struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run b = {.job = &job, .opt = opt, .arena = a, .d = d, .cache = opt->cache};
    const struct str begin = STR("databases\n");
    bool same = str_starts(trace, begin);
    while (trace.n && same) {
        trace = str_from(trace, begin.n);
        bool any = str_starts(trace, STR("db "));
        struct shared_set *set = any ? traced_set(&b, &trace) : NULL;
        size_t end = str_find(trace, STR("\ndatabases\n"));
        struct str part = str_slice(trace, 0, end == STR_NONE ? trace.n : end + 1);
        trace = str_from(trace, part.n);
        b.set = set;
        if (set) {
            build_check_databases(&b, set->bib);
        }
        same = set ? resolve_trace_holds(part, set->bib, set->found, d) : !any && part.n == 0;
    }
    build_run_end(&b);
    return same;
}
