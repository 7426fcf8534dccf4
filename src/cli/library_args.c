/* SPDX-License-Identifier: MIT */
/*
 * Options of `dossier library`. Each option belongs to some of the commands, and the other commands
 * refuse it.
 */
#include "cli/cmd_library_common.h"

#define AT(field) offsetof(struct library_run, field)

/* clang-format off */
static const struct cli_option rows[] = {
    {"library", 0, "FILE", CLI_STRING, AT(library), .value = {CLI_FILE, .words = "db"},
     .help = "the library: a file, or `postgresql://USER@HOST/DATABASE` (default: "
             "`dossier/library.db` in `$XDG_DATA_HOME`, or in `~/.local/share`)"},
    {"from", 'f', "FORMAT", CLI_FOUND, AT(from), .find = cli_find_format, .commands = LIBRARY_IMPORT,
     .value = {CLI_ONE_OF, .word = bib_format_word},
     .help = "the format of the databases, if their names do not show it: {words}"},
    {"to", 't', "FORMAT", CLI_FOUND, AT(to), .find = cli_find_format,
     .commands = LIBRARY_SEARCH | LIBRARY_EXPORT,
     .value = {CLI_ONE_OF, .word = bib_format_written_word},
     .help = "the format of the entries: {words} (default: from the ending of the `-o` file, "
             "or `csljson`)"},
    {"output", 'o', "FILE", CLI_STRING, AT(output), .commands = LIBRARY_SEARCH | LIBRARY_EXPORT,
     .value = {.wants = CLI_FILE}, .help = "the output file (default: standard output)"},
    {"limit", 0, "N", CLI_NUMBER, AT(limit), .commands = LIBRARY_SEARCH,
     .help = "the largest number of matches (default: 100)"},
    {"all", 0, NULL, CLI_FLAG, AT(all), .commands = LIBRARY_SYNC,
     .help = "also read files that have not changed"},
    {"file", 0, "FILE", CLI_LIST, AT(files), .commands = LIBRARY_REMOVE,
     .value = {CLI_FILE, .word = bib_format_ending},
     .help = "remove all entries of this database; may be repeated"},
    {"repair", 0, NULL, CLI_FLAG, AT(repair), .commands = LIBRARY_VERIFY,
     .help = "rebuild the index of words first"},
    {"force", 0, NULL, CLI_FLAG, AT(force), .commands = LIBRARY_COPY,
     .help = "copy to a library that has entries; files that both libraries have are replaced"},
};
/* clang-format on */

static const struct cli_option_set sets[] = {
    {CLI_ROWS(rows)},
    {CLI_ROWS(cli_report_rows), .base = AT(report)},
    {CLI_ROWS(cli_help_rows)},
};

const struct cli_grammar library_grammar = {sets, ARRAY_LEN(sets), AT(words)};
