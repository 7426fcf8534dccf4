/* SPDX-License-Identifier: MIT */
/*
 * dossier refs keys: makes new keys with a pattern, in the database and in the documents that cite
 * it. All edits are computed first. Then all files are written, or none.
 */
#include "cli/refs_cited.h"

#include "core/base/file.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_KEY_PATTERN);

/** Returns a word of a key: ASCII letters and digits, folded. */
static struct str key_word(struct arena *a, struct str text) {
    struct str s = unicode_fold(a, text);
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        if (is_alnum(s.p[i])) {
            buf_putc(&b, s.p[i]);
        }
    }
    return buf_finish(&b, a);
}

static struct str author_word(struct arena *a, const struct item *it, size_t i) {
    struct item_names n = item_makers(it);
    if (i >= n.n || n.p[i].others) {
        return STR_EMPTY;
    }
    const struct item_name *x = &n.p[i];
    struct str s = x->family.n ? x->family : x->literal.n ? x->literal : x->given;
    struct str particle =
        x->non_dropping_particle.n ? x->non_dropping_particle : x->dropping_particle;
    return key_word(a, arena_join(a, 2, particle, s));
}

/** Returns the first word of the title that is not an article or another small word. */
static struct str title_word(struct arena *a, const struct item *it) {
    static const char small[] = "a an and as at by das de der die el for from il in is la le les "
                                "of on the to un une with";
    struct str s = unicode_fold(a, tex_rich_plain(a, item_rich(it, VAR_TITLE)));
    struct str first = STR_EMPTY;
    for (size_t i = 0; i < s.n;) {
        size_t from = i;
        while (i < s.n && !is_space(s.p[i]) && s.p[i] != '-' && s.p[i] != ':') {
            i++;
        }
        struct str w = key_word(a, str_slice(s, from, i));
        i += i < s.n;
        if (w.n && !str_among(w, small)) {
            return w;
        }
        first = first.n ? first : w;
    }
    return first;
}

static struct str year_word(struct arena *a, const struct item *it) {
    const struct item_date *d = item_date(it, VAR_ISSUED);
    return d && d->from.has_year && d->from.year > 0 ? arena_printf(a, "%d", d->from.year)
                                                     : STR_EMPTY;
}

/* The parts of a pattern in braces. A part that is written with a capital gives a word with a
 * capital. */
static const char *const parts[] = {"author", "authors", "year", "shortyear",
                                    "word",   "type",    "key"};

static struct str part_text(struct arena *a, const struct item *it, size_t part) {
    struct str year = year_word(a, it), all = STR_EMPTY;
    switch (part) {
    case 0:
        return author_word(a, it, 0);
    case 1:
        for (size_t i = 0; i < 3; i++) {
            all = arena_join(a, 2, all, author_word(a, it, i));
        }
        return all;
    case 2:
        return year;
    case 3:
        return str_from(year, year.n > 2 ? year.n - 2 : 0);
    case 4:
        return title_word(a, it);
    case 5:
        return key_word(a, it->type == ITEM_TYPE_NONE ? it->type_text
                                                      : str_of(item_type_name(it->type)));
    default:
        return it->id;
    }
}

/** Reads the name of a part, after its '{', and moves `*pattern` past the '}'. Returns false for
 * an unknown name. */
static bool take_part(struct str *pattern, size_t *part, bool *capital) {
    size_t end = str_index(*pattern, '}');
    if (end == STR_NONE || end == 0) {
        return false;
    }
    struct str name = str_slice(*pattern, 0, end);
    *capital = is_upper(name.p[0]);
    *pattern = str_from(*pattern, end + 1);
    for (*part = 0; *part < ARRAY_LEN(parts); (*part)++) {
        if (str_ieq(name, str_of(parts[*part]))) {
            return true;
        }
    }
    return false;
}

/** Whether a character is one that all programs for Markdown and TeX accept in keys (pandoc MANUAL,
 * citation syntax). */
static bool is_key_char(char c) {
    return is_alnum(c) || c == '_' || c == '-' || c == ':' || c == '.' || c == '/' || c == '+';
}

bool refs_check_pattern(struct refs *r) {
    bool any = false;
    for (struct str p = r->pattern; p.n;) {
        char c = p.p[0];
        size_t part;
        bool capital;
        p = str_from(p, 1);
        if (c == '{' && !take_part(&p, &part, &capital)) {
            refs_usage(r,
                       "no such part in the pattern `%.*s`: choose author, authors, year, "
                       "shortyear, word, type or key, in braces",
                       STR_ARG(r->pattern));
            return false;
        }
        if (c != '{' && !is_key_char(c)) {
            refs_usage(r, "`%c` cannot be in a key: letters, digits and _-:./+ can", c);
            return false;
        }
        any = any || c == '{';
    }
    if (!any) {
        refs_usage(r, "all entries would get one key; a pattern has parts in braces: "
                      "`{author}{year}{word}`");
    }
    return any;
}

struct str refs_key(struct arena *a, struct str pattern, const struct item *it) {
    struct buf b = BUF_INIT;
    for (struct str p = pattern; p.n;) {
        char c = p.p[0];
        p = str_from(p, 1);
        size_t part;
        bool capital;
        if (c != '{') {
            buf_putc(&b, c);
        } else if (take_part(&p, &part, &capital)) {
            struct str text = part_text(a, it, part);
            if (capital && text.n) {
                buf_putc(&b, to_upper(text.p[0]));
                text = str_from(text, 1);
            }
            buf_str(&b, text);
        }
    }
    size_t from = 0;
    while (from < b.n && !is_alnum(b.p[from])) {
        from++;
    }
    while (b.n > from && !is_alnum(b.p[b.n - 1])) {
        buf_cut(&b, b.n - 1);
    }
    return str_from(buf_finish(&b, a), from);
}

struct renames {
    struct refs *r;
    struct refs_renamed renamed; /* of the first entry that has the key */
    struct map taken;            /* the keys in use after the change */
    struct map next; /* maps a key without a suffix to an unsigned, the suffix to try next */
};

/** Returns the first unused key among "alder2020", "alder2020b", "alder2020c", ...,
 * "alder2020-27". */
static struct str free_key(struct renames *n, struct str key) {
    struct str k = key;
    unsigned *next = map_lookup(&n->next, key);
    if (!next && map_find(&n->taken, key)) {
        next = ARENA_NEW(n->r->arena, unsigned);
        *next = 1;
        map_put(&n->next, key, next);
    }
    while (next && map_find(&n->taken, k)) {
        unsigned i = (*next)++;
        k = i < 26 ? arena_printf(n->r->arena, "%.*s%c", STR_ARG(key), (char)('a' + i))
                   : arena_printf(n->r->arena, "%.*s-%u", STR_ARG(key), i + 1);
    }
    map_put(&n->taken, k, n);
    return k;
}

/** Makes new keys for the entries, in the order of the database, and the edits for them. Entries
 * that cannot be rewritten keep their keys. These keys are not given to other entries. */
static void plan_entries(struct renames *n, struct bib *b, const struct refs_pieces *pieces,
                         size_t npieces) {
    struct refs *r = n->r;
    size_t count = bib_count(b), which;
    for (size_t i = 0; i < count; i++) {
        const struct item *it = bib_at(b, i, &r->job.diags);
        if (!refs_piece_of(pieces, npieces, it->id_span, &which) ||
            refs_key(r->arena, r->pattern, it).n == 0) {
            map_put(&n->taken, it->id, n);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct item *it = bib_at(b, i, &r->job.diags);
        const struct bib_piece *p = refs_piece_of(pieces, npieces, it->id_span, &which);
        struct str key = p ? refs_key(r->arena, r->pattern, it) : STR_EMPTY;
        if (!p) {
            struct diag *g = diag_add(&r->job.diags, DIAG_KEY_PATTERN, it->id_span,
                                      "the entry `%.*s` keeps its key", STR_ARG(it->id));
            diag_hint(
                &r->job.diags, g,
                "only sound entries of a .bib are rewritten; `dossier refs check` reports more");
        }
        if (key.n == 0) {
            continue;
        }
        struct str *to = ARENA_NEW(r->arena, struct str);
        *to = free_key(n, key);
        if (!map_find(&n->renamed.to, it->id)) {
            map_put(&n->renamed.to, it->id, to);
        }
        if (!str_eq(*to, p->key)) {
            refs_edits_replace(&n->renamed.edits, pieces[which].src, p->key, *to);
        }
    }
}

int refs_keys(struct refs *r) {
    struct str *databases, *documents;
    size_t ndatabases, ndocuments, npieces;
    refs_split(r, &databases, &ndatabases, &documents, &ndocuments);
    if (r->pattern.n == 0) {
        return refs_usage(r, "give a pattern for the keys: `--pattern {author}{year}{word}`");
    }
    if (ndatabases == 0) {
        return refs_usage(r, "no .bib file given");
    }
    if (str_in(STR("-"), databases, ndatabases)) {
        return refs_usage(r, "standard input cannot be rewritten: name the file");
    }
    if (!refs_check_pattern(r)) {
        return CLI_USAGE;
    }
    struct bib *b = refs_read(r, databases, ndatabases);
    struct refs_pieces *pieces = refs_pieces_read(r, &npieces);
    struct renames n = {.r = r};
    plan_entries(&n, b, pieces, npieces);
    bool written = refs_rename(r, &n.renamed, pieces, npieces, documents, ndocuments);
    size_t changed = n.renamed.edits.n;
    if (written && r->report.verbose && !r->dry_run) {
        cli_printf_error("%zu place%s changed\n", changed, changed == 1 ? "" : "s");
    }
    refs_renamed_drop(&n.renamed);
    map_drop(&n.taken);
    map_drop(&n.next);
    return refs_finish(r);
}
