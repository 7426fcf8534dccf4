/* SPDX-License-Identifier: MIT */
/*
 * The database that was kept: its text, and marks of its entries that tell which other entries one
 * of them could matter to. Decides whether what has changed lies within one entry, and whether that
 * entry stands for itself as it was and as it is.
 *
 * A kept text that was damaged is one that differs: either more than an entry has changed then, or
 * pages do not have the entry as it says. The marks have a digest of their own.
 *
 *     head, marks of the entries, text
 */
#include "job/site/delta.h"

#include "core/base/bounds.h"
#include "core/base/digest.h"
#include "dossier/version.h"

#include <unistd.h>

_Static_assert(sizeof(struct file_id) == 48 && sizeof(struct bib_mark) == 40, "no holes");

#define MAGIC "dossier-works 1\n" DOSSIER_VERSION
#define LEAST 4096                 /* bytes of a database that is kept: less is soon read */
#define MOST (64u * 1024u * 1024u) /* and of the largest */
#define MOST_BETWEEN 65536         /* bytes that stand between entries and are no white space */

struct head {
    char magic[40]; /* with the version of the program */
    uint64_t size;  /* of the text */
    uint64_t n;     /* entries */
    struct file_id stamp;
    struct digest sum;
};

/** One that is open. */
struct opened {
    struct site_delta delta;
    struct site *site;
    struct arena *arena;
    struct bib_mark *marks; /* those of the text as it is now, when `single` */
    size_t n;
    struct str text; /* as it is now */
};

static void fill_head(struct head *h, const struct file_id *stamp, size_t size,
                      const struct bib_mark *marks, size_t n) {
    memset(h, 0, sizeof *h);
    h->stamp = *stamp;
    memcpy(h->magic, MAGIC, sizeof MAGIC - 1);
    h->size = size;
    h->n = n;
    struct digest_sum sum;
    digest_begin(&sum);
    digest_add(&sum, (struct str){(const char *)h, offsetof(struct head, sum)});
    digest_add(&sum, (struct str){(const char *)marks, n * sizeof *marks});
    h->sum = digest_end(&sum);
}

/** The marks and the text that were kept; false when there are none. */
static bool read_kept(struct opened *o, struct str kept, struct str *text) {
    struct head h, right;
    struct str all;
    if (file_read(o->arena, kept, 2u * MOST, &all) != 0 || all.n < sizeof h) {
        return false;
    }
    memcpy(&h, all.p, sizeof h);
    size_t rest = all.n - sizeof h;
    if (h.size > rest || (rest - h.size) % sizeof *o->marks != 0 ||
        h.n != (rest - h.size) / sizeof *o->marks || h.n == 0) {
        return false;
    }
    o->n = (size_t)h.n;
    o->marks = arena_copy(o->arena, all.p + sizeof h, o->n * sizeof *o->marks);
    *text = str_from(all, sizeof h + o->n * sizeof *o->marks);
    fill_head(&right, &h.stamp, text->n, o->marks, o->n);
    return memcmp(&h, &right, sizeof h) == 0;
}

/* ---- what has changed */

/** Bytes that two texts have in common at their begin. */
static size_t common_begin(struct str a, struct str b) {
    size_t n = a.n < b.n ? a.n : b.n, i = 0;
    while (n - i >= 4096 && memcmp(a.p + i, b.p + i, 4096) == 0) {
        i += 4096;
    }
    while (i < n && a.p[i] == b.p[i]) {
        i++;
    }
    return i;
}

/** And at their end, but for the first `begin`. */
static size_t common_end(struct str a, struct str b, size_t begin) {
    size_t n = (a.n < b.n ? a.n : b.n) - begin, i = 0;
    while (n - i >= 4096 && memcmp(a.p + a.n - i - 4096, b.p + b.n - i - 4096, 4096) == 0) {
        i += 4096;
    }
    while (i < n && a.p[a.n - i - 1] == b.p[b.n - i - 1]) {
        i++;
    }
    return i;
}

/** The entry in which all changes lie, between its '@' and its end; or `n`. */
static size_t find_entry(const struct opened *o, struct str was) {
    size_t begin = common_begin(was, o->text), end = common_end(was, o->text, begin);
    size_t low = 0, high = o->n;
    while (low < high) { /* the last that begins before the change */
        size_t mid = low + (high - low) / 2;
        if (o->marks[mid].begin < begin) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low > 0 && was.n - end < o->marks[low - 1].end ? low - 1 : o->n;
}

/** What stands before an entry and is none: definitions, comments. False when that is much, or has
 * what counts for all entries. */
static bool put_between(const struct opened *o, struct str text, size_t entry, struct buf *b) {
    size_t at = 0;
    for (size_t i = 0; i <= entry; i++) {
        struct str gap = str_slice(text, at, o->marks[i].begin);
        if (o->marks[i].begin < at || o->marks[i].end > text.n) {
            return false;
        }
        if (str_trim(gap).n) {
            buf_str(b, gap);
            buf_putc(b, '\n');
        }
        at = o->marks[i].end;
    }
    struct str lower = arena_lower(o->arena, buf_view(b));
    return b->n <= MOST_BETWEEN && str_find(lower, STR("preamble")) == STR_NONE;
}

static void stand_in(struct opened *o, struct site_stand_in *in, struct str between,
                     struct str entry) {
    in->path = o->delta.path;
    in->text = arena_join(o->arena, 3, between, entry, STR("\n"));
    in->options = o->site->build;
    in->options.cache = STR_EMPTY;
    in->options.shared = build_shared_new(o->arena);
}

/** The mark of the one entry that a text of one has; false when it is not alone, or something is
 * wrong with it. */
static bool mark_alone(struct opened *o, struct site_stand_in *in, size_t begin, struct str path,
                       struct bib_mark *out) {
    struct build_marks marks;
    const struct site_stand_in *before = o->site->stand_in;
    o->site->stand_in = in;
    bool good = build_database_marks(o->arena, &in->options, path, true, &marks) && marks.n == 1 &&
                marks.p[0].begin == begin && marks.p[0].end + 1 == in->text.n && !marks.p[0].parent;
    o->site->stand_in = before;
    *out = good ? marks.p[0] : (struct bib_mark){0};
    return good;
}

/** Whether another entry may have to do with one: by its key, or as the same work. */
static bool matters(const struct opened *o, size_t entry, const struct bib_mark *m) {
    for (size_t i = 0; i < o->n; i++) {
        const struct bib_mark *x = &o->marks[i];
        bool alike = x->key == m->key || x->parent == m->key || (m->doi && x->doi == m->doi) ||
                     (m->title && x->title == m->title);
        if (i != entry && alike) {
            return true;
        }
    }
    return false;
}

/** The marks as they are when the entry has become what it is. */
static void move_marks(struct opened *o, size_t entry, const struct bib_mark *now, size_t was) {
    uint32_t grown = (uint32_t)(o->text.n - was); /* less is a large number: it goes round */
    struct bib_mark *m = &o->marks[entry];
    m->doi = now->doi;
    m->title = now->title;
    m->end += grown;
    for (size_t i = entry + 1; i < o->n; i++) {
        o->marks[i].begin += grown;
        o->marks[i].end += grown;
    }
}

static void find_change(struct opened *o, struct str was, struct str path) {
    size_t entry = find_entry(o, was);
    if (entry == o->n) {
        return;
    }
    struct buf b;
    struct bib_mark m0, m1, *m = &o->marks[entry];
    buf_init(&b, 0);
    bool good = put_between(o, was, entry, &b);
    struct str between = buf_keep(&b, o->arena);
    buf_drop(&b);
    if (!good) {
        return;
    }
    stand_in(o, &o->delta.before, between, str_slice(was, m->begin, m->end));
    stand_in(o, &o->delta.after, between, str_slice(o->text, m->begin, m->end + o->text.n - was.n));
    if (mark_alone(o, &o->delta.before, between.n, path, &m0) &&
        mark_alone(o, &o->delta.after, between.n, path, &m1) && m0.key == m1.key &&
        !matters(o, entry, &m0) && !matters(o, entry, &m1)) {
        o->delta.single = true;
        move_marks(o, entry, &m1, was.n);
    }
}

struct site_delta *site_delta_open(struct site *s, struct str path, struct str kept) {
    struct arena *own = arena_new();
    struct opened *o = ARENA_NEW(own, struct opened);
    *o = (struct opened){.delta = {.path = file_real_path(own, path)}, .site = s, .arena = own};
    struct str was;
    if (read_kept(o, kept, &was) &&
        file_read_inside(s->opt->build->host.fence, own, path, MOST, &o->text) == 0) {
        o->delta.same = str_eq(was, o->text);
        if (!o->delta.same) {
            find_change(o, was, path);
        }
    }
    return &o->delta;
}

void site_delta_close(struct site_delta *delta) {
    struct opened *o = (struct opened *)(void *)delta;
    struct site_stand_in *both[] = {&delta->before, &delta->after};
    for (size_t i = 0; i < ARRAY_LEN(both); i++) {
        if (both[i]->options.shared) {
            build_shared_drop(both[i]->options.shared);
        }
    }
    arena_drop(o->arena);
}

/* ---- keeping it */

static void write_kept(struct str kept, const struct file_id *stamp, const struct bib_mark *marks,
                       size_t n, struct str text) {
    struct head h;
    struct buf b;
    fill_head(&h, stamp, text.n, marks, n);
    buf_init(&b, 2u * MOST);
    buf_add(&b, &h, sizeof h);
    buf_add(&b, marks, n * sizeof *marks);
    buf_str(&b, text);
    if (!b.overflow && file_make_dirs(path_dir(kept)) == 0) {
        (void)file_write_soon(kept, buf_view(&b)); /* without it all is read again */
    }
    buf_drop(&b);
}

static bool is_as_it_was(struct str path, const struct file_id *stamp) {
    struct file_id now;
    return file_identify(path, &now) == 0 && file_id_eq(&now, stamp);
}

/** Whether what is kept is of the file as it is. Damage shows when it is used. */
static bool is_current(struct str kept, const struct file_id *stamp) {
    struct head h;
    struct file_id id;
    int fd;
    if (file_open(kept, &fd, &id) != 0) {
        return false;
    }
    bool read = file_read_at(fd, 0, &h, sizeof h);
    (void)close(fd);
    return read && memcmp(h.magic, MAGIC, sizeof MAGIC) == 0 && file_id_eq(&h.stamp, stamp);
}

void site_delta_keep(struct site *s, struct site_delta *delta, struct str path,
                     const struct file_id *stamp, struct str kept) {
    struct opened *o = (struct opened *)(void *)delta;
    struct arena *a = arena_new();
    struct build_marks marks;
    struct str text;
    if (is_current(kept, stamp)) {
        /* nothing is to be done */
    } else if (delta && (delta->same || delta->single)) {
        if (is_as_it_was(path, stamp)) {
            write_kept(kept, stamp, o->marks, o->n, o->text);
        }
    } else if (stamp->size >= LEAST && stamp->size <= MOST &&
               build_database_marks(a, &s->build, path, false, &marks) &&
               file_read_inside(s->opt->build->host.fence, a, path, MOST, &text) == 0 &&
               text.n == stamp->size && is_as_it_was(path, stamp)) {
        write_kept(kept, stamp, marks.p, marks.n, text);
    }
    arena_drop(a);
}
