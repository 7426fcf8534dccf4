/* SPDX-License-Identifier: MIT */
/*
 * Runs while dossier is built: writes the rows of cite/csl/shipped.c, with the texts and the parsed
 * trees of styles and locale files, to standard output. Locales are left out if dossier has no
 * words of its own in their language (model/doc/language.def).
 *
 *     shipped FILE...
 */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/data/xml.h"

#include <stdio.h>

static const char *const languages[] = {
    "en",
#define LANGUAGE(lang) #lang,
#include "model/doc/language.def"
#undef LANGUAGE
};

/** Whether the program gets this style or locale file. */
static bool is_shipped(struct str name) {
    struct str prefix = STR("locales-");
    struct str rest = str_from(path_stem(name), prefix.n), lang = str_cut(&rest, '-');
    for (size_t i = 0; i < ARRAY_LEN(languages) && str_starts(name, prefix); i++) {
        if (str_is(lang, languages[i])) {
            return true;
        }
    }
    return !str_starts(name, prefix);
}

/** Prints a text as a string literal of C, on several lines. */
static void print_text(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
        (void)printf(plain ? "%s%c" : "%s\\%03o", i % 40 == 0 ? "\"\n\"" : "", (unsigned char)c);
    }
}

static void print_row(struct arena *a, struct str path, struct str text) {
    struct diags d;
    diags_init(&d, a);
    const struct xml_node *root = xml_parse(a, source_new(a, path, text), &d);
    struct buf tree = BUF_INIT;
    /* a file with errors is left out; the program parses it when it is needed */
    if (root && d.n == 0) {
        xml_pack(&tree, root);
        (void)printf("{\"%s\", STR_INIT(\"", path_base(path).p);
        print_text(text);
        (void)printf("\"), STR_INIT(\"");
        print_text(buf_view(&tree));
        (void)printf("\")},\n");
    }
    buf_drop(&tree);
    diags_drop(&d);
}

int main(int argc, char **argv) {
    struct arena *a = arena_new();
    for (int i = 1; i < argc; i++) {
        struct str text, path = str_of(argv[i]);
        if (is_shipped(path_base(path)) && file_read(a, path, LIMIT_STYLE, &text) == 0) {
            print_row(a, path, text);
        }
    }
    arena_drop(a);
    return 0;
}
