/* SPDX-License-Identifier: MIT */
/*
 * Variables in the note. Reference managers (Zotero, Mendeley) put fields there for which they have
 * no other place: lines such as `original-date: 1900` at its start, perhaps after one line of plain
 * words, and the older form `{:original-date: 1900}`. The rules are those of citeproc-js
 * (parseNoteFieldHacks). A date in the note replaces the item's date. Any other variable in the
 * note is set if the item does not have it. Several lines with a name variable are several names,
 * written as `Family || Given` or as a literal.
 *
 * A variable that is set is removed from the note. Other lines (unknown names, variables that the
 * item has) stay, so that nothing is lost.
 */
#include "cite/bib/item/csl_internal.h"

struct note_reader {
    const struct item_reader *r;
    struct item *it;
    struct span span;
    uint64_t own[2]; /* one bit for each variable that the item has without its note */
    struct buf left; /* the text that stays in the note */
    bool first;      /* no line was read yet */
    bool stopped;    /* plain words were read; variables in later lines do not count */
    bool cut;        /* the last piece was removed from the note */
};

/** A piece of a line, `key: value`. The key has CSL's spelling. */
struct note_pair {
    struct str key, value;
};

static bool read_pair(struct str s, struct note_pair *out) {
    size_t colon = str_index(s, ':'), lower = 0, upper = 0;
    for (size_t i = 0; colon != STR_NONE && i < colon; i++) {
        upper += is_upper(s.p[i]);
        lower += is_lower(s.p[i]) || s.p[i] == '-' || s.p[i] == '_';
    }
    if (colon == STR_NONE || colon == 0 || (lower != colon && upper != colon)) {
        return false;
    }
    *out = (struct note_pair){str_slice(s, 0, colon), str_trim(str_from(s, colon + 1))};
    return out->value.n > 0 && str_index(out->value, '}') == STR_NONE;
}

/* ---- setting variables ---- */

static bool take_name(struct note_reader *n, enum item_var v, struct str value) {
    struct str rest = value, family = value;
    size_t bars = str_find(value, STR("||"));
    struct item_name name = {.literal = STR_EMPTY};
    if (bars == STR_NONE) {
        item_name_set(n->r->a, &name, ITEM_NAME_LITERAL, item_text_value(n->r, value));
    } else {
        family = str_trim(str_slice(value, 0, bars));
        rest = str_trim(str_from(value, bars + 2));
        item_name_set(n->r->a, &name, ITEM_NAME_FAMILY, item_text_value(n->r, family));
        item_name_set(n->r->a, &name, ITEM_NAME_GIVEN, item_text_value(n->r, rest));
    }
    if (item_vars_have(n->own, v) || str_find(rest, STR("||")) != STR_NONE ||
        (!family.n && !rest.n)) {
        return false;
    }
    item_add_name(n->r->a, n->it, v, name, n->span);
    return true;
}

static bool take_date(struct note_reader *n, enum item_var v, struct str value) {
    struct item_date date = {.circa = false};
    if (!item_csl_date_text(value, &date) || (date.raw.n && item_field(n->it, v))) {
        return false; /* this text is not a date, so it does not replace the item's date */
    }
    item_set_date(n->r->a, n->it, v, &date, n->span);
    return true;
}

/** Sets the variable of a pair. Returns false when it cannot be set. */
static bool take_pair(struct note_reader *n, const struct note_pair *p) {
    if (str_is(p->key, "type")) {
        enum item_type type = item_type_find(p->value);
        if (type != ITEM_TYPE_NONE) {
            n->it->type = type;
            n->it->type_text = STR_EMPTY;
        }
        return type != ITEM_TYPE_NONE;
    }
    enum item_var v = item_var_find(p->key);
    if (v == VAR_NONE || v == VAR_NOTE) {
        return false;
    }
    if (var_is_date(v)) {
        return take_date(n, v, p->value);
    }
    if (var_is_name(v)) {
        return take_name(n, v, p->value);
    }
    if (item_field(n->it, v)) {
        return false;
    }
    item_set_string(n->r, n->it, v, p->value, n->span);
    return true;
}

/* ---- the note in pieces ---- */

static void keep(struct note_reader *n, struct str s) {
    struct str left = buf_view(&n->left);
    if (n->cut && (left.n == 0 || is_space(left.p[left.n - 1]))) {
        s = str_from(s, str_past(s, 0, is_space));
    }
    n->cut = n->cut && s.n == 0;
    buf_str(&n->left, s);
}

/** Handles a line, or the text inside or outside of braces in a line. If `piece` is not a variable,
 * `whole` stays in the note. Returns whether `piece` is a variable. */
static bool take_piece(struct note_reader *n, struct str piece, struct str whole) {
    struct note_pair pair;
    bool taken = false;
    if (!n->stopped && str_trim(piece).n) {
        bool is_pair = read_pair(piece, &pair);
        taken = is_pair && take_pair(n, &pair);
        n->stopped = !is_pair && !n->first;
    }
    n->first = false;
    if (taken) {
        n->cut = true;
    } else {
        keep(n, whole);
    }
    return taken;
}

/** Returns the place of the next `{:key: value}` from `from` on, or STR_NONE. `*inside` becomes the
 * text in the braces. */
static size_t find_braces(struct str line, size_t from, struct str *inside) {
    struct note_pair pair;
    /* the place of the next closing brace; it is searched once for all opening braces before it */
    size_t end = 0;
    for (size_t at = from; at < line.n; at += 2) {
        size_t open = str_find(str_from(line, at), STR("{:"));
        at += open == STR_NONE ? 0 : open;
        if (open != STR_NONE && end <= at) {
            size_t next = str_index(str_from(line, at), '}');
            end = next == STR_NONE ? STR_NONE : at + next;
        }
        if (open == STR_NONE || end == STR_NONE) {
            return STR_NONE;
        }
        *inside = str_trim(str_slice(line, at + 2, end));
        if (read_pair(*inside, &pair)) {
            return at;
        }
    }
    return STR_NONE;
}

static void read_line(struct note_reader *n, struct str line, bool first_line) {
    size_t before = n->left.n, at = 0;
    bool taken = false, first = first_line;
    struct str inside;
    struct note_pair pair;
    for (size_t open = find_braces(line, 0, &inside); open != STR_NONE;
         open = find_braces(line, at, &inside)) {
        struct str text = str_slice(line, at, open);
        if (str_trim(text).n && !first && !read_pair(str_trim(text), &pair)) {
            break;
        }
        size_t behind = open + str_index(str_from(line, open), '}') + 1;
        taken |= take_piece(n, text, text);
        taken |= take_piece(n, inside, str_slice(line, open, behind));
        at = behind;
        first = false;
    }
    taken |= take_piece(n, str_from(line, at), str_from(line, at));
    if (!taken || str_trim(str_from(buf_view(&n->left), before)).n) {
        buf_putc(&n->left, '\n');
    }
}

void item_csl_note(const struct item_reader *r, struct item *it, struct str note,
                   struct span span) {
    if (str_index(note, ':') == STR_NONE) {
        item_set_string(r, it, VAR_NOTE, note, span);
        return;
    }
    struct note_reader n = {.r = r, .it = it, .span = span, .first = true};
    n.own[0] = it->has[0];
    n.own[1] = it->has[1];
    buf_init(&n.left, 0);
    bool first_line = true;
    for (struct str rest = note; rest.p; first_line = false) {
        read_line(&n, str_cut(&rest, '\n'), first_line);
    }
    struct str left = str_trim(buf_view(&n.left));
    if (left.n) {
        item_set_string(r, it, VAR_NOTE, left.n == str_trim(note).n ? note : arena_str(r->a, left),
                        span);
    }
    buf_drop(&n.left);
}
