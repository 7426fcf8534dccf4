/* SPDX-License-Identifier: MIT */
/*
 * A digest of an entry: two entries that give the same item have the same one, whatever stands
 * around them in their files. Of a .bib it is of the fields with macros worked out and what was
 * taken from other entries; elsewhere of the whole file, for there a value may stand anywhere (an
 * anchor of YAML).
 */
#include "base/digest.h"
#include "base/file.h"
#include "bib/database.h"

static void put(struct buf *b, struct str s) {
    buf_int(b, (int64_t)s.n);
    buf_putc(b, ':');
    buf_str(b, s);
}

/** Macros for journals are defined in a @preamble, which no entry shows. */
static bool has_preamble(struct str text) {
    struct str rest = text;
    for (size_t at = str_index(rest, '@'); at != STR_NONE; at = str_index(rest, '@')) {
        rest = str_from(rest, at + 1);
        if (str_ieq(str_slice(rest, 0, 8), STR("preamble"))) {
            return true;
        }
    }
    return false;
}

/** The part of the digest that all entries of a file share. */
static struct str file_part(struct bib *b, const struct source *src, bool whole) {
    if (!src) {
        return STR_EMPTY;
    }
    struct str name = arena_join(b->arena, 2, whole ? STR("w") : STR("f"), src->name);
    struct str *known = map_lookup(&b->file_parts, name);
    if (known) {
        return *known;
    }
    struct digest sum = {{0}};
    if (whole || has_preamble(src->text)) {
        sum = digest_of(src->text);
    }
    known = ARENA_NEW(b->arena, struct str);
    *known = arena_str(b->arena, (struct str){(const char *)sum.byte, sizeof sum.byte});
    map_put(&b->file_parts, name, known);
    return *known;
}

bool bib_digest(struct bib *b, size_t i, struct diags *d, struct digest *out) {
    const struct item *it = bib_at(b, i, d);
    size_t at = i;
    const struct bib_entry *e = bib_cached_at(b, &at);
    e = e ? e : at < b->entries.n ? b->entries.p[at] : NULL;
    if (!it || !e) {
        return false;
    }
    struct buf text;
    buf_init(&text, 0);
    put(&text, it->id);
    put(&text, it->span.src ? path_base(it->span.src->name) : STR_EMPTY);
    put(&text, file_part(b, it->span.src, !e->file));
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
