/* SPDX-License-Identifier: MIT */
/*
 * Journals of astronomy, given by commands of AASTeX and the Astrophysics Data System: `journal =
 * {\apj}`. Definitions of the .bib take precedence, because they have been expanded already.
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

struct str bibtex_journal(struct arena *a, struct str value) {
    size_t at = str_index(value, '\\');
    if (at == STR_NONE) {
        return value;
    }
    struct buf b;
    buf_init(&b, LIMIT_FIELD);
    for (at = 0; at < value.n;) {
        struct str command = value.p[at] == '\\' ? command_at(value, at) : STR_EMPTY;
        struct str name = command.n ? find_journal(command) : STR_EMPTY;
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
    return buf_finish(&b, a);
}
