/* SPDX-License-Identifier: MIT */
/* The tables of TeX's symbols and commands are in the order in which they are searched. They are
 * static, so the test includes the file. The functions in it get other names here, since the
 * program of all tests has them already. */
#define tex_text_symbol included_text_symbol
#define tex_math_symbol included_math_symbol
#define tex_is_silent included_is_silent
#define tex_command_find included_command_find
#define tex_bibstring included_bibstring
#define tex_bibstring_key included_bibstring_key
#include "model/tex/text/text_symbols.c"

#include "tap.h"

static void sorted(const void *table, size_t n, size_t size, const char *what) {
    const char *p = table;
    size_t i = 1;
    while (i < n && str_cmp(*(const struct str *)(p + (i - 1) * size),
                            *(const struct str *)(p + i * size)) < 0) {
        i++;
    }
    ok(i == n, what);
    if (i < n) {
        struct str name = *(const struct str *)(p + i * size);
        note("`%.*s` is out of order or there twice", STR_ARG(name));
    }
}

int main(void) {
    sorted(text_symbols, ARRAY_LEN(text_symbols), sizeof *text_symbols, "symbols in text");
    sorted(math_symbols, ARRAY_LEN(math_symbols), sizeof *math_symbols, "symbols in math");
    sorted(silent_commands, ARRAY_LEN(silent_commands), sizeof *silent_commands,
           "commands that leave nothing");
    sorted(commands, ARRAY_LEN(commands), sizeof *commands, "commands");
    sorted(bibstrings, ARRAY_LEN(bibstrings), sizeof *bibstrings, "biblatex's strings");
    return tap_done();
}
