/* SPDX-License-Identifier: MIT */
/*
 * Documents by strangers: the options that say how far they are trusted, and the lock that is shut
 * behind the program before it reads one. What documents may not do is the affair of the rooms that
 * read them; how the kernel is asked is that of base.
 */
#include "cli/cli.h"

/** "--sandbox", "--sandbox=strict", or "false" out of a defaults file. */
static bool read_sandbox(void *options, const struct cli_option *row, struct str value) {
    struct cli_sandbox *s = options;
    bool strict = str_is(value, "strict"), off = str_is(value, "false");
    if (value.n && !strict && !off && !str_is(value, "true")) {
        cli_wrong_choice(NULL, row, value);
        return false;
    }
    s->on = !off;
    s->strict = strict;
    return true;
}

#define AT(field) offsetof(struct cli_sandbox, field)

static const struct cli_group group = {.title = "documents by strangers"};

/* clang-format off */
const struct cli_option cli_sandbox_rows[CLI_SANDBOX_ROWS] = {
    {"sandbox", 0, "HOW", CLI_CALL, .read = read_sandbox, .optional = true, .group = &group,
     .value = {CLI_ONE_OF, .words = "strict"},
     .help = "trust the documents with nothing: no raw HTML, only harmless links, no file outside of "
             "`--root`, no network, and the kernel keeps to that",
     .more = "With `strict` nothing is read where the kernel lacks what it takes (seccomp and "
             "Landlock, of Linux); else a note says what is missing."},
    {"root", 0, "FOLDER", CLI_STRING, AT(root), .group = &group, .value = {.wants = CLI_FOLDER},
     .help = "with `--sandbox`, the folder that documents may name files in (default: that of each "
             "document; of a site, its own)",
     .more = "Files that the command line names are read wherever they are."},
    {"file-links", 0, NULL, CLI_FLAG, AT(file_links), .group = &group,
     .help = "links to `file:` and `smb:` are links; else their text is shown without one"},
};
/* clang-format on */
