/* SPDX-License-Identifier: MIT */
/*
 * Entries and pages of the reference. For each table, a function writes one of its rows as an entry
 * of a definition list in Markdown. Pages and `dossier help WORD` use the same functions.
 */
#include "cli/reference.h"

#include "cli/cli.h"
#include "core/diag/explain.h"
#include "model/doc/front.h"
#include "model/doc/markup.h"

/* ---- parts of an entry ---- */

/** Writes the term, which is the name in backquotes. On pages it has an identifier, to which links
 * lead. */
static void put_term(struct buf *b, const char *kind, struct str name) {
    buf_printf(b, "\n[`%.*s`]{#%s-%.*s}\n\n", STR_ARG(name), kind, STR_ARG(name));
}

static void put_text(struct buf *b, const char *text) {
    buf_printf(b, ":   %s\n", text);
}

/** Writes an example as a block of code inside of the definition. */
static void put_example(struct buf *b, const char *language, struct str text) {
    buf_printf(b, "\n    ~~~~ %s\n", language);
    while (text.p && text.n) {
        struct str line = str_cut(&text, '\n');
        buf_printf(b, "    %.*s\n", STR_ARG(line));
    }
    buf_puts(b, "    ~~~~\n");
}

/* ---- keys of the front matter ---- */

static const char *const group_titles[FRONT_GROUPS] = {
    [FRONT_DOCUMENT] = "The document",
    [FRONT_PEOPLE] = "Authors and institutions",
    [FRONT_READING] = "How the source is read",
    [FRONT_CITATIONS] = "Citations and lists of works",
    [FRONT_NUMBERS] = "Headings, numbers, contents",
    [FRONT_PAGES] = "Pages of the PDF",
    [FRONT_OUTPUTS] = "Outputs",
    [FRONT_CHECKS] = "Checks",
    [FRONT_SITES] = "Pages of sites",
    [FRONT_WORKS] = "Pages that describe a work",
};

static const char *const type_words[] = {
    [FRONT_TEXT] = "a text",
    [FRONT_RICH] = "a text with Markdown",
    [FRONT_RAW] = "HTML or LaTeX",
    [FRONT_FLAG] = "`true` or `false`",
    [FRONT_NUMBER] = "a number",
    [FRONT_LENGTH] = "a length with its unit",
    [FRONT_COLOUR] = "a colour",
    [FRONT_DATE] = "a date",
    [FRONT_LANGUAGE] = "the tag of a language",
    [FRONT_FILE] = "the name of a file",
    [FRONT_CHOICE] = "a word",
    [FRONT_LIST] = "a value or a list",
    [FRONT_MAP] = "a map",
};

/** Writes "Value: `a`, `b`. Default: 11pt." */
static void put_value(struct buf *b, const struct doc_front_key *row) {
    buf_puts(b, "\n    Value: ");
    if (row->type == FRONT_CHOICE) {
        struct str words = row->values;
        for (const char *sep = ""; words.p && words.n; sep = ", ") {
            struct str word = str_cut(&words, ' ');
            buf_printf(b, "%s`%.*s`", sep, STR_ARG(word));
        }
    } else {
        buf_puts(b, type_words[row->type]);
    }
    buf_puts(b, ".");
    if (row->absent[0]) {
        buf_printf(b, " Default: %s.", row->absent);
    }
    buf_putc(b, '\n');
}

/** Writes the example of a key inside the maps that contain it: for "author.orcid",
 * "author:\n  - orcid: VALUE". Only authors and affiliations are lists. */
static void put_front_example(struct buf *b, struct arena *a, const struct doc_front_key *row) {
    struct buf lines = BUF_INIT;
    struct str path = row->name;
    for (size_t depth = 0; path.p; depth++) {
        struct str part = str_cut(&path, '.');
        bool person = depth == 1 && (str_starts(row->name, STR("author.")) ||
                                     str_starts(row->name, STR("affiliation.")));
        buf_fill(&lines, ' ', depth * 2);
        buf_printf(&lines, "%s%.*s:", person ? "- " : "", STR_ARG(part));
        buf_puts(&lines, path.p ? "\n" : " ");
    }
    buf_puts(&lines, row->example);
    put_example(b, "yaml", buf_finish(&lines, a));
}

static void put_front(struct buf *b, struct arena *a, const struct doc_front_key *row) {
    put_term(b, "key", row->name);
    if (row->same.n) {
        buf_printf(b, ":   The same as `%.*s`.\n", STR_ARG(row->same));
        return;
    }
    put_text(b, row->text);
    put_value(b, row);
    if (row->example[0]) {
        put_front_example(b, a, row);
    }
}

static void page_of_keys(struct buf *b, struct arena *a) {
    size_t n;
    const struct doc_front_key *rows = doc_front_keys(&n);
    buf_puts(b, "Each key of the front matter, by subject. A key with a dot is a key inside a map: "
                "`author.orcid` is the key `orcid` of an author.\n");
    for (unsigned g = 0; g < FRONT_GROUPS; g++) {
        buf_printf(b, "\n# %s\n", group_titles[g]);
        for (size_t i = 0; i < n; i++) {
            if (doc_front_meant(&rows[i])->group == g && (rows[i].same.n || rows[i].text[0])) {
                put_front(b, a, &rows[i]);
            }
        }
    }
}

/* ---- keys of site.yml ---- */

#define SITE_WORDS_SITE_TEXT "a text"
#define SITE_WORDS_SITE_FLAG "`true` or `false`"
#define SITE_WORDS_SITE_TEXTS "a text or a list of texts"
#define SITE_WORDS_SITE_MAP "a map"
#define SITE_WORDS_SITE_MAPS "a list of maps"
#define SITE_WORDS_SITE_SWITCH "`true`, `false` or a map"
#define SITE_WORDS_SITE_ANY "anything"

/** A row of site_keys.def. */
struct site_row {
    const char *within, *name, *value, *text;
};

static const struct site_row site_rows[] = {
#define KEY(within, name, type, text) {within, name, SITE_WORDS_##type, text},
#include "job/site/site_keys.def"
#undef KEY
};

static void put_site(struct buf *b, struct arena *a, const struct site_row *row) {
    const char *within = row->within;
    put_term(b, "site",
             arena_join(a, 3, str_of(within), str_of(within[0] ? "." : ""), str_of(row->name)));
    buf_printf(b, ":   %s.\n\n    Value: %s.\n", row->text, row->value);
}

static void page_of_site_keys(struct buf *b, struct arena *a) {
    buf_puts(b,
             "The keys of a site's configuration, `site.yml`. A key with a dot is a key inside a "
             "map. Templates read any other key as `site.NAME`.\n");
    for (size_t i = 0; i < ARRAY_LEN(site_rows) && site_rows[i].name; i++) {
        put_site(b, a, &site_rows[i]);
    }
}

/* ---- classes and attributes ---- */

static void put_kinds(struct buf *b, unsigned kinds) {
    static const char *const words[] = {"divs", "spans", "headings", "code", "images", "tables"};
    const char *sep = "\n    Of ";
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (kinds & 1u << i) {
            buf_printf(b, "%s%s", sep, words[i]);
            sep = ", ";
        }
    }
    buf_puts(b, ".\n");
}

static void put_markup(struct buf *b, const struct doc_markup *row) {
    put_term(b, row->key ? "attribute" : "class", str_of(row->name));
    put_text(b, row->text);
    put_kinds(b, row->kinds);
    put_example(b, "markdown", str_of(row->example));
}

/** An attribute of a list that dossier fills. */
struct list_key {
    const char *list, *name, *text, *example;
};

static const struct list_key list_keys[] = {
#define LIST_FILTER(name, reader, fits, text, example) {"publications", name, text, example},
#define LIST_KEY(name, reader, text, example) {"publications", name, text, example},
#define PEOPLE_KEY(name, text, example) {"people", name, text, example},
#define LISTING_KEY(name, text, example) {"listing", name, text, example},
#include "cite/resolve/list_keys.def"
#include "job/site/listing_keys.def"
};

static void put_list_key(struct buf *b, struct arena *a, const struct list_key *row) {
    const struct list_key *meant = row;
    while (!meant->text[0]) {
        meant--;
    }
    struct str name = arena_join(a, 3, str_of(row->list), STR("-"), str_of(row->name));
    buf_printf(b, "\n[`%s`]{#attribute-%.*s}\n\n", row->name, STR_ARG(name));
    if (meant != row) {
        buf_printf(b, ":   Of lists of class `%s`: the same as `%s`.\n", row->list, meant->name);
        return;
    }
    buf_printf(b, ":   Of lists of class `%s`: %s\n", row->list, row->text);
    struct str example = arena_printf(a, "::: {.%s %s}\n:::", row->list, row->example);
    put_example(b, "markdown", example);
}

static void page_of_classes(struct buf *b, struct arena *a) {
    size_t n;
    const struct doc_markup *rows = doc_markup_rows(&n);
    buf_puts(b, "Names in braces that change what a part of the document is or how it looks. Any "
                "other class is free for your own style sheets.\n");
    for (int key = 0; key < 2; key++) {
        buf_puts(b, key ? "\n# Attributes\n" : "\n# Classes\n");
        for (size_t i = 0; i < n; i++) {
            if (rows[i].key == (key == 1)) {
                put_markup(b, &rows[i]);
            }
        }
    }
    const char *list = "";
    for (size_t i = 0; i < ARRAY_LEN(list_keys); i++) {
        if (strcmp(list, list_keys[i].list) != 0) {
            list = list_keys[i].list;
            buf_printf(b, "\n# Attributes of `::: {.%s}`\n", list);
        }
        put_list_key(b, a, &list_keys[i]);
    }
}

/* ---- commands and options ---- */

/** Writes a text of a row as a sentence, with {words} filled in. */
static void put_sentence(struct buf *b, const char *text, const struct cli_value *v) {
    struct str rest = str_of(text);
    size_t begin = b->n;
    for (size_t at; (at = str_find(rest, STR("{words}"))) != STR_NONE;) {
        buf_str(b, str_slice(rest, 0, at));
        const char *sep = "";
        for (size_t i = 0; v && cli_value_word(v, i).n; i++, sep = ", ") {
            struct str word = cli_value_word(v, i);
            buf_printf(b, "%s`%s%.*s`", sep, v->wants == CLI_FILE ? "." : "", STR_ARG(word));
        }
        rest = str_from(rest, at + sizeof "{words}" - 1);
    }
    /* outside of code, { and @ are escaped, because {file} and @string are plain text here */
    for (size_t i = 0, code = 0; i < rest.n; i++) {
        code = rest.p[i] == '`' ? !code : code;
        buf_puts(b, !code && (rest.p[i] == '{' || rest.p[i] == '@') ? "\\" : "");
        buf_putc(b, rest.p[i]);
    }
    if (b->n > begin && b->p[begin] >= 'a' && b->p[begin] <= 'z') {
        b->p[begin] = (char)(b->p[begin] - 'a' + 'A');
    }
    buf_puts(b, b->n > begin && b->p[b->n - 1] != '.' ? "." : "");
}

static void put_option_name(struct buf *b, const struct cli_option *row) {
    const char *arg = cli_row_meant(row)->arg;
    if (row->letter) {
        buf_printf(b, "`-%c`, ", row->letter);
    }
    buf_printf(b, "`--%s", row->name);
    if (arg) {
        buf_printf(b, cli_row_meant(row)->optional ? "[=%s]" : " %s", arg);
    }
    buf_putc(b, '`');
}

/** Commands that have the same grammar, and so the same options. */
struct family {
    const struct cli_grammar *grammar;
    const struct cli_command *members[16];
    size_t n;
};
typedef VEC(struct family) family_vec;

static void join_family(family_vec *all, const struct cli_command *c) {
    size_t i = 0;
    while (i < all->n && all->p[i].grammar != c->grammar) {
        i++;
    }
    if (i == all->n) {
        vec_push(all, (struct family){.grammar = c->grammar});
    }
    struct family *f = &all->p[i];
    if (f->n < ARRAY_LEN(f->members)) {
        f->members[f->n++] = c;
    }
}

/** Finds all commands with options, grouped by their grammars. */
static void find_families(family_vec *all) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < list[i]->nsubs; k++) {
            join_family(all, &list[i]->subs[k]);
        }
        if (list[i]->grammar && !list[i]->nsubs) {
            join_family(all, list[i]);
        }
    }
}

static bool is_brief(const struct cli_option *row) {
    return row->group && row->group->brief;
}

/** Writes "For `build`, `check`." If all commands of the family show the option, this is written
 * only if `always` is set. */
static void put_members(struct buf *b, const struct family *f, const struct cli_option_set *set,
                        const struct cli_option *row, bool always) {
    size_t count = 0;
    for (size_t i = 0; i < f->n; i++) {
        count += cli_shows(f->members[i], set, row);
    }
    const char *sep = " For ";
    for (size_t i = 0; i < f->n && (always || count < f->n); i++) {
        if (cli_shows(f->members[i], set, row)) {
            buf_printf(b, "%s`%s`", sep, f->members[i]->name);
            sep = ", ";
        }
    }
    buf_puts(b, *sep == ',' ? "." : "");
}

static void put_option(struct buf *b, const struct family *f, const struct cli_option_set *set,
                       size_t i, bool always) {
    const struct cli_option *row = &set->rows[i];
    buf_putc(b, '\n');
    put_option_name(b, row);
    for (size_t k = i + 1; k < set->n && set->rows[k].kind == CLI_SAME; k++) {
        buf_puts(b, ", ");
        put_option_name(b, &set->rows[k]);
    }
    buf_puts(b, "\n\n:   ");
    if (is_brief(row)) {
        buf_puts(b, "An option of pandoc that is accepted and changes nothing.");
    } else {
        put_sentence(b, row->help, &row->value);
        buf_puts(b, row->more ? " " : "");
        put_sentence(b, row->more ? row->more : "", &row->value);
    }
    put_members(b, f, set, row, always);
    buf_putc(b, '\n');
}

/** Writes the options of a family under a heading. */
static void put_options(struct buf *b, const struct family *f) {
    buf_puts(b, "\n# Options of ");
    for (size_t i = 0; i < f->n; i++) {
        buf_printf(b, "%s`%s`", i == 0 ? "" : i + 1 < f->n ? ", " : " and ", f->members[i]->name);
    }
    buf_putc(b, '\n');
    for (size_t s = 0; s < f->grammar->nsets; s++) {
        const struct cli_option_set *set = &f->grammar->sets[s];
        for (size_t i = 0; i < set->n; i++) {
            if (set->rows[i].kind != CLI_SAME && !is_brief(&set->rows[i])) {
                put_option(b, f, set, i, false);
            }
        }
    }
}

static void put_command(struct buf *b, const struct cli_command *c) {
    const char *takes = c->takes ? c->takes : "";
    buf_printf(b, "\n`dossier %s%s%s`\n\n:   ", c->name, takes[0] ? " " : "", takes);
    put_sentence(b, c->about && !c->nsubs ? c->about : c->help, NULL);
    buf_putc(b, '\n');
}

static void page_of_commands(struct buf *b, struct arena *a) {
    (void)a;
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    family_vec all = VEC_INIT;
    buf_puts(b,
             "`dossier COMMAND --help` prints the options of a command. If it has many, `--help` "
             "prints the most common ones, and `--help-all` prints all.\n\n# Commands\n");
    for (size_t i = 0; i < n; i++) {
        put_command(b, list[i]);
        for (size_t k = 0; k < list[i]->nsubs; k++) {
            put_command(b, &list[i]->subs[k]);
        }
    }
    find_families(&all);
    for (size_t i = 0; i < all.n; i++) {
        bool plain = all.p[i].grammar->nsets == 1 && all.p[i].grammar->sets[0].n == CLI_HELP_ROWS;
        if (!plain) {
            put_options(b, &all.p[i]);
        }
    }
    vec_drop(&all);
}

/** Begins a part of the answer with a heading, before its first entry. */
static void begin_part(struct buf *b, size_t found, const char *title) {
    if (!found) {
        buf_printf(b, "\n# %s\n", title);
    }
}

/** Writes the entries of the options that a word names: "output", "--output", or "-o". */
static size_t options_called(struct buf *b, struct str word) {
    size_t found = 0;
    bool letter = word.n == 2 && word.p[0] == '-';
    struct str name = str_starts(word, STR("--")) ? str_from(word, 2) : word;
    family_vec all = VEC_INIT;
    find_families(&all);
    for (size_t f = 0; f < all.n; f++) {
        for (size_t s = 0; s < all.p[f].grammar->nsets; s++) {
            const struct cli_option_set *set = &all.p[f].grammar->sets[s];
            for (size_t i = 0, first = 0; i < set->n; i++) {
                first = set->rows[i].kind == CLI_SAME ? first : i;
                if (letter ? set->rows[i].letter == word.p[1] : str_is(name, set->rows[i].name)) {
                    begin_part(b, found++, "Options");
                    put_option(b, &all.p[f], set, first, true);
                }
            }
        }
    }
    vec_drop(&all);
    return found;
}

/* ---- diagnostics ---- */

static void put_id(struct buf *b, struct arena *a, const struct diag_rule *id) {
    buf_printf(b, "\n# `%s` {#%s}\n\n", id->slug, id->slug);
    cli_explain_level(b, id);
    cli_explain_one(b, a, id, "~~~~~\n");
}

static void page_of_diagnostics(struct buf *b, struct arena *a) {
    const struct diag_rule *id;
    buf_puts(b, "Each diagnostic, with an example that shows it. `dossier help ID` prints one.\n");
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        put_id(b, a, id);
    }
}

/* ---- all together ---- */

bool cli_reference_page(struct buf *out, struct arena *a, struct str name) {
    static const struct {
        const char *name, *title;
        void (*put)(struct buf *b, struct arena *a);
    } pages[] = {{"keys", "Keys of the front matter", page_of_keys},
                 {"site-keys", "Keys of site.yml", page_of_site_keys},
                 {"classes", "Classes and attributes", page_of_classes},
                 {"commands", "Commands and options", page_of_commands},
                 {"diagnostics", "Diagnostics", page_of_diagnostics}};
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        if (str_is(name, pages[i].name)) {
            buf_printf(out, "---\ntitle: %s\ntoc-depth: 1\n---\n\n", pages[i].title);
            pages[i].put(out, a);
            return true;
        }
    }
    return false;
}

/** Whether `word` is the path of a key, or its last part. */
static bool is_called(struct str path, struct str word) {
    return str_eq(path, word) || str_eq(str_from(path, str_after_last(path, '.')), word);
}

/** Writes a key. For a second name of a key, also writes that key. */
static void put_meaning(struct buf *b, struct arena *a, const struct doc_front_key *row) {
    put_front(b, a, row);
    if (row->same.n) {
        put_front(b, a, doc_front_meant(row));
    }
}

/** Writes a key of another program, and how to get the same effect. */
static size_t foreign_key_called(struct buf *b, struct str word, size_t found) {
    struct doc_front_other row;
    if (!doc_front_other(STR_EMPTY, word, &row) || row.kind == FRONT_OWN) {
        return 0;
    }
    begin_part(b, found, "In the front matter");
    put_term(b, "key", row.name);
    bool means = row.kind == FRONT_MEANS || !row.program[0];
    buf_printf(b, ":   %s%s%s%s%s.\n", means ? "Not a key of dossier" : "A key of ",
               means ? "" : row.program, means ? "" : ", which has no effect in dossier",
               row.hint[0] ? ": " : "", row.hint);
    return 1;
}

static size_t keys_called(struct buf *b, struct arena *a, struct str word) {
    size_t n, found = 0, in_site = 0;
    const struct doc_front_key *rows = doc_front_keys(&n);
    for (size_t i = 0; i < n; i++) {
        if (is_called(rows[i].name, word) && (rows[i].same.n || rows[i].text[0])) {
            begin_part(b, found++, "In the front matter");
            put_meaning(b, a, &rows[i]);
        }
    }
    found += foreign_key_called(b, word, found);
    for (size_t i = 0; i < ARRAY_LEN(site_rows) && site_rows[i].name; i++) {
        if (str_is(word, site_rows[i].name)) {
            begin_part(b, in_site++, "In site.yml");
            put_site(b, a, &site_rows[i]);
        }
    }
    return found + in_site;
}

static size_t markup_called(struct buf *b, struct arena *a, struct str word) {
    size_t n, found = 0;
    const struct doc_markup *rows = doc_markup_rows(&n);
    struct str name = str_starts(word, STR(".")) ? str_from(word, 1) : word;
    for (size_t i = 0; i < n; i++) {
        if (str_is(name, rows[i].name)) {
            begin_part(b, found++, "Classes and attributes");
            put_markup(b, &rows[i]);
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(list_keys); i++) {
        if (str_is(word, list_keys[i].name)) {
            begin_part(b, found++, "Classes and attributes");
            put_list_key(b, a, &list_keys[i]);
        }
    }
    return found;
}

size_t cli_reference_entries(struct buf *out, struct arena *a, struct str word) {
    size_t found = keys_called(out, a, word);
    found += options_called(out, word);
    found += markup_called(out, a, word);
    const struct diag_rule *id = diag_find(word);
    if (id) {
        put_id(out, a, id);
    }
    return found + (id != NULL);
}

/** Writes "- `dossier help toc`: A table of contents." */
static bool put_found(struct buf *out, struct arena *a, struct str name, const char *text,
                      struct str words) {
    bool fits = cli_has_words(arena_join(a, 3, name, STR(" "), str_of(text)), words);
    if (fits) {
        buf_printf(out, "- `dossier help %.*s`: %s\n", STR_ARG(name), text);
    }
    return fits;
}

size_t cli_reference_search(struct buf *out, struct arena *a, struct str words) {
    size_t n, found = 0;
    const struct doc_front_key *keys = doc_front_keys(&n);
    for (size_t i = 0; i < n && found < CLI_PASSAGES; i++) {
        found +=
            keys[i].text && keys[i].text[0] && put_found(out, a, keys[i].name, keys[i].text, words);
    }
    const struct doc_markup *rows = doc_markup_rows(&n);
    for (size_t i = 0; i < n && found < CLI_PASSAGES; i++) {
        found += put_found(out, a, str_of(rows[i].name), rows[i].text, words);
    }
    for (size_t i = 0; i < ARRAY_LEN(list_keys) && found < CLI_PASSAGES; i++) {
        found += put_found(out, a, str_of(list_keys[i].name), list_keys[i].text, words);
    }
    return found;
}

void cli_reference_names(str_list *out) {
    size_t n;
    const struct doc_front_key *keys = doc_front_keys(&n);
    for (size_t i = 0; i < n; i++) {
        vec_push(out, keys[i].name);
    }
    const struct doc_markup *rows = doc_markup_rows(&n);
    for (size_t i = 0; i < n; i++) {
        vec_push(out, str_of(rows[i].name));
    }
    for (size_t i = 0; i < ARRAY_LEN(list_keys); i++) {
        vec_push(out, str_of(list_keys[i].name));
    }
    const struct diag_rule *id;
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        vec_push(out, str_of(id->slug));
    }
    for (size_t i = 0; i < ARRAY_LEN(site_rows) && site_rows[i].name; i++) {
        vec_push(out, str_of(site_rows[i].name));
    }
}
