/* SPDX-License-Identifier: MIT */
/*
 * Names that the titles of a .bib protect with braces: "{K}alman", "{Kalman}", "{New York}". A name
 * that is protected once keeps its capitals in all titles of the file.
 *
 * Programs put any words in braces. Therefore no names are taken from a title that is in braces as
 * a whole, or that has three names or more in braces and no other long word. Words in braces side
 * by side are one name: "{New} {York}" does not protect "new". When a name also occurs in lower
 * case and without braces, the more frequent form is used.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "cite/bib/item/capitals.h"
#include "cite/bib/item/item_text.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "model/tex/text/text.h"

#include <string.h>

enum {
    MAX_TITLE = 4096, /* maximum number of bytes of a title */
    MAX_NAME = 64,    /* maximum number of bytes of a name */
    MAX_WORDS = 4     /* maximum number of words of a name */
};

bool bibtex_is_title(struct str s, size_t open) {
    struct str head = str_trim_end(str_slice(s, 0, open));
    bool equals = str_ends(head, STR("="));
    size_t at = str_trim_end(str_slice(s, 0, head.n - equals)).n;
    return equals && at >= 5 && str_ieq(str_slice(s, at - 5, at), STR("title"));
}

/** Returns the text of the value whose opening delimiter is at `open`. Empty if the value has no
 * end or is too long. */
static struct str value_at(struct str s, size_t open) {
    struct str part = str_slice(s, 0, open + 1 + MAX_TITLE);
    size_t end = bibtex_balanced_end(part, open + 1, s.p[open] == '"' ? '"' : '}');
    return end == STR_NONE ? STR_EMPTY : str_slice(s, open + 1, end);
}

size_t bibtex_group_end(struct str s, size_t at) {
    size_t depth = 0;
    do {
        depth += s.p[at] == '{';
        depth -= s.p[at] == '}' && depth;
        at++;
    } while (at < s.n && depth);
    return at;
}

struct braced_title {
    struct bibtex *file;
    struct arena *scratch;
    struct str s;
    VEC(struct str) names;
    /* the range of the name that is being read, and the number of its words */
    size_t begin, end, words;
    /* number of long words without braces; if there are any, the braces come from a person and not
     * from a program */
    size_t others;
};

/** Whether a text in braces can be a name: it has a capital, and is not a word such as "The". */
static bool is_name(struct str s, size_t words) {
    bool capital = s.n && (s.p[0] & 0x80);
    for (size_t i = 0; i < s.n && !capital; i++) {
        capital = is_upper(s.p[i]);
    }
    return capital && s.n > 1 && s.n <= MAX_NAME && words <= MAX_WORDS &&
           (words > 1 || s.n > 5 ||
            !str_iamong(s, "a an and as at by for from in into is it its of on or the this to we "
                           "what why with how when where"));
}

static void end_name(struct braced_title *t) {
    struct str tex = str_slice(t->s, t->begin, t->end), name = tex;
    if (t->words && str_index(tex, '\\') != STR_NONE) {
        name = tex_to_rich(t->scratch, tex, TEX_PLAIN, SPAN_NONE, NULL).text;
    } else if (t->words) {
        char *p = arena_alloc(t->scratch, tex.n + 1);
        name = (struct str){p, 0};
        for (size_t i = 0; i < tex.n; i++) {
            p[name.n] = tex.p[i];
            name.n += tex.p[i] != '{' && tex.p[i] != '}';
        }
    }
    if (t->words && is_name(name, t->words)) {
        vec_push(&t->names, name);
    }
    t->words = 0;
}

/** Reads a word of a title from `i` on and returns its end. `*depth` is the number of open braces,
 * and `*braced` becomes true if the word is in braces or has a part in braces. An accent and its
 * braces are a part of a word. */
static size_t read_word(struct str s, size_t i, size_t *depth, bool *braced) {
    for (; i < s.n; i++) {
        char c = s.p[i], next = i + 1 < s.n ? s.p[i + 1] : ' ';
        if (is_alnum(c) || (c & 0x80)) {
            *braced = *braced || *depth > 0;
            continue;
        }
        if (c == '{' && next == '\\') {
            i = bibtex_group_end(s, i) - 1;
        } else if (c == '\\' && !is_alnum(next) && !is_space(next)) {
            i++;
        } else if (c == '{') {
            (*depth)++;
            continue;
        } else if (c == '}') {
            *depth -= *depth > 0;
            continue;
        } else {
            break;
        }
        *braced = *braced || *depth > 0;
    }
    return i;
}

static void take_word(struct braced_title *t, size_t begin, size_t end, bool braced) {
    struct str s = t->s;
    if (!braced) {
        end_name(t);
        t->others +=
            begin > 0 && end - begin >= 4 && !bib_is_joining_word(str_slice(s, begin, end));
        return;
    }
    if (!t->words || begin != t->end + 1 || (s.p[t->end] != ' ' && s.p[t->end] != '-')) {
        end_name(t);
        t->begin = begin;
    }
    t->words++;
    t->end = end;
}

/** Adds the names that a title has in braces. */
static void collect(struct braced_title *t) {
    struct str s = t->s = str_trim(t->s);
    size_t depth = 0;
    if (s.n == 0 || bibtex_group_end(s, 0) == s.n) {
        return;
    }
    for (size_t i = 0; i < s.n;) {
        bool braced = false;
        size_t begin = i, end = read_word(s, i, &depth, &braced);
        if (end > i && !(end == i + 1 && (s.p[i] == '{' || s.p[i] == '}'))) {
            take_word(t, begin, end, braced);
        }
        i = end;
        if (i < s.n && s.p[i] == '\\') { /* the argument of a command is not read */
            do {
                i++;
            } while (i < s.n && is_alpha(s.p[i]));
            i = i < s.n && s.p[i] == '{' ? bibtex_group_end(s, i) : i;
        } else if (i < s.n && s.p[i] == '$') {
            size_t behind = str_index(str_from(s, i + 1), '$');
            i = behind == STR_NONE ? s.n : i + behind + 2;
        } else {
            i++;
        }
    }
    end_name(t);
    for (size_t i = 0; i < t->names.n && (t->others || t->names.n <= 2); i++) {
        item_braced_add(&t->file->braced, t->names.p[i]);
    }
    vec_clear(&t->names);
    t->others = 0;
}

/** For each name that the file protects, counts how often a title has it in lower case and
 * without braces (`nsmall`). The title's opening delimiter is at `open`. Returns the end of what
 * was read. */
static size_t count_small(struct bibtex *file, struct str s, size_t open) {
    char close = s.p[open] == '"' ? '"' : '}';
    size_t depth = 0, begin = 0, i = open + 1, most = str_slice(s, i, i + MAX_TITLE).n + i;
    while (i < most && (depth || s.p[i] != close)) {
        size_t end = i;
        if (depth == 0 && is_lower(s.p[i]) && item_braced_some(&file->braced, s, i) &&
            item_next_word(s, &end, &begin)) {
            struct item_braced_name *b = item_braced_find(&file->braced, str_slice(s, i, end));
            for (; b; b = b->next) {
                b->nsmall +=
                    str_starts(str_from(s, i), b->small) && item_ends_word(s, i + b->small.n);
            }
            i = end;
        } else if (s.p[i] == '\\' || is_alpha(s.p[i])) {
            do { /* skips a command, or a word that is not a name */
                i++;
            } while (i < most && is_alpha(s.p[i]));
        } else {
            depth += s.p[i] == '{';
            depth -= s.p[i] == '}' && depth;
            i++;
        }
    }
    return i;
}

void bibtex_collect_braced(struct bibtex *file, const uint32_t *opens, size_t n) {
    struct str s = file->src->text;
    struct braced_title t = {.file = file, .scratch = n ? arena_new() : NULL, .names = VEC_INIT};
    for (size_t i = 0; i < n; i++) {
        t.s = value_at(s, opens[i]);
        collect(&t);
        arena_reset(t.scratch);
    }
    if (t.scratch) {
        arena_drop(t.scratch);
    }
    vec_drop(&t.names);
    for (size_t at = 0; file->braced.any && at < s.n;) {
        const char *p = memchr(s.p + at, '=', s.n - at);
        size_t equals = p ? (size_t)(p - s.p) : s.n, name = str_trim_end(str_slice(s, 0, equals)).n;
        at = equals + 1;
        if (equals < s.n && name > 1 && to_lower(s.p[name - 1]) == 'e' &&
            to_lower(s.p[name - 2]) == 'l') {
            size_t open = str_past(s, equals + 1, is_space);
            bool value = open < s.n && (s.p[open] == '{' || s.p[open] == '"');
            at = value && bibtex_is_title(s, open) ? count_small(file, s, open) : at;
        }
    }
}
