/* SPDX-License-Identifier: MIT */
/* The table of syntaxes. Reads the names of formats in pandoc's notation, and decides which rows
 * they turn on. */
#include "read/markdown/core/block_extension.h"
#include "read/markdown/markdown.h"

enum { M = 1, G = 2, C = 4, X = 8, Y = 16, O = 32 };

enum row_kind {
    ROW_SWITCH, /* a row that can be turned on or off */
    ROW_ALWAYS, /* a row that is always on */
    ROW_LACKS   /* an extension of pandoc that is never on */
};

struct row {
    const char *name;
    unsigned flavours;
    enum row_kind kind;
    const struct md_block *block;
};

/* The rows that can be turned on or off come first, in the order of enum md_syntax. */
static const struct row rows[] = {
#define BLOCK(id, name, flavours, block) {name, flavours, ROW_SWITCH, &md_block_##block},
#define SWITCH(id, name, flavours) {name, flavours, ROW_SWITCH, NULL},
#define ALWAYS(name) {name, M | G | C | X, ROW_ALWAYS, NULL},
#define LACKS(name) {name, 0, ROW_LACKS, NULL},
#include "read/markdown/core/syntax.def"
#undef BLOCK
#undef SWITCH
#undef ALWAYS
#undef LACKS
};

static const struct {
    const char *name;
    unsigned flavour;
} formats[] = {
    {"markdown", M},   {"md", M},           {"gfm", G},      {"markdown_github", G},
    {"commonmark", C}, {"commonmark_x", X}, {"myst", M | Y}, {"obsidian", M | O},
};

static struct str near_row(struct arena *a, struct str name) {
    struct str near = diag_nearest_z(name, rows, ARRAY_LEN(rows), sizeof *rows);
    return near.n ? arena_printf(a, ": did you mean `%.*s`?", STR_ARG(near)) : STR_EMPTY;
}

/* Returns the offset of the next `+` or `-`, or of the end. */
static size_t word_end(struct str name, size_t at) {
    while (at < name.n && name.p[at] != '+' && name.p[at] != '-') {
        at++;
    }
    return at;
}

/* Returns the flavour with this name, or 0. */
static unsigned flavour_of(struct str name) {
    name = str_slice(name, 0, word_end(name, 0));
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        if (str_is(name, formats[i].name)) {
            return formats[i].flavour;
        }
    }
    return 0;
}

bool md_format_is_name(struct str text) {
    return flavour_of(text) != 0;
}

/* Returns 1 if the name of a format turns an extension on, -1 if it turns the extension off, and 0
 * if it does not mention the extension. */
static int switches(struct str format, struct str extension) {
    int last = 0;
    for (size_t at = word_end(format, 0); at < format.n;) {
        size_t end = word_end(format, at + 1);
        if (str_eq(str_slice(format, at + 1, end), extension)) {
            last = format.p[at] == '+' ? 1 : -1;
        }
        at = end;
    }
    return last;
}

bool markdown_format_switches_on(struct str format, const char *extension) {
    return switches(format, str_of(extension)) > 0;
}

bool markdown_format_has(struct arena *a, struct str format, const char *extension) {
    struct md_format f;
    struct str fault;
    for (size_t i = 0; md_format_read(a, format, &f, &fault) && i < ARRAY_LEN(rows); i++) {
        if (str_is(str_of(extension), rows[i].name)) {
            return rows[i].kind == ROW_SWITCH && f.on[i];
        }
    }
    return false;
}

bool markdown_format_is_open(struct str format) {
    unsigned flavour = word_end(format, 0) ? flavour_of(format) : M;
    return flavour & M && !switches(format, STR("liquid"));
}

/* Turns one row on or off. Returns false if there is no such row. If the row cannot be turned on or
 * off, the reason is added to `why`. */
static bool turn(struct arena *a, struct str name, bool on, struct md_format *out,
                 struct str *fault, struct buf *why) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (!str_is(name, rows[i].name)) {
            continue;
        }
        if (rows[i].kind == ROW_SWITCH) {
            out->on[i] = on;
        } else if (on && rows[i].kind == ROW_LACKS) {
            buf_printf(why, "%spandoc's extension `%s` is not supported", why->n ? "; " : "",
                       rows[i].name);
        } else if (!on && rows[i].kind == ROW_ALWAYS) {
            buf_printf(why, "%sthe extension `%s` cannot be switched off", why->n ? "; " : "",
                       rows[i].name);
        }
        return true;
    }
    *fault = arena_printf(a, "unknown extension `%.*s` of the input format%.*s", STR_ARG(name),
                          STR_ARG(near_row(a, name)));
    return false;
}

bool md_format_read(struct arena *a, struct str name, struct md_format *out, struct str *fault) {
    size_t at = word_end(name, 0);
    unsigned flavour = at ? flavour_of(name) : M;
    *fault = STR_EMPTY;
    *out = (struct md_format){.pandoc = (flavour & M) != 0, .github = flavour == G || flavour == C};
    if (!flavour) {
        *fault = arena_printf(a,
                              "unknown input format `%.*s`: choose markdown, gfm, commonmark, "
                              "commonmark_x, myst or obsidian",
                              STR_ARG(str_slice(name, 0, at)));
        return false;
    }
    for (size_t i = 0; i < MD_SYNTAX_COUNT; i++) {
        out->on[i] = (rows[i].flavours & flavour) != 0;
    }
    struct buf why = BUF_INIT;
    bool good = true;
    while (good && at < name.n) {
        bool on = name.p[at] == '+';
        size_t from = at + 1;
        at = word_end(name, from);
        good = turn(a, str_slice(name, from, at), on, out, fault, &why);
    }
    /* the extensions that CommonMark's `attributes` includes (pandoc MANUAL, attributes) */
    static const enum md_syntax attributes[] = {MD_HEADER_ATTRIBUTES, MD_FENCED_CODE_ATTRIBUTES,
                                                MD_LINK_ATTRIBUTES, MD_INLINE_CODE_ATTRIBUTES,
                                                MD_BRACKETED_SPANS};
    for (size_t i = 0; i < ARRAY_LEN(attributes) && out->on[MD_ATTRIBUTES]; i++) {
        out->on[attributes[i]] = true;
    }
    if (out->on[MD_OBSIDIAN]) {
        out->on[MD_WIKILINKS_AFTER] = out->on[MD_MARK] = true;
    }
    for (size_t i = 0; i < MD_SYNTAX_COUNT; i++) {
        if (out->on[i] && rows[i].block) {
            out->blocks[out->nblocks++] = rows[i].block;
        }
    }
    if (good) {
        *fault = buf_keep(&why, a);
    }
    buf_drop(&why);
    return good;
}

bool md_format_is_github(const struct md_format *f) {
    static const enum md_syntax own[] = {MD_PIPE_TABLES,        MD_STRIKEOUT, MD_TASK_LISTS,
                                         MD_AUTOLINK_BARE_URIS, MD_FOOTNOTES, MD_RAW_HTML,
                                         MD_HARD_LINE_BREAKS,   MD_ALERTS};
    size_t known = 0, all = 0;
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        known += f->on[own[i]];
    }
    for (size_t i = 0; i < MD_SYNTAX_COUNT; i++) {
        all += f->on[i];
    }
    return f->github && known == all;
}
