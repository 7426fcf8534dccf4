/* SPDX-License-Identifier: MIT */
/*
 * Copies works without their private fields. known_fields.def has, for each field of a .bib,
 * whether it is public. Variables of CSL are public except the annotation. A text is not public if
 * it is a path.
 */
#include "cite/bib/public.h"

#include "cite/bib/bibtex/bibtex.h"
#include "core/base/word_list.h"

#include <string.h>

enum { NAME_BYTES = 64 }; /* a field with a longer name is not a known field */

void bib_public_drop(struct bib_public *p) {
    vec_drop(&p->held);
    vec_drop(&p->let);
}

bool bib_is_local_place(struct str s) {
    static const char *const starts[] = {"file:", "/home/", "/Users/", "/root/", "~/", "\\\\"};
    s = str_trim(s);
    for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
        size_t n = strlen(starts[i]);
        if (s.n >= n && str_ieq(str_slice(s, 0, n), str_of(starts[i]))) {
            return true;
        }
    }
    return s.n > 2 && is_alpha(s.p[0]) && s.p[1] == ':' && (s.p[2] == '\\' || s.p[2] == '/');
}

/** Whether `publish-fields` lists a field. */
static bool is_listed(const struct bib_public *p, struct str name) {
    bool listed = false;
    for (size_t i = 0; i < node_count(p->also) && !listed; i++) {
        listed = str_ieq(str_trim(node_text(node_item(p->also, i))), name);
    }
    return listed;
}

/** Adds a name to a list, unless it is there. */
static void add_once(str_list *names, struct str name) {
    for (size_t i = 0; i < names->n; i++) {
        if (str_ieq(names->p[i], name)) {
            return;
        }
    }
    vec_push(names, name);
}

/** Whether `publish-fields` lists a private field, which is then recorded as published. */
static bool is_asked(struct bib_public *p, struct str name) {
    bool asked = is_listed(p, name);
    if (asked) {
        add_once(&p->let, name);
    }
    return asked;
}

static enum bibtex_use use_of(struct str name) {
    char lower[NAME_BYTES];
    size_t mark = str_find(name, STR("+an"));
    name = mark == STR_NONE ? name : str_slice(name, 0, mark);
    struct str key = str_lower(name, lower, sizeof lower);
    if (key.n == 0) {
        return BIBTEX_PRIVATE;
    }
    /* HugoBlox keeps links in fields with this prefix */
    return str_starts(key, STR("url_")) ? BIBTEX_PAGE : bibtex_field_use(key);
}

static bool is_text(const struct item_field *f) {
    return f->var < VAR_DATES_BEGIN;
}

/** Returns the name of the private field in a line of a note, as Zotero writes it: "owner: Jane" or
 * "tex.file: x.pdf". Empty for other lines. Without a prefix such as "tex.", only a known name in
 * lower case counts, because notes are prose. */
static struct str field_of_line(struct str line) {
    size_t colon = str_index(line, ':'), equal = str_index(line, '=');
    struct str name = str_slice(line, 0, colon < equal ? colon : equal);
    size_t prefix = str_starts_among(name, "tex. bibtex. biblatex.");
    name = str_from(name, prefix);
    bool field = name.n && name.n < line.n && use_of(name) == BIBTEX_PRIVATE;
    return field && (prefix || bibtex_field_known(name)) ? name : STR_EMPTY;
}

/** Whether a note may have lines with fields. */
static bool may_have_fields(struct str note) {
    return str_index(note, ':') != STR_NONE || str_index(note, '=') != STR_NONE;
}

/** Returns a note without lines of private fields; the note itself if it has no such line. */
static struct rich public_note(struct bib_public *p, struct arena *a, struct rich note) {
    struct rich_builder out;
    bool cut = false;
    rich_builder_init(&out);
    for (struct str rest = note.text, line; rest.p;) {
        line = str_cut(&rest, '\n');
        struct str name = field_of_line(str_trim(line));
        if (name.n && !is_asked(p, name)) {
            add_once(&p->held, arena_str(a, name));
            cut = true;
        } else {
            size_t from = (size_t)(line.p - note.text.p);
            buf_puts(&out.text, out.text.n && line.n ? "\n" : "");
            rich_add(&out, rich_slice(a, note, from, from + line.n));
        }
    }
    note = cut ? rich_trim(a, rich_keep(&out, a)) : note;
    rich_builder_drop(&out);
    return note;
}

static bool is_held_field(struct bib_public *p, const struct item_field *f) {
    bool local = is_text(f) && bib_is_local_place(f->u.text.text);
    if (f->var == VAR_ANNOTE) {
        return !is_asked(p, STR("annote")) && !is_asked(p, STR("annotation"));
    }
    return local && !is_asked(p, str_of(item_var_name(f->var)));
}

/** Appends a field to a copy of its work, or leaves it out if `removed` is set. Returns whether the
 * copy differs from the work. */
static bool put_field(struct bib_public *p, struct arena *a, struct item *copy,
                      const struct item_field *f, bool removed) {
    struct item_field *out = &copy->fields[copy->nfields];
    *out = *f;
    if (!removed && f->var == VAR_NOTE && may_have_fields(f->u.text.text)) {
        out->u.text = public_note(p, a, f->u.text);
        removed = out->u.text.text.n == 0;
    }
    if (removed) {
        copy->has[f->var / 64] &= ~((uint64_t)1 << (f->var % 64));
        return true;
    }
    copy->nfields++;
    return f->var == VAR_NOTE && out->u.text.text.n != f->u.text.text.n;
}

static bool is_held_extra(struct bib_public *p, const struct item_extra *x) {
    return (use_of(x->name) == BIBTEX_PRIVATE || bib_is_local_place(x->text.text)) &&
           !is_asked(p, x->name);
}

const struct item *bib_public_item(struct bib_public *p, struct arena *a, const struct item *it,
                                   bool block) {
    struct item *copy = arena_copy(a, it, sizeof *it);
    copy->fields = ARENA_ARRAY(a, struct item_field, it->nfields + 1);
    copy->extras = ARENA_ARRAY(a, struct item_extra, it->nextras + 1);
    copy->nfields = copy->nextras = 0;
    bool changed = false;
    for (size_t i = 0; i < it->nfields; i++) {
        const struct item_field *f = &it->fields[i];
        bool held = is_held_field(p, f);
        if (held) {
            add_once(&p->held, str_of(item_var_name(f->var)));
        }
        changed |= put_field(p, a, copy, f, held || (block && f->var == VAR_ABSTRACT));
    }
    for (size_t i = 0; i < it->nextras; i++) {
        const struct item_extra *x = &it->extras[i];
        if (is_held_extra(p, x)) {
            add_once(&p->held, x->name);
        } else if (!block || use_of(x->name) != BIBTEX_PAGE || is_listed(p, x->name)) {
            copy->extras[copy->nextras++] = *x;
        }
    }
    return !changed && copy->nextras == it->nextras ? it : copy;
}

const struct item *bib_public_cited(struct bib_public *p, struct arena *a, const struct item *it) {
    struct item *copy = NULL;
    bool changed = false;
    for (size_t i = 0; i < it->nfields && !copy; i++) {
        const struct item_field *f = &it->fields[i];
        bool note = f->var == VAR_NOTE && may_have_fields(f->u.text.text);
        if (note || (f->var == VAR_URL && is_held_field(p, f))) {
            copy = arena_copy(a, it, sizeof *it);
        }
    }
    if (copy) {
        copy->fields = ARENA_ARRAY(a, struct item_field, it->nfields);
        copy->nfields = 0;
    }
    for (size_t i = 0; copy && i < it->nfields; i++) {
        const struct item_field *f = &it->fields[i];
        changed |= put_field(p, a, copy, f, f->var == VAR_URL && is_held_field(p, f));
    }
    return changed ? copy : it;
}

const struct item *const *bib_public_items(struct bib_public *p, struct arena *a,
                                           const struct item *const *items, size_t n) {
    const struct item **out = ARENA_ARRAY(a, const struct item *, n + 1);
    for (size_t i = 0; i < n; i++) {
        out[i] = bib_public_item(p, a, items[i], false);
    }
    return out;
}
