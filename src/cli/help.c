/* SPDX-License-Identifier: MIT */
/*
 * What --help and --version print. dossier(1) says the same at length.
 */
#include "cli/cli.h"
#include "cli/refs.h"

#include "bib/store/store.h"
#include "csl/processor.h"
#include "data/library.h"
#include "dossier/version.h"
#include "image/image.h"
#include "markdown/markdown.h"
#include "pdf/pdf.h"
#include "pdfread/pdfread.h"
#include "unicode/unicode.h"

#include <stdio.h>

static const char help_program[] =
    "usage: dossier COMMAND [OPTION...] [FILE...]\n"
    "\n"
    "Compiles academic documents: Markdown and a citation database become PDF and\n"
    "HTML with numbered references, and every fault is reported at its place.\n"
    "\n"
    "commands:\n"
    "  build FILE...   make PDF and HTML\n"
    "  check FILE...   report what is wrong, write nothing\n"
    "  refs ...        databases: check, search, convert, tidy; references out of a PDF\n"
    "  library ...     keep databases of any size in one file: import, search, export\n"
    "  styles ...      citation styles: list, search, show, check\n"
    "  themes          style sheets for both outputs: list, show\n"
    "  help [COMMAND]  this text, or a command's\n"
    "\n"
    "  --version       versions of dossier and its libraries\n"
    "  --help          this text; `dossier COMMAND --help` for a command\n"
    "\n"
    "example: dossier build statement.md\n"
    "         writes out/statement.pdf and out/statement.html\n";

#define HELP_COMMON                                                                                \
    "      --from FORMAT         markdown (pandoc's, the default) or gfm\n"                        \
    "      --bibliography FILE   citation database, in place of the document's; may be repeated\n" \
    "      --csl STYLE           a .csl file or the name of an installed style: ieee, apa\n"       \
    "  -c, --css THEME           a .css file or the name of a theme: modern, compact, cv\n"        \
    "  -M, --metadata KEY=VALUE  set front matter; -V, --variable does the same\n"                 \
    "  -N, --number-sections     number the sections\n"                                            \
    "      --toc, --toc-depth N  a table of contents, of so many levels (3)\n"                     \
    "      --highlight-style S   colours of code: default, pygments, tango, kate,\n"               \
    "                            monochrome, none; --no-highlight is none\n"                       \
    "      --diagnostics FORM    text, json or sarif, on standard error\n"                         \
    "      --fail-if-warnings    warnings count as errors\n"                                       \
    "      --warn-only           errors do not count: for drafts\n"                                \
    "  -q, --quiet               print no diagnostics\n"                                           \
    "  -v, --verbose             print notes, and what was written\n"                              \
    "  -h, --help                this text\n"

static const char help_build[] =
    "usage: dossier build [OPTION...] FILE...\n"
    "\n"
    "Makes a PDF and an HTML page of each document. `-` reads standard input.\n"
    "\n"
    "  -o, --output PATH         a file that ends in .pdf or .html, a folder, or - for\n"
    "                            standard output (default: the folder out)\n"
    "      --to FORMATS          pdf, html or pdf,html (default: both)\n"
    "      --fragment            HTML without head and style, for pasting into a site\n"
    "      --pdf-standard NAMES  ua-1, a-2a, a-2u, a-3a, 1.7 (default: ua-1,a-2a)\n"
    "      --attach WHAT         refs, sources or both: into the PDF, which is PDF/A-3a then\n"
    "      --cache DIR           where indexes of large .bib files are kept (default: dossier\n"
    "                            in $XDG_CACHE_HOME, or in ~/.cache)\n"
    "      --no-cache            neither use nor write such an index\n"
    "      --deps FILE           write which files the outputs depend on\n"
    "      --deps-format FORM    make (default) or json\n" HELP_COMMON "\n"
    "exit status: 0 fine, 1 errors in a document, or a database, style or image of it that\n"
    "cannot be read (outputs are written all the same), 2 wrong use, 3 a document could not\n"
    "be read or an output not be written\n";

static const char help_check[] =
    "usage: dossier check [OPTION...] FILE...\n"
    "\n"
    "Reports what is wrong with the documents and their databases; writes nothing.\n"
    "\n"
    "      --lint                look at the databases as `dossier refs check` does\n"
    "      --unused              report entries that the document does not use\n" HELP_COMMON "\n"
    "exit status: 0 fine, 1 errors in a document, or a database, style or image of it that\n"
    "cannot be read, 2 wrong use, 3 a document could not be read\n";

static const char help_library[] =
    "usage: dossier library COMMAND [OPTION...] [WORD...]\n"
    "\n"
    "Keeps the entries of any number of databases in one file. Documents take cited\n"
    "keys from it with `bibliography: library` in their front matter.\n"
    "\n"
    "  import FILE...  read databases of all formats that documents may name\n"
    "  sync            read again what changed since; entries that left their file go\n"
    "  search QUERY    words, \"phrases\", begin*, -without; author:NAME, title:,\n"
    "                  venue:, abstract:, keyword:, key:; year:2018..2020;\n"
    "                  type:article-journal\n"
    "  export          write all entries\n"
    "  remove KEY...   take entries out, or all of a database with --file\n"
    "  stats           how many there are of what\n"
    "  verify          look at everything, report what is damaged\n"
    "\n"
    "      --library FILE        the library (default: dossier/library.db in\n"
    "                            $XDG_DATA_HOME, or in ~/.local/share)\n"
    "  -f, --from FORMAT         of import: biblatex, bibtex, csl-json, csl-yaml,\n"
    "                            ris, endnotexml, nbib, pubmed, mods, isi\n"
    "  -t, --to FORMAT           of export and search: csl-json (default), csl-yaml,\n"
    "                            biblatex, bibtex, ris\n"
    "  -o, --output FILE         of export and search (default: standard output)\n"
    "      --limit N             of search: how many matches (default: 100)\n"
    "      --all                 of sync: read files that did not change, too\n"
    "      --file FILE           of remove: all entries of this database\n"
    "      --repair              of verify: make the index of words anew first\n"
    "      --diagnostics FORM    text, json or sarif, on standard error\n"
    "  -q, --quiet               print no diagnostics and no counts\n"
    "  -v, --verbose             print notes, and files that did not change\n"
    "  -h, --help                this text\n"
    "\n"
    "exit status: 0 fine, 1 errors in databases or the library, 2 wrong use, 3 a file\n"
    "could not be read or written\n";

static const char help_styles[] =
    "usage: dossier styles COMMAND [OPTION...] [WORD...]\n"
    "\n"
    "Finds among the installed citation styles, and checks style files.\n"
    "\n"
    "  list            all of them: name, kind, language, field, title\n"
    "  search WORD...  those that have all of the words in name, title or fields\n"
    "  show NAME...    all that a style says of itself\n"
    "  check FILE...   what is wrong with a .csl file, at its place\n"
    "\n"
    "      --independent         of list and search: no styles that only stand for others\n"
    "      --json                for other programs\n"
    "      --diagnostics FORM    of check: text, json or sarif, on standard error\n"
    "      --fail-if-warnings    of check: warnings count as errors\n"
    "  -q, --quiet               of check: print no diagnostics\n"
    "  -v, --verbose             of check: print notes too\n"
    "  -h, --help                this text\n"
    "\n"
    "exit status: 0 fine, 1 errors or nothing found, 2 wrong use, 3 a file could not be\n"
    "read\n";

static const char help_themes[] =
    "usage: dossier themes [list | show NAME]\n"
    "\n"
    "Style sheets that are installed. One sheet says how both PDF and HTML look; a\n"
    "document asks for it by `css: NAME`, or --css NAME does.\n"
    "\n"
    "  list            all of them, and what each is for\n"
    "  show NAME       the sheet itself, to begin your own with\n"
    "\n"
    "  -h, --help      this text\n"
    "\n"
    "exit status: 0 fine, 1 nothing of that name, 2 wrong use\n";

static const char help_help[] = "usage: dossier help [COMMAND]\n";

static const struct {
    const char *name, *text;
} helps[] = {{"build", help_build},     {"check", help_check},   {"help", help_help},
             {"library", help_library}, {"styles", help_styles}, {"themes", help_themes}};

bool cli_help(const char *command) {
    if (!command) {
        fputs(help_program, stdout);
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(helps); i++) {
        if (str_is(str_of(command), helps[i].name)) {
            fputs(helps[i].text, stdout);
            return true;
        }
    }
    return refs_help(command);
}

void cli_version(void) {
    struct arena *a = arena_new();
    printf("dossier %s\n", DOSSIER_VERSION);
    printf("cmark-gfm %s\n", markdown_library_version());
    printf("libyaml %s\nlibxml2 %s\n", yaml_library_version(), xml_library_version());
    printf("SQLite %s\n", bib_store_library_version());
    printf("ICU %s\n", unicode_library_version());
    printf("%.*s\n", STR_ARG(font_library_versions(a)));
    printf("%.*s\n", STR_ARG(image_library_versions(a)));
    printf("libharu %s\n", pdf_library_version());
    printf("libqpdf %s\n", pdfread_library_version());
    arena_drop(a);
}
