/* SPDX-License-Identifier: MIT */
/*
 * Journals of astronomy, given by commands of AASTeX and the Astrophysics Data System: `journal =
 * {\apj}`. Definitions in the .bib take precedence.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

#include <stdlib.h>
#include <string.h>

/** A command without its backslash, and the full name of its journal. */
struct journal {
    struct str command, name;
};

static const struct journal journals[] = {
#define JOURNAL(command, name) {STR_INIT(command), STR_INIT(name)},
#include "cite/bib/bibtex/journals.def"
#undef JOURNAL
};

static struct str find_journal(struct str command) {
    const struct journal *j =
        bsearch(&command, journals, ARRAY_LEN(journals), sizeof *journals, str_order);
    return j ? j->name : STR_EMPTY;
}

/** Returns the letters after the backslash at `at`. */
static struct str command_at(struct str s, size_t at) {
    return str_slice(s, at + 1, str_past(s, at + 1, is_alpha));
}

/** Returns the journal of a command, as the file or else AASTeX defines it. Empty for other
 * commands. */
static struct str meaning(const struct bibtex *file, struct str command) {
    struct str name = find_journal(command);
    if (name.n == 0) {
        return name;
    }
    char key[24] = "\\";
    /* this fits, because no command in the table has more than ten letters */
    memcpy(key + 1, command.p, command.n);
    const struct bibtex_macro *own = map_lookup(&file->macros, (struct str){key, command.n + 1});
    return own ? own->value : name;
}

struct str bibtex_journal(const struct bibtex *file, struct str value) {
    size_t at = str_index(value, '\\');
    if (at == STR_NONE) {
        return value;
    }
    struct buf b;
    buf_init(&b, LIMIT_FIELD);
    for (at = 0; at < value.n;) {
        struct str command = value.p[at] == '\\' ? command_at(value, at) : STR_EMPTY;
        struct str name = command.n ? meaning(file, command) : STR_EMPTY;
        if (name.n == 0) {
            buf_putc(&b, value.p[at++]);
            /* in `\\apj` the backslash is escaped, so `apj` is not a command */
            if (value.p[at - 1] == '\\' && at < value.n && value.p[at] == '\\') {
                buf_putc(&b, value.p[at++]);
            }
            continue;
        }
        buf_str(&b, name);
        at += 1 + command.n;
        if (str_starts(str_from(value, at), STR("{}"))) {
            at += 2;
        } else if (at < value.n && value.p[at] == '\\' && at + 1 < value.n &&
                   value.p[at + 1] == ' ') {
            at += 1;
        }
    }
    return buf_finish(&b, bibtex_arena(file));
}

/* ---- what a file defines ---- */

void bibtex_define_journals(struct bibtex *file, struct str preamble) {
    for (size_t at = 0; at < preamble.n;) {
        struct str word = preamble.p[at] == '\\' ? command_at(preamble, at) : STR_EMPTY;
        at += 1 + word.n;
        if (!str_among(word, "newcommand renewcommand providecommand def")) {
            continue;
        }
        while (at < preamble.n &&
               (is_space(preamble.p[at]) || preamble.p[at] == '*' || preamble.p[at] == '{')) {
            at++;
        }
        struct str name =
            at < preamble.n && preamble.p[at] == '\\' ? command_at(preamble, at) : STR_EMPTY;
        at += name.n ? 1 + name.n : 0;
        while (at < preamble.n && (is_space(preamble.p[at]) || preamble.p[at] == '}')) {
            at++;
        }
        if (find_journal(name).n && at < preamble.n && preamble.p[at] == '{') {
            size_t end = bibtex_balanced_end(preamble, at + 1, '}');
            struct str value = end == STR_NONE ? STR_EMPTY : str_slice(preamble, at + 1, end);
            at = end == STR_NONE ? preamble.n : end + 1;
            bibtex_define(file, arena_join(file->arena, 2, STR("\\"), name), value, 0);
        }
    }
}
