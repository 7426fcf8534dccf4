/* SPDX-License-Identifier: MIT */
/*
 * Computes a digest of an entry. If it is the same as before, the entry gives the same item. The
 * place of the entry in a .bib does not matter: the digest includes the fields with expanded
 * macros, inherited fields, and what the file defines for all entries. For other formats it
 * includes the whole file, because values may be anywhere (for example in an anchor of YAML).
 */
#include "cite/bib/database.h"
#include "core/base/digest.h"
#include "core/base/file.h"

static void put(struct buf *b, struct str s) {
    buf_int(b, (int64_t)s.n);
    buf_putc(b, ':');
    buf_str(b, s);
}

/** Returns the digest of the journal macros in the @preamble of a .bib and of the names that its
 * titles protect. Both are outside of the entry. The digest is zero if there are none. It is
 * computed from the macros and not from the text, because the text of an indexed file is normally
 * not in memory. */
static struct digest shared_of(const struct bibtex *file) {
    struct digest sum = {{0}};
    struct buf b = BUF_INIT;
    for (const struct bibtex_macro *m = file->last_macro; m; m = m->before) {
        if (str_starts(m->name, STR("\\"))) {
            put(&b, m->name);
            put(&b, m->value);
        }
    }
    struct arena *a = arena_new();
    struct str *names;
    for (size_t n = item_braced_list(&file->braced, a, NULL, &names), i = 0; i < n; i++) {
        put(&b, names[i]);
    }
    arena_drop(a);
    if (b.n) {
        sum = digest_of(buf_view(&b));
    }
    buf_drop(&b);
    return sum;
}

/** Returns the part of the digest that is the same for all entries of a file. */
static struct str file_part(struct bib *b, const struct source *src, const struct bibtex *file) {
    if (!src) {
        return STR_EMPTY;
    }
    struct str name = arena_join(b->arena, 2, file ? STR("f") : STR("w"), src->name);
    struct str *known = map_lookup(&b->file_parts, name);
    if (known) {
        return *known;
    }
    struct digest sum = file ? shared_of(file) : digest_of(src->text);
    known = ARENA_NEW(b->arena, struct str);
    *known = arena_str(b->arena, (struct str){(const char *)sum.byte, sizeof sum.byte});
    map_put(&b->file_parts, name, known);
    return *known;
}

bool bib_digest(struct bib *b, size_t i, struct diags *d, struct digest *out) {
    const struct item *it = bib_at(b, i, d);
    const struct bib_entry *e = bib_entry_at(b, i);
    if (!it || !e) {
        return false;
    }
    struct buf text = BUF_INIT;
    put(&text, it->id);
    put(&text, it->span.src ? path_base(it->span.src->name) : STR_EMPTY);
    put(&text, file_part(b, it->span.src, e->file));
    if (e->file) {
        put(&text, e->type);
        buf_int(&text, e->file->classic);
        for (size_t k = 0; k < e->fields.n; k++) {
            put(&text, e->fields.p[k].name);
            put(&text, e->fields.p[k].value);
        }
    }
    *out = digest_of(buf_view(&text));
    buf_drop(&text);
    return true;
}
