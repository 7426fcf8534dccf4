/* SPDX-License-Identifier: MIT */
/*
 * Splits a template into text, outputs and tags, in one pass. Finds code, in which tags are not
 * expanded, and the end of tags whose body is not read: raw, comment, highlight.
 *
 * The rules for code are simpler than those of Markdown. Code is a fence, or a line after a blank
 * line that is indented by four columns more than its list item, or a code span within a paragraph.
 */
#include "read/liquid/liquid_state.h"

#include "core/base/word_list.h"

#define MAX_TAG 65536u
#define MAX_BLOCKS 100
#define MAX_ITEMS 16
#define MAX_RUN 80 /* maximum number of backticks in a run */
#define MAX_SEARCHED 200

/* Texts whose next position is stored, so that each text is searched for only once. */
enum mark {
    MARK_OUTPUT,
    MARK_TAG,
    MARK_COMMENT,
    MARK_PRE,
    MARK_CODE,
    MARK_SCRIPT,
    MARK_STYLE,
    MARK_DOLLARS,
    MARK_BRACKET,
    MARK_PAREN,
    MARK_END_RAW,
    MARK_END_COMMENT,
    MARK_END_HIGHLIGHT,
    MARK_COUNT
};

static const struct str marks[MARK_COUNT] = {
    [MARK_OUTPUT] = STR_INIT("}}"),
    [MARK_TAG] = STR_INIT("%}"),
    [MARK_COMMENT] = STR_INIT("-->"),
    [MARK_PRE] = STR_INIT("</pre>"),
    [MARK_CODE] = STR_INIT("</code>"),
    [MARK_SCRIPT] = STR_INIT("</script>"),
    [MARK_STYLE] = STR_INIT("</style>"),
    [MARK_DOLLARS] = STR_INIT("$$"),
    [MARK_BRACKET] = STR_INIT("\\]"),
    [MARK_PAREN] = STR_INIT("\\)"),
    [MARK_END_RAW] = STR_INIT("endraw"),
    [MARK_END_COMMENT] = STR_INIT("endcomment"),
    [MARK_END_HIGHLIGHT] = STR_INIT("endhighlight"),
};

struct scan {
    struct arena *a;
    struct str s;
    bool markdown, html;
    liquid_tokens tokens;
    size_t text;             /* the beginning of the text that has not been split yet */
    bool trim;               /* white space at the beginning of this text is removed */
    size_t next[MARK_COUNT]; /* last results of find() */
    /* for each length: a run of that many backticks before this offset does not begin a code span
     */
    size_t unmatched[MAX_RUN + 1];
    size_t no_dollar;        /* a dollar before this offset does not begin a formula */
    size_t unclosed_begins;  /* number of environments without an end */
    size_t para;             /* the end of the last paragraph that para_end() found */
    size_t items[MAX_ITEMS]; /* columns in which the content of the open list items begins */
    size_t nitems;
    bool blank, code; /* the previous line was blank, or code */
    size_t unclosed;  /* position of a tag without an end, or LIQUID_NONE */
};

/* Returns the next position of a mark at or after `at`, or the length of the text if there is none.
 */
static size_t find(struct scan *k, enum mark mark, size_t at) {
    if (k->next[mark] < at || k->next[mark] == 0) {
        size_t hit = str_find(str_from(k->s, at), marks[mark]);
        k->next[mark] = hit == STR_NONE ? k->s.n + 1 : at + hit;
    }
    return k->next[mark] > k->s.n ? k->s.n : k->next[mark];
}

static size_t behind(struct scan *k, enum mark mark, size_t at) {
    size_t end = find(k, mark, at);
    return end < k->s.n ? end + marks[mark].n : at;
}

static bool is_blank(struct str line) {
    return !str_trim(line).n;
}

/* Returns the end of the paragraph at `at`, which is a blank line or the end of the text. */
static size_t para_end(struct scan *k, size_t at) {
    if (k->para > at) {
        return k->para;
    }
    size_t end = str_until(k->s, at, '\n');
    while (end < k->s.n) {
        size_t next = str_until(k->s, end + 1, '\n');
        if (is_blank(str_slice(k->s, end + 1, next))) {
            break;
        }
        end = next;
    }
    k->para = end;
    return end;
}

/* ---- tokens */

static void add_text(struct scan *k, size_t end) {
    size_t begin = k->text;
    while (k->trim && begin < end && is_space(k->s.p[begin])) {
        begin++;
    }
    k->trim = k->trim && begin == end;
    if (begin < end) {
        vec_push(&k->tokens, (struct liquid_token){.kind = LIQUID_TEXT,
                                                   .begin = (uint32_t)begin,
                                                   .end = (uint32_t)end,
                                                   .next = LIQUID_NONE});
    }
    k->text = end;
}

/* Removes white space at the end of the text before a tag `{%-`. */
static void trim_before(struct scan *k) {
    struct liquid_token *last = k->tokens.n ? &vec_last(&k->tokens) : NULL;
    while (last && last->kind == LIQUID_TEXT && last->end > last->begin &&
           is_space(k->s.p[last->end - 1])) {
        last->end--;
    }
}

struct tag {
    size_t begin, end;
    /* a `-` at the left or right end of the tag removes the white space beside it */
    bool left, right;
    struct str name, markup;
};

/* Reads `{{ ... }}` or `{% ... %}` at `at`. Returns false if it has no end. */
static bool read_tag(struct scan *k, size_t at, struct tag *out) {
    bool output = k->s.p[at + 1] == '{';
    size_t close = find(k, output ? MARK_OUTPUT : MARK_TAG, at + 2);
    if (close >= k->s.n || close - at > MAX_TAG) {
        return false;
    }
    size_t begin = at + 2, end = close;
    *out = (struct tag){.begin = at, .end = close + 2};
    if (begin < end && k->s.p[begin] == '-') {
        out->left = true;
        begin++;
    }
    if (begin < end && k->s.p[end - 1] == '-') {
        out->right = true;
        end--;
    }
    struct str inside = str_trim(str_slice(k->s, begin, end));
    size_t n = 0;
    while (!output && n < inside.n && (is_alnum(inside.p[n]) || inside.p[n] == '_')) {
        n++;
    }
    n += !output && !n && inside.n && (inside.p[0] == '#' || inside.p[0] == '/');
    out->name = str_slice(inside, 0, n);
    out->markup = str_trim(str_from(inside, n));
    return true;
}

/* Finds the next tag after `at` whose name is the mark `name`, such as `endraw`. */
static bool find_end(struct scan *k, enum mark name, size_t at, struct tag *out) {
    for (size_t hit = find(k, name, at); hit < k->s.n; hit = find(k, name, hit + 1)) {
        size_t open = hit;
        while (open > at && (is_space(k->s.p[open - 1]) || k->s.p[open - 1] == '-')) {
            open--;
        }
        if (open >= at + 2 && k->s.p[open - 1] == '%' && k->s.p[open - 2] == '{' &&
            read_tag(k, open - 2, out) && str_eq(out->name, marks[name])) {
            return true;
        }
    }
    return false;
}

/* Removes the tags `{% raw %}` and `{% endraw %}` from code, which is shown as text without them.
 */
static void protect(struct scan *k, size_t at, size_t end) {
    while (at < end) {
        size_t hit = str_find(str_slice(k->s, at, end), STR("{%"));
        struct tag tag, close;
        if (hit == STR_NONE) {
            return;
        }
        at += hit;
        if (!read_tag(k, at, &tag) || tag.end > end) {
            return;
        }
        if (!str_is(tag.name, "raw")) {
            at += 2;
            continue;
        }
        if (!find_end(k, MARK_END_RAW, tag.end, &close) || close.end > end) {
            return;
        }
        add_text(k, tag.begin);
        k->text = tag.end;
        add_text(k, close.begin);
        k->text = at = close.end;
    }
}

static void add_tag(struct scan *k, const struct tag *t, enum liquid_token_kind kind,
                    struct str body, size_t end) {
    vec_push(&k->tokens, (struct liquid_token){.kind = kind,
                                               .begin = (uint32_t)t->begin,
                                               .end = (uint32_t)end,
                                               .name = t->name,
                                               .markup = t->markup,
                                               .body = body,
                                               .next = LIQUID_NONE});
}

/* Reads a tag with a raw body. Returns the offset after its end tag, or 0 if there is none. */
static size_t take_raw(struct scan *k, const struct tag *t) {
    struct tag close;
    bool raw = str_is(t->name, "raw"), comment = str_is(t->name, "comment");
    enum mark end = raw ? MARK_END_RAW : comment ? MARK_END_COMMENT : MARK_END_HIGHLIGHT;
    if ((!raw && !comment && !str_is(t->name, "highlight")) || !find_end(k, end, t->end, &close)) {
        return 0;
    }
    if (raw) {
        k->text = t->end;
        add_text(k, close.begin);
    } else if (!comment) {
        add_tag(k, t, LIQUID_TAG, str_slice(k->s, t->end, close.begin), close.end);
    }
    k->text = close.end;
    k->trim = close.right;
    return close.end;
}

/* Reads an output or a tag at `at`. Returns the offset after it, or after its first brackets if it
 * is text. */
static size_t take_tag(struct scan *k, size_t at) {
    struct tag t;
    char after = at + 2 < k->s.n ? k->s.p[at + 2] : '\0';
    bool output = k->s.p[at + 1] == '{';
    if (output && (after == '<' || after == '%' || after == '{')) {
        return at + 3; /* this is a shortcode of Quarto or Hugo, or braces of TeX */
    }
    if (!read_tag(k, at, &t)) {
        bool meant = !output || after == ' ' || after == '-';
        k->unclosed = meant && k->unclosed == LIQUID_NONE ? at : k->unclosed;
        return at + 2;
    }
    add_text(k, at);
    if (t.left) {
        trim_before(k);
    }
    k->trim = t.right;
    size_t end = output ? 0 : take_raw(k, &t);
    if (end) {
        return end;
    }
    add_tag(k, &t, output ? LIQUID_OUTPUT : LIQUID_TAG, STR_EMPTY, t.end);
    k->text = t.end;
    return t.end;
}

/* ---- code */

/* Returns the offset after the code span at `at`, or after its backticks if it has no end. */
static size_t skip_span(struct scan *k, size_t at) {
    size_t n = str_run(k->s, at, '`'), end = para_end(k, at);
    if (n > MAX_RUN || k->unmatched[n] > at) {
        return at + n;
    }
    size_t close = str_find_run(str_slice(k->s, 0, end), at + n, '`', n);
    if (close != STR_NONE) {
        return close + n;
    }
    k->unmatched[n] = end;
    return at + n;
}

/* Returns the offset after the formula at `at`, or after its dollar signs if it has no end (pandoc
 * MANUAL, tex_math_dollars). */
static size_t skip_dollars(struct scan *k, size_t at) {
    struct str s = k->s;
    size_t end = para_end(k, at);
    if (at + 1 < s.n && s.p[at + 1] == '$') {
        size_t close = find(k, MARK_DOLLARS, at + 2);
        return close < end ? close + 2 : at + 2;
    }
    if (at + 1 >= s.n || is_space(s.p[at + 1]) || k->no_dollar > at) {
        return at + 1;
    }
    for (size_t i = at + 1; i < end; i++) {
        if (s.p[i] == '\\') {
            i++;
        } else if (s.p[i] == '$' && !is_space(s.p[i - 1])) {
            bool price = i + 1 < s.n && is_digit(s.p[i + 1]);
            k->no_dollar = price ? i : k->no_dollar;
            return price ? at + 1 : i + 1;
        }
    }
    k->no_dollar = end;
    return at + 1;
}

/* Returns the end of `\begin{name}`, `\(...\)` or `\[...\]`. For other text, returns `at` + 2. */
static size_t skip_backslash(struct scan *k, size_t at) {
    struct str rest = str_slice(k->s, at, at + MAX_TAG);
    if (str_starts(rest, STR("\\begin{"))) {
        size_t close = str_index(rest, '}');
        struct str name =
            close == STR_NONE || close > 40 ? STR_EMPTY : str_slice(rest, 6, close + 1);
        struct str end = arena_join(k->a, 2, STR("\\end"), name);
        size_t hit = name.n && k->unclosed_begins < MAX_SEARCHED ? str_find(rest, end) : STR_NONE;
        k->unclosed_begins += hit == STR_NONE;
        return hit == STR_NONE ? at + 2 : at + hit + end.n;
    }
    bool bracket = str_starts(rest, STR("\\["));
    if (bracket || str_starts(rest, STR("\\("))) {
        size_t close = find(k, bracket ? MARK_BRACKET : MARK_PAREN, at + 2);
        return close < para_end(k, at) ? close + 2 : at + 2;
    }
    return at + 2;
}

static size_t skip_html(struct scan *k, size_t at) {
    static const struct {
        struct str open;
        enum mark close;
    } elements[] = {
        {STR_INIT("<!--"), MARK_COMMENT}, {STR_INIT("<pre"), MARK_PRE},
        {STR_INIT("<code"), MARK_CODE},   {STR_INIT("<script"), MARK_SCRIPT},
        {STR_INIT("<style"), MARK_STYLE},
    };
    for (size_t i = 0; i < ARRAY_LEN(elements); i++) {
        struct str open = elements[i].open;
        char after = at + open.n < k->s.n ? k->s.p[at + open.n] : '\0';
        if (str_starts(str_from(k->s, at), open) && (i == 0 || !is_alnum(after))) {
            size_t end = behind(k, elements[i].close, at + open.n);
            return end > at + open.n ? end : at + 1;
        }
    }
    return at + 1;
}

/* ---- lines */

/* Returns the indentation of a line in columns, after the `>` of block quotes. `*bytes` is set
 * to the number of bytes before the text. */
static size_t indent_of(struct str line, size_t *bytes) {
    size_t col = 0, at = 0;
    for (; at < line.n; at++) {
        char c = line.p[at];
        if (c == ' ') {
            col++;
        } else if (c == '\t') {
            col += 4 - col % 4;
        } else if (c == '>') {
            col = 0;
            at += at + 1 < line.n && line.p[at + 1] == ' ';
        } else {
            break;
        }
    }
    *bytes = at;
    return col;
}

/* Returns the columns of a list marker including the space after it, or 0. */
static size_t marker_of(struct str s) {
    size_t n = 0;
    while (n < s.n && n < 9 && is_digit(s.p[n])) {
        n++;
    }
    bool number = n && n < s.n && (s.p[n] == '.' || s.p[n] == ')');
    bool bullet = !n && s.n && (s.p[0] == '-' || s.p[0] == '*' || s.p[0] == '+');
    if (!number && !bullet) {
        return 0;
    }
    size_t space = str_run(s, n + 1, ' ');
    return space >= 1 && space <= 4 ? n + 1 + space : space > 4 || n + 1 == s.n ? n + 2 : 0;
}

/* Returns the offset after the fenced code in the line at `at`, or 0. `from` is the offset of the
 * text in this line. */
static size_t skip_fence(struct str s, size_t at, size_t from) {
    char c = from < s.n ? s.p[from] : '\0';
    size_t n = c == '`' || c == '~' ? str_run(s, from, c) : 0;
    size_t end = str_until(s, at, '\n');
    if (n < 3 || (c == '`' && str_index(str_slice(s, from + n, end), '`') != STR_NONE)) {
        return 0;
    }
    while (end < s.n) {
        size_t begin = end + 1, bytes;
        end = str_until(s, begin, '\n');
        struct str line = str_slice(s, begin, end);
        (void)indent_of(line, &bytes);
        size_t run = str_run(line, bytes, c);
        if (run >= n && is_blank(str_from(line, bytes + run))) {
            return end;
        }
    }
    return s.n;
}

/* Returns the end of the code that begins with the line at `at`, or `at` if the line is not code.
 */
static size_t skip_line(struct scan *k, size_t at) {
    size_t end = str_until(k->s, at, '\n'), bytes;
    struct str line = str_slice(k->s, at, end);
    if (is_blank(line)) {
        k->blank = true;
        return at;
    }
    size_t col = indent_of(line, &bytes);
    size_t marker = marker_of(str_from(line, bytes));
    size_t fence = skip_fence(k->s, at, at + bytes);
    fence = fence || !marker ? fence : skip_fence(k->s, at, at + bytes + marker);
    while (k->blank && k->nitems && k->items[k->nitems - 1] > col) {
        k->nitems--;
    }
    size_t base = k->nitems ? k->items[k->nitems - 1] : 0;
    k->code = !fence && col >= base + 4 && (k->blank || k->code);
    k->blank = false;
    if (fence || k->code) {
        k->blank = fence != 0;
        return fence ? fence : end;
    }
    while (marker && k->nitems && k->items[k->nitems - 1] > col) {
        k->nitems--;
    }
    if (marker && k->nitems < MAX_ITEMS) {
        k->items[k->nitems++] = col + marker;
    }
    return at;
}

/* Returns the end of the code, formula, environment or element that begins at `at`. */
static size_t skip_code(struct scan *k, size_t at) {
    switch (k->s.p[at]) {
    case '`':
        return skip_span(k, at);
    case '$':
        return skip_dollars(k, at);
    case '\\':
        return skip_backslash(k, at);
    default:
        return skip_html(k, at);
    }
}

static bool may_be_code(const struct scan *k, char c) {
    return (c == '<' && k->html) || (k->markdown && (c == '`' || c == '$' || c == '\\'));
}

static void cut(struct scan *k, size_t at) {
    bool front = true;
    while (at < k->s.n) {
        char c = k->s.p[at];
        size_t end = front && k->markdown ? skip_line(k, at) : at;
        bool code = end > at;
        if (!code && may_be_code(k, c)) {
            end = skip_code(k, at);
            end = end < k->s.n ? end : k->s.n;
            code = true;
        }
        front = false;
        if (code) {
            protect(k, at, end);
            at = end;
        } else if (c == '{' && at + 1 < k->s.n &&
                   (k->s.p[at + 1] == '{' || k->s.p[at + 1] == '%')) {
            at = take_tag(k, at);
        } else {
            front = c == '\n';
            at++;
        }
    }
    add_text(k, k->s.n);
}

/* ---- blocks */

static bool is_middle(struct str name) {
    return str_among(name, "else elsif elif when");
}

/* Returns the kind of block that a tag begins, or NULL. */
static const char *block_of(struct str name) {
    static const char *const blocks[] = {"if",      "unless",   "case",  "for",
                                         "capture", "tablerow", "quote", "comment"};
    for (size_t i = 0; i < ARRAY_LEN(blocks); i++) {
        if (str_is(name, blocks[i])) {
            return blocks[i];
        }
    }
    return NULL;
}

/* Links each tag of a block to the next one. */
static void match(struct liquid_template *t) {
    struct {
        const char *name;
        size_t last;
    } open[MAX_BLOCKS];
    size_t depth = 0;
    for (size_t i = 0; i < t->n; i++) {
        struct liquid_token *k = &t->tokens[i];
        const char *block = k->kind == LIQUID_TAG ? block_of(k->name) : NULL;
        if (block && depth < MAX_BLOCKS) {
            open[depth].name = block;
            open[depth++].last = i;
        } else if (k->kind == LIQUID_TAG && is_middle(k->name) && depth) {
            t->tokens[open[depth - 1].last].next = i;
            open[depth - 1].last = i;
        } else if (k->kind == LIQUID_TAG && str_starts(k->name, STR("end"))) {
            size_t at = depth; /* inner blocks without an end are ignored */
            while (at > 0 && !str_is(str_from(k->name, 3), open[at - 1].name)) {
                at--;
            }
            depth = at ? at - 1 : depth;
            if (at) {
                t->tokens[open[at - 1].last].next = i;
            }
        }
    }
}

struct liquid_template *liquid_scan(struct arena *a, struct source *src, size_t begin,
                                    enum liquid_code code) {
    struct scan k = {.a = a,
                     .s = src->text,
                     .markdown = code == LIQUID_CODE_MARKDOWN,
                     .html = code != LIQUID_CODE_NOWHERE,
                     .text = begin,
                     .blank = true,
                     .unclosed = LIQUID_NONE};
    cut(&k, begin);
    struct liquid_template *t = ARENA_NEW(a, struct liquid_template);
    *t = (struct liquid_template){.src = src, .n = k.tokens.n, .unclosed = k.unclosed};
    t->tokens = vec_finish(&k.tokens, a);
    match(t);
    return t;
}
