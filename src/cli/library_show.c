/* SPDX-License-Identifier: MIT */
/*
 * Prints items of the library, as lines or in a database format. Exports are written in pieces, so
 * that memory does not grow with the library.
 */
#include "cli/cmd_library_common.h"
#include "cli/refs_row.h"

#include "cite/bib/format/format.h"
#include "core/base/guard.h"
#include "model/tex/math/math_rich.h"

#include <stdio.h>

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_OWN_INPUT);
DIAG_USE(DIAG_READ_ONLY);
DIAG_USE(DIAG_TOO_LARGE);

#define PIECE 1000 /* number of items that are written at a time */
#define NAMES_SHOWN 3

void library_print(struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if ((c < 0x20 && c != '\n') || c == 0x7F) {
            fputc(' ', stdout);
        } else {
            fputc(c, stdout);
        }
    }
}

/** Writes "Alder, Brandt, Conrad et al." */
static void add_names(struct arena *a, struct buf *b, struct item_names names) {
    bool more = names.n > NAMES_SHOWN;
    for (size_t i = 0; i < names.n && i < NAMES_SHOWN; i++) {
        struct str text = refs_family(a, &names.p[i]);
        buf_puts(b, i && text.n ? ", " : "");
        buf_str(b, text);
        more = more || names.p[i].others;
    }
    buf_puts(b, more ? " et al." : "");
}

void library_show(const struct item *it, const struct bib_store_row *row) {
    struct arena *a = arena_new();
    struct buf b = BUF_INIT;
    add_names(a, &b, item_makers(it));
    if (row->has_year) {
        buf_puts(&b, b.n ? " (" : "(");
        buf_int(&b, row->year);
        buf_putc(&b, ')');
    }
    buf_puts(&b, b.n ? ": " : "");
    buf_str(&b, tex_rich_plain(a, item_rich(it, VAR_TITLE)));
    struct str venue = tex_rich_plain(a, item_rich(it, VAR_CONTAINER_TITLE));
    venue = venue.n ? venue : tex_rich_plain(a, item_rich(it, VAR_PUBLISHER));
    if (venue.n) {
        buf_puts(&b, ". ");
        buf_str(&b, venue);
    }
    struct str text = buf_keep(&b, a);
    buf_clear(&b);
    buf_str(&b, it->id);
    buf_puts(&b, "  ");
    for (size_t i = 0; i < text.n; i++) {
        buf_putc(&b, text.p[i] == '\n' ? ' ' : text.p[i]);
    }
    buf_printf(&b, "\n    %.*s:%lld\n", STR_ARG(row->path), (long long)row->line);
    library_print(buf_view(&b));
    buf_drop(&b);
    arena_drop(a);
}

/* ---- exporting ---- */

/* The text before, after and between the items of a list. `before` and `after` are written once,
 * although the items are exported in several portions. */
struct list_frame {
    struct str before, after, between;
};

static struct list_frame frame_of(enum bib_format format) {
    if (format == BIB_CSL_JSON) {
        return (struct list_frame){STR_INIT("["), STR_INIT("\n]\n"), STR_INIT(",")};
    }
    if (format == BIB_CSL_YAML) {
        return (struct list_frame){STR_INIT("---\nreferences:\n"), STR_INIT("---\n"), STR_INIT("")};
    }
    /* other formats have no frame */
    return (struct list_frame){STR_INIT(""), STR_INIT(""), STR_INIT("\n")};
}

struct exporter {
    struct library_run *r;
    enum bib_format format;
    struct list_frame frame;
    struct arena *arena; /* the memory of the current piece */
    VEC(const struct item *) items;
    struct buf out;
    size_t pieces;
};

static void write_piece(struct exporter *x) {
    struct buf piece = BUF_INIT;
    (void)bib_write(x->arena, &piece, x->format, x->items.p, x->items.n);
    struct str text = buf_view(&piece);
    if (!str_starts(text, x->frame.before) || !str_ends(text, x->frame.after)) {
        BUG("a list without its frame");
    }
    buf_str(&x->out, x->pieces++ ? x->frame.between : x->frame.before);
    buf_str(&x->out, str_slice(text, x->frame.before.n, text.n - x->frame.after.n));
    buf_drop(&piece);
    vec_clear(&x->items);
    arena_drop(x->arena);
    x->arena = arena_new();
}

static bool take_item(const struct bib_store_row *row, void *user) {
    struct exporter *x = user;
    const struct item *it = bib_store_item(x->r->store, x->arena, row);
    if (it) {
        vec_push(&x->items, it);
    }
    if (x->items.n == PIECE) {
        write_piece(x);
    }
    return !x->out.overflow;
}

/** Writes the last piece and the end of the list, or an empty list if there are no items. */
static void write_rest(struct exporter *x) {
    if (x->items.n) {
        write_piece(x);
    }
    if (x->pieces) {
        buf_str(&x->out, x->frame.after);
    } else {
        (void)bib_write(x->arena, &x->out, x->format, NULL, 0);
    }
}

static void write_file(struct exporter *x) {
    /* the files of SQLite that belong to a library */
    static const struct str parts[] = {STR_INIT(""), STR_INIT("-wal"), STR_INIT("-shm"),
                                       STR_INIT("-journal")};
    struct library_run *r = x->r;
    struct diags *d = &r->store_job.diags;
    struct str path = r->output.n ? r->output : STR("-");
    if (x->out.overflow) {
        diag_add(d, DIAG_TOO_LARGE, SPAN_NONE, "`%.*s` would be larger than %zu MB", STR_ARG(path),
                 x->out.limit / (1024 * 1024));
        return;
    }
    struct guard g;
    struct str other;
    guard_begin(&g, x->arena);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        (void)guard_read(&g, arena_join(x->arena, 2, r->store->path, parts[i]));
    }
    enum guard_verdict v = guard_claim(&g, path, STR("the export"), &other);
    int err = v != GUARD_FREE || str_is(path, "-") ? 0 : file_make_dirs(path_dir(path));
    if (v == GUARD_FREE && !err) {
        err = guard_write(&g, path, STR("the export"), buf_view(&x->out), false);
    }
    guard_end(&g);
    if (v != GUARD_FREE) {
        struct diag *error =
            diag_add(d, v == GUARD_READ_ONLY ? DIAG_READ_ONLY : DIAG_OWN_INPUT, SPAN_NONE,
                     v == GUARD_READ_ONLY ? "`%.*s` is read-only" : "`%.*s` is the library itself",
                     STR_ARG(path));
        if (v == GUARD_READ_ONLY) {
            diag_hint(d, error, "make it writable, or choose another name");
        }
        r->store_job.refused = true;
        return;
    }
    if (err) {
        struct diag *error =
            diag_add(d, DIAG_CANNOT_WRITE, SPAN_NONE, "cannot write `%.*s`", STR_ARG(path));
        diag_hint(d, error, "%.*s", STR_ARG(file_why_unwritten(x->arena, path, err)));
        r->io_failed = true;
    }
}

/** Returns the format: --to, or else that of the name of -o, or else CSL-JSON. */
static enum bib_format choose_format(const struct library_run *r) {
    enum bib_format f = r->to == BIB_AUTO ? bib_format_of_name(r->output) : r->to;
    return f == BIB_FORMAT_COUNT ? BIB_CSL_JSON : f;
}

bool library_export(struct library_run *r, const struct bib_store_query *query) {
    struct exporter x = {.r = r, .format = choose_format(r), .arena = arena_new()};
    x.frame = frame_of(x.format);
    buf_init(&x.out, 0);
    bool can = bib_write(x.arena, &x.out, x.format, NULL, 0);
    buf_clear(&x.out);
    if (can && bib_store_each(r->store, query, take_item, &x)) {
        write_rest(&x);
        write_file(&x);
    }
    buf_drop(&x.out);
    vec_drop(&x.items);
    arena_drop(x.arena);
    return can;
}
