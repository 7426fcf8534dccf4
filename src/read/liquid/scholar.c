/* SPDX-License-Identifier: MIT */
/* Tags of jekyll-scholar (jekyll-scholar's README). Citations and lists of publications are
 * rewritten in dossier's Markdown. Conditions of queries that dossier's lists do not support are
 * reported. */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "read/liquid/liquid_state.h"

/* The values of the options of a tag. */
struct options {
    VEC(struct str) keys;
    struct str query, file, group, limit, style, locator, label, prefix;
    bool cited, suppress;
};

static const struct {
    const char *word, *letter;
    size_t member; /* offset in struct options; 0 for an option that is ignored */
    bool flag;
} options[] = {
    {"--query", "-q", offsetof(struct options, query), false},
    {"--file", "-f", offsetof(struct options, file), false},
    {"--bibliography", "-b", offsetof(struct options, file), false},
    {"--group_by", "-g", offsetof(struct options, group), false},
    {"--max", "-m", offsetof(struct options, limit), false},
    {"--style", "-s", offsetof(struct options, style), false},
    {"--locator", "-l", offsetof(struct options, locator), false},
    {"--label", "-L", offsetof(struct options, label), false},
    {"--prefix", "-p", offsetof(struct options, prefix), false},
    {"--template", "-T", 0, false},
    {"--class", "-C", 0, false},
    {"--cited", "-c", offsetof(struct options, cited), true},
    {"--suppress_author", "-A", offsetof(struct options, suppress), true},
};

/* Returns the options of a tag, in which each `{{ value }}` is replaced with its value. */
static struct str expand(struct liquid *q, struct str s) {
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    while (s.n) {
        size_t open = str_find(s, STR("{{"));
        size_t close = open == STR_NONE ? STR_NONE : str_find(str_from(s, open), STR("}}"));
        if (close == STR_NONE) {
            break;
        }
        struct liquid_cursor c = {.s = str_slice(s, open + 2, open + close)};
        buf_str(&b, str_slice(s, 0, open));
        buf_str(&b, liquid_text(q, liquid_value(q, &c)));
        s = str_from(s, open + close + 2);
    }
    buf_str(&b, s);
    return buf_finish(&b, q->a);
}

/* Returns the next word: a text in quotes, a query with its brackets, or a word up to a blank or
 * comma. */
static struct str next_word(struct str s, size_t *at) {
    while (*at < s.n && (is_space(s.p[*at]) || s.p[*at] == ',')) {
        ++*at;
    }
    size_t from = *at;
    char quote = from < s.n && (s.p[from] == '"' || s.p[from] == '\'') ? s.p[from] : '\0';
    if (quote) {
        size_t end = str_until(s, from + 1, quote);
        *at = end < s.n ? end + 1 : s.n;
        return str_slice(s, from + 1, end);
    }
    bool query = from < s.n && (s.p[from] == '@' || s.p[from] == '!');
    int depth = 0;
    for (; *at < s.n && (depth > 0 || (!is_space(s.p[*at]) && (query || s.p[*at] != ','))); ++*at) {
        depth += query && s.p[*at] == '[';
        depth -= query && s.p[*at] == ']';
    }
    return str_slice(s, from, *at);
}

static void read_words(struct liquid *q, struct options *out) {
    *out = (struct options){.cited = false};
    struct str s = expand(q, q->token->markup);
    for (size_t at = 0; at < s.n;) {
        struct str word = next_word(s, &at);
        size_t row = 0;
        while (row < ARRAY_LEN(options) && !str_is(word, options[row].word) &&
               !str_is(word, options[row].letter)) {
            row++;
        }
        if (row < ARRAY_LEN(options)) {
            char *member = options[row].member ? (char *)out + options[row].member : NULL;
            if (options[row].flag) {
                *(bool *)(void *)member = true;
                continue;
            }
            struct str value = next_word(s, &at);
            if (member) {
                *(struct str *)(void *)member = value;
            }
        } else if (str_starts(word, STR("-"))) {
            liquid_report(q, STR_EMPTY, "it is left out", "`%.*s` has no option `%.*s` here",
                          STR_ARG(q->token->name), STR_ARG(word));
        } else if (word.n) {
            vec_push(&out->keys, word);
        }
    }
    q->cites = true;
    for (size_t i = 0; out->file.n && i < q->databases.n; i++) {
        out->file = str_eq(q->databases.p[i], out->file) ? STR_EMPTY : out->file;
    }
    if (out->file.n) {
        vec_push(&q->databases, out->file);
    }
}

static void put_key(struct buf *b, struct str key) {
    bool plain = key.n > 0;
    for (size_t i = 0; i < key.n; i++) {
        plain = plain && (is_alnum(key.p[i]) || key.p[i] == '_');
    }
    buf_printf(b, plain ? "@%.*s" : "@{%.*s}", STR_ARG(key));
}

/* Writes the citation `[see @a; @b, page 3]`. */
static struct str citation(struct liquid *q, const struct options *a) {
    struct buf b = BUF_INIT;
    buf_putc(&b, '[');
    for (size_t i = 0; i < a->keys.n; i++) {
        buf_puts(&b, i ? "; " : "");
        if (!i && a->prefix.n) {
            buf_printf(&b, "%.*s ", STR_ARG(a->prefix));
        }
        buf_puts(&b, a->suppress ? "-" : "");
        put_key(&b, a->keys.p[i]);
    }
    if (a->locator.n) {
        struct str label = a->label.n ? a->label : STR("page");
        buf_printf(&b, ", %.*s %.*s", STR_ARG(label), STR_ARG(a->locator));
    }
    buf_putc(&b, ']');
    struct str out = a->keys.n ? buf_keep(&b, q->a) : STR_EMPTY;
    buf_drop(&b);
    return out;
}

/* Runs `cite` and `reference`, which both become a citation. */
static size_t run_cite(struct liquid *q, size_t i) {
    struct options a;
    read_words(q, &a);
    struct str text = citation(q, &a);
    if (!text.n) {
        liquid_report(q, STR_EMPTY, "write `cite key`", "this tag has no key");
    }
    liquid_put(q, text);
    vec_drop(&a.keys);
    return i + 1;
}

/* Runs `quote`: writes a quotation with its source. */
static size_t run_quote(struct liquid *q, size_t i) {
    struct options a;
    read_words(q, &a);
    struct str cited = citation(q, &a);
    vec_drop(&a.keys);
    size_t end = liquid_block_end(q, i);
    if (end == LIQUID_NONE) {
        liquid_report(q, STR_EMPTY, "", "this `quote` has no `endquote`");
        liquid_put(q, cited);
        return i + 1;
    }
    struct str rest = str_trim(liquid_capture(q, i + 1, end));
    liquid_put(q, STR("\n\n"));
    while (rest.p) {
        struct str line = str_cut(&rest, '\n');
        liquid_put(q, arena_join(q->a, 3, STR("> "), line, STR("\n")));
    }
    liquid_put(q, arena_join(q->a, 3, STR(">\n> "), cited, STR("\n\n")));
    return end + 1;
}

/* ---- lists */

static void put_value(struct buf *b, struct str value) {
    buf_puts(b, "=\"");
    for (size_t i = 0; i < value.n; i++) {
        if (value.p[i] == '"' || value.p[i] == '\\') {
            buf_putc(b, '\\');
        }
        buf_putc(b, value.p[i] == '\n' ? ' ' : value.p[i]);
    }
    buf_putc(b, '"');
}

static void put_pair(struct buf *b, const char *key, struct str value) {
    buf_printf(b, " %s", key);
    put_value(b, value);
}

/* Writes a condition of a query, such as `year=2020` or `author ~= Curie`. Returns false if
 * dossier's lists do not support the condition. */
static bool put_condition(struct buf *b, struct str s) {
    size_t n = str_past_name(s, 0, "_");
    struct str field = str_slice(s, 0, n), rest = str_trim(str_from(s, n));
    size_t op = 0;
    while (op < rest.n && op < 2 && strchr("=<>~^!", rest.p[op])) {
        op++;
    }
    struct str sign = str_slice(rest, 0, op), value = str_trim(str_from(rest, op));
    bool equal = str_is(sign, "=") || str_is(sign, "==");
    bool like = equal || str_is(sign, "~=") || str_is(sign, "^=");
    bool order = str_among(sign, "< > <= >=");
    if (str_is(field, "year") && value.n && (equal || order)) {
        struct buf range = BUF_INIT;
        buf_printf(&range, "%.*s%.*s", STR_ARG(equal ? STR_EMPTY : sign), STR_ARG(value));
        put_pair(b, "year", buf_view(&range));
        buf_drop(&range);
        return true;
    }
    bool author = str_is(field, "author"),
         keyword = str_is(field, "keywords") || str_is(field, "keyword");
    if (value.n && like && (author || keyword)) {
        put_pair(b, author ? "author" : "keyword", value);
        return true;
    }
    bool negated = str_is(sign, "!=");
    if (!value.n || !field.n || (!equal && !negated) || field.n > 64) {
        return false;
    }
    buf_puts(b, negated ? " not-" : " "); /* any other field of the database */
    buf_str(b, field);
    put_value(b, value);
    return true;
}

static void put_query(struct liquid *q, struct buf *b, struct str query) {
    struct str s = str_trim(query);
    size_t open = str_index(s, '['), n = str_past_name(s, 1, "_-");
    struct str type = str_slice(s, 1, n);
    bool good = s.n && s.p[0] == '@';
    if (good && type.n && !str_ieq(type, STR("entry"))) {
        put_pair(b, "type", type);
    }
    size_t close = open == STR_NONE ? STR_NONE : str_index(s, ']');
    struct str rest =
        open == STR_NONE ? STR_EMPTY : str_slice(s, open + 1, close == STR_NONE ? s.n : close);
    while (good && rest.n) {
        size_t cut = str_find(rest, STR("&&"));
        struct str one = str_trim(str_slice(rest, 0, cut));
        good = put_condition(b, one);
        rest = cut == STR_NONE ? STR_EMPTY : str_from(rest, cut + 2);
    }
    if (!good) {
        liquid_report(
            q, q->token->markup,
            "lists ask for `@type`, for years, and for fields that have a value, joined by `&&`",
            "this query is not supported: the list may have more entries");
    }
}

static struct str scholar(struct liquid *q, const char *key) {
    return liquid_text(q, node_get(node_get(q->opt->site, "scholar"), key));
}

/* Writes the keys by which a list is grouped, which are separated by commas: year, type or fields.
 */
static void put_group(struct liquid *q, struct buf *b, struct str group) {
    struct str words = arena_str(q->a, group);
    /* the copy may be changed, because nothing else uses it */
    char *p = (char *)(uintptr_t)words.p;
    for (size_t i = 0; i < words.n; i++) {
        p[i] = p[i] == ',' ? ' ' : p[i];
    }
    if (group.n && !str_is(group, "none")) {
        put_pair(b, "group-by", words);
    }
}

/* Writes the options for al-folio's buttons, badges, pictures and folders of files. */
static void put_looks(struct liquid *q, struct buf *b) {
    if (!str_is(scholar(q, "bibliography_template"), "bib")) {
        return;
    }
    const struct node *pictures = node_get(q->opt->site, "enable_publication_thumbnails");
    static const char folder[] = "assets/img/publication_preview";
    const struct liquid_host *host = &q->opt->host;
    bool thumbnails =
        node_bool(pictures, 0) > 0 && host->exists && host->exists(host->user, STR(folder));
    put_pair(b, "show",
             thumbnails ? STR("abstract links badges bibtex thumbnails")
                        : STR("abstract links badges bibtex"));
    put_pair(b, "base", STR("/assets/pdf/"));
    put_pair(b, "previews", STR("/assets/img/publication_preview/"));
}

static size_t run_bibliography(struct liquid *q, size_t i) {
    struct options a;
    read_words(q, &a);
    vec_drop(&a.keys);
    if (a.cited) {
        liquid_put(q, STR("\n\n::: {#refs}\n:::\n\n"));
        return i + 1;
    }
    struct buf b = BUF_INIT;
    buf_puts(&b, "\n\n::: {.publications");
    if (a.query.n) {
        put_query(q, &b, a.query);
    }
    put_looks(q, &b);
    put_group(q, &b, a.group.n ? a.group : scholar(q, "group_by"));
    if (a.limit.n) {
        put_pair(&b, "limit", a.limit);
    }
    struct str by = scholar(q, "sort_by");
    bool sorts = str_among(by, "year title author");
    bool down = str_starts(scholar(q, "order"), STR("desc"));
    if (sorts) {
        put_pair(&b, "sort", arena_join(q->a, 2, down ? STR("-") : STR_EMPTY, by));
    }
    buf_puts(&b, "}\n:::\n\n");
    liquid_put(q, buf_finish(&b, q->a));
    return i + 1;
}

const struct liquid_tag_row liquid_scholar_tags[] = {
    {"bibliography", run_bibliography},
    {"cite", run_cite},
    {"quote", run_quote},
    {"reference", run_cite},
    {NULL, NULL},
};
