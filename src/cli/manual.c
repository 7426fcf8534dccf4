/* SPDX-License-Identifier: MIT */
/*
 * The options of a command as a list of dossier(1), in mdoc(7). Texts are those of --help: words in
 * backquotes become .Cm, .Fl, .Pa or .Ql by what they look like, the name of the value .Ar.
 */
#include "cli/options.h"

#include "cli/cli.h"

enum { COLUMNS = 100 };

/** A line is filled up to COLUMNS; macros have lines of their own. */
struct manual_page {
    struct buf *out;
    size_t column; /* 0: at the beginning of a line */
};

static void end_line(struct manual_page *p) {
    if (p->column) {
        buf_putc(p->out, '\n');
        p->column = 0;
    }
}

/** Text in which a backslash has no meaning. */
static void put_literal(struct buf *b, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\') {
            buf_puts(b, "\\e");
        } else {
            buf_putc(b, s.p[i]);
        }
    }
}

static void put_word(struct manual_page *p, struct str word) {
    if (word.n == 0) {
        return;
    }
    if (p->column + 1 + word.n > COLUMNS) {
        end_line(p);
    }
    if (p->column) {
        buf_putc(p->out, ' ');
    } else if (word.p[0] == '.' || word.p[0] == '\'') {
        buf_puts(p->out, "\\&"); /* else it would be a macro */
    }
    put_literal(p->out, word);
    p->column += word.n + 1;
    if (word.p[word.n - 1] == '.') {
        end_line(p); /* a sentence, a line */
    }
}

/** The macro that a literal word looks like. */
static const char *macro_of(struct str s) {
    if (str_is(s, "-") || str_index(s, ' ') != STR_NONE || str_index(s, '{') != STR_NONE) {
        return ".Ql";
    }
    if (str_starts(s, STR("$"))) {
        return ".Ev";
    }
    if (s.p[0] == '-') {
        return ".Fl";
    }
    return s.p[0] == '.' || str_index(s, '/') != STR_NONE ? ".Pa" : ".Cm";
}

/** A macro's line: with the punctuation around the word as arguments of their own. */
static void put_macro(struct manual_page *p, const char *macro, struct str before, struct str word,
                      struct str after) {
    end_line(p);
    buf_puts(p->out, macro);
    for (size_t i = 0; i < before.n; i++) {
        buf_printf(p->out, " %c", before.p[i]);
    }
    bool quoted = str_index(word, ' ') != STR_NONE;
    buf_puts(p->out, quoted ? " \"" : " ");
    put_literal(p->out, word);
    buf_puts(p->out, quoted ? "\"" : "");
    for (size_t i = 0; i < after.n; i++) {
        buf_printf(p->out, " %c", after.p[i]);
    }
    p->column = 1;
    end_line(p);
}

/** An option's own arguments: "KEY=VALUE" is .Ar key Ns = Ns Ar value. */
static void put_arg(struct buf *b, const char *arg) {
    struct str rest = str_of(arg);
    for (const char *between = " Ar "; rest.p; between = " Ns = Ns Ar ") {
        struct str part = str_cut(&rest, '=');
        buf_puts(b, between);
        for (size_t i = 0; i < part.n; i++) {
            buf_putc(b, to_lower(part.p[i]));
        }
    }
}

/** One word of a text with the punctuation around it, up to the next space outside of backquotes.
 */
static void put_piece(struct manual_page *p, struct str piece, const struct cli_option *row) {
    size_t open = str_index(piece, '`');
    struct str bare = piece;
    while (bare.n && !is_alnum(bare.p[bare.n - 1])) {
        bare.n--;
    }
    if (open != STR_NONE) {
        struct str rest = str_from(piece, open + 1);
        size_t close = str_index(rest, '`');
        struct str word = str_slice(rest, 0, close);
        const char *macro = macro_of(word);
        size_t skip = macro[1] == 'F' || macro[1] == 'E'; /* the dash or the dollar is implied */
        put_macro(p, macro, str_slice(piece, 0, open), str_from(word, skip),
                  str_from(rest, close + 1));
    } else if (row && row->arg && str_is(bare, row->arg)) {
        struct buf arg;
        buf_init(&arg, 0);
        put_arg(&arg, row->arg);
        put_macro(p, ".Ar", STR_EMPTY, str_from(buf_view(&arg), sizeof " Ar " - 1),
                  str_from(piece, bare.n));
        buf_drop(&arg);
    } else {
        put_word(p, piece);
    }
}

/** {words}, each a literal. */
static void add_choices(struct buf *b, const struct cli_value *v) {
    struct str word = cli_value_word(v, 0);
    for (size_t i = 0; word.n; i++) {
        struct str next = cli_value_word(v, i + 1);
        buf_printf(b, "%s`%s%.*s`",
                   i == 0   ? ""
                   : next.n ? ", "
                            : " or ",
                   v->wants == CLI_FILE ? "." : "", STR_ARG(word));
        word = next;
    }
}

/** A text as lines of the page. */
static void put_text(struct manual_page *p, struct str text, const struct cli_option *row) {
    struct buf full;
    buf_init(&full, 0);
    for (size_t at; (at = str_find(text, STR("{words}"))) != STR_NONE;) {
        buf_str(&full, str_slice(text, 0, at));
        add_choices(&full, &row->value);
        text = str_from(text, at + sizeof "{words}" - 1);
    }
    buf_str(&full, text);
    struct str rest = buf_view(&full);
    for (size_t i = 0, from = 0, quoted = 0; i <= rest.n; i++) {
        if (i == rest.n || (rest.p[i] == ' ' && !quoted)) {
            put_piece(p, str_slice(rest, from, i), row);
            from = i + 1;
        } else if (rest.p[i] == '`') {
            quoted = !quoted;
        }
    }
    buf_drop(&full);
}

/* ---- options ---- */

/** ".It Fl o Ar path , Fl -output Ar path" and the other names of an option. */
static void put_names(struct buf *b, const struct cli_option *row, size_t left) {
    const char *before = ".It ";
    for (const struct cli_option *name = row; left-- && (name == row || name->kind == CLI_SAME);
         name++) {
        if (name->letter) {
            buf_printf(b, "%sFl %c", before, name->letter);
            if (row->arg && !row->optional) {
                put_arg(b, row->arg);
            }
            before = " , ";
        }
        buf_printf(b, "%sFl -%s", before, name->name);
        before = " , ";
        if (row->arg && row->optional) {
            buf_puts(b, " Ns Op = Ns");
        }
        if (row->arg) {
            put_arg(b, row->arg);
        }
    }
    buf_putc(b, '\n');
}

/** "Of convert and extract." where not all of the command's subcommands have the option. */
static void put_owners(struct manual_page *p, const struct cli_command *c,
                       const struct cli_option_set *set, const struct cli_option *row) {
    size_t n = 0, count = 0;
    for (size_t i = 0; i < c->nsubs; i++) {
        count += cli_takes(&c->subs[i], set, row);
    }
    if (count == c->nsubs) {
        return;
    }
    struct buf b;
    buf_init(&b, 0);
    buf_puts(&b, "Of");
    for (size_t i = 0; i < c->nsubs; i++) {
        if (cli_takes(&c->subs[i], set, row)) {
            buf_printf(&b, "%s `%s`",
                       n == 0           ? ""
                       : n + 1 == count ? " and"
                                        : ",",
                       cli_command_word(&c->subs[i]));
            n++;
        }
    }
    buf_puts(&b, ":");
    put_text(p, buf_view(&b), NULL);
    end_line(p);
    buf_drop(&b);
}

static void put_option(struct manual_page *p, const struct cli_command *c,
                       const struct cli_option_set *set, size_t i) {
    const struct cli_option *row = &set->rows[i];
    struct buf text;
    buf_init(&text, 0);
    put_names(p->out, row, set->n - i);
    size_t start = p->out->n;
    put_owners(p, c, set, row);
    bool begins = p->out->n == start; /* the text begins with a capital */
    buf_puts(&text, row->help);
    if (begins) {
        text.p[0] = to_upper(text.p[0]);
    }
    buf_printf(&text, ".%s%s", row->more ? " " : "", row->more ? row->more : "");
    put_text(p, buf_view(&text), row);
    end_line(p);
    buf_drop(&text);
}

/** The options of a brief group, in one paragraph. */
static void put_brief(struct manual_page *p, const struct cli_option_set *set, size_t i) {
    struct buf text;
    buf_init(&text, 0);
    cli_put_brief(&text, set, i, "`");
    buf_putc(&text, '.');
    put_text(p, buf_view(&text), NULL);
    end_line(p);
    buf_drop(&text);
}

/** "of build and serve": the commands that have a group, unless all commands with this grammar do.
 */
static void put_commands(struct manual_page *p, const struct cli_command *c,
                         const struct cli_group *group) {
    const struct cli_command *const *all;
    size_t n = cli_commands(&all), of = 0, others = 0;
    for (size_t i = 0; i < n; i++) {
        bool has = (all[i]->bit & group->commands) != 0;
        of += all[i]->grammar == c->grammar && has;
        others += all[i]->grammar == c->grammar && !has;
    }
    for (size_t i = 0, k = 0; i < n && others; i++) {
        if (all[i]->grammar == c->grammar && (all[i]->bit & group->commands)) {
            buf_puts(p->out, k == 0 ? ", of\n" : k + 1 == of ? "and\n" : ",\n");
            buf_printf(p->out, ".Cm %s\n", all[i]->name);
            k++;
        }
    }
    buf_puts(p->out, !others ? ":\n" : of == 1 ? "alone:\n" : "alike:\n");
}

/** The title of a group, and its commands unless all have it. */
static void put_title(struct manual_page *p, const struct cli_command *c,
                      const struct cli_group *group) {
    const char *title = group && group->title[0] ? group->title : "options";
    buf_putc(p->out, to_upper(title[0]));
    buf_puts(p->out, title + 1);
    if (group && group->commands && c->bit) {
        put_commands(p, c, group);
    } else {
        buf_puts(p->out, ":\n");
    }
}

/** The state of the list. */
struct listing {
    const struct cli_group *group;
    bool open, any;
};

/** Ends the last group and writes the title of a new one, if the option begins one. Returns false
 * if the option has no entry of its own. */
static bool begin_option(struct manual_page *p, struct listing *l, const struct cli_command *c,
                         const struct cli_option_set *set, size_t i) {
    const struct cli_group *group = set->rows[i].group;
    bool begins = (!l->any || group != l->group) && !(l->open && group && !group->title[0]);
    if (begins && l->open) {
        buf_puts(p->out, ".El\n");
        l->open = false;
    }
    if (begins && l->any) {
        buf_puts(p->out, ".Pp\n");
    }
    l->any = true;
    l->group = group;
    if (group && group->brief) {
        if (begins) {
            put_brief(p, set, i);
        }
        return false;
    }
    if (begins) {
        put_title(p, c, group);
        buf_puts(p->out, ".Bl -tag -width Ds\n");
        l->open = true;
    }
    return true;
}

void cli_write_manual(struct buf *out, const struct cli_command *c) {
    struct manual_page p = {out, 0};
    struct listing list = {NULL, false, false};
    for (size_t s = 0; s < c->grammar->nsets; s++) {
        const struct cli_option_set *set = &c->grammar->sets[s];
        for (size_t i = 0; i < set->n; i++) {
            if (set->rows[i].kind != CLI_SAME && begin_option(&p, &list, c, set, i)) {
                put_option(&p, c, set, i);
            }
        }
    }
    buf_puts(out, list.open ? ".El\n" : "");
}
