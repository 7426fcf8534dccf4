/* SPDX-License-Identifier: MIT */
/*
 * The databases of a document: finds their files and reads them. Documents of a run that name the
 * same files share one set of databases. So a file is read only once, and its errors are reported
 * only once. A document with entries in its front matter (`references`), with a library or with a
 * pipe does not share its databases.
 *
 * Threads: each set of databases has a lock. A document holds the lock while its citations are
 * resolved and its lists are made, which is about a fifteenth of its time. The first document that
 * names a set reads it, and the others wait. Findings are stored with the set. Each document
 * repeats the findings that it met. The thread that gives documents back in order drops the
 * repetitions (build_shared_settle()).
 */
#include "job/build/files.h"

#include "cite/bib/check/check.h"
#include "cite/bib/database_files.h"
#include "cite/bib/store/store.h"
#include "cite/bib/work_files.h"
#include "core/base/bounds.h"
#include "core/memo/fields.h"
#include "core/memo/inputs.h"
#include "job/build/style_cache.h"

#include <errno.h>
#include <stdatomic.h>

#include <stdlib.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_CHECK_ENTITY);
DIAG_USE(DIAG_BIB_FORMAT);
DIAG_USE(DIAG_DATABASE_NOT_FOUND);

/** The text of a shared database. Each document that uses the database records the text as an
 * input. */
struct shared_text {
    struct str path, text;
    struct file_id id; /* id of the file before it was read */
};

/** Databases that are read together. A document that holds the set (build_hold()) may use all
 * members except `dead` and `older`. */
struct shared_set {
    pthread_mutex_t lock;
    struct arena *arena; /* memory of the bib and its items */
    struct bib *bib;
    struct resolve_shared *found; /* what resolve has computed from the databases */
    VEC(struct shared_text) texts;
    struct diags diags;  /* diagnostics about the texts and entries */
    struct diags linted; /* diagnostics of the checks of `refs check` */
    /* number of diagnostics at the beginning of `diags` that come from reading the texts */
    size_t nread;
    bool is_linted;           /* the checks of all entries have been run */
    struct memo_inputs asked; /* the file queries made while the set was read */
    atomic_bool dead; /* the set could not be read completely, so no further document may use it */
    struct shared_set *older; /* a dead set of the same files, or NULL */
};

struct build_shared *build_shared_new(struct arena *a) {
    struct build_shared *shared = ARENA_NEW(a, struct build_shared);
    *shared = (struct build_shared){.arena = arena_new(), .sets = MAP_INIT, .files = arena_new()};
    shared->styles = build_style_cache_new();
    if (pthread_mutex_init(&shared->lock, NULL) != 0) {
        base_out_of_memory();
    }
    guard_begin(&shared->guard, shared->files);
    shared->seen = memo_seen_new();
    diags_init(&shared->told, shared->files);
    return shared;
}

static void empty_set(struct shared_set *set) {
    memo_inputs_drop(&set->asked);
    bib_close_files(set->bib);
    vec_drop(&set->texts);
    diags_drop(&set->diags);
    diags_drop(&set->linted);
    arena_drop(set->arena);
    (void)pthread_mutex_destroy(&set->lock);
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
    build_style_cache_drop(shared->styles);
    guard_end(&shared->guard);
    memo_seen_drop(shared->seen);
    diags_drop(&shared->told);
    arena_drop(shared->files);
    arena_drop(shared->arena);
    (void)pthread_mutex_destroy(&shared->lock);
}

void build_shared_forget_files(struct build_shared *shared) {
    memo_seen_forget(shared->seen);
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
    /* the guard knows files by inode numbers, and a new file may get the number of a deleted one */
    guard_end(&shared->guard);
    shared->guard.wrote = false;
    memo_seen_forget(shared->seen);
    diags_drop(&shared->told);
    arena_reset(shared->files);
    diags_init(&shared->told, shared->files);
    build_style_cache_empty(shared->styles);
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

/* ---- holding a set, and its diagnostics */

static void hold(struct shared_set *set) {
    (void)pthread_mutex_lock(&set->lock);
}

static void let_go(struct shared_set *set) {
    (void)pthread_mutex_unlock(&set->lock);
}

void build_hold(struct build_run *b) {
    if (b->set && b->holds++ == 0) {
        hold(b->set);
    }
}

void build_let_go(struct build_run *b) {
    if (b->set && --b->holds == 0) {
        let_go(b->set);
    }
}

/** Prepares the places of diagnostics in a set, so that they can be shown while other documents use
 * its entries. */
static void ready_places(struct shared_set *set, const struct diags *d) {
    hold(set);
    diags_ready_places(d, set->arena);
    let_go(set);
}

void build_shared_settle(struct build_shared *shared, struct diags *d, struct diags_mark since) {
    diags_leave_repeated(d, since, &shared->told);
    if (!d->n) {
        return;
    }
    build_style_cache_settle(shared->styles, d);
    VEC(struct shared_set *) sets = VEC_INIT;
    (void)pthread_mutex_lock(&shared->lock);
    for (size_t i = 0; i < shared->sets.n; i++) {
        for (struct shared_set *set = shared->sets.entries[i].value; set; set = set->older) {
            vec_push(&sets, set);
        }
    }
    (void)pthread_mutex_unlock(&shared->lock);
    for (size_t i = 0; i < sets.n; i++) {
        ready_places(sets.p[i], d);
    }
    vec_drop(&sets);
}

/** A database that a document names. */
struct named {
    struct str name; /* the name as it is written in the document */
    struct str dir;  /* the folder to which the name of a library is relative */
    struct str path; /* the path of the database's file */
    struct span at;
};
typedef VEC(struct named) named_vec;

/** Suggests another database in the folder of a missing one. */
static void hint_database(struct build_run *b, struct diag *g, struct str path) {
    VEC(struct str) found = VEC_INIT;
    size_t n = 0;
    const struct str *names = file_host_names(&b->opt->host, b->arena, path_dir(path), STR(""), &n);
    for (size_t i = 0; i < n; i++) {
        if (bib_format_of_name(names[i]) != BIB_FORMAT_COUNT) {
            vec_push(&found, names[i]);
        }
    }
    struct str dir = path_dir(path);
    bool near = diag_suggest(b->d, g, path_base(path), found.p, found.n);
    if (!near && found.n == 1) {
        diag_hint(b->d, g, "the folder has `%.*s`", STR_ARG(found.p[0]));
    } else if (!near) {
        diag_hint(b->d, g, "paths are relative to the document; looked in `%.*s`",
                  STR_ARG(dir.n ? dir : STR(".")));
    }
    vec_drop(&found);
}

/** Whether a name means a library. "library" means the library of the user, and "library:FILE"
 * means another library. If a file with exactly that name exists, the name means this file. */
static bool is_library(struct build_run *b, const struct named *db) {
    return (str_is(db->name, "library") || str_starts(db->name, STR("library:"))) &&
           !file_host_exists(&b->opt->host, b->arena, path_join(b->arena, db->dir, db->name));
}

/** Whether a document may name a library. The library must be a file, and in the sandbox a file
 * that the document may read. Only the user may name a server, because an untrusted document must
 * not use the credentials of the user. */
static bool may_attach(struct build_run *b, const struct named *db, struct str path) {
    if (str_find(db->name, STR("://")) != STR_NONE) {
        struct diag *g = diag_add(b->d, DIAG_DATABASE_NOT_FOUND, db->at,
                                  "a document must name a library by its file, not by an address");
        diag_hint(b->d, g, "only the command line may name a server: `--bibliography library:...`");
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
        struct diag *g = diag_add(b->d, DIAG_DATABASE_NOT_FOUND, at, "there is no library");
        diag_hint(b->d, g, "name its file: `library:FILE`");
        return;
    }
    if (!own && at.src && !may_attach(b, db, path)) {
        return;
    }
    if (b->opt->sandbox && str_find(path, STR("://")) != STR_NONE) {
        (void)diag_add(b->d, DIAG_DATABASE_NOT_FOUND, at,
                       "there is no network in the sandbox: `%.*s` is not used",
                       STR_ARG(bib_store_shown(b->arena, path)));
        return;
    }
    struct bib_store *store = bib_store_open(b->arena, path, BIB_STORE_READ, at, b->d);
    /* the result is not cached, because a later change of a library cannot be noticed */
    memo_uncertain(b->opt->host.inputs);
    if (store) {
        if (!store->is_server) {
            build_note_input(b, store->path);
        }
        bib_attach_store(bib, store);
    }
}

/** Adds the entries of a pipe from the text of its first reading, because a pipe can be read only
 * once. Returns false for other files, and for a pipe that is new. */
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

/** Records a database as an input of the document and as one of its texts. */
static void note_database(struct build_run *b, struct str path, struct str text) {
    if (!file_is_stream(path)) {
        build_note_input(b, path);
    }
    build_note_text(b, path, text, bib_format_media_type(bib_format_of_name(path)),
                    "Citation database", true);
}

/** The document and the shared set in which note_read() records texts. */
struct noted {
    struct build_run *b;
    struct shared_set *set; /* the shared set, or NULL */
};

static void note_read(void *user, struct str path, struct str text) {
    struct noted *noted = user;
    note_database(noted->b, path, text);
    if (noted->set) {
        vec_push(&noted->set->texts, ((struct shared_text){.path = path, .text = text}));
    }
}

/** Whether one of the diagnostics after the first `before` reports that a file is not a database.
 */
static bool is_unknown(const struct diags *d, size_t before) {
    for (size_t i = before; i < d->n; i++) {
        if (d->list[i]->id == DIAG_BIB_FORMAT) {
            return true;
        }
    }
    return false;
}

/** Reads a file, or a folder of pages, into `bib`. `a` is the memory of `bib`. */
static void read_database(struct build_run *b, struct arena *a, struct bib *bib,
                          const struct named *db, struct shared_set *set) {
    if (read_again(b, bib, db->path)) {
        return;
    }
    int err;
    struct diags *d = set ? &set->diags : b->d;
    struct bib_cache_options cache = {
        .fence = b->opt->host.fence, .dir = b->cache, .entries = LIMIT_EAGER_ITEMS};
    struct str path = arena_str(a, db->path), text;
    struct noted noted = {b, set};
    size_t before = d->n;
    bool pages = false;
    if (file_host_has(&b->opt->host, a, path, LIMIT_DATABASE, &text, &err)) {
        if (err == 0) {
            (void)bib_read(bib, source_new(a, path, text), BIB_AUTO, d);
        }
    } else if (bib_is_pages(path)) {
        pages = true;
        /* the result is not cached, because files may be added to the folder */
        memo_uncertain(b->asking);
        err = bib_read_pages(bib, path, b->opt->host.fence, note_read, &noted, d);
    } else {
        memo_note_file(b->asking, path);
        err = bib_read_file(bib, path, &cache, &text, d);
        /* without a text, the file was read through its index; then its id identifies it */
        if (err || text.n) {
            memo_note_content(b->asking, path, text);
        }
    }
    bool unknown = is_unknown(d, before);
    b->databases_failed += err != 0;
    b->databases_read += err == 0;
    if (err) {
        report_unread(b, db, err);
    } else if (unknown) {
        build_note_input(b, path); /* the file is an input, but it is not attached to outputs */
    } else if (!pages) {
        note_read(&noted, path, text);
    }
}

/* ---- which databases a document names ---- */

/** Finds the database of a document. Searches the folder of the document, then the folders of
 * --resource-path, then the current folder, as pandoc does. */
static struct str find_database(struct build_run *b, struct str name) {
    struct str beside = path_join(b->arena, b->dir, name), path = beside;
    size_t n = b->opt->resource_dirs.n;
    for (size_t i = 0; i <= n && !file_host_exists(&b->opt->host, b->arena, path); i++) {
        path = i < n ? path_join(b->arena, b->opt->resource_dirs.p[i], name) : name;
    }
    return file_host_exists(&b->opt->host, b->arena, path) ? path : beside;
}

/** Adds a database, unless it was named before. */
static void add_named(struct build_run *b, named_vec *out, struct str name, struct span at) {
    struct str path = find_database(b, name);
    bool known = name.n == 0;
    for (size_t i = 0; i < out->n && !known; i++) {
        known = str_eq(out->p[i].path, path);
    }
    if (!known) {
        vec_push(out, ((struct named){name, b->dir, path, at}));
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

/** Whether a key of the front matter names databases. These are the key of pandoc and the keys of
 * its filters section-bibliographies and multiple-bibliographies (`bibliography_main`). */
static bool is_bibliography(struct str key) {
    return str_is(key, "bibliography") || str_is(key, "section-bibs-bibliography") ||
           str_starts(key, STR("bibliography_"));
}

static bool names_database(const struct build_run *b, const struct doc *doc) {
    bool any = b->opt->databases.n > 0 || node_get(doc->front, "references");
    for (size_t i = 0; !any && i < doc->front->n; i++) {
        any = is_bibliography(doc->front->keys[i]);
    }
    return any;
}

bool build_names_database(const struct build_run *b, const struct doc *doc) {
    return names_database(b, doc) || b->site.ndatabases > 0;
}

static void find_databases(struct build_run *b, const struct doc *doc, named_vec *out) {
    for (size_t i = 0; i < b->opt->databases.n; i++) {
        vec_push(out, ((struct named){b->opt->databases.p[i], STR_EMPTY, b->opt->databases.p[i],
                                      SPAN_NONE}));
    }
    /* databases of the command line replace those of the document (pandoc, --bibliography) */
    if (b->opt->databases.n == 0) {
        /* the key of the filter section-bibliographies replaces `bibliography` */
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

/** Returns the key of the set of these databases. Empty if the document does not share them. */
static struct str set_key(struct build_run *b, const named_vec *dbs,
                          const struct node *references) {
    /* Other documents must still report findings that this document ignores. */
    bool hides =
        b->settings && build_settings_hide(b->settings, DIAG_BIB_SYNTAX, DIAG_CHECK_ENTITY);
    if (!b->opt->shared || references || dbs->n == 0 || hides) {
        return STR_EMPTY;
    }
    struct buf key = BUF_INIT;
    buf_str(&key, b->cache);
    bool own = false;
    for (size_t i = 0; i < dbs->n; i++) {
        buf_putc(&key, '\n');
        /* "works.bib" of one page and "../works.bib" of another can be the same file. */
        buf_str(&key, file_real_path(b->arena, dbs->p[i].path));
        own = own || is_library(b, &dbs->p[i]) || file_is_stream(dbs->p[i].path);
    }
    struct str out = own ? STR_EMPTY : buf_keep(&key, b->arena);
    buf_drop(&key);
    return out;
}

/** Adds the file queries of a set to the queries of the document. */
static void ask_set(struct build_run *b, const struct shared_set *set) {
    if (b->opt->host.inputs) {
        memo_inputs_add(b->opt->host.inputs, &set->asked, true);
    }
}

/** Makes a new set for a key and holds it. The caller must have the lock of all sets. */
static struct shared_set *new_set(struct build_shared *shared, struct str key) {
    struct map_entry *entry = map_find(&shared->sets, key);
    struct arena *a = arena_new();
    struct shared_set *set =
        shared->spare ? shared->spare : ARENA_NEW(shared->arena, struct shared_set);
    shared->spare = shared->spare ? shared->spare->older : NULL;
    *set = (struct shared_set){.arena = a,
                               .bib = bib_new(a),
                               .found = resolve_shared_new(a),
                               .older = entry ? entry->value : NULL};
    if (pthread_mutex_init(&set->lock, NULL) != 0) {
        base_out_of_memory();
    }
    diags_init(&set->diags, a);
    diags_init(&set->linted, a);
    memo_inputs_begin(&set->asked, a);
    bib_share(set->bib, &set->diags);
    hold(set);
    map_put(&shared->sets, entry ? entry->key : arena_str(shared->arena, key), set);
    return set;
}

/** Repeats the diagnostics that were made when the texts of a set were read. */
static void repeat_diags(struct build_run *b, const struct shared_set *set) {
    for (size_t i = 0; i < set->nread; i++) {
        diags_repeat(b->d, set->diags.list[i]);
    }
}

static void read_set(struct build_run *b, struct shared_set *set, const named_vec *dbs) {
    size_t round = b->opt->shared->round;
    b->asking = b->opt->cache.n ? &set->asked : NULL;
    for (size_t i = 0; i < dbs->n; i++) {
        struct file_id id;
        struct str path = dbs->p[i].path;
        /* Pages and files without an identity cannot be recognized later. */
        bool known = file_identify(path, &id) == 0 && !bib_is_pages(path);
        read_database(b, set->arena, set->bib, &dbs->p[i], set);
        set->nread = set->diags.n;
        repeat_diags(b, set);
        if (known && set->texts.n) {
            vec_last(&set->texts).id = id;
        }
        set->dead = set->dead || (round && !known);
    }
    b->asking = NULL;
    ask_set(b, set);
    /* a set that could not be read is read and reported again for each document */
    set->dead = set->dead || b->databases_failed > 0;
}

/** Uses databases that another document has read. */
static void take_set(struct build_run *b, const struct shared_set *set, const named_vec *dbs) {
    /* if the numbers differ, some of the databases are folders with several texts */
    bool files = set->texts.n == dbs->n;
    for (size_t i = 0; i < set->texts.n; i++) {
        const struct shared_text *t = &set->texts.p[i];
        note_database(b, files ? dbs->p[i].path : t->path, t->text);
    }
    b->databases_read += dbs->n;
    repeat_diags(b, set);
    ask_set(b, set);
}

/** Returns the set of these databases and holds it. Reads the databases if necessary. The
 * diagnostics from reading are repeated for this document. */
static struct shared_set *find_set(struct build_run *b, struct str key, const named_vec *dbs) {
    struct build_shared *shared = b->opt->shared;
    struct shared_set *set = NULL;
    for (bool found = false; !found;) {
        (void)pthread_mutex_lock(&shared->lock);
        struct shared_set *there = map_lookup(&shared->sets, key);
        bool fresh = !there || there->dead;
        set = fresh ? new_set(shared, key) : there;
        (void)pthread_mutex_unlock(&shared->lock);
        if (fresh) {
            read_set(b, set, dbs);
            found = true;
        } else {
            hold(set); /* waits until the set has been read */
            found = !set->dead;
            if (found) {
                take_set(b, set, dbs);
            } else {
                let_go(set);
            }
        }
    }
    b->holds++;
    return set;
}

struct bib *build_databases(struct build_run *b, const struct doc *doc) {
    if (node_get(doc->front, "attach")) {
        /* no index is used, because whole databases may have to be attached */
        b->cache = STR_EMPTY;
    }
    const struct node *references = node_get(doc->front, "references");
    named_vec dbs = VEC_INIT;
    find_databases(b, doc, &dbs);
    struct str key = set_key(b, &dbs, references);
    struct bib *bib;
    b->set = key.n ? find_set(b, key, &dbs) : NULL;
    b->asking = b->opt->host.inputs;
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
        /* the diagnostics point into the set, so it is kept until the run ends */
        b->set->dead = true;
        b->set = NULL; /* this document no longer holds the set */
    } else {
        bib_close_files(b->bib);
    }
}

/**
 * Entries are decoded when they are used. But a database of ordinary size is decoded completely, so
 * that errors in uncited entries are reported. A check decodes any database completely.
 */
void build_check_databases(struct build_run *b, struct bib *bib) {
    struct shared_set *set = b->set;
    size_t n = bib_count(bib);
    bool all = !b->job->surveys && (b->checking || n <= LIMIT_EAGER_ITEMS);
    if (set && all) {
        bib_tell_all(bib, b->d);
    }
    for (size_t i = 0; i < n && all && !set; i++) {
        bib_at(bib, i, b->d);
    }
    if (!b->opt->lint) {
        return;
    }
    if (set && !set->is_linted) {
        set->is_linted = true;
        bib_check(bib, &set->linted);
    }
    if (set) {
        diags_repeat_all(b->d, &set->linted);
    } else {
        bib_check(bib, b->d);
    }
}

/* ---- databases without a document ---- */

/** Opens databases for a run without a document. Returns false if the databases cannot be shared,
 * for example because none is named. */
static bool open_alone(struct build_run *b, const struct str *databases, size_t n) {
    named_vec dbs = VEC_INIT;
    b->cache = b->opt->lint || b->opt->unused ? STR_EMPTY : b->opt->cache;
    for (size_t i = 0; i < n; i++) {
        vec_push(&dbs, ((struct named){databases[i], STR_EMPTY, databases[i], SPAN_NONE}));
    }
    struct str key = set_key(b, &dbs, NULL);
    b->set = key.n ? find_set(b, key, &dbs) : NULL;
    vec_drop(&dbs);
    if (b->set) {
        b->bib = b->set->bib;
        build_check_databases(b, b->bib);
    }
    return b->set != NULL;
}

size_t build_groups(struct arena *a, const struct build_options *opt, const struct str *databases,
                    size_t ndatabases, struct str lang, const struct str *by, size_t n,
                    struct resolve_grouped *out, struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run b = {.job = &job, .opt = opt, .arena = a, .d = d};
    struct diags_mark before = diags_mark(d);
    size_t works = 0;
    if (open_alone(&b, databases, ndatabases)) {
        works = bib_count(b.bib);
        resolve_groups(a, b.bib, b.set->found, lang, by, n, out, d);
        build_let_go(&b);
        build_shared_settle(opt->shared, d, before);
    }
    build_run_end(&b);
    return works;
}

static int by_newest(const void *x, const void *y) {
    const struct item *a = *(const struct item *const *)x, *b = *(const struct item *const *)y;
    const struct item_date *m = item_date(a, VAR_ISSUED), *n = item_date(b, VAR_ISSUED);
    int32_t p = m && m->from.has_year ? m->from.year : 0;
    int32_t q = n && n->from.has_year ? n->from.year : 0;
    return p != q ? (p < q ? 1 : -1) : a->order < b->order ? -1 : a->order > b->order;
}

void build_each_work(struct arena *a, const struct build_options *opt, const struct str *databases,
                     size_t ndatabases, void (*each)(void *user, const struct item *it), void *user,
                     struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run b = {.job = &job, .opt = opt, .arena = a, .d = d};
    struct diags_mark before = diags_mark(d);
    if (open_alone(&b, databases, ndatabases)) {
        VEC(const struct item *) all = VEC_INIT;
        for (size_t i = 0; i < bib_count(b.bib); i++) {
            const struct item *it = bib_at(b.bib, i, d);
            if (it) {
                vec_push(&all, it);
            }
        }
        vec_sort(&all, by_newest);
        for (size_t i = 0; i < all.n; i++) {
            each(user, all.p[i]);
        }
        vec_drop(&all);
        build_let_go(&b);
        build_shared_settle(opt->shared, d, before);
    }
    build_run_end(&b);
}

/* ---- traces */

struct buf *build_begin_trace(struct build_run *b, const struct doc *doc) {
    bool none = bib_count(b->bib) == 0 && !build_names_database(b, doc);
    b->untraced = b->untraced || !b->results || (!b->set && !none) || (b->set && b->set->dead) ||
                  node_get(doc->front, "attach") || b->opt->lint || b->opt->unused ||
                  b->trace.n; /* an earlier output has a trace */
    if (b->untraced) {
        return NULL;
    }
    struct memo_fields f = {.out = &b->trace};
    size_t n = memo_count(&f, b->set ? b->set->texts.n : 0, 1);
    for (size_t i = 0; i < n; i++) {
        memo_text(&f, &b->set->texts.p[i].path);
    }
    return &b->trace;
}

bool build_trace_is_same(struct arena *a, const struct build_options *opt, struct str trace,
                         struct diags *d) {
    struct build_job job = {.arena = a};
    struct build_run b = {.job = &job, .opt = opt, .arena = a, .d = d, .cache = opt->cache};
    struct memo_fields f = {.arena = a, .value = trace};
    named_vec dbs = VEC_INIT;
    size_t n = memo_count(&f, 0, sizeof(uint64_t));
    for (size_t i = 0; i < n; i++) {
        struct str path = STR_EMPTY;
        memo_text(&f, &path);
        vec_push(&dbs, ((struct named){path, STR_EMPTY, path, SPAN_NONE}));
    }
    struct str rest = str_from(trace, f.at);
    struct str key = f.bad ? STR_EMPTY : set_key(&b, &dbs, NULL);
    b.set = key.n ? find_set(&b, key, &dbs) : NULL;
    bool same = !f.bad && n == 0 && rest.n == 0;
    if (b.set && !b.set->dead) {
        build_check_databases(&b, b.set->bib);
        same = resolve_trace_holds(rest, b.set->bib, b.set->found, d);
    }
    build_let_go(&b);
    vec_drop(&dbs);
    build_run_end(&b);
    return same;
}
