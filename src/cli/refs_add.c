/* SPDX-License-Identifier: MIT */
/*
 * dossier refs add: adds works to a database, from files and by identifiers. Works that the
 * database already has are omitted. New entries have keys with the pattern of the existing keys,
 * and the form and order of the existing entries. The file is written once, or is not changed.
 */
#include "cli/refs_cited.h"
#include "cli/refs_lookup.h"

#include "cite/bib/check/check.h"
#include "cite/bib/format/format.h"
#include "core/base/file.h"

#include <string.h>

DIAG_USE(DIAG_BIB_DUPLICATE_KEY);
DIAG_USE(DIAG_BIB_BAD_ITEM);

struct add {
    struct refs *r;
    struct str target;
    enum bib_format format;
    struct str before;          /* the text of the database; empty for a new file */
    struct bib *b;              /* the entries of the database, then those of the sources */
    size_t nold;                /* the number of entries of the database */
    struct refs_pieces *pieces; /* pieces of the database if it is a .bib file; else NULL */
    struct lookup *lookup;
    struct str pattern;             /* the pattern of the database's keys; empty if none is known */
    struct map taken;               /* the keys that are in use */
    VEC(const struct item *) items; /* the new entries, with their new keys */
};

/* ---- keys ---- */

/** Whether an entry has the key that a pattern makes for it, with or without a letter at the end.
 */
static bool fits(struct arena *a, struct str pattern, const struct item *it) {
    struct str made = refs_key(a, pattern, it), key = it->id;
    return made.n && str_starts(key, made) &&
           (key.n == made.n || (key.n == made.n + 1 && is_lower(key.p[made.n])));
}

/** Returns the pattern that fits at least half of the keys, or the empty slice. */
static struct str guess_pattern(struct add *x) {
    static const char patterns[] =
        "{author}{year} {author}{year}{word} {Author}{year} {Author}{year}{word} "
        "{Author}{year}{Word} {author}{Word}{year} {author}{word}{year} "
        "{author}_{word}_{year} {author}_{year}_{word} {author}_{year} {Author}_{year} "
        "{author}-{year} {author}-{year}-{word} {author}-{word}-{year} {author}:{year} "
        "{Author}:{year} {author}:{year}:{word} {Author}:{year}{word} {author}{shortyear} "
        "{Author}{shortyear} {author}{shortyear}{word} {Author}{shortyear}{word} "
        "{authors}{year} {Authors}{year} {authors}{shortyear} {author}.{year} {year}{author} "
        "{year}_{author} {author}{Word}{shortyear} {word}{year}";
    struct str best = STR_EMPTY;
    size_t count = 0;
    for (struct str rest = str_of(patterns); rest.p;) {
        struct str pattern = str_cut(&rest, ' ');
        size_t n = 0;
        for (size_t i = 0; i < x->nold && i < 200; i++) {
            const struct item *it = bib_at(x->b, i, &x->r->job.diags);
            n += it && fits(x->r->arena, pattern, it);
        }
        best = n > count ? pattern : best;
        count = n > count ? n : count;
    }
    size_t seen = x->nold < 200 ? x->nold : 200;
    return count * 2 >= seen && count ? best : STR_EMPTY;
}

/** Returns the key of a new entry: one made with the pattern, or its own key. If the key is already
 * used, a letter is added. */
static struct str new_key(struct add *x, const struct item *it) {
    struct arena *a = x->r->arena;
    struct str key = x->pattern.n ? refs_key(a, x->pattern, it) : it->id, free;
    key = key.n ? key : it->id;
    free = key;
    for (unsigned i = 1; map_find(&x->taken, free); i++) {
        free = i < 26 ? arena_printf(a, "%.*s%c", STR_ARG(key), (char)('a' + i))
                      : arena_printf(a, "%.*s-%u", STR_ARG(key), i + 1);
    }
    map_put(&x->taken, free, x);
    return free;
}

/* ---- the text of entries in a .bib ---- */

/** The form in which a .bib file writes its entries. It is taken from the first entry that has two
 * fields on separate lines. */
struct style {
    /* the white space before a field's name, and before and after its '=' */
    struct str indent, before, behind;
    size_t column; /* column of '=' if it is the same for all fields; 0 if they are not aligned */
    bool comma;    /* a comma follows the last field */
    bool quotes;   /* values are in double quotes */
    /* types of entries: 'a' for lower case, 'A' for upper case, 'B' for a capital at the start */
    char type;
};

static size_t offset(struct str outer, struct str inner) {
    return (size_t)(inner.p - outer.p);
}

/** Reads the form of an entry with two fields or more. Returns false if its first field is not at
 * the start of a line. */
static bool read_style(const struct bib_piece *p, struct style *s) {
    const struct bib_text_field *f = p->fields, *g = p->fields + 1;
    size_t name = offset(p->text, f->name);
    size_t line = str_after_last(str_slice(p->text, 0, name), '\n');
    if (line == 0 || str_trim(str_slice(p->text, line, name)).n) {
        return false;
    }
    struct str between = str_slice(p->text, name + f->name.n, offset(p->text, f->value));
    size_t equal = str_index(between, '='), equal2;
    struct str between2 =
        str_slice(p->text, offset(p->text, g->name) + g->name.n, offset(p->text, g->value));
    equal2 = str_index(between2, '=');
    if (equal == STR_NONE || equal2 == STR_NONE) {
        return false;
    }
    s->indent = str_slice(p->text, line, name);
    s->before = str_slice(between, 0, equal);
    s->behind = str_from(between, equal + 1);
    bool aligned = f->name.n != g->name.n && f->name.n + equal == g->name.n + equal2;
    s->column = aligned ? f->name.n + equal : 0;
    const struct bib_text_field *last = &p->fields[p->nfields - 1];
    struct str rest = str_trim(str_from(p->text, offset(p->text, last->value) + last->value.n));
    s->comma = str_starts(rest, STR(","));
    s->quotes = f->value.n && f->value.p[0] == '"' && g->value.n && g->value.p[0] == '"';
    bool upper = p->type.n > 1 && is_upper(p->type.p[0]);
    s->type = !upper ? 'a' : is_upper(p->type.p[1]) ? 'A' : 'B';
    return true;
}

static struct style style_of(const struct add *x) {
    struct style s = {STR("  "), STR(" "), STR(" "), 0, false, false, 'a'};
    for (size_t i = 0; x->pieces && i < x->pieces->text.n; i++) {
        const struct bib_piece *p = &x->pieces->text.p[i];
        if (p->kind == BIB_PIECE_ENTRY && p->nfields > 1 && read_style(p, &s)) {
            break;
        }
    }
    return s;
}

static void put_field(struct buf *out, const struct style *s, const struct bib_text_field *f,
                      bool last) {
    struct str inside = bib_text_inside(f->value);
    bool quotes = s->quotes && inside.p && str_index(inside, '"') == STR_NONE;
    buf_str(out, s->indent);
    buf_str(out, f->name);
    if (s->column > f->name.n) {
        buf_fill(out, ' ', s->column - f->name.n);
    } else {
        buf_str(out, s->column ? STR(" ") : s->before);
    }
    buf_putc(out, '=');
    buf_str(out, s->behind);
    buf_puts(out, quotes ? "\"" : "");
    buf_str(out, quotes ? inside : f->value);
    buf_puts(out, quotes ? "\"" : "");
    buf_puts(out, last && !s->comma ? "\n" : ",\n");
}

/** Returns an entry in the form of the file's own entries. */
static struct str entry_text(struct add *x, const struct item *it, const struct style *s) {
    struct arena *a = x->r->arena;
    struct buf plain = BUF_INIT, out = BUF_INIT;
    (void)bib_write(a, &plain, x->format, &it, 1);
    struct bib_text text = bib_text_read(a, buf_keep(&plain, a));
    for (size_t i = 0; i < text.n; i++) {
        const struct bib_piece *p = &text.p[i];
        if (p->kind != BIB_PIECE_ENTRY) {
            buf_str(&out, p->kind == BIB_PIECE_TEXT ? STR_EMPTY : p->text);
            continue;
        }
        buf_putc(&out, '@');
        for (size_t k = 0; k < p->type.n; k++) {
            bool upper = s->type == 'A' || (s->type == 'B' && k == 0);
            buf_putc(&out, upper ? to_upper(p->type.p[k]) : p->type.p[k]);
        }
        buf_printf(&out, "{%.*s,\n", STR_ARG(p->key));
        for (size_t k = 0; k < p->nfields; k++) {
            put_field(&out, s, &p->fields[k], k + 1 == p->nfields);
        }
        buf_puts(&out, "}\n");
    }
    buf_drop(&plain);
    return buf_finish(&out, a);
}

/** Whether the entries of the file are in the order of their keys. */
static bool is_sorted(const struct add *x) {
    struct str last = STR_EMPTY;
    size_t n = 0;
    for (size_t i = 0; x->pieces && i < x->pieces->text.n; i++) {
        const struct bib_piece *p = &x->pieces->text.p[i];
        if (p->kind == BIB_PIECE_ENTRY) {
            if (n++ && str_cmp(last, p->key) >= 0) {
                return false;
            }
            last = p->key;
        }
    }
    return n > 2;
}

/** Returns where a new entry with this key belongs in a sorted file: before the first entry with a
 * later key. */
static size_t place_of(const struct add *x, struct str key) {
    for (size_t i = 0; i < x->pieces->text.n; i++) {
        const struct bib_piece *p = &x->pieces->text.p[i];
        if (p->kind == BIB_PIECE_ENTRY && str_cmp(p->key, key) > 0) {
            return offset(x->before, p->text);
        }
    }
    return x->before.n;
}

static int by_key(const void *x, const void *y) {
    return str_cmp((*(const struct item *const *)x)->id, (*(const struct item *const *)y)->id);
}

static void write_bib(struct add *x, struct buf *out) {
    struct style s = style_of(x);
    bool sorted = is_sorted(x);
    if (sorted) {
        vec_sort(&x->items, by_key);
    }
    size_t done = 0;
    for (size_t i = 0; i < x->items.n; i++) {
        size_t at = sorted ? place_of(x, x->items.p[i]->id) : x->before.n;
        buf_str(out, str_slice(x->before, done, at));
        done = at;
        bool line = out->n == 0 || out->p[out->n - 1] == '\n';
        bool gap = out->n < 2 || (line && out->p[out->n - 2] == '\n');
        buf_puts(out, line ? "" : "\n");
        buf_puts(out, gap ? "" : "\n");
        buf_str(out, entry_text(x, x->items.p[i], &s));
        buf_puts(out, at < x->before.n ? "\n" : "");
    }
    buf_str(out, str_from(x->before, done));
}

/* ---- other formats ---- */

/** Puts the items after the last item of a JSON list. Returns false if the text is not a list. */
static bool write_json(struct add *x, struct buf *out) {
    struct buf made = BUF_INIT;
    (void)bib_write(x->r->arena, &made, x->format, x->items.p, x->items.n);
    struct str old = str_trim_end(x->before), list = str_trim(buf_view(&made));
    bool fine = old.n == 0 || (str_trim(old).p[0] == '[' && old.p[old.n - 1] == ']');
    if (fine && old.n) {
        struct str head = str_trim_end(str_slice(old, 0, old.n - 1));
        buf_str(out, head);
        buf_puts(out, str_ends(head, STR("[")) ? "" : ",");
        buf_puts(out, "\n  ");
        buf_str(out, str_trim(str_slice(list, 1, list.n - 1)));
        buf_puts(out, "\n]\n");
    } else {
        buf_str(out, buf_view(&made));
    }
    buf_drop(&made);
    return fine;
}

static void write_ris(struct add *x, struct buf *out) {
    buf_str(out, x->before);
    buf_puts(out, x->before.n && x->before.p[x->before.n - 1] != '\n' ? "\n" : "");
    (void)bib_write(x->r->arena, out, x->format, x->items.p, x->items.n);
}

/* ---- the command ---- */

/** Selects the works that the database does not have, with their keys. The other works are
 * reported. */
static void choose(struct add *x) {
    struct refs *r = x->r;
    struct bib_twin *twins = bib_duplicates(x->b, r->arena, &r->job.diags);
    for (size_t i = 0; i < x->nold; i++) {
        map_put(&x->taken, bib_at(x->b, i, &r->job.diags)->id, x);
    }
    for (size_t i = x->nold; i < bib_count(x->b); i++) {
        const struct item *it = bib_at(x->b, i, &r->job.diags);
        if (twins[i].why != BIB_UNIQUE) {
            const struct item *first = bib_at(x->b, twins[i].first, &r->job.diags);
            bool own = twins[i].first < x->nold;
            buf_printf(&r->out, "= %.*s (%s)\n", STR_ARG(first->id),
                       !own                           ? "given twice"
                       : twins[i].why == BIB_SAME_DOI ? "is there already: same DOI"
                                                      : "is there already: same title and year");
            continue;
        }
        struct item *copy = ARENA_NEW(r->arena, struct item);
        *copy = *it;
        copy->id = new_key(x, it);
        vec_push(&x->items, copy);
        buf_printf(&r->out, "+ %.*s\n", STR_ARG(copy->id));
    }
}

/** Whether new entries are in biblatex's dialect: the file has fields of biblatex, or none of
 * BibTeX. */
static bool is_biblatex(const struct add *x) {
    bool any = false;
    for (size_t i = 0; x->pieces && i < x->pieces->text.n; i++) {
        const struct bib_piece *p = &x->pieces->text.p[i];
        for (size_t k = 0; p->kind == BIB_PIECE_ENTRY && k < p->nfields; k++) {
            struct str name = p->fields[k].name;
            if (str_ieq(name, STR("date")) || str_ieq(name, STR("journaltitle"))) {
                return true;
            }
            any = any || str_ieq(name, STR("year")) || str_ieq(name, STR("journal"));
        }
    }
    return !any;
}

static void write_all(struct add *x) {
    struct refs *r = x->r;
    struct buf out = BUF_INIT;
    bool fine = true;
    if (bib_format_is_bib(x->format)) {
        write_bib(x, &out);
    } else if (x->format == BIB_CSL_JSON) {
        fine = write_json(x, &out);
    } else {
        write_ris(x, &out);
    }
    if (!fine) {
        buf_clear(&r->out);
        diag_add(&r->job.diags, DIAG_BIB_BAD_ITEM, SPAN_NONE,
                 "`%.*s` is not a list of items: nothing is added to it", STR_ARG(x->target));
    } else if (r->dry_run) {
        buf_clear(&r->out);
        cli_put_diff(&r->out, r->arena, x->target, x->before, buf_keep(&out, r->arena));
    } else if (x->items.n) {
        (void)refs_rewrite(r, x->target, buf_view(&out));
    }
    buf_drop(&out);
}

/** Reads the database if it exists, and then the sources. Returns false if one of them cannot be
 * read. */
static bool read_all(struct add *x, const struct str *sources, size_t n) {
    struct refs *r = x->r;
    enum bib_format from = r->from;
    bool there = file_exists(x->target);
    r->from = BIB_AUTO;
    x->b = refs_read(r, &x->target, there ? 1 : 0);
    r->from = from;
    if (r->job.io_failed || (there && r->sources.n == 0)) {
        return false;
    }
    x->before = there ? r->sources.p[0]->text : STR_EMPTY;
    x->nold = bib_count(x->b);
    size_t npieces;
    x->pieces = refs_pieces_read(r, &npieces);
    x->pieces = npieces ? x->pieces : NULL;
    uint8_t *levels = ARENA_ARRAY(r->arena, uint8_t, DIAG_RULES_MAX);
    if (r->job.diags.levels) {
        memcpy(levels, r->job.diags.levels, DIAG_RULES_MAX);
    }
    /* new keys are made, so equal keys are not a fault */
    levels[DIAG_BIB_DUPLICATE_KEY->index] = DIAG_IGNORED;
    r->job.diags.levels = levels;
    size_t errors = r->job.diags.errors;
    for (size_t i = 0; i < n; i++) {
        struct str id;
        enum lookup_kind kind =
            file_exists(sources[i]) ? LOOKUP_NONE : lookup_identifier(r->arena, sources[i], &id);
        if (kind == LOOKUP_NONE) {
            refs_read_more(r, x->b, &sources[i], 1);
        } else if (lookup_is_over(x->lookup) ||
                   !refs_lookup_read(r, x->lookup, x->b, kind, id, SPAN_NONE, NULL)) {
            break;
        }
    }
    for (size_t i = x->nold; i < bib_count(x->b); i++) {
        (void)bib_at(x->b, i, &r->job.diags);
    }
    return !r->job.io_failed && r->job.diags.errors == errors;
}

int refs_add(struct refs *r) {
    bool named = r->output.p != NULL;
    if (r->files.n < (named ? 1 : 2)) {
        return refs_usage(r, "name the works and the database: `works.json refs.bib`, "
                             "`10.1000/182 refs.bib`; `-` reads standard input");
    }
    if (r->pattern.n && !refs_check_pattern(r)) {
        return CLI_USAGE;
    }
    struct add x = {.r = r, .target = named ? r->output : r->files.p[r->files.n - 1]};
    size_t n = r->files.n - !named;
    x.format = bib_format_of_name(x.target);
    if (!bib_format_is_bib(x.format) && x.format != BIB_CSL_JSON && x.format != BIB_RIS) {
        return refs_usage(r, "works are added to a `.bib`, `.json` or `.ris` file, not to `%.*s`",
                          STR_ARG(x.target));
    }
    x.lookup = refs_lookup_new(r);
    if (!x.lookup) {
        return CLI_USAGE;
    }
    if (read_all(&x, r->files.p, n) &&
        (r->dry_run || !file_exists(x.target) || refs_may_change(r, x.target))) {
        if (bib_format_is_bib(x.format)) {
            x.format = is_biblatex(&x) ? BIB_BIBLATEX : BIB_BIBTEX;
        }
        x.pattern = r->pattern.n ? r->pattern : guess_pattern(&x);
        choose(&x);
        write_all(&x);
    }
    lookup_drop(x.lookup);
    map_drop(&x.taken);
    vec_drop(&x.items);
    return refs_finish(r);
}
