/* SPDX-License-Identifier: MIT */
/*
 * The tables of commands in TeX text: symbols, styles, invisible commands. Each table is sorted by
 * bytes for bsearch(), which tests/unit/test_tex_tables.c checks.
 */
#include "core/base/word_list.h"
#include "model/tex/text/text_internal.h"

#include <stdlib.h>

/* Letters and symbols of LaTeX, textcomp and csquotes. */
static const struct tex_symbol text_symbols[] = {
#define SYMBOL(name, text) {STR_INIT(name), STR_INIT(text)},
#include "model/tex/text/text_symbols.def"
#undef SYMBOL
};

/* Mathematical symbols that may also stand in text, outside of formulas. */
static const struct tex_symbol math_symbols[] = {
#define SYMBOL(name, text) {STR_INIT(name), STR_INIT(text)},
#include "model/tex/text/text_math_symbols.def"
#undef SYMBOL
};

static const struct str silent_commands[] = {
#define SILENT(name) STR_INIT(name),
#include "model/tex/text/silent_commands.def"
#undef SILENT
};

static const struct tex_command commands[] = {
#define COMMAND(name, kind, mark, open, close)                                                     \
    {STR_INIT(name), TEX_CMD_##kind, RICH_##mark, open, close},
#include "model/tex/text/text_commands.def"
#undef COMMAND
};

static const struct tex_symbol bibstrings[] = {
#define BIBSTRING(key, text) {STR_INIT(key), STR_INIT(text)},
#include "model/tex/text/bibstrings.def"
#undef BIBSTRING
};

static struct str find_symbol(const struct tex_symbol *table, size_t n, struct str name) {
    const struct tex_symbol *s = bsearch(&name, table, n, sizeof *table, str_order);
    return s ? s->text : STR_EMPTY;
}

struct str tex_text_symbol(struct str name) {
    return find_symbol(text_symbols, ARRAY_LEN(text_symbols), name);
}

struct str tex_math_symbol(struct str name) {
    return find_symbol(math_symbols, ARRAY_LEN(math_symbols), name);
}

bool tex_is_silent(struct str name) {
    return str_find_sorted(name, silent_commands, ARRAY_LEN(silent_commands)) != STR_NONE;
}

const struct tex_command *tex_command_find(struct str name) {
    return bsearch(&name, commands, ARRAY_LEN(commands), sizeof *commands, str_order);
}

struct str tex_bibstring(struct str key) {
    return find_symbol(bibstrings, ARRAY_LEN(bibstrings), key);
}

struct str tex_bibstring_key(struct str text) {
    for (size_t i = 0; text.n && i < ARRAY_LEN(bibstrings); i++) {
        if (str_eq(bibstrings[i].text, text)) {
            return bibstrings[i].name;
        }
    }
    return STR_EMPTY;
}
