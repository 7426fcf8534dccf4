/* SPDX-License-Identifier: MIT */
/*
 * Reads the options of the front matter for the PDF as a file: standards and attachments.
 *
 * The names of attachments are relative to the document's folder. Files outside of this folder get
 * their base name, so that the names of the user's folders are not published. Libraries are never
 * attached, because they contain works that the document does not use. A database with private
 * fields is attached without these fields.
 */
#include "check/document/document.h"
#include "cite/bib/format/format.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/memo/inputs.h"
#include "job/build/files.h"
#include "print/image/image.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_OUTSIDE);
DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_STANDARD_CONFLICT);

/* ---- words of a value ---- */

/** A word of `pdf-standard` or `attach`, with its place. */
struct word {
    struct str text;
    struct span at;
};

typedef VEC(struct word) word_list;

/** Splits "a, b" in a scalar. */
static void split_scalar(word_list *w, const struct node *n) {
    struct str rest = node_text(n);
    struct span whole;
    bool exact = node_text_span(n, &whole);
    while (rest.p) {
        struct str word = str_trim(str_cut(&rest, ','));
        struct span at = whole;
        if (exact && word.n) {
            at.begin = whole.begin + (uint32_t)(word.p - node_text(n).p);
            at.end = at.begin + (uint32_t)word.n;
        }
        if (word.n) {
            vec_push(w, (struct word){word, at});
        }
    }
}

static void split(word_list *w, const struct node *n) {
    for (size_t i = 0; i < node_count(n); i++) {
        split_scalar(w, node_item(n, i));
    }
}

static void tell_unknown(struct build_run *b, const struct word *w, const char *key,
                         const struct str *names, size_t n) {
    struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, w->at, "`%.*s` is not a value of `%s`",
                              STR_ARG(w->text), key);
    if (diag_suggest(b->d, g, w->text, names, n)) {
        return;
    }
    struct buf all = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_printf(&all, "%s`%.*s`", i == 0 ? "" : i + 1 < n ? ", " : " or ", STR_ARG(names[i]));
    }
    diag_hint(b->d, g, "choose %.*s", STR_ARG(buf_view(&all)));
    buf_drop(&all);
}

/** Returns the index of a word among `n` names. Reports an unknown word and returns `n`. */
static size_t find_name(struct build_run *b, const struct word *w, const char *key,
                        const struct str *names, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_ieq(w->text, names[i])) {
            return i;
        }
    }
    tell_unknown(b, w, key, names, n);
    return n;
}

/* ---- standards ---- */

/* The manual contains the same list with explanations. */
static const struct str standard_names[] = {
    STR_INIT("ua-1"), STR_INIT("ua-2"), STR_INIT("a-1b"), STR_INIT("a-2b"), STR_INIT("a-2u"),
    STR_INIT("a-2a"), STR_INIT("a-3b"), STR_INIT("a-3u"), STR_INIT("a-3a"), STR_INIT("a-4"),
    STR_INIT("a-4f"), STR_INIT("1.7"),  STR_INIT("2.0")};

/* Each standard: its bit, its family, its version of PDF, and the variant that allows
 * attachments. */
enum family { FAMILY_UA, FAMILY_A, FAMILY_VERSION, FAMILIES };
static const struct standard {
    unsigned bit;
    enum family family;
    int version;
    unsigned with_files; /* index of the variant in the table */
} standards[ARRAY_LEN(standard_names)] = {
    {PDF_UA_1, FAMILY_UA, 17, 0},      {PDF_UA_2, FAMILY_UA, 20, 1}, {PDF_A_1B, FAMILY_A, 14, 6},
    {PDF_A_2B, FAMILY_A, 17, 6},       {PDF_A_2U, FAMILY_A, 17, 7},  {PDF_A_2A, FAMILY_A, 17, 8},
    {PDF_A_3B, FAMILY_A, 17, 6},       {PDF_A_3U, FAMILY_A, 17, 7},  {PDF_A_3A, FAMILY_A, 17, 8},
    {PDF_A_4, FAMILY_A, 20, 10},       {PDF_A_4F, FAMILY_A, 20, 10}, {0, FAMILY_VERSION, 17, 11},
    {PDF_2_0, FAMILY_VERSION, 20, 12},
};

/* Words that are not standards, with the standards that users probably mean. Calls for papers
 * differ, but the advice is right for most of them (see `dossier help standards`). */
static const struct {
    struct str word;
    const char *hint;
} wishes[] = {
    {STR_INIT("a"), "PDF/A has parts and levels: where none is named `a-2b` does, and `a-1b` where "
                    "it is PDF/A-1"},
    {STR_INIT("ua"), "choose `ua-1`, or `ua-2` where PDF 2.0 is asked for"},
    {STR_INIT("nsf"), "calls of NSF, NIH and ERC name no standard: leave `pdf-standard` out"},
    {STR_INIT("nih"), "calls of NSF, NIH and ERC name no standard: leave `pdf-standard` out"},
    {STR_INIT("erc"), "calls of NSF, NIH and ERC name no standard: leave `pdf-standard` out"},
    {STR_INIT("thesis"), "libraries mostly ask for PDF/A: `a-2b`, or `a-1b` where it is PDF/A-1"},
};

/** Returns the letters and digits of a name in lower case, without "pdf". So "PDF/A-2b", "pdfa2b"
 * and "a-2b" are equal. */
static struct str bare_name(struct arena *a, struct str word) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < word.n; i++) {
        char c = to_lower(word.p[i]);
        if (is_alpha(c) || is_digit(c) || c == '.') {
            buf_putc(&b, c);
        }
    }
    struct str out = buf_finish(&b, a);
    return str_starts(out, STR("pdf")) ? str_from(out, 3) : out;
}

/** Returns the index of a standard. Reports an unknown standard and returns the number of
 * standards. */
static size_t find_standard(struct build_run *b, const struct word *w) {
    struct str bare = bare_name(b->arena, w->text);
    for (size_t i = 0; i < ARRAY_LEN(standard_names); i++) {
        if (str_eq(bare, bare_name(b->arena, standard_names[i]))) {
            return i;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++) {
        if (str_eq(bare, wishes[i].word)) {
            struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, w->at,
                                      "`%.*s` is not a value of `pdf-standard`", STR_ARG(w->text));
            diag_hint(b->d, g, "%s", wishes[i].hint);
            return ARRAY_LEN(standard_names);
        }
    }
    tell_unknown(b, w, "pdf-standard", standard_names, ARRAY_LEN(standard_names));
    return ARRAY_LEN(standard_names);
}

/** Whether a file can conform to both of two standards. Reports the reason if it cannot. */
static bool goes_with(struct build_run *b, const struct word *had, size_t first,
                      const struct word *w, size_t second) {
    const struct standard *x = &standards[first], *y = &standards[second];
    if (x->family != y->family && x->version == y->version) {
        return true;
    }
    struct diag *g;
    if (x->family == y->family && x->family != FAMILY_VERSION) {
        g = diag_add(b->d, DIAG_STANDARD_CONFLICT, w->at,
                     "a file is one kind of PDF/%s, not `%.*s` and `%.*s`",
                     x->family == FAMILY_A ? "A" : "UA", STR_ARG(had->text), STR_ARG(w->text));
    } else {
        g = diag_add(b->d, DIAG_STANDARD_CONFLICT, w->at,
                     "`%.*s` is of PDF %d.%d, `%.*s` of PDF %d.%d", STR_ARG(had->text),
                     x->version / 10, x->version % 10, STR_ARG(w->text), y->version / 10,
                     y->version % 10);
    }
    diag_hint(b->d, g, "the first one counts; remove the other");
    return false;
}

void build_pdf_standards(struct build_run *b, const struct doc *doc, struct pdf_options *out) {
    const struct node *value = node_first(doc->front, "pdf-standard pdfstandard");
    word_list words = VEC_INIT;
    split(&words, value);
    const struct word *had[FAMILIES] = {NULL};
    size_t index[FAMILIES] = {0};
    for (size_t i = 0; i < words.n; i++) {
        const struct word *w = &words.p[i];
        size_t at = find_standard(b, w);
        bool good = at < ARRAY_LEN(standard_names);
        for (int k = 0; k < FAMILIES && good; k++) {
            good = !had[k] || index[k] == at || goes_with(b, had[k], index[k], w, at);
        }
        if (good) {
            had[standards[at].family] = w;
            index[standards[at].family] = at;
            out->standards |= standards[at].bit;
            out->required = true;
        }
    }
    out->asked = had[FAMILY_A] ? had[FAMILY_A]->at : value ? value->span : SPAN_NONE;
    if (!out->required) {
        out->standards = PDF_UA_1 | PDF_A_2A;
    }
    vec_drop(&words);
}

/** Replaces a standard with its variant that allows attachments. Only PDF/A-3 and PDF/A-4f allow
 * attachments of any type (ISO 19005-1, 6.1.11; 19005-2, 6.8; 19005-3, 6.8; 19005-4, 6.9). */
static void allow_attachments(struct build_run *b, struct pdf_options *out) {
    static const char *const parts[] = {"PDF/A-1 allows no attached files",
                                        "PDF/A-2 allows no attached files but PDF/A",
                                        "PDF/A-4 allows no attached files but PDF/A"};
    for (size_t i = 0; i < ARRAY_LEN(standards); i++) {
        const struct standard *s = &standards[i], *to = &standards[s->with_files];
        if (!(out->standards & s->bit) || to == s) {
            continue;
        }
        if (out->required) {
            struct diag *g = diag_add(b->d, DIAG_STANDARD_CONFLICT, out->asked, "%s",
                                      parts[s->version == 14   ? 0
                                            : s->version == 17 ? 1
                                                               : 2]);
            diag_hint(b->d, g, "choose `%.*s`: that is what is written now",
                      STR_ARG(standard_names[s->with_files]));
        }
        out->standards = (out->standards & ~PDF_ANY_A) | to->bit;
        return;
    }
}

/* ---- attached files ---- */

enum { ATTACH_REFS, ATTACH_SOURCES, ATTACH_KINDS };

static const struct str attach_names[ATTACH_KINDS] = {STR_INIT("refs"), STR_INIT("sources")};

typedef VEC(struct pdf_attachment) attached_list;

/** Whether a path leads only downwards: no part of it is empty, "." or "..". */
static bool leads_down(struct str path) {
    while (path.p) {
        struct str part = str_cut(&path, '/');
        if (part.n == 0 || str_is(part, ".") || str_is(part, "..")) {
            return false;
        }
    }
    return true;
}

/** Returns a portable file name: UTF-8 without control characters and backslashes, and not the name
 * of a hidden file. */
static struct str tame(struct arena *a, struct str name) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < name.n;) {
        bool first = at == 0 || name.p[at - 1] == '/';
        uint32_t cp = utf8_next(name, &at);
        bool odd = cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == '\\' || cp == UTF8_REPLACEMENT ||
                   (first && cp == '.');
        buf_rune(&b, odd ? '_' : cp);
    }
    return buf_finish(&b, a);
}

/** Returns the name of an attachment. A text from a pipe is named after its type. */
static struct str travel_name(const struct build_run *b, struct str path, struct str mime) {
    if (file_is_stream(path)) {
        return str_eq(path, b->job->input)                ? STR("document.md")
               : str_find(mime, STR("style")) == STR_NONE ? STR("database")
                                                          : STR("style.csl");
    }
    if (b->dir.n && str_starts(path, b->dir) && path.n > b->dir.n) {
        path = str_from(path, b->dir.n);
        path = str_starts(path, STR("/")) ? str_from(path, 1) : path;
    }
    while (str_starts(path, STR("./"))) {
        path = str_from(path, 2);
    }
    return tame(b->arena, leads_down(path) ? path : path_base(path));
}

/** Returns `name`, or "name-2.bib" if the name is already used. */
static struct str unique_name(const struct build_run *b, const attached_list *all,
                              struct str name) {
    struct str dir = path_dir(name), stem = path_stem(name), ext = path_ext(name), out = name;
    for (unsigned number = 2;; number++) {
        bool taken = false;
        for (size_t i = 0; i < all->n; i++) {
            taken = taken || str_eq(all->p[i].name, out);
        }
        if (!taken) {
            return out;
        }
        out = path_join(b->arena, dir,
                        arena_printf(b->arena, "%.*s-%u%s%.*s", STR_ARG(stem), number,
                                     ext.n ? "." : "", STR_ARG(ext)));
    }
}

static void attach(struct build_run *b, attached_list *all, struct pdf_attachment at) {
    at.name = unique_name(b, all, at.name);
    if (at.bytes.n > LIMIT_ATTACHMENT) {
        struct diag *g = diag_add(b->d, DIAG_TOO_LARGE, SPAN_NONE,
                                  "`%.*s` has more than %u MB and is not attached",
                                  STR_ARG(at.name), LIMIT_ATTACHMENT / (1024 * 1024));
        diag_hint(b->d, g, "`--attach refs` attaches the works that are cited");
        return;
    }
    vec_push(all, at);
}

/** Attaches the works that the document uses, as CSL-JSON, in the order of the databases. */
static void attach_refs(struct build_run *b, const struct doc *doc, struct bib *bib,
                        attached_list *all) {
    struct check_used used;
    check_used_find(&used, doc);
    struct map wanted = MAP_INIT;
    for (size_t i = 0; i < used.list.n; i++) {
        map_put(&wanted, used.list.p[i], &used);
    }
    struct diags quiet; /* errors in the entries have already been reported */
    diags_init(&quiet, b->arena);
    VEC(const struct item *) items = VEC_INIT;
    build_hold(b);
    for (size_t i = 0; i < bib_count(bib); i++) {
        const struct item *it = bib_at(bib, i, &quiet);
        if ((used.all || map_find(&wanted, it->id)) && bib_lookup(bib, it->id, &quiet) == it) {
            vec_push(&items, it);
        }
    }
    build_let_go(b);
    diags_drop(&quiet);
    struct buf json = BUF_INIT;
    (void)bib_write(b->arena, &json, BIB_CSL_JSON,
                    bib_public_items(&b->published, b->arena, items.p, items.n), items.n);
    attach(b, all,
           (struct pdf_attachment){.name = STR("references.csl.json"),
                                   .mime = STR("application/vnd.citationstyles.csl+json"),
                                   .description = STR("Works cited"),
                                   .relation = PDF_RELATION_DATA,
                                   .bytes = buf_finish(&json, b->arena)});
    vec_drop(&items);
    map_drop(&wanted);
    check_used_drop(&used);
}

static bool is_below(struct build_run *b, struct str dir, struct str real) {
    struct str root = memo_real_path(b->opt->host.inputs, b->arena, dir.n ? dir : STR("."));
    bool slash = str_ends(root, STR("/"));
    return str_starts(real, slash ? root : arena_join(b->arena, 2, root, STR("/")));
}

/** Whether a path is given on the command line. */
static bool is_given(const struct build_run *b, struct str path) {
    const str_list *databases = &b->opt->databases, *sheets = &b->opt->sheets;
    return str_eq(path, b->opt->csl) || str_in(path, databases->p, databases->n) ||
           str_in(path, sheets->p, sheets->n);
}

/** Whether a file is in a folder of the document or of the program's data, or is named on the
 * command line. Symbolic links are resolved first. An untrusted document must not publish other
 * files. */
static bool is_inside(struct build_run *b, struct str path) {
    if (file_is_stream(path) || !memo_exists(b->opt->host.inputs, path) || is_given(b, path)) {
        /* a pipe, a file that the host provides, or a file that the command line names */
        return true;
    }
    struct str real = memo_real_path(b->opt->host.inputs, b->arena, path);
    bool inside = is_below(b, b->dir, real) || is_below(b, STR(BUILD_SYSTEM_STYLES), real);
    for (size_t i = 0; i < b->job->nfurther && !inside; i++) {
        inside = is_below(b, path_dir(b->job->further[i]), real);
    }
    for (size_t i = 0; i < BUILD_DATA_DIRS && !inside; i++) {
        /* the folder styles/ in this folder may be a symbolic link */
        struct str dir = b->opt->data_dirs[i];
        inside = dir.n && (is_below(b, dir, real) ||
                           is_below(b, path_join(b->arena, dir, STR("styles")), real));
    }
    return inside;
}

/** Whether a file may be attached. If it may not, this is reported. */
static bool may_travel(struct build_run *b, struct str path) {
    if (is_inside(b, path)) {
        return true;
    }
    diag_add(b->d, DIAG_OUTSIDE, SPAN_NONE,
             "`%.*s` is outside the document's folder and is not attached", STR_ARG(path));
    return false;
}

/** Replaces a database that has private fields, or that cannot be read completely, with a list of
 * its works that has only their public fields. They are written in the format of the database. If
 * there is no writer of this format, they are written as CSL-JSON, and ".json" is added to the
 * name. */
static void make_public(struct build_run *b, struct str path, struct pdf_attachment *at) {
    struct source *src = source_new(b->arena, path, at->bytes);
    struct bib *bib = bib_new(b->arena);
    struct diags quiet; /* errors in the entries have already been reported */
    diags_init(&quiet, b->arena);
    VEC(const struct item *) items = VEC_INIT;
    bool other, whole = bib_read(bib, src, BIB_AUTO, &quiet) && !bib_is_torn(bib);
    for (size_t i = 0; i < bib_count(bib); i++) {
        const struct item *it = bib_at(bib, i, &quiet);
        const struct item *shown = it ? bib_public_item(&b->published, b->arena, it, false) : NULL;
        whole = whole && it == shown;
        if (shown) {
            vec_push(&items, shown);
        }
    }
    diags_drop(&quiet);
    struct buf text = BUF_INIT;
    bool own = bib_write(b->arena, &text, bib_format_guess(src, &other), items.p, items.n);
    if (!own) {
        (void)bib_write(b->arena, &text, BIB_CSL_JSON, items.p, items.n);
        at->name = arena_join(b->arena, 2, at->name, STR(".json"));
        at->mime = str_of(bib_format_media_type(BIB_CSL_JSON));
    }
    at->bytes = own && whole ? at->bytes : buf_keep(&text, b->arena);
    buf_drop(&text);
    vec_drop(&items);
}

static void attach_sources(struct build_run *b, attached_list *all) {
    for (size_t i = 0; i < b->texts.n; i++) {
        const struct build_source *s = &b->texts.p[i];
        if (!may_travel(b, s->path)) {
            continue;
        }
        struct pdf_attachment at = {.name = travel_name(b, s->path, s->mime),
                                    .mime = s->mime,
                                    .description = s->description,
                                    .relation = PDF_RELATION_SOURCE,
                                    .bytes = s->text};
        if (s->database && (s->text.n || file_host_read(&b->opt->host, b->arena, s->path,
                                                        LIMIT_DATABASE, &at.bytes) == 0)) {
            make_public(b, s->path, &at);
        }
        attach(b, all, at);
    }
}

/** Whether the same file is already attached. An image, for example, may be used twice. */
static bool has_attached(const attached_list *all, struct str name, struct str bytes) {
    for (size_t i = 0; i < all->n; i++) {
        if (str_eq(all->p[i].name, name) && str_eq(all->p[i].bytes, bytes)) {
            return true;
        }
    }
    return false;
}

static void attach_image(struct build_run *b, struct str path, attached_list *all) {
    struct str bytes;
    if (file_host_read(&b->opt->host, b->arena, path, LIMIT_IMAGE_FILE, &bytes) != 0) {
        return; /* the check of images has reported the file */
    }
    image_publish(b->arena, bytes, &bytes);
    struct str mime = image_mime(bytes);
    struct str name = travel_name(b, path, mime);
    if (mime.n && !has_attached(all, name, bytes) && may_travel(b, path)) {
        attach(b, all,
               (struct pdf_attachment){.name = name,
                                       .mime = mime,
                                       .description = STR("Image"),
                                       .relation = PDF_RELATION_SOURCE,
                                       .bytes = bytes});
    }
}

/** Attaches images in the order of the text, each file once. */
static void attach_images(struct build_run *b, attached_list *all) {
    struct map seen = MAP_INIT;
    for (size_t i = 0; i < b->images.n; i++) {
        if (!map_put(&seen, b->images.p[i], b)) {
            attach_image(b, b->images.p[i], all);
        }
    }
    map_drop(&seen);
}

bool build_attaches_sources(const struct doc *doc) {
    word_list words = VEC_INIT;
    bool found = false;
    split(&words, node_get(doc->front, "attach"));
    for (size_t i = 0; i < words.n; i++) {
        found = found || str_ieq(words.p[i].text, attach_names[ATTACH_SOURCES]);
    }
    vec_drop(&words);
    return found;
}

void build_pdf_options(struct build_run *b, const struct doc *doc, struct bib *bib,
                       struct pdf_options *out) {
    const struct node *value = node_get(doc->front, "attach");
    word_list words = VEC_INIT;
    bool wanted[ATTACH_KINDS + 1] = {false};
    split(&words, value);
    for (size_t i = 0; i < words.n; i++) {
        wanted[find_name(b, &words.p[i], "attach", attach_names, ATTACH_KINDS)] = true;
    }
    vec_drop(&words);
    attached_list all = VEC_INIT;
    if (wanted[ATTACH_REFS]) {
        attach_refs(b, doc, bib, &all);
    }
    if (wanted[ATTACH_SOURCES]) {
        attach_sources(b, &all);
        attach_images(b, &all);
    }
    out->attachments = vec_finish(&all, b->arena);
    out->nattachments = all.n;
    if (out->nattachments) {
        allow_attachments(b, out);
    }
}
