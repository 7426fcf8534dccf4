/* SPDX-License-Identifier: MIT */
/*
 * Finds details that an author may not want to publish, in outputs and copied files: comments,
 * paths on the author's computer, metadata of images and PDFs, private keys. For `check --public`.
 */
#include "check/document/document.h"

#include "core/base/bounds.h"
#include "core/base/map.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "print/image/image.h"
#include "print/pdfread/document.h"

#include <fnmatch.h>
#include <string.h>

DIAG_USE(DIAG_PUBLIC_COMMENT);
DIAG_USE(DIAG_PUBLIC_KEY);
DIAG_USE(DIAG_PUBLIC_METADATA);
DIAG_USE(DIAG_PUBLIC_PATH);

enum { LONGEST_PATH = 200, SHOWN_TEXT = 60, MOST_TEXT = 4 << 20 };

/* ---- paths */

/** Whether a name is one that examples and containers use for a person. */
static bool is_anyone(struct str name) {
    return str_iamong(name, "user username name you your yourname me example jovyan runner shared "
                            "public default docs") ||
           str_index(STR("<$%{*.["), name.p[0]) != STR_NONE;
}

/** Returns the length of the path on a personal computer that begins at `at`, or 0. A folder of
 * such a path has the name of a person. */
static size_t local_path(struct str s, size_t at, bool site) {
    static const struct str homes[] = {STR_INIT("/home/"), STR_INIT("/Users/"),
                                       STR_INIT(":\\Users\\"), STR_INIT(":/Users/")};
    struct str rest = str_from(s, at), name = STR_EMPTY;
    char before = at && s.p[at - 1] ? s.p[at - 1] : ' '; /* a NUL ends the key of a text in a PNG */
    for (size_t i = 0; i < ARRAY_LEN(homes) && !name.n; i++) {
        bool begins = homes[i].p[0] == ':' ? is_alpha(before) && (at < 2 || !is_alnum(s.p[at - 2]))
                                           : !is_alnum(before) && !strchr("._-/", before) &&
                                                 !(site && strchr("\"'=", before));
        name = begins && str_starts(rest, homes[i]) ? str_from(rest, homes[i].n) : STR_EMPTY;
    }
    size_t n = 0, end;
    while (n < name.n && (is_alnum(name.p[n]) || str_index(STR("._-"), name.p[n]) != STR_NONE ||
                          (name.p[n] & 0x80))) {
        n++;
    }
    if (n == 0 || n == name.n || !strchr("/\\", name.p[n]) || is_anyone(str_slice(name, 0, n))) {
        return 0;
    }
    for (end = 0; end < rest.n && end < LONGEST_PATH && !is_space(rest.p[end]) &&
                  !strchr("\"'<>)]};,|&", rest.p[end]);
         end++) {
    }
    return end;
}

/** Returns the place where the document's source contains the same text as the output, or
 * SPAN_NONE. */
static struct span place_of(const struct source *src, struct str text) {
    size_t at = src ? str_find(src->text, text) : STR_NONE;
    return at == STR_NONE
               ? SPAN_NONE
               : span_make((struct source *)(uintptr_t)src, (uint32_t)at, (uint32_t)(at + text.n));
}

/** Where something was found, for messages. */
struct where {
    const struct source *src;
    struct str name; /* the name of the file; empty: the page */
    struct span at;  /* the place of the link or image that leads to the file */
    bool site;
    struct diags *d;
};

static void report_path(const struct where *w, struct str path) {
    struct span at = w->name.n ? w->at : place_of(w->src, path);
    while (path.n && strchr(".:", path.p[path.n - 1])) {
        path.n--;
    }
    struct diag *g =
        diag_add(w->d, DIAG_PUBLIC_PATH, at,
                 w->name.n ? "`%.*s` is a path on a personal computer, in `%.*s`"
                           : "`%.*s` is a path on a personal computer, in the page%.*s",
                 STR_ARG(path), STR_ARG(w->name));
    diag_hint(w->d, g, "%s",
              w->name.n
                  ? "make the file again without it; `exiftool -all= FILE` removes it from metadata"
                  : "write it relative to the document, or without the folder of a person");
}

/** Reports each path of a text once. */
static void find_paths(const struct where *w, struct str text) {
    struct map seen = MAP_INIT;
    for (size_t at = 0; at < text.n; at++) {
        size_t n = text.p[at] == '/' || text.p[at] == ':' ? local_path(text, at, w->site) : 0;
        if (n) {
            size_t from = at - (text.p[at] == ':');
            struct str path = str_slice(text, from, at + n);
            if (!map_put(&seen, path, (void *)(uintptr_t)w)) {
                report_path(w, path);
            }
            at += n;
        }
    }
    map_drop(&seen);
}

/* ---- pages */

/** Returns the beginning of a text, for messages. */
static struct str shown(struct str text) {
    text = str_trim(text);
    return utf8_cut(str_slice(text, 0, str_index(text, '\n')), SHOWN_TEXT);
}

static void report_comment(const struct where *w, struct span at, struct str text, const char *in) {
    struct diag *g = diag_add(w->d, DIAG_PUBLIC_COMMENT, at, "a comment is a part of %s: `%.*s`",
                              in, STR_ARG(shown(text)));
    diag_hint(
        w->d, g,
        "remove it; a comment outside of raw text, `<!-- ... -->` in Markdown, is in no output");
}

static void find_comments(const struct where *w, struct str html) {
    for (size_t at = str_find(html, STR("<!--")); at != STR_NONE;) {
        struct str rest = str_from(html, at + 4);
        size_t end = str_find(rest, STR("-->"));
        struct str text = str_slice(rest, 0, end);
        bool condition = str_starts(text, STR("[if ")) || str_starts(text, STR("<![endif"));
        if (!condition && str_trim(text).n) {
            report_comment(w, place_of(w->src, text), text, "the page");
        }
        size_t behind = at + 4 + (end == STR_NONE ? rest.n : end);
        size_t next = str_find(str_from(html, behind), STR("<!--"));
        at = next == STR_NONE ? STR_NONE : behind + next;
    }
}

/** Reports comments in raw LaTeX, because the output in LaTeX contains them. */
static void find_tex_comments(const struct where *w, const struct doc *doc) {
    struct doc_walk walk = doc_walk_start(doc->root);
    while (doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        bool raw = walk.enter && (n->kind == DOC_RAW_BLOCK || n->kind == DOC_RAW_INLINE);
        struct str rest =
            raw && str_iamong(n->u.code.info, "tex latex") ? n->u.code.text : STR_EMPTY;
        while (rest.p && rest.n) {
            struct str line = str_cut(&rest, '\n');
            size_t at = 0;
            while (at < line.n && (line.p[at] != '%' || (at && line.p[at - 1] == '\\'))) {
                at++;
            }
            if (str_trim(str_from(line, at + (at < line.n))).n) {
                struct span own = place_of(w->src, line);
                report_comment(w, own.src ? own : n->span, str_from(line, at + 1),
                               "the output in LaTeX");
            }
        }
    }
}

void check_public_page(const struct doc *doc, struct str html, bool site, struct diags *d) {
    struct where w = {.src = doc->source, .site = site, .d = d};
    find_paths(&w, html);
    find_comments(&w, html);
    find_tex_comments(&w, doc);
}

/* ---- files */

const char *check_public_kind(struct arena *a, struct str path) {
    static const struct {
        const char *pattern, *kind;
    } kinds[] = {{"*~", "a backup"},
                 {"*.bak", "a backup"},
                 {"*.orig", "a backup"},
                 {"*.old", "a backup"},
                 {"*.swp", "a backup"},
                 {"#*#", "a backup"},
                 {".DS_Store", "a file of the operating system"},
                 {"Thumbs.db", "a file of the operating system"},
                 {".git", "a file of Git"},
                 {".env*", "settings with passwords"},
                 {".htpasswd", "a list of passwords"},
                 {"id_rsa*", "a key"},
                 {"id_ed25519*", "a key"},
                 {"id_ecdsa*", "a key"},
                 {"*.pem", "a key or a certificate"},
                 {"*.kdbx", "a list of passwords"},
                 {".Rhistory", "a list of commands"},
                 {".RData", "data of R"},
                 {"*.log", "a log"},
                 {"*.tmp", "a temporary file"}};
    const char *name = arena_str(a, path_base(path)).p;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (fnmatch(kinds[i].pattern, name, 0) == 0) {
            return kinds[i].kind;
        }
    }
    return str_find(path, STR(".git/")) != STR_NONE ? "a file of Git" : NULL;
}

static void check_image(const struct where *w, struct arena *a, struct str bytes) {
    struct image_facts facts;
    image_facts_read(a, bytes, &facts);
    struct buf all = BUF_INIT;
    if (facts.place) {
        buf_puts(&all, "the position of the camera (GPS)");
    }
    if (facts.serial.n) {
        buf_printf(&all, "%sthe camera's serial number (%.*s)", all.n ? ", " : "",
                   STR_ARG(facts.serial));
    }
    bool cleaned = all.n > 0 && !str_starts(image_mime(bytes), STR("image/tiff"));
    if (facts.maker.n) {
        buf_printf(&all, "%sa name (%.*s)", all.n ? ", " : "", STR_ARG(facts.maker));
    }
    if (all.n) {
        struct diag *g = diag_add(w->d, DIAG_PUBLIC_METADATA, w->at, "the image `%.*s` holds %.*s",
                                  STR_ARG(w->name), STR_ARG(buf_view(&all)));
        diag_hint(w->d, g,
                  cleaned
                      ? "dossier publishes this image without its metadata; `exiftool -all= FILE` "
                        "removes it from the file"
                      : "`exiftool -all= -tagsFromFile @ -Orientation FILE` removes the metadata");
    }
    buf_drop(&all);
    find_paths(w, facts.text);
}

static void check_pdf(const struct where *w, struct arena *a, struct str bytes) {
    static const char *const keys[] = {"Author", "Creator", "Producer",
                                       "Title",  "Subject", "Keywords"};
    struct diags quiet;
    diags_init(&quiet, a);
    struct pdfread_document *pdf = pdfread_document_open(a, w->name, bytes, SPAN_NONE, &quiet);
    if (pdf) {
        const struct pdfread_value *info = pdfread_get(pdf, pdfread_trailer(pdf), "Info");
        struct str author = pdfread_get_text(pdf, info, "Author");
        if (author.n) {
            struct diag *g = diag_add(w->d, DIAG_PUBLIC_METADATA, w->at,
                                      "the PDF `%.*s` names its author in its metadata: %.*s",
                                      STR_ARG(w->name), STR_ARG(shown(author)));
            diag_hint(
                w->d, g,
                "`exiftool -all:all= FILE` and `qpdf --linearize FILE NEW` remove the metadata");
        }
        /* the XMP metadata is searched too; it often repeats the values of these keys */
        struct str all = pdfread_metadata(pdf);
        for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
            all = arena_join(a, 3, all, STR("\n"), pdfread_get_text(pdf, info, keys[i]));
        }
        find_paths(w, all);
        pdfread_document_close(pdf);
    }
    diags_drop(&quiet);
}

void check_public_file(struct str name, struct str bytes, struct span at, struct diags *d) {
    static const struct str key = STR_INIT("PRIVATE KEY-----");
    struct arena *a = arena_new();
    struct where w = {.name = name, .at = at, .d = d};
    struct str begin = str_slice(bytes, 0, bytes.n < MOST_TEXT ? bytes.n : MOST_TEXT);
    bool svg = str_is(image_mime(bytes), "image/svg+xml");
    if (str_starts(str_trim(begin), STR("-----BEGIN ")) && str_find(begin, key) != STR_NONE) {
        struct diag *g = diag_add(d, DIAG_PUBLIC_KEY, at, "`%.*s` is a private key", STR_ARG(name));
        diag_hint(d, g, "move it out of the folder, and replace the key if it was published");
    } else if (image_mime(bytes).n && !str_is(image_mime(bytes), "application/pdf")) {
        check_image(&w, a, bytes);
        if (svg) {
            find_paths(&w, begin);
        }
    } else if (str_starts(bytes, STR("%PDF-"))) {
        check_pdf(&w, a, bytes);
    } else if (str_index(begin, '\0') == STR_NONE) {
        find_paths(&w, begin);
    }
    arena_drop(a);
}
