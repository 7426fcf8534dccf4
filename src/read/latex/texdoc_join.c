/* SPDX-License-Identifier: MIT */
/* Joins the files of a document into one text. \input, \include, \import and \subfile are replaced
 * with their files, and listings from files with verbatim environments. Comments are removed
 * (TeXbook, chapter 8). Verbatim text and addresses are not changed. This file also finds the
 * packages in the folder of the document. */
#include "read/latex/texdoc_model.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_NESTING);

#define MAX_FILES_DEEP 16
/* this limits the time: a file may include itself twice on each of 16 levels */
#define MAX_FILES 1000

struct joiner {
    struct texdoc *l;
    struct source *src;
    struct str s;
    /* `at`: the current offset; `done`: the end of the text that was written to `out` */
    size_t at, done;
    struct source_builder *out;
};

static void flush(struct joiner *j, size_t to) {
    if (to > j->done) {
        source_put(j->out, span_make(j->src, j->done, to));
    }
    j->done = to;
}

/* Returns the text between `open` and `shut`, if only white space is between `at` and `open`.
 * `*behind` becomes the offset after `shut`, or `at` if there is no such text. */
static struct str group(struct str s, size_t at, char open, char shut, size_t *behind) {
    size_t depth = 0;
    *behind = at;
    at = str_past(s, at, is_space);
    for (size_t i = at; i < s.n && s.p[at] == open; i++) {
        i += s.p[i] == '\\';
        depth += i < s.n && s.p[i] == open;
        depth -= i < s.n && s.p[i] == shut;
        if (depth == 0) {
            *behind = i + 1;
            return str_slice(s, at + 1, i);
        }
    }
    return STR_EMPTY;
}

/* Reads the name of a file after \input: `{name}`, or `name` as in TeX. */
static struct str file_name(struct str s, size_t at, size_t *behind) {
    struct str name = group(s, at, '{', '}', behind);
    if (*behind > at) {
        return str_trim(name);
    }
    at = str_past(s, at, is_space_or_tab);
    size_t end = at;
    while (end < s.n && !is_space(s.p[end]) && s.p[end] != '\\' && s.p[end] != '}' &&
           s.p[end] != '%' && s.p[end] != '{') {
        end++;
    }
    *behind = end;
    return str_slice(s, at, end);
}

static struct source *open_file(struct texdoc *l, struct str name, const char *ending) {
    struct source *from = l->main;
    struct source *src = NULL;
    if (!l->files || !l->files->open || !name.n) {
        return NULL;
    }
    if (!str_ends(name, str_of(ending)) && !str_ends(name, STR(".bbl"))) {
        src = l->files->open(l->files->user, arena_join(l->a, 2, name, str_of(ending)), from);
    }
    return src ? src : l->files->open(l->files->user, name, from);
}

static void join(struct joiner *j);

/* Limits the reader of a file of \subfile to the body of that file. */
static void body_of(struct joiner *in, struct str s) {
    size_t begin = str_find(s, STR("\\begin{document}"));
    size_t end = str_find(s, STR("\\end{document}"));
    if (begin != STR_NONE) {
        in->at = in->done = begin + sizeof "\\begin{document}" - 1;
        in->s = str_slice(s, 0, end != STR_NONE && end > begin ? end : s.n);
    }
}

/* Whether a file belongs to TeX itself. Such a file need not be read, because it only sets up TeX's
 * output. */
static bool is_of_tex(struct str name) {
    return str_among(name, "glyphtounicode glyphtounicode.tex pdfcolor pdftexconfig epsf ulem.sty");
}

static void report_unread(struct joiner *j, struct span at, struct str name) {
    struct diag *g = diag_add(j->l->d, DIAG_CANNOT_READ, at, "cannot read `%.*s`", STR_ARG(name));
    diag_hint(j->l->d, g, "paths are relative to the document");
}

static void put_file(struct joiner *j, size_t begin, size_t behind, struct str name, bool whole) {
    struct source *src =
        j->l->base.n ? open_file(j->l, arena_join(j->l->a, 2, j->l->base, name), ".tex") : NULL;
    src = src ? src : open_file(j->l, name, ".tex");
    struct span at = span_make(j->src, begin, behind);
    flush(j, begin);
    j->at = j->done = behind;
    if (!src && is_of_tex(name)) {
        return;
    }
    if (!src) {
        report_unread(j, at, name);
        return;
    }
    if (j->l->depth >= MAX_FILES_DEEP) {
        diag_add(j->l->d, DIAG_NESTING, at,
                 "files are nested more than %d deep: this one is left out", MAX_FILES_DEEP);
        return;
    }
    if (j->l->opened >= MAX_FILES) {
        if (j->l->opened++ == MAX_FILES) {
            diag_add(j->l->d, DIAG_NESTING, at,
                     "the document has more than %d files: this one and the next are left out",
                     MAX_FILES);
        }
        return;
    }
    j->l->opened++;
    struct joiner in = {j->l, src, src->text, 0, 0, j->out};
    if (!whole) {
        body_of(&in, src->text);
    }
    j->l->depth++;
    join(&in);
    j->l->depth--;
    source_put_made(j->out, STR("\n"), at);
}

/* Inserts the list of references that BibTeX has made (NAME.bbl), if the databases of \bibliography
 * are missing. */
static void put_list_made(struct joiner *j, size_t begin, size_t behind, struct str names) {
    struct str rest = names, name = j->l->main->name;
    bool (*exists)(void *, struct str) = j->l->files ? j->l->files->exists : NULL;
    bool missing = exists && names.n && j->l->depth == 0;
    while (missing && rest.p && rest.n) {
        struct str one = str_trim(str_cut(&rest, ','));
        missing = !exists(j->l->files->user, one) &&
                  !exists(j->l->files->user, arena_join(j->l->a, 2, one, STR(".bib")));
    }
    struct str made = arena_join(j->l->a, 2, path_stem(name), STR(".bbl"));
    if (missing && path_ext(name).n && exists(j->l->files->user, made)) {
        put_file(j, begin, behind, made, true);
    }
}

static void put_listing(struct joiner *j, size_t begin, size_t behind, struct str options,
                        struct str name) {
    struct source *src = open_file(j->l, name, "");
    struct span at = span_make(j->src, begin, behind);
    flush(j, begin);
    j->at = j->done = behind;
    if (!src) {
        report_unread(j, at, name);
        return;
    }
    struct str head = options.n
                          ? arena_join(j->l->a, 3, STR("\\begin{lstlisting}["), options, STR("]\n"))
                          : STR("\\begin{lstlisting}\n");
    source_put_made(j->out, head, at);
    source_put(j->out, span_make(src, 0, src->text.n));
    source_put_made(j->out, STR("\n\\end{lstlisting}\n"), at);
}

/* Finds the files of a class or of packages in the document's folder, so that their definitions are
 * read. */
static void find_packages(struct joiner *j, size_t at, bool class) {
    size_t behind;
    struct str options = group(j->s, at, '[', ']', &behind);
    j->l->german = j->l->german || str_find(options, STR("german")) != STR_NONE ||
                   str_find(options, STR("austrian")) != STR_NONE;
    struct str names = group(j->s, behind, '{', '}', &behind), rest = names;
    while (rest.p && rest.n) {
        struct str name = str_trim(str_cut(&rest, ','));
        struct source *src = open_file(j->l, name, class ? ".cls" : ".sty");
        if (class && !j->l->class.n) {
            j->l->class = name;
        }
        if (src) {
            vec_push(&j->l->packages, src);
        }
    }
}

/* Completes the name of an image with an ending of pdfTeX and a folder of \graphicspath. */
static void put_image(struct joiner *j, size_t at) {
    static const char *const endings[] = {"", ".pdf", ".png", ".jpg", ".jpeg", ".svg"};
    size_t behind = at + (at < j->s.n && j->s.p[at] == '*'), from;
    (void)group(j->s, behind, '[', ']', &behind);
    struct str name = group(j->s, behind, '{', '}', &from), rest = j->l->folders;
    struct str trimmed = str_trim(name), folder = STR_EMPTY;
    bool (*exists)(void *, struct str) = j->l->files ? j->l->files->exists : NULL;
    if (!exists || !trimmed.n || str_index(trimmed, '#') != STR_NONE) {
        return;
    }
    for (bool more = true; more;) {
        for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
            struct str path = arena_join(j->l->a, 3, folder, trimmed, str_of(endings[i]));
            if (exists(j->l->files->user, path)) {
                size_t begin = (size_t)(trimmed.p - j->s.p);
                flush(j, begin);
                source_put_made(j->out, path, span_make(j->src, begin, begin + trimmed.n));
                j->at = j->done = begin + trimmed.n;
                return;
            }
        }
        size_t next = 0;
        folder = group(rest, 0, '{', '}', &next);
        more = next > 0;
        rest = str_from(rest, next);
    }
}

/* Stores the names of \includeonly. */
static void only_files(struct joiner *j, struct str list) {
    j->l->only = list.p ? ARENA_NEW(j->l->a, struct map) : NULL;
    if (j->l->only) {
        *j->l->only = MAP_IN(j->l->a);
    }
    while (list.n) {
        (void)map_put(j->l->only, str_trim(str_cut(&list, ',')), NULL);
    }
}

static bool is_literal(const struct ltx_row *row) {
    return row && row->act == LTX_VERBATIM;
}

/* Copies a verbatim environment without changes. Removes a `comment` environment. */
static void pass_environment(struct joiner *j) {
    size_t behind;
    struct str name = ltx_environment_name(j->s, j->at, &behind);
    const struct ltx_row *row = name.n ? ltx_environment(name) : NULL;
    bool hidden = (row && row->act == LTX_COMMENT) || (name.n && map_find(&j->l->excluded, name));
    if (!hidden && !is_literal(row)) {
        j->at += 6;
        return;
    }
    struct str end = arena_join(j->l->a, 3, STR("\\end{"), name, STR("}"));
    size_t n = str_find(str_from(j->s, behind), end);
    size_t to = n == STR_NONE ? j->s.n : behind + n + end.n;
    if (hidden) {
        flush(j, j->at);
        j->done = to;
    }
    j->at = to;
}

/* Handles the command at the current offset. Returns false if the rest of this file must not be
 * read. */
static bool read_command(struct joiner *j) {
    size_t begin = j->at, n = ltx_name(j->s, begin), at = begin + 1 + n, behind;
    struct str name = str_slice(j->s, begin + 1, at);
    if (n == 0) {
        j->at = begin + 2;
        return true;
    }
    j->at = at;
    if (str_is(name, "begin")) {
        j->at = begin;
        pass_environment(j);
    } else if (str_is(name, "end") && str_starts(str_from(j->s, at), STR("{document}"))) {
        j->at = at + sizeof "{document}" - 1;
        return false;
    } else if (str_is(name, "verb") || str_is(name, "lstinline")) {
        j->at = ltx_verb_end(j->s, at);
    } else if (str_among(name, "url href path nolinkurl")) {
        (void)group(j->s, at, '{', '}', &behind);
        j->at = behind;
    } else if (str_among(name, "input include subfile subfileinclude")) {
        struct str file = file_name(j->s, at, &behind);
        if (str_is(name, "include") && j->l->only && !map_find(j->l->only, file)) {
            flush(j, begin); /* \includeonly names other files */
            j->at = j->done = behind;
        } else if (file.n && file.p[0] != '#') {
            put_file(j, begin, behind, file, name.p[0] == 'i');
        }
    } else if (str_is(name, "import") || str_is(name, "subimport")) {
        struct str dir = group(j->s, at, '{', '}', &behind);
        struct str file = group(j->s, behind, '{', '}', &behind);
        if (file.n && dir.n && dir.p[0] != '#') {
            struct str outer = j->l->base, above = name.p[0] == 's' ? outer : STR_EMPTY;
            j->l->base = arena_join(j->l->a, 3, above, str_trim(dir),
                                    str_ends(str_trim(dir), STR("/")) ? STR("") : STR("/"));
            put_file(j, begin, behind, str_trim(file), true);
            j->l->base = outer;
        }
    } else if (str_is(name, "includeonly")) {
        /* after \if in a preamble, \includeonly is ignored, because conditions are not evaluated
         * yet */
        bool always = str_find(str_slice(j->s, 0, begin), STR("\\if")) == STR_NONE ||
                      str_find(str_slice(j->s, 0, begin), STR("\\documentclass")) == STR_NONE;
        if (always) {
            only_files(j, group(j->s, at, '{', '}', &behind));
        }
    } else if (str_is(name, "excludecomment")) {
        (void)map_put(&j->l->excluded, str_trim(group(j->s, at, '{', '}', &behind)), NULL);
        flush(j, begin);
        j->at = j->done = behind;
    } else if (str_is(name, "bibliography")) {
        struct str names = group(j->s, at, '{', '}', &behind);
        put_list_made(j, begin, behind, names);
    } else if (str_is(name, "lstinputlisting") || str_is(name, "verbatiminput")) {
        struct str options = group(j->s, at, '[', ']', &behind);
        struct str file = group(j->s, behind, '{', '}', &behind);
        put_listing(j, begin, behind, options, str_trim(file));
    } else if (str_among(name, "documentclass usepackage RequirePackage")) {
        find_packages(j, at, name.p[0] == 'd');
    } else if (str_is(name, "includegraphics")) {
        put_image(j, at);
    } else if (str_is(name, "graphicspath")) {
        j->l->folders = group(j->s, at, '{', '}', &behind);
    } else if (str_is(name, "endinput")) {
        flush(j, begin);
        j->done = j->s.n;
        return false;
    }
    return true;
}

/* Removes a comment, its line end and the white space at the beginning of the next line. If the
 * next line is blank, the line end is kept. */
static void pass_comment(struct joiner *j) {
    size_t line = j->at, next;
    flush(j, j->at);
    line = str_until(j->s, line, '\n');
    next = line < j->s.n ? line + 1 : line;
    while (next < j->s.n && (is_space_or_tab(j->s.p[next]) || j->s.p[next] == '\r')) {
        next++;
    }
    bool blank = next < j->s.n && j->s.p[next] == '\n';
    j->at = j->done = blank ? line : next;
}

static void join(struct joiner *j) {
    while (j->at < j->s.n) {
        char c = j->s.p[j->at];
        if (c == '\\') {
            if (!read_command(j)) {
                break;
            }
        } else if (c == '%') {
            pass_comment(j);
        } else {
            j->at++;
        }
    }
    j->at = j->at < j->s.n ? j->at : j->s.n;
    flush(j, j->at);
}

struct source *texdoc_join(struct texdoc *l, struct source *src) {
    struct source_builder out;
    source_build(&out, l->a, LIMIT_SOURCE);
    size_t bom = str_bom(src->text);
    struct joiner j = {l, src, src->text, bom, bom, &out};
    join(&j);
    return source_built(&out, src->name);
}
