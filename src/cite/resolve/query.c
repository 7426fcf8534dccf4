/* SPDX-License-Identifier: MIT */
/*
 * Attributes of a publication list: order, groups, numbering and the parts that are shown.
 * list_filter.c reads the attributes that choose works. An invalid value is reported at the
 * attribute and ignored.
 */
#include "cite/resolve/query.h"

DIAG_USE(DIAG_BAD_FILTER);
DIAG_USE(DIAG_UNKNOWN_ATTRIBUTE);

typedef void attr_reader(struct resolver *r, struct pub_query *q, struct str value, struct span at);

static void bad_value(struct resolver *r, struct span at, const char *what, struct str value,
                      const char *hint) {
    struct diag *g =
        diag_add(r->d, DIAG_BAD_FILTER, at, "%s cannot be `%.*s`", what, STR_ARG(value));
    diag_hint(r->d, g, "%s", hint);
}

static void read_highlight(struct resolver *r, struct pub_query *q, struct str value,
                           struct span at) {
    (void)at;
    pub_persons_read(r->arena, &q->highlight, value);
}

static void read_students(struct resolver *r, struct pub_query *q, struct str value,
                          struct span at) {
    (void)at;
    pub_persons_read(r->arena, &q->students, value);
}

/** Reads a number from `least` on. Returns `other` for another text, which is reported. */
static int64_t read_number(struct resolver *r, const char *what, struct str value, struct span at,
                           int64_t least, int64_t other, const char *hint) {
    int64_t v;
    if (str_to_i64(value, &v) && v >= least && v <= PUB_MAX_NUMBER) {
        return v;
    }
    bad_value(r, at, what, value, hint);
    return other;
}

static void read_limit(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    q->limit = (size_t)read_number(r, "`limit`", value, at, 1, (int64_t)q->limit,
                                   "write a number of entries, 1 or more");
}

struct word_value {
    const char *word;
    int value;
};

static int find_word(const struct word_value *table, size_t n, struct str word) {
    for (size_t i = 0; i < n; i++) {
        if (str_is(word, table[i].word)) {
            return table[i].value;
        }
    }
    return -1;
}

/** Reads one of two or three words. Returns its place in `words`, or `other` for another text,
 * which is reported. */
static int read_word(struct resolver *r, const char *what, struct str value, struct span at,
                     const char *const words[3], int other, const char *hint) {
    for (int i = 0; i < 3 && words[i]; i++) {
        if (str_is(value, words[i])) {
            return i;
        }
    }
    bad_value(r, at, what, value, hint);
    return other;
}

static void read_start(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    q->start = (int)read_number(r, "`start`", value, at, 1, q->start,
                                "write the number of the first entry, 1 or more");
}

static void read_sort(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    static const struct word_value keys[] = {
        {"date", SORT_DATE},     {"year", SORT_DATE},         {"title", SORT_TITLE},
        {"author", SORT_AUTHOR}, {"type", SORT_TYPE},         {"key", SORT_KEY},
        {"venue", SORT_VENUE},   {"database", SORT_DATABASE},
    };
    struct str word;
    q->nsorts = 0;
    while (pub_next_word(&value, ", ;|", &word)) {
        bool down = word.p[0] == '-';
        struct str name = down || word.p[0] == '+' ? str_from(word, 1) : word;
        int key = find_word(keys, ARRAY_LEN(keys), name);
        if (key < 0 && pub_is_field(r, name)) {
            key = SORT_FIELD;
        }
        if (key < 0 || q->nsorts == PUB_MAX_SORTS) {
            bad_value(
                r, at, "`sort`", word,
                "sort by date, title, author, type, venue, key, database or a field, four at most; "
                "`-` in front reverses the order");
        } else {
            q->sorts[q->nsorts++] = (struct pub_sort){(enum pub_sort_key)key, down, name};
        }
    }
}

static void read_group(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    static const struct word_value groups[] = {
        {"none", GROUP_NONE},     {"year", GROUP_YEAR},     {"decade", GROUP_DECADE},
        {"type", GROUP_TYPE},     {"venue", GROUP_VENUE},   {"keyword", GROUP_KEYWORD},
        {"letter", GROUP_LETTER}, {"author", GROUP_AUTHOR},
    };
    struct str word;
    q->ngroups = 0;
    while (pub_next_word(&value, ", ;|", &word)) {
        int g = find_word(groups, ARRAY_LEN(groups), word);
        if (g < 0 && pub_is_field(r, word)) {
            g = GROUP_FIELD;
        }
        if (g < 0 || q->ngroups == PUB_MAX_GROUPS) {
            bad_value(r, at, "`group-by`", word,
                      "group by year, decade, type, venue, keyword, author, letter or a field, by "
                      "two at most");
        } else if (g != GROUP_NONE) {
            q->groups[q->ngroups++] = (struct pub_group_by){(enum pub_group)g, word};
        }
    }
}

/** Reads the titles of groups, "article-journal=Papers; book=Books", which also set the order of
 * the groups. */
static void read_titles(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    struct str word;
    while (pub_next_word(&value, ";|", &word)) {
        struct str title = word, group = str_trim(str_cut(&title, '='));
        if (title.p == NULL) {
            bad_value(r, at, "`group-titles`", word,
                      "write what groups are called: `group-titles=\"book=Books; thesis=Theses\"`");
            continue;
        }
        vec_push(&q->titles, ((struct pub_title){.group = group,
                                                 .title = str_trim(title),
                                                 .at = at,
                                                 .found = ARENA_NEW(r->arena, bool)}));
    }
}

/** Reads the titles of groups from a map in the front matter: `group-titles: {book: Books}`. */
static void read_front_titles(struct resolver *r, struct pub_query *q) {
    const struct node *map = node_get(r->doc->front, "group-titles");
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        vec_push(&q->titles, ((struct pub_title){.group = map->keys[i],
                                                 .title = node_text(map->items[i]),
                                                 .in_front = true,
                                                 .found = ARENA_NEW(r->arena, bool)}));
    }
}

static void read_prefix(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    (void)r, (void)at;
    q->prefix = value;
}

static void read_number_by(struct resolver *r, struct pub_query *q, struct str value,
                           struct span at) {
    static const char *const words[3] = {"list", "group", "document"};
    int k = read_word(r, "`number-by`", value, at, words, q->resume ? 2 : q->number_groups,
                      "count by list, group or document");
    q->number_groups = k == 1;
    q->resume = k == 2;
}

static void read_duplicates(struct resolver *r, struct pub_query *q, struct str value,
                            struct span at) {
    static const char *const words[3] = {"once", "all"};
    q->twins = read_word(r, "`duplicates`", value, at, words, q->twins,
                         "show them `once`, or `all` of them");
}

static void read_base(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    (void)r, (void)at;
    q->show.base = value;
}

static void read_previews(struct resolver *r, struct pub_query *q, struct str value,
                          struct span at) {
    (void)r, (void)at;
    q->show.previews = value;
}

static void read_filter(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    if (str_is(value, "true") || str_is(value, "yes")) {
        q->filter = true;
    } else if (str_is(value, "false") || str_is(value, "no")) {
        q->filter = false;
        q->toggles = STR_EMPTY;
    } else {
        bad_value(r, at, "`filter`", value, "write true or false; `toggles` names buttons");
    }
}

static void read_toggles(struct resolver *r, struct pub_query *q, struct str value,
                         struct span at) {
    static const struct word_value kinds[] = {{"type", 0},     {"year", 1},   {"keyword", 2},
                                              {"keywords", 2}, {"tag", 2},    {"tags", 2},
                                              {"author", 3},   {"authors", 3}};
    static const char *const names[] = {"type ", "year ", "keyword ", "author "};
    bool has[ARRAY_LEN(names)] = {false};
    struct str word;
    while (pub_next_word(&value, " ,;|", &word)) {
        int k = find_word(kinds, ARRAY_LEN(kinds), word);
        if (k < 0) {
            bad_value(r, at, "`toggles`", word, "buttons are for type, year, keyword and author");
        } else {
            has[k] = true;
        }
    }
    q->filter = true;
    q->toggles = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        q->toggles = has[i] ? arena_join(r->arena, 2, q->toggles, str_of(names[i])) : q->toggles;
    }
}

/** Reads `filter` and `toggles` of the front matter, which apply to each list without these
 * attributes. */
static void read_front_filter(struct resolver *r, struct pub_query *q) {
    const struct node *filter = node_get(r->doc->front, "filter");
    const struct node *toggles = node_get(r->doc->front, "toggles");
    struct str all = STR_EMPTY;
    for (size_t i = 0; i < node_count(toggles); i++) {
        all = arena_join(r->arena, 3, all, STR(" "), node_text(node_item(toggles, i)));
    }
    if (toggles) {
        read_toggles(r, q, all, toggles->span);
    }
    if (node_bool(filter, 0) == 1) {
        q->filter = true;
    } else if (node_bool(filter, 1) == 0) {
        q->filter = false;
    }
}

static void read_legend(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    (void)r, (void)at;
    q->show.legend = value;
}

/** Reads the words of `author+an` that get letters, with their meanings: "phd=doctoral student;
 * postdoc=postdoc". */
static void read_annotations(struct resolver *r, struct pub_query *q, struct str value,
                             struct span at) {
    struct str word;
    while (pub_next_word(&value, ";|", &word)) {
        struct str meaning = word, name = str_trim(str_cut(&meaning, '='));
        if (meaning.p == NULL || q->show.nwords == PUB_MAX_WORDS) {
            bad_value(r, at, "`annotations`", word,
                      "write what the words of `author+an` mean: "
                      "`annotations=\"phd=doctoral student; postdoc=postdoc\"`, 26 at most");
        } else {
            q->show.words[q->show.nwords++] = (struct pub_word){name, str_trim(meaning)};
        }
    }
}

#define CITATION_INDEX "write a number from your citation index"

static void read_h_index(struct resolver *r, struct pub_query *q, struct str value,
                         struct span at) {
    q->h_index = read_number(r, "`h-index`", value, at, 0, q->h_index, CITATION_INDEX);
}

static void read_citations(struct resolver *r, struct pub_query *q, struct str value,
                           struct span at) {
    q->citations = read_number(r, "`citations`", value, at, 0, q->citations, CITATION_INDEX);
}

/** Accepts an attribute for the language or direction of the text, which only the writers use. */
static void read_nothing(struct resolver *r, struct pub_query *q, struct str value,
                         struct span at) {
    (void)r, (void)q, (void)value, (void)at;
}

static void set_layout(struct resolver *r, struct pub_query *q, const char *key, struct str value,
                       struct span at) {
    static const char *const words[3] = {
        [PUB_LINES] = "lines", [PUB_COMPACT] = "compact", [PUB_DENSE] = "dense"};
    q->layout = (enum pub_layout)read_word(r, key, value, at, words, (int)q->layout,
                                           "entries are `lines`, `compact` or `dense`");
}

static void read_layout(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    set_layout(r, q, "`layout`", value, at);
}

static void read_numbering(struct resolver *r, struct pub_query *q, struct str value,
                           struct span at) {
    static const char *const words[3] = {[PUB_NUMBER_NONE] = "none",
                                         [PUB_NUMBER_UP] = "ascending",
                                         [PUB_NUMBER_DOWN] = "descending"};
    q->numbering =
        (enum pub_numbering)read_word(r, "`numbering`", value, at, words, (int)q->numbering,
                                      "number ascending, descending or none");
}

/** The member that a word of `show` sets, or NULL. `*no` becomes true if the word begins with
 * "no-". */
static bool *shown_part(struct pub_show *show, struct str word, bool *no) {
    static const struct word_value parts[] = {
        {"abstract", 0},   {"abstracts", 0},   {"links", 1},  {"badges", 2},     {"badge", 2},
        {"annotation", 3}, {"annotations", 3}, {"bibtex", 4}, {"thumbnails", 5}, {"thumbnail", 5},
        {"preview", 5},    {"note", 6},        {"notes", 6},  {"award", 7},      {"awards", 7},
    };
    bool *const members[] = {&show->abstract, &show->links,  &show->badges,  &show->annotation,
                             &show->bibtex,   &show->thumbs, &show->no_note, &show->no_award};
    *no = str_starts(word, STR("no-"));
    int part = find_word(parts, ARRAY_LEN(parts), *no ? str_from(word, 3) : word);
    return part < 0 || (*no && part < 6) ? NULL : members[part];
}

static void read_show(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    struct str word;
    while (pub_next_word(&value, " ,;|", &word)) {
        bool no = false;
        bool *part = str_is(word, "cite") ? &q->cite : shown_part(&q->show, word, &no);
        if (part) {
            *part = part == &q->show.no_note || part == &q->show.no_award ? no : true;
        } else if (!str_is(word, "none")) {
            bad_value(
                r, at, "`show`", word,
                "show abstract, annotation, links, badges, bibtex, cite, thumbnails, award, note; "
                "`no-award` and `no-note` leave these out");
        }
    }
}

static void read_max_authors(struct resolver *r, struct pub_query *q, struct str value,
                             struct span at) {
    q->show.max_authors =
        (size_t)read_number(r, "`max-authors`", value, at, 1, (int64_t)q->show.max_authors,
                            "write a number, 1 or more");
}

static void read_style(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    (void)r;
    q->style = value;
    q->style_span = at;
}

static const struct {
    const char *name;
    attr_reader *read;
} attributes[] = {
#define LIST_FILTER(name, reader, fits, text, example)
#define LIST_KEY(name, reader, text, example) {name, reader},
#define PEOPLE_KEY(name, text, example)
#include "cite/resolve/list_keys.def"
#undef LIST_FILTER
#undef LIST_KEY
#undef PEOPLE_KEY
};

static void report_unknown(struct resolver *r, const struct doc_pair *pair) {
    struct str names[ARRAY_LEN(attributes) + 16];
    size_t n = 0, filters;
    const char *const *more = pub_filter_names(&filters);
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
        names[n++] = str_of(attributes[i].name);
    }
    for (size_t i = 0; i < filters && n < ARRAY_LEN(names); i++) {
        names[n++] = str_of(more[i]);
    }
    struct str near = diag_nearest(pair->key, names, n);
    struct diag *g =
        diag_add(r->d, DIAG_UNKNOWN_ATTRIBUTE, pair->span,
                 "publication lists have no attribute `%.*s`, and no entry has such a field",
                 STR_ARG(pair->key));
    (void)diag_hint_near(r->d, g, near);
}

static void read_pair(struct resolver *r, struct pub_query *q, const struct doc_pair *pair) {
    for (size_t k = 0; k < ARRAY_LEN(attributes); k++) {
        if (str_is(pair->key, attributes[k].name)) {
            attributes[k].read(r, q, str_trim(pair->value), pair->span);
            return;
        }
    }
    struct pub_filter f;
    if (pub_filter_read(r, &f, pair->key, str_trim(pair->value), pair->span)) {
        vec_push(&q->filters, f);
    } else {
        report_unknown(r, pair);
    }
}

void pub_query_read(struct resolver *r, struct doc_node *node, struct pub_query *q) {
    *q = (struct pub_query){.node = node, .nsorts = 1, .h_index = -1, .citations = -1};
    q->sorts[0] = (struct pub_sort){SORT_DATE, true, STR_EMPTY};
    read_front_filter(r, q);
    const struct node *layout = node_get(r->doc->front, "list-layout");
    if (layout) {
        set_layout(r, q, "`list-layout`", node_text(layout), layout->span);
    }
    for (size_t i = 0; node->attr && i < node->attr->npairs; i++) {
        read_pair(r, q, &node->attr->pairs[i]);
    }
    read_front_titles(r, q);
    const struct node *most = node_get(r->doc->front, "max-authors");
    if (most && !q->show.max_authors) {
        read_max_authors(r, q, node_text(most), most->span);
    }
    q->show.owners = q->highlight.p;
    q->show.nowners = q->highlight.n;
    q->show.students = q->students.p;
    q->show.nstudents = q->students.n;
    q->show.styled = q->style.n > 0;
}

void pub_query_add_person(struct resolver *r, struct doc_node *node) {
    static const char *const people[] = {"author", "first-author", "not-author", "not-first-author",
                                         "members"};
    bool named = r->self == NULL;
    for (size_t i = 0; i < ARRAY_LEN(people) && !named; i++) {
        named = doc_pair(node, people[i]).p != NULL;
    }
    if (named) {
        return;
    }
    struct buf names = BUF_INIT;
    buf_str(&names, r->self->name);
    for (size_t i = 0; i < r->self->nnames; i++) {
        buf_putc(&names, ';');
        buf_str(&names, r->self->names[i]);
    }
    struct str all = buf_finish(&names, r->arena);
    doc_set_pair(r->doc, node, STR("author"), all);
    if (doc_pair(node, "highlight").n == 0) {
        doc_set_pair(r->doc, node, STR("highlight"), all);
    }
}

void pub_query_drop(struct pub_query *q) {
    for (size_t i = 0; i < q->filters.n; i++) {
        pub_filter_drop(&q->filters.p[i]);
    }
    vec_drop(&q->filters);
    vec_drop(&q->highlight);
    vec_drop(&q->students);
    vec_drop(&q->titles);
}

bool pub_query_accepts(struct resolver *r, const struct pub_query *q, const struct item *it) {
    for (size_t i = 0; i < q->filters.n; i++) {
        if (!pub_filter_accepts(r, &q->filters.p[i], it)) {
            return false;
        }
    }
    return true;
}
