/* SPDX-License-Identifier: MIT */
/*
 * Reads the files of a document as one text. Also reads included files. Files that are not text are
 * rejected.
 */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/front_matter.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"
#include "job/build/files.h"
#include "job/build/page_host.h"
#include "read/markdown/markdown.h"

#include <errno.h>
#include <string.h>

DIAG_USE(DIAG_CONTROL_CHARACTER);
DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_INVALID_UTF8);

/** Returns the text of a source with ill-formed bytes replaced and reported. Returns the same text
 * if all bytes are valid. */
static struct str repair_utf8(struct build_run *b, struct source *src) {
    const char *wide = utf8_wide_name(src->text);
    if (wide) {
        struct diag *g = diag_add(b->d, DIAG_INVALID_UTF8, span_make(src, 0, 0),
                                  "this file is %s, and must be UTF-8: it is left out", wide);
        diag_hint(b->d, g, "`iconv -f %s -t UTF-8 %.*s` prints it as UTF-8", wide,
                  STR_ARG(src->name));
        return STR_EMPTY;
    }
    size_t bad = utf8_check(src->text);
    if (bad == STR_NONE) {
        return src->text;
    }
    struct buf fixed;
    bool has_utf8;
    buf_init(&fixed, LIMIT_SOURCE * 3u);
    size_t n = utf8_from_windows(&fixed, src->text, &has_utf8);
    struct str out = buf_finish(&fixed, b->arena);
    struct span at = span_make(src, bad, bad + 1);
    if (has_utf8) {
        struct diag *g = diag_add(
            b->d, DIAG_INVALID_UTF8, at, "%zu byte%s not UTF-8 and %s read as Windows-1252%s", n,
            n == 1 ? " is" : "s are", n == 1 ? "is" : "are", n == 1 ? "" : ", the first one here");
        diag_hint(b->d, g, "`grep -naxv '.*' %.*s` shows the lines; save the file as UTF-8",
                  STR_ARG(src->name));
    } else {
        struct diag *g = diag_add(b->d, DIAG_INVALID_UTF8, at,
                                  "this file is not UTF-8 and is read as Windows-1252");
        diag_hint(b->d, g, "`iconv -f WINDOWS-1252 -t UTF-8 %.*s` prints it as UTF-8",
                  STR_ARG(src->name));
    }
    return out;
}

struct source *build_repaired(struct build_run *b, struct str path, struct str text) {
    struct source *src = source_new(b->arena, path, text);
    struct str fixed = repair_utf8(b, src);
    return fixed.p == text.p ? src : source_new(b->arena, path, fixed);
}

/** Replaces control characters with the characters of Windows-1252, as browsers do. This repairs
 * dashes and quotation marks of wrongly converted text. `*first` is set to the offset of the first
 * control character, or to STR_NONE. */
static struct str with_windows_signs(struct arena *a, struct str text, size_t *first) {
    struct buf out = BUF_INIT;
    size_t done = 0;
    *first = STR_NONE;
    if (text.n == 0 || !memchr(text.p, 0xC2, text.n)) {
        return text;
    }
    for (size_t i = 0; i + 1 < text.n; i++) {
        bool two = (unsigned char)text.p[i] == 0xC2;
        uint32_t sign = two ? utf8_windows_sign((unsigned char)text.p[i + 1]) : 0;
        if (sign) {
            buf_str(&out, str_slice(text, done, i));
            *first = done ? *first : i;
            buf_rune(&out, sign);
            done = i + 2;
        }
    }
    if (done) {
        buf_str(&out, str_from(text, done));
        text = buf_keep(&out, a);
    }
    buf_drop(&out);
    return text;
}

/** Returns the text of a source with ill-formed bytes and control characters repaired. If the
 * run only checks the document, the first control character is reported here. */
static struct str read_signs(struct build_run *b, struct source *src) {
    size_t first;
    struct str text = repair_utf8(b, src), out = with_windows_signs(b->arena, text, &first);
    if (first != STR_NONE && b->job->ntargets == 0 && text.p == src->text.p) {
        struct diag *g =
            diag_add(b->d, DIAG_CONTROL_CHARACTER, span_make(src, first, first + 2),
                     "U+%04X is a control character", (unsigned)(unsigned char)text.p[first + 1]);
        diag_hint(b->d, g, "it is shown as in Windows' code page 1252; type the character again");
    }
    return out;
}

/** Returns a source with the repaired text of a file, whose comments that suppress findings have
 * been read. */
static struct source *readable(struct build_run *b, struct str name, struct str text) {
    struct source *src = source_new(b->arena, name, text);
    struct str fixed = read_signs(b, src);
    src = fixed.p == text.p ? src : source_new(b->arena, name, fixed);
    diag_ignores_read(&b->ignores, src, b->d);
    return src;
}

/** Returns the type of a binary file by its first bytes. NULL if the file may be text. */
static const char *binary_kind(struct str text) {
    static const struct {
        struct str begin;
        const char *kind;
    } kinds[] = {
        {STR_INIT("%PDF-"), "a PDF"},
        {STR_INIT("\x89PNG\r\n"), "a PNG image"},
        {STR_INIT("\xFF\xD8\xFF"), "a JPEG image"},
        {STR_INIT("PK\x03\x04"), "a file of Word or another ZIP archive"},
        {STR_INIT("\xD0\xCF\x11\xE0"), "an old file of Word, which Word saves as .docx"},
        {STR_INIT("{\\rtf"), "a file in RTF"},
        {STR_INIT("\x1F\x8B"), "a compressed file"},
        {STR_INIT("SQLite format 3"), "an SQLite database"},
    };
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_starts(text, kinds[i].begin)) {
            return kinds[i].kind;
        }
    }
    return NULL;
}

/* Implements `read` of struct expand_files. */
static struct source *read_quietly(void *user, struct str path) {
    struct build_run *b = user;
    struct str text;
    if (file_host_read(&b->opt->host, b->arena, path, LIMIT_STYLE, &text) != 0) {
        return NULL;
    }
    build_note_input(b, path);
    return build_repaired(b, path, text);
}

static bool refuse(void *user, struct str path, struct span at) {
    return build_refuse(user, path, at);
}

static int read_kept(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    const struct build_run *b = user;
    const struct str *bytes = map_lookup(&b->kept, path);
    if (!bytes) {
        return b->outer.read ? b->outer.read(b->outer.user, a, path, limit, out) : FILE_ON_DISK;
    }
    *out = *bytes;
    return bytes->n > limit ? EFBIG : 0;
}

/* Implements `keep` of struct expand_files: gives a file of a notebook to the host of the run. */
static void keep_file(void *user, struct str path, struct str bytes) {
    struct build_run *b = user;
    struct str *kept = ARENA_NEW(b->arena, struct str);
    if (!b->kept.n) {
        struct build_options *own = arena_copy(b->arena, b->opt, sizeof *own);
        b->outer = own->host;
        own->host.read = read_kept;
        own->host.user = b;
        b->opt = own;
    }
    *kept = bytes;
    map_put(&b->kept, path_join(b->arena, b->dir, path), kept);
}

static bool is_notebook(const struct build_run *b, struct str name) {
    return !b->opt->from.n && str_ieq(path_ext(name), STR("ipynb"));
}

/* Returns a file of the document in which templates, included files and shortcodes are expanded. */
static struct source *expand_text(struct build_run *b, struct source *src) {
    struct expand x = {.arena = b->arena,
                       .variables = b->opt->variables.n > 0,
                       .d = b->d,
                       .files = {.host = &b->opt->host,
                                 .read = read_quietly,
                                 .open = build_open_included,
                                 .refuse = refuse,
                                 .keep = keep_file,
                                 .frozen = build_frozen_results,
                                 .figure = build_last_figure,
                                 .user = b},
                       .dir = b->dir,
                       .format = b->opt->from,
                       .epoch = b->opt->epoch,
                       .page = b->job->page ? &b->job->page->expand : NULL,
                       .from = b->from,
                       .site = b->site};
    struct str written = src->text;
    src = is_notebook(b, src->name) ? expand_notebook(&x, src) : src;
    if (!src) {
        b->job->io_failed = true;
        return NULL;
    }
    src = expand_includes(&x, expand_liquid(&x, expand_dialect(&x, src)));
    src = expand_left_out(&x, expand_frozen(&x, src, written));
    src = expand_shortcodes(&x, src);
    b->from = x.from;
    b->site = x.site;
    b->last_run.thawed = b->last_run.thawed || x.thawed > 0;
    return src;
}

/** Returns the ending of a document in another format. Empty for documents that are read as
 * Markdown: pages of sites, HTML with front matter, and files whose format the command line
 * names. */
static struct str foreign_ending(const struct build_run *b, struct str path, struct str text) {
    struct str ending = arena_lower(b->arena, path_ext(path));
    bool read = b->job->page || b->opt->from.n || front_matter_find(text, 0).behind;
    bool foreign = str_among(ending, "docx odt epub rst org html htm xhtml textile rtf mediawiki "
                                     "typ doc wpd pages adoc asciidoc");
    return foreign && !read ? ending : STR_EMPTY;
}

/** Rejects a document in another format and names the command that converts it. */
static void report_foreign(struct build_run *b, struct str path, struct str ending) {
    struct diag *g =
        diag_add(b->d, DIAG_CANNOT_READ, SPAN_NONE, "`%.*s` is not Markdown, and .%.*s is not read",
                 STR_ARG(path), STR_ARG(ending));
    bool images = str_among(ending, "docx odt epub");
    if (str_among(ending, "doc wpd pages")) {
        diag_hint(b->d, g, "`soffice --convert-to docx %.*s` makes a file that pandoc converts",
                  STR_ARG(path));
        return;
    }
    if (str_starts(ending, STR("a"))) {
        diag_hint(b->d, g, "`asciidoctor -b docbook %.*s` makes a file that pandoc converts",
                  STR_ARG(path));
        return;
    }
    struct str to =
        path_join(b->arena, path_dir(path), arena_join(b->arena, 2, path_stem(path), STR(".md")));
    diag_hint(b->d, g, "`pandoc -s%s %.*s -o %.*s` converts it", images ? " --extract-media=." : "",
              STR_ARG(path), STR_ARG(to));
}

static bool is_latex(const struct build_run *b, struct str name) {
    return str_is(b->opt->from, "latex") || str_is(b->opt->from, "tex") ||
           (!b->opt->from.n && texdoc_is_name(name));
}

static bool has_file(void *user, struct str path) {
    const struct build_run *b = user;
    return file_host_exists(&b->opt->host, b->arena, path_join(b->arena, b->dir, path));
}

/* Reads a document in LaTeX with the files that it includes. */
static struct source *read_latex(struct build_run *b, struct source *src) {
    struct texdoc_files files = {build_open_included, has_file, b};
    texdoc_read(b->arena, src, &files, b->d, &b->latex);
    return b->latex.source;
}

/* Reads a file and expands its templates. Reports a file that cannot be read and returns NULL. */
static struct source *read_file(struct build_run *b, struct str path) {
    struct str text;
    int err = file_host_read_stream(&b->opt->host, b->arena, path, LIMIT_SOURCE, &text);
    struct str name = str_is(path, "-") ? STR("<stdin>") : path;
    const char *wide = err ? NULL : utf8_wide_name(text);
    const char *kind = err || wide ? NULL : binary_kind(text);
    struct str foreign = foreign_ending(b, path, err ? STR_EMPTY : text);
    if (err && !(foreign.n && err == EFBIG)) {
        if (file_is_stream(path) || !build_refuse(b, path, SPAN_NONE)) {
            file_host_report(&b->opt->host, b->d, SPAN_NONE, path, err);
        }
    } else if (foreign.n) {
        report_foreign(b, path, foreign);
    } else if (kind || wide) {
        struct diag *g =
            diag_add(b->d, DIAG_CANNOT_READ, SPAN_NONE, "cannot read `%.*s`", STR_ARG(name));
        if (wide) {
            diag_hint(b->d, g,
                      "it is %s, and must be UTF-8: `iconv -f %s -t UTF-8 %.*s` prints it so", wide,
                      wide, STR_ARG(name));
        } else {
            diag_hint(b->d, g, "it is %s; documents are Markdown", kind);
        }
    }
    if (err || foreign.n || kind || wide) {
        b->job->io_failed = true;
        return NULL;
    }
    if (!file_is_stream(path)) {
        build_note_input(b, path);
    }
    build_note_text(b, path, text, "text/markdown", "Source of this document", false);
    struct source *src = readable(b, name, text);
    if (is_latex(b, src->name)) {
        return read_latex(b, src);
    }
    if (build_take_cv(b, src)) {
        return b->job->nfurther ? NULL : src;
    }
    return expand_text(b, src);
}

/* Whether all of several documents are in LaTeX. */
static bool all_latex(const struct build_run *b) {
    bool all = is_latex(b, b->job->input);
    for (size_t i = 0; all && i < b->job->nfurther; i++) {
        all = is_latex(b, b->job->further[i]);
    }
    return all;
}

/* Appends one of several documents. The preamble of a LaTeX document has an effect only in the
 * first document. Among documents in Markdown, this preamble becomes front matter. */
static void put_part(struct build_run *b, struct source_builder *all, struct source *src,
                     const struct texdoc_document *latex, bool first) {
    size_t begin = 0, end = src->text.n;
    if (latex->source == src) {
        end = latex->end;
        begin = first && all_latex(b) ? 0 : latex->begin;
        if (first && begin > 0) {
            struct buf front = BUF_INIT;
            buf_puts(&front, "---\n");
            yaml_write(&front, latex->front);
            buf_puts(&front, "---\n\n");
            source_put_made(all, buf_keep(&front, b->arena), span_make(src, 0, 0));
            buf_drop(&front);
        }
    }
    source_put(all, span_make(src, begin, end));
    source_put_made(all, STR("\n\n"), span_make(src, end, end));
}

struct source *build_read_document(struct build_run *b) {
    const struct build_job *job = b->job;
    struct texdoc_document latex = {.front = NULL};
    if (job->nfurther == 0) {
        return read_file(b, job->input);
    }
    struct source_builder all;
    source_build(&all, b->arena, LIMIT_SOURCE);
    for (size_t i = 0; i <= job->nfurther; i++) {
        struct source *src = read_file(b, i == 0 ? job->input : job->further[i - 1]);
        if (!src) {
            continue;
        }
        vec_push(&b->starts, (uint32_t)all.text.n);
        put_part(b, &all, src, &b->latex, i == 0);
        latex = i == 0 ? b->latex : latex;
    }
    b->latex = latex;
    b->latex.front = all_latex(b) ? latex.front : NULL;
    b->latex.end = (uint32_t)all.text.n;
    if (all.text.overflow) {
        diag_add(b->d, DIAG_TOO_LARGE, SPAN_NONE,
                 "the documents have more than %u bytes together; what is beyond is not read",
                 LIMIT_SOURCE);
    }
    struct str name = str_is(job->input, "-") ? STR("<stdin>") : job->input;
    struct source *joined = source_built(&all, name);
    return b->starts.n ? joined : NULL;
}

struct source *build_open_included(void *user, struct str path, const struct source *from) {
    struct build_run *b = user;
    struct str text, dir = from ? path_dir(from->name) : STR_EMPTY, given = path;
    path = path_join(b->arena, dir, path);
    if (str_starts(given, STR("/")) && !file_host_exists(&b->opt->host, b->arena, path)) {
        path = expand_project_path(b->arena, &b->opt->host, b->dir, given);
    }
    struct source *known = map_lookup(&b->sources, path);
    if (known) {
        return known;
    }
    if (!path.n || file_host_read(&b->opt->host, b->arena, path, LIMIT_SOURCE, &text) != 0 ||
        binary_kind(text)) {
        return NULL;
    }
    build_note_input(b, path);
    struct source *src = readable(b, path, text);
    map_put(&b->sources, path, src);
    return src;
}
