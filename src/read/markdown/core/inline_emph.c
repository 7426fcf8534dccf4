/* SPDX-License-Identifier: MIT */
/*
 * Delimiter runs: emphasis, strikeout, quotes (CommonMark 0.31 §6.2 and "process emphasis"; GFM
 * §6.5; cmark's smart quotes), and pandoc's superscript and subscript.
 *
 * Each closing delimiter searches backwards for its opening delimiter. After an unsuccessful
 * search, the place up to which it went is stored for each set of possible opening delimiters. So
 * no part is searched twice, and the time is linear.
 */
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "read/markdown/core/inline_pass.h"

#define MAX_MARKS 32 /* maximum number of marks on each side of a quote among marks */

static bool is_white(uint32_t cp) {
    return cp < 0x80 ? is_space((char)cp) : unicode_is_space(cp);
}

static bool is_mark(uint32_t cp) {
    return cp < 0x80 ? md_inl_is_punct((char)cp) : unicode_is_punct(cp) || unicode_is_symbol(cp);
}

/* Finds the characters before and after a run. At the ends of the text, they are line ends. */
static void look_around(const struct inl *x, size_t begin, size_t end, uint32_t *before,
                        uint32_t *after) {
    size_t at = begin;
    *before = begin > 0 ? utf8_prev(x->s, &at) : '\n';
    at = end;
    *after = end < x->s.n ? utf8_next(x->s, &at) : '\n';
}

static void push(struct inl *x, struct delim d) {
    struct delim *keep = arena_copy(x->m->a, &d, sizeof d);
    keep->prev = x->delims;
    if (x->delims) {
        x->delims->next = keep;
    }
    x->delims = keep;
}

static void forget(struct inl *x, struct delim *d) {
    if (d->next) {
        d->next->prev = d->prev;
    } else {
        x->delims = d->prev;
    }
    if (d->prev) {
        d->prev->next = d->next;
    }
}

/* Whether a single quote that could open a quotation is an apostrophe: "the '90s", or the
 * possessive after a citation in braces, "@{key}'s". */
static bool is_apostrophe(const struct inl *x, size_t at, uint32_t before) {
    struct str s = str_slice(x->s, at, at + 4);
    bool decade = s.n > 3 && is_digit(s.p[1]) && is_digit(s.p[2]) && s.p[3] == 's';
    bool possessive = before == '}' && s.n > 1 && s.p[1] == 's';
    size_t end = at + (decade ? 4 : 2);
    return (decade || possessive) && (end >= x->s.n || !is_alnum(x->s.p[end]));
}

/* Whether a quote between two marks opens a quotation: "**'`code`'**". Only other marks are between
 * it and the white space before it, and text follows. A quote directly behind the same one is its
 * end: it quotes nothing. */
static bool opens_among_marks(struct str s, size_t begin, size_t end) {
    size_t left = begin, right = end;
    while (left > 0 && begin - left < MAX_MARKS &&
           str_index(STR("*_~'\"([{"), s.p[left - 1]) != STR_NONE) {
        left--;
    }
    while (right < s.n && right - end < MAX_MARKS &&
           str_index(STR("*_~'\""), s.p[right]) != STR_NONE) {
        right++;
    }
    bool twice = begin > 0 && s.p[begin - 1] == s.p[begin];
    return !twice && (left == 0 || is_space(s.p[left - 1])) && right < s.n && !is_space(s.p[right]);
}

/* Whether a star closes an emphasis in pandoc, though CommonMark has it only open one: "**`a`**s",
 * and beside Chinese or Japanese, where no spaces separate words. */
static bool closes_densely(uint32_t before, uint32_t after) {
    bool mark = before < 0x80 && str_index(STR(")]}.,;:!?`%"), (char)before) != STR_NONE;
    return mark || unicode_is_cjk(before) || unicode_is_cjk(after);
}

bool md_inl_delim(struct inl *x, char c) {
    bool quote = c == '"' || c == '\'';
    size_t begin = x->at, end = begin + (quote ? 1 : str_run(x->s, begin, c));
    end = c == '~' && end - begin == 3 && x->sub.node ? begin + 1 : end; /* "~~CO~2~~~" */
    /* one tilde marks a subscript if subscripts are on, else GitHub's strikeout */
    bool one = end - begin == 1;
    if (c == '~' &&
        ((one && md_on(x->m, MD_SUBSCRIPT)) || end - begin > 2 || !md_on(x->m, MD_STRIKEOUT))) {
        if (one) {
            return false;
        }
        md_inl_text(x, begin, end);
        x->at = end;
        return true;
    }
    uint32_t before;
    uint32_t after;
    look_around(x, begin, end, &before, &after);
    bool star = c == '*' && x->m->format.pandoc;
    bool cjk = star && (unicode_is_cjk(before) || unicode_is_cjk(after));
    bool left = !is_white(after) && (cjk || !is_mark(after) || is_white(before) || is_mark(before));
    bool right = !is_white(before) && (!is_mark(before) || is_white(after) || is_mark(after) ||
                                       (star && closes_densely(before, after)));
    struct delim d = {.begin = begin, .end = end, .run = end - begin, .ch = c};
    d.open = left;
    d.close = right;
    if (c == '_') {
        d.open = left && (!right || is_mark(before));
        d.close = right && (!left || is_mark(after));
    } else if (quote) {
        d.open =
            left && (!right || before == '(' || before == '[') && before != ']' && before != ')';
        bool among = is_mark(before) && is_mark(after) && opens_among_marks(x->s, begin, end);
        d.open = (d.open || among) && !(c == '\'' && is_apostrophe(x, begin, before));
        /* within a word, the quote is an apostrophe and closes nothing */
        d.close = right && !among && !(c == '\'' && left && !is_mark(after));
    }
    if (quote) {
        /* a single quote is an apostrophe until its partner is found; a double quote opens or
         * closes, depending on its side of the word */
        const struct doc_quotes *q = &x->m->quotes;
        struct str text = c == '\'' ? STR("\xE2\x80\x99") : d.close ? q->close[0] : q->open[0];
        d.node = md_inl_made(x, text, begin, end, true);
    } else {
        d.node = md_inl_text(x, begin, end);
    }
    x->at = end;
    if (d.open || d.close) {
        push(x, d);
    }
    return true;
}

bool md_inl_forget_star(struct inl *x, const struct doc_node *star) {
    struct delim *d = x->delims;
    if (!d || d->node != star || d->run != 1) {
        return false;
    }
    size_t next = str_index(str_from(x->s, x->at), '*');
    if (next != STR_NONE && !is_space(x->s.p[x->at + next - 1])) {
        return false; /* the next star may close an emphasis that this star opens */
    }
    forget(x, d);
    return true;
}

bool md_inl_mark(struct inl *x) {
    size_t begin = x->at, end = begin + str_run(x->s, begin, '=');
    uint32_t before, after;
    look_around(x, begin, end, &before, &after);
    struct delim d = {.begin = begin, .end = end, .run = end - begin, .ch = '='};
    d.node = md_inl_text(x, begin, end);
    d.open = !is_white(after);
    d.close = !is_white(before);
    x->at = end;
    if (d.run == 2 && (d.open || d.close)) {
        push(x, d);
    }
    return true;
}

/* ---- pairing */

/* Returns an index for the kind of a closing delimiter: its character, its length (CommonMark's
 * "rule of 3"), and whether it may also open. Delimiters of a kind have the same possible
 * partners. */
static size_t bottom_slot(const struct delim *closer) {
    switch (closer->ch) {
    case '*':
        return (closer->open ? 3u : 0u) + closer->run % 3;
    case '_':
        return 6u + (closer->open ? 3u : 0u) + closer->run % 3;
    case '~':
        return 12u + (closer->run & 1);
    case '"':
        return 14;
    case '\'':
        return 15;
    }
    return 16;
}

static bool pairs_with(const struct delim *opener, const struct delim *closer) {
    if (!opener->open || opener->ch != closer->ch) {
        return false;
    }
    if (closer->ch == '~') {
        return opener->run == closer->run;
    }
    if (closer->ch == '"' || closer->ch == '\'' || closer->ch == '=') {
        return true;
    }
    bool both = closer->open || opener->close;
    return !both || closer->run % 3 == 0 || (opener->run + closer->run) % 3 != 0;
}

static void show_rest(struct inl *x, struct delim *d) {
    d->node->u.text.text = str_slice(x->s, d->begin, d->end);
    d->node->span = md_span(x->t, d->begin, d->end);
}

/* Wraps the nodes between two nodes in a new node, and returns it. */
static struct doc_node *wrap_between(struct inl *x, enum doc_kind kind, struct doc_node *from,
                                     struct doc_node *to, size_t begin, size_t end) {
    struct doc_node *wrap = doc_node_new(x->m->doc, kind, md_span(x->t, begin, end));
    md_move(wrap, from->next, to);
    doc_insert_after(from, wrap);
    return wrap;
}

static void forget_between(struct inl *x, struct delim *opener, struct delim *closer) {
    while (closer->prev != opener) {
        forget(x, closer->prev);
    }
}

/* Takes delimiters from both runs, and wraps the nodes between them in an emphasis or another node.
 * Returns the next closing delimiter. */
static struct delim *emphasise(struct inl *x, struct delim *opener, struct delim *closer) {
    size_t have = opener->end - opener->begin;
    size_t want = closer->end - closer->begin;
    /* In `***a***`, the inner node is the emphasis in pandoc, and the strong emphasis in
     * CommonMark. */
    bool inside =
        x->m->format.pandoc && opener->run == 3 && closer->run == 3 && have == 3 && want == 3;
    size_t use = have >= 2 && want >= 2 && !inside ? 2 : 1;
    enum doc_kind kind = use == 2 ? DOC_STRONG : DOC_EMPH;
    if (closer->ch == '~') {
        use = closer->run;
        kind = DOC_STRIKE;
    }
    forget_between(x, opener, closer);
    struct doc_node *wrap = wrap_between(x, closer->ch == '=' ? DOC_SPAN : kind, opener->node,
                                         closer->node, opener->end - use, closer->begin + use);
    if (closer->ch == '=') {
        doc_add_class(x->m->doc, wrap, STR("mark"));
    }
    opener->end -= use;
    closer->begin += use;
    show_rest(x, opener);
    show_rest(x, closer);
    if (opener->begin == opener->end) {
        forget(x, opener);
    }
    if (closer->begin < closer->end) {
        return closer;
    }
    struct delim *next = closer->next;
    forget(x, closer);
    return next;
}

static struct delim *quote(struct inl *x, struct delim *opener, struct delim *closer) {
    size_t single = closer->ch == '\'';
    opener->node->u.text.text = x->m->quotes.open[single];
    closer->node->u.text.text = x->m->quotes.close[single];
    struct delim *next = closer->next;
    forget_between(x, opener, closer);
    forget(x, opener);
    forget(x, closer);
    return next;
}

void md_inl_emphasis(struct inl *x, struct delim *bottom) {
    size_t floor = bottom ? bottom->begin + 1 : 0;
    size_t bottoms[17];
    for (size_t i = 0; i < ARRAY_LEN(bottoms); i++) {
        bottoms[i] = floor;
    }
    struct delim *closer = x->delims == bottom ? NULL : x->delims;
    while (closer && closer->prev != bottom) {
        closer = closer->prev;
    }
    while (closer) {
        if (!closer->close) {
            closer = closer->next;
            continue;
        }
        size_t slot = bottom_slot(closer);
        struct delim *opener = closer->prev;
        while (opener && opener != bottom && opener->end > bottoms[slot] &&
               !pairs_with(opener, closer)) {
            opener = opener->prev;
        }
        if (opener && opener != bottom && opener->end > bottoms[slot]) {
            bool text = closer->ch == '"' || closer->ch == '\'';
            closer = text ? quote(x, opener, closer) : emphasise(x, opener, closer);
            continue;
        }
        bottoms[slot] = closer->begin;
        struct delim *next = closer->next;
        if (!closer->open) {
            forget(x, closer);
        }
        closer = next;
    }
    while (x->delims != bottom) {
        forget(x, x->delims);
    }
}

/* ---- superscript and subscript (MANUAL, superscript, subscript) */

/* Whether the mark at the current position closes the superscript or subscript `open`. There may be
 * no unescaped white space in between, and both marks are in the same brackets. */
static bool closes(const struct inl *x, const struct script *open) {
    return open->node && open->bracket == x->brackets && open->begin > x->space &&
           open->begin < x->at && open->node->parent == x->top;
}

bool md_inl_closes_superscript(const struct inl *x) {
    return closes(x, &x->sup);
}

/* Reads a superscript or subscript of letters and digits without a closing mark, `x^2` (MANUAL,
 * short_subsuperscripts). */
static bool short_script(struct inl *x, char c) {
    size_t begin = x->at + 1, end = begin;
    while (end < x->s.n && (is_alnum(x->s.p[end]) || (x->s.p[end] & 0x80))) {
        end++;
    }
    if (end == begin || (end < x->s.n && x->s.p[end] == c)) {
        return false;
    }
    struct doc_node *top = x->top;
    struct doc_node *script = md_inl_node(x, c == '^' ? DOC_SUP : DOC_SUB, x->at, end);
    x->top = script;
    md_inl_text(x, begin, end);
    x->top = top;
    x->at = end;
    return true;
}

bool md_inl_script(struct inl *x, char c) {
    struct script *open = c == '^' ? &x->sup : &x->sub;
    size_t at = x->at;
    bool fits = closes(x, open);
    if (!fits && md_on(x->m, MD_SHORT_SUBSUPERSCRIPTS) && short_script(x, c)) {
        return true;
    }
    struct doc_node *mark = md_inl_text(x, at, at + 1);
    x->at = at + 1;
    if (!fits) {
        *open = (struct script){mark, x->delims, x->brackets, x->at};
        return true;
    }
    md_inl_emphasis(x, open->delim);
    wrap_between(x, c == '^' ? DOC_SUP : DOC_SUB, open->node, mark, open->begin - 1, x->at);
    doc_unlink(open->node);
    doc_unlink(mark);
    open->node = NULL;
    return true;
}
