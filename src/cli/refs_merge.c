/* SPDX-License-Identifier: MIT */
/*
 * Merges entries of a .bib file field by field. Of two values, the one that contains the other is
 * kept. If neither contains the other, the entries contradict each other and are not merged. No
 * information is lost.
 */
#include "cli/refs_merge.h"

#include "cite/bib/item/item_text.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

/** Which of two values of a field is kept. */
enum choice { KEEP_FIRST, TAKE_SECOND, CONFLICT };

/* Fields with the same meaning. An entry that has one field of a row needs none of the others. */
static const char *const same_fields[][2] = {{"journal", "journaltitle"},
                                             {"address", "location"},
                                             {"school", "institution"},
                                             {"keywords", "keyword"},
                                             {"annote", "annotation"},
                                             {"eprinttype", "archiveprefix"},
                                             {"date", "year"},
                                             {"eprintclass", "primaryclass"}};

/* Fields that programs write for their own use. The value of the first entry is kept. */
static const char bookkeeping[] = "owner timestamp date-added date-modified";

/* Fields with prose: the longer text is kept if it begins with the shorter one. */
static const char prose[] = "abstract note annote annotation keyword keywords addendum shorttitle";

bool refs_same_field(struct str x, struct str y) {
    bool same = str_ieq(x, y);
    for (size_t i = 0; !same && i < ARRAY_LEN(same_fields); i++) {
        struct str first = str_of(same_fields[i][0]), second = str_of(same_fields[i][1]);
        same =
            (str_ieq(x, first) && str_ieq(y, second)) || (str_ieq(x, second) && str_ieq(y, first));
    }
    return same;
}

struct str refs_essence(struct arena *a, struct str value) {
    return bib_squeeze(a, tex_to_text(a, value, TEX_PLAIN, SPAN_NONE, NULL));
}

/* ---- names ---- */

static bool is_initial_of(struct str initial, struct str name) {
    size_t at = 0;
    if (initial.n && name.n) {
        utf8_next(initial, &at);
    }
    return at == initial.n && at && str_starts(name, initial);
}

static bool is_between_names(char c) {
    return is_space(c) || c == '.' || c == '-' || c == '~';
}

static bool is_in_name(char c) {
    return !is_between_names(c);
}

static struct str next_name(struct str *rest) {
    size_t from = str_past(*rest, 0, is_between_names), end = str_past(*rest, from, is_in_name);
    struct str name = str_slice(*rest, from, end);
    *rest = str_from(*rest, end);
    return name;
}

/** Whether a name has every part of another, perhaps longer: "Tilda" contains "T.". */
static bool name_covers(struct arena *a, const struct item_name *full,
                        const struct item_name *part) {
    if (!str_eq(refs_essence(a, full->literal.n ? full->literal : full->family),
                refs_essence(a, part->literal.n ? part->literal : part->family))) {
        return false;
    }
    struct str f = unicode_fold(a, full->given), p = unicode_fold(a, part->given);
    for (struct str want = next_name(&p); want.n; want = next_name(&p)) {
        struct str has = next_name(&f);
        if (!str_eq(has, want) && !is_initial_of(want, has)) {
            return false;
        }
    }
    return true;
}

static size_t count_names(struct item_names list, bool *others) {
    size_t n = list.n;
    *others = n && list.p[n - 1].others;
    return n - *others;
}

/** Whether a list has every name of another. */
static bool list_covers(struct arena *a, struct item_names full, struct item_names part) {
    bool full_others, part_others;
    size_t nfull = count_names(full, &full_others), npart = count_names(part, &part_others);
    if (nfull < npart || (full_others && !part_others)) {
        return false;
    }
    for (size_t i = 0; i < npart; i++) {
        if (!name_covers(a, &full.p[i], &part.p[i])) {
            return false;
        }
    }
    return true;
}

static enum choice choose_names(struct arena *a, struct item_names first,
                                struct item_names second) {
    return list_covers(a, first, second)   ? KEEP_FIRST
           : list_covers(a, second, first) ? TAKE_SECOND
                                           : CONFLICT;
}

/* ---- numbers and dates ---- */

/** Whether `full` consists of `part`, a mark and more text: "2301--2315" and "2301", "2000-05" and
 * "2000". */
static bool extends(struct str full, struct str part) {
    if (part.n == 0 || full.n <= part.n || !str_starts(full, part)) {
        return false;
    }
    return str_starts_among(str_from(full, part.n), "- / \u2013");
}

static struct str plain_value(struct arena *a, struct str value) {
    return str_trim(tex_to_text(a, value, TEX_PLAIN, SPAN_NONE, NULL));
}

static enum choice choose(struct refs_merged *m, const struct refs_merged_field *f,
                          struct str value, const struct item *it) {
    struct arena *a = m->arena;
    struct str one = refs_essence(a, f->value), two = refs_essence(a, value);
    if (str_eq(one, two) || str_iamong(f->name, bookkeeping)) {
        return KEEP_FIRST;
    }
    enum item_var v = item_var_find(arena_lower(a, f->name));
    if (v != VAR_NONE && var_is_name(v)) {
        return choose_names(a, item_names(f->from, v), item_names(it, v));
    }
    if (str_ieq(f->name, STR("doi"))) {
        struct str x = item_text(f->from, VAR_DOI), y = item_text(it, VAR_DOI);
        return x.n && str_ieq(x, y) ? KEEP_FIRST : CONFLICT;
    }
    if (str_iamong(f->name, "pages date year urldate")) {
        struct str x = plain_value(a, f->value), y = plain_value(a, value);
        return extends(x, y) ? KEEP_FIRST : extends(y, x) ? TAKE_SECOND : CONFLICT;
    }
    if (str_iamong(f->name, prose)) {
        return str_starts(one, two) ? KEEP_FIRST : str_starts(two, one) ? TAKE_SECOND : CONFLICT;
    }
    return CONFLICT;
}

/* ---- entries ---- */

static struct refs_merged_field *find_field(struct refs_merged *m, struct str name) {
    for (size_t i = 0; i < m->fields.n; i++) {
        if (refs_same_field(m->fields.p[i].name, name)) {
            return &m->fields.p[i];
        }
    }
    return NULL;
}

static void note_macro(struct str name, void *user) {
    (void)name;
    *(bool *)user = true;
}

static bool uses_macro(struct str value) {
    bool macro = false;
    bib_text_macros(value, note_macro, &macro);
    return macro;
}

static void add_ids(struct refs_merged *m, struct str ids) {
    m->ids = m->ids.n && ids.n ? arena_join(m->arena, 3, m->ids, STR(", "), ids)
             : m->ids.n        ? m->ids
                               : ids;
}

void refs_merge_begin(struct refs_merged *m, struct arena *a, const struct bib_piece *p,
                      const struct item *it) {
    *m = (struct refs_merged){.arena = a, .type = p->type};
    for (size_t i = 0; i < p->nfields; i++) {
        const struct bib_text_field *f = &p->fields[i];
        if (str_ieq(f->name, STR("ids"))) {
            add_ids(m, plain_value(a, f->value));
        }
        vec_push(&m->fields, (struct refs_merged_field){f, f->name, f->value, it});
    }
}

static void conflict(refs_conflict_vec *list, struct str name, struct str first,
                     struct str second) {
    vec_push(list, (struct refs_conflict){name, first, second});
}

/** Decides whether one field is taken, kept or contradicted, and stores the decision. */
static void check_field(struct refs_merged *m, const struct bib_text_field *f,
                        const struct item *it, bool same_file, refs_conflict_vec *conflicts) {
    const struct refs_merged_field *own = find_field(m, f->name);
    bool macro = uses_macro(f->value) && !same_file;
    if (own && choose(m, own, f->value, it) == CONFLICT) {
        conflict(conflicts, own->name, own->value, f->value);
    } else if (macro && (!own || choose(m, own, f->value, it) == TAKE_SECOND)) {
        conflict(conflicts, f->name, own ? own->value : STR_EMPTY, f->value);
    }
}

bool refs_merge_add(struct refs_merged *m, const struct bib_piece *p, const struct item *it,
                    bool same_file, refs_conflict_vec *conflicts) {
    size_t before = conflicts->n;
    if (!str_ieq(m->type, p->type)) {
        conflict(conflicts, STR("type"), m->type, p->type);
    }
    for (size_t i = 0; i < p->nfields; i++) {
        if (!str_ieq(p->fields[i].name, STR("ids"))) {
            check_field(m, &p->fields[i], it, same_file, conflicts);
        }
    }
    if (conflicts->n > before) {
        return false;
    }
    add_ids(m, p->key);
    for (size_t i = 0; i < p->nfields; i++) {
        const struct bib_text_field *f = &p->fields[i];
        struct refs_merged_field *own = find_field(m, f->name);
        if (str_ieq(f->name, STR("ids"))) {
            add_ids(m, plain_value(m->arena, f->value));
        } else if (!own) {
            vec_push(&m->fields, (struct refs_merged_field){NULL, f->name, f->value, it});
        } else if (choose(m, own, f->value, it) == TAKE_SECOND) {
            own->value = f->value;
            own->from = it;
        }
    }
    return true;
}
