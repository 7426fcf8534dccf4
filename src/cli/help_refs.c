/* SPDX-License-Identifier: MIT */
/*
 * What `dossier refs --help` and its subcommands' --help print. dossier(1) says the same at length.
 */
#include "cli/refs.h"

#include <stdio.h>

#define COMMON                                                                                     \
    "      --diagnostics FORM   text, json or sarif, on standard error\n"                          \
    "      --fail-if-warnings   warnings count as errors\n"                                        \
    "      --warn-only          errors do not count\n"                                             \
    "  -q, --quiet              print no diagnostics\n"                                            \
    "  -v, --verbose            print notes too\n"                                                 \
    "  -h, --help               this text\n"                                                       \
    "\n"                                                                                           \
    "exit status: 0 fine, 1 errors, 2 wrong use, 3 a file could not be read or written\n"

#define FROM                                                                                       \
    "  -f, --from FORMAT        what the databases are, when their names do not say it:\n"         \
    "                           biblatex, bibtex, csljson, cslyaml, ris, endnotexml,\n"            \
    "                           nbib, pubmed, mods, isi\n"

static const char help_refs[] =
    "usage: dossier refs SUBCOMMAND [OPTION...] [WORD...]\n"
    "\n"
    "Works on citation databases.\n"
    "\n"
    "  check FILE...           lint: what is wrong, and what a careful author would mend\n"
    "  convert FILE...         one format to another\n"
    "  dedupe FILE...          entries that are the same work; --merge makes one of them\n"
    "  extract FILE.pdf        what travels in a PDF: the works cited, the sources\n"
    "  fmt FILE.bib...         tidy in place\n"
    "  keys FILE.bib... [DOC...]  new keys by a pattern, in documents too\n"
    "  list FILE...            one line an entry\n"
    "  search FILE... QUERY    entries by words, author:, year:, type: and others\n"
    "  show FILE... KEY...     entries as a citation style prints them\n"
    "  subset [FILE...] DOC... just the entries that documents cite\n"
    "\n"
    "`dossier refs SUBCOMMAND --help` has the options.\n";

static const char help_check[] =
    "usage: dossier refs check [OPTION...] FILE...\n"
    "\n"
    "Reports faults of databases: what cannot be read, duplicates, missing fields, wrong\n"
    "DOIs, ISBNs, ISSNs, ORCIDs, braces, capitals, page ranges, unknown types and fields,\n"
    "journals under two names. Each fault has an id, shown in brackets.\n"
    "\n"
    "      --ignore ID[,ID...]  do not report it\n"
    "      --warn ID[,ID...]    report it as a warning\n"
    "      --error ID[,ID...]   report it as an error\n" FROM COMMON;

static const char help_convert[] =
    "usage: dossier refs convert [OPTION...] FILE...\n"
    "\n"
    "Writes the entries of databases in another format. What can be read is written,\n"
    "also when the exit status is 1.\n"
    "\n"
    "  -t, --to FORMAT          biblatex, bibtex, csljson, cslyaml or ris\n"
    "  -o, --output FILE        default: standard output\n" FROM COMMON;

static const char help_dedupe[] =
    "usage: dossier refs dedupe [OPTION...] FILE... [DOCUMENT...]\n"
    "\n"
    "Shows entries that are probably the same work: one DOI, or the same title, year and\n"
    "first author.\n"
    "\n"
    "      --merge              the first of a group takes the fields that it lacks, the\n"
    "                           others go, and the documents cite the first\n"
    "  -n, --dry-run            show what --merge would change, write nothing\n"
    "      --json               groups for other programs\n" FROM COMMON;

static const char help_extract[] =
    "usage: dossier refs extract [OPTION...] FILE.pdf\n"
    "\n"
    "Prints the references that `dossier build --attach refs` has put into a PDF, as\n"
    "CSL-JSON.\n"
    "\n"
    "  -o, --output FILE        default: standard output\n"
    "      --sources DIR        write the sources (`--attach sources`) into this folder; the\n"
    "                           references then only with -o\n"
    "      --force              write over files that are there\n" COMMON;

static const char help_fmt[] =
    "usage: dossier refs fmt [OPTION...] FILE.bib...\n"
    "\n"
    "Tidies .bib files in place: order of fields, alignment, lower-case names, braces,\n"
    "month macros. Comments and all text between entries stay, and so do keys and values.\n"
    "An entry that would not say the same afterwards is left as it is. `-` goes from\n"
    "standard input to standard output.\n"
    "\n"
    "  -n, --dry-run            print a unified diff, write nothing\n" COMMON;

static const char help_keys[] =
    "usage: dossier refs keys --pattern PATTERN [OPTION...] FILE.bib... [DOCUMENT...]\n"
    "\n"
    "Gives entries new keys and puts them into the documents that cite them: all files\n"
    "are written or none.\n"
    "\n"
    "      --pattern PATTERN    text with {author}, {authors}, {year}, {shortyear}, {word}\n"
    "                           (of the title), {type}, {key}; {Author} has a capital\n"
    "  -n, --dry-run            print a unified diff, write nothing\n" COMMON;

static const char help_list[] = "usage: dossier refs list [OPTION...] FILE...\n"
                                "\n"
                                "Prints key, type, year, authors and title of each entry.\n"
                                "\n"
                                "      --json               for other programs\n" FROM COMMON;

static const char help_search[] =
    "usage: dossier refs search [OPTION...] FILE... QUERY\n"
    "\n"
    "Prints the entries that have all of the words: case and accents do not count.\n"
    "\n"
    "  words, \"phrases\", begin*, -without, author:NAME, title:, venue:, abstract:,\n"
    "  keyword:, key:, year:2018, year:2018..2020, type:article-journal\n"
    "\n"
    "  -b, --bibliography FILE  a database; otherwise words that end in .bib, .json, ...\n"
    "      --json               for other programs\n" FROM COMMON;

static const char help_show[] =
    "usage: dossier refs show [OPTION...] FILE... KEY...\n"
    "\n"
    "Prints entries as the bibliography of a document would, as plain text.\n"
    "\n"
    "      --csl STYLE          a .csl file or the name of an installed style: ieee, apa\n"
    "  -b, --bibliography FILE  a database; otherwise words that end in .bib, .json, ...\n" FROM
        COMMON;

static const char help_subset[] =
    "usage: dossier refs subset [OPTION...] [DATABASE...] DOCUMENT...\n"
    "\n"
    "Prints the entries that documents cite, as they stand in their .bib, with the entries\n"
    "and @strings they need.\n"
    "\n"
    "  -b, --bibliography FILE  a database, in place of those that the documents name; so is\n"
    "                           a word that ends in .bib, .json, ...\n"
    "  -o, --output FILE        default: standard output\n" COMMON;

static const struct {
    const char *name, *text;
} helps[] = {
    {"refs", help_refs},          {"refs check", help_check},     {"refs convert", help_convert},
    {"refs dedupe", help_dedupe}, {"refs extract", help_extract}, {"refs fmt", help_fmt},
    {"refs keys", help_keys},     {"refs list", help_list},       {"refs search", help_search},
    {"refs show", help_show},     {"refs subset", help_subset},
};

bool refs_help(const char *command) {
    for (size_t i = 0; i < ARRAY_LEN(helps); i++) {
        if (str_is(str_of(command), helps[i].name)) {
            fputs(helps[i].text, stdout);
            return true;
        }
    }
    return false;
}
