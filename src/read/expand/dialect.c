/* SPDX-License-Identifier: MIT */
/* Finds the dialect of a document, MyST or Obsidian: in the format that the user names, else from
 * the files of the project around the document. Reports markup of a dialect that is not enabled,
 * once for each kind. */
#include "core/base/code_fence.h"
#include "core/base/front_matter.h"
#include "core/base/vec.h"
#include "read/expand/myst.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_DIALECT);

#define MAX_KINDS 50 /* maximum number of reports for one document */
#define MAX_TEXT 500 /* maximum length of a link or a highlight, in bytes */
#define MAX_NAME 40  /* maximum length of the name of a role, in bytes */

/** Markup of a dialect that is off. */
struct kind {
    const char *what, *dialect;
    struct str name;
    struct span at; /* place of the first use */
    size_t uses;
};

struct search {
    struct expand *x;
    struct source *src;
    VEC(struct kind) kinds;
};

/** Returns the format that the name of the document or the files of its project indicate, or NULL.
 */
static const char *project_format(struct expand *x, struct str name) {
    static const char *const files[][2] = {
        {"myst.yml", "myst"}, {"_toc.yml", "myst"}, {"conf.py", "myst"}, {".obsidian", "obsidian"}};
    if (str_ends(name, STR(".myst")) || str_ends(name, STR(".myst.md"))) {
        return "myst";
    }
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        struct str folder;
        if (expand_find_above(x->arena, x->files.host, x->dir, files[i][0], &folder)) {
            return files[i][1];
        }
    }
    return NULL;
}

static void note(struct search *s, const char *what, const char *dialect, struct str name,
                 size_t begin, size_t end) {
    for (size_t i = 0; i < s->kinds.n; i++) {
        struct kind *k = &s->kinds.p[i];
        if (k->what == what && str_eq(k->name, name)) {
            k->uses++;
            return;
        }
    }
    if (s->kinds.n < MAX_KINDS) {
        vec_push(&s->kinds, ((struct kind){what, dialect, name, span_make(s->src, begin, end), 1}));
    }
}

struct str expand_role_name(struct str s, size_t at) {
    size_t n = 1;
    while (at + n < s.n && n < MAX_NAME &&
           (is_alnum(s.p[at + n]) || s.p[at + n] == ':' || s.p[at + n] == '-')) {
        n++;
    }
    bool role = n > 1 && at + n + 1 < s.n && s.p[at + n] == '}' && s.p[at + n + 1] == '`';
    return role ? str_slice(s, at + 1, at + n) : STR_EMPTY;
}

/** Returns the end of a text between marks of two bytes, `[[text]]` or `==text==`, that begins at
 * `at`. Returns 0 if the text does not look like words. */
static size_t marked_end(struct str line, size_t at, const char *close) {
    size_t from = at + 2, n = str_find(str_slice(line, from, from + MAX_TEXT), str_of(close));
    if (n == STR_NONE || n == 0 || !(is_alpha(line.p[from]) || line.p[from] & 0x80) ||
        is_space(line.p[from + n - 1])) {
        return 0;
    }
    struct str text = str_slice(line, from, from + n);
    size_t end = from + n + 2;
    bool link = end < line.n && (line.p[end] == '(' || line.p[end] == '[' || line.p[end] == '{');
    bool odd = str_index(text, '[') != STR_NONE || str_index(text, '=') != STR_NONE ||
               str_index(text, '`') != STR_NONE || str_index(text, '@') != STR_NONE;
    return link || odd ? 0 : end;
}

static void search_line(struct search *s, size_t begin, size_t end) {
    struct str text = s->src->text, line = str_slice(text, begin, end);
    for (size_t i = 0; i + 3 < line.n; i++) {
        char c = line.p[i];
        if (c == '\\') {
            i++;
        } else if (c == '{') {
            struct str name = expand_role_name(line, i);
            if (name.n && expand_myst_role(name)) {
                note(s, "role", "myst", name, begin + i, begin + i + name.n + 2);
            }
            i += name.n;
        } else if (c == '`') { /* inline code is skipped */
            size_t close = str_index(str_slice(line, i + 1, i + MAX_TEXT), '`');
            i = close == STR_NONE ? i : i + 1 + close;
        } else if (c == '[' && line.p[i + 1] == '[' && (i == 0 || !is_alnum(line.p[i - 1]))) {
            bool image = i > 0 && line.p[i - 1] == '!';
            size_t close = marked_end(line, i, "]]");
            close = image && !close ? str_find(str_slice(line, i, i + MAX_TEXT), STR("]]")) : close;
            if (close && close != STR_NONE) {
                note(s, image ? "embedded file `![[...]]`" : "link `[[...]]`", "obsidian",
                     STR_EMPTY, begin + i - image, begin + (image ? i + 2 : close));
                i = image ? i + 1 : close - 1;
            }
        } else if (c == '=' && line.p[i + 1] == '=' &&
                   (i == 0 || (line.p[i - 1] != '=' && line.p[i - 1] != '{'))) {
            size_t close = marked_end(line, i, "==");
            if (close) {
                note(s, "highlight `==...==`", "obsidian", STR_EMPTY, begin + i, begin + close);
                i = close - 1;
            }
        }
    }
}

/** Records a directive in a fence of backticks. The reader of divisions reports directives in
 * colons.
 */
static void search_fence(struct search *s, size_t begin, struct str line) {
    size_t open = str_index(line, '{'), close = str_index(line, '}');
    if (open == STR_NONE || close == STR_NONE || close < open) {
        return;
    }
    struct str before = str_trim(str_slice(line, 0, open)), name = str_slice(line, open + 1, close);
    struct str ending = path_ext(s->src->name);
    /* in these files, a fence such as `{mermaid}` is a cell and not a directive */
    bool cells = str_is(ending, "qmd") || str_ieq(ending, STR("Rmd"));
    if (!cells && expand_myst_directive(name) &&
        (str_ends(before, STR("```")) || str_ends(before, STR("~~~")))) {
        note(s, "directive", "myst", name, begin + open, begin + close + 1);
    }
}

static void report(struct search *s) {
    for (size_t i = 0; i < s->kinds.n; i++) {
        const struct kind *k = &s->kinds.p[i];
        bool myst = str_is(str_of(k->dialect), "myst");
        struct str name =
            k->name.n ? arena_printf(s->x->arena, " `{%.*s}`", STR_ARG(k->name)) : STR_EMPTY;
        struct str uses =
            k->uses > 1 ? arena_printf(s->x->arena, " (%zu uses)", k->uses) : STR_EMPTY;
        struct diag *g = diag_add(s->x->d, DIAG_DIALECT, k->at,
                                  "the %s%.*s of %s is printed as it is written%.*s", k->what,
                                  STR_ARG(name), myst ? "MyST" : "Obsidian", STR_ARG(uses));
        diag_hint(s->x->d, g, "`--from %s` reads the dialect", k->dialect);
    }
}

static void search_all(struct search *s) {
    struct str text = s->src->text;
    struct code_fence fence = {0};
    bool comment = false;
    for (size_t at = front_matter_find(text, 0).behind; at < text.n;) {
        size_t end = expand_line_end(text, at);
        struct str line = str_slice(text, at, end);
        enum code_fence_kind kind = comment ? CODE_FENCE_OUTSIDE : code_fence_line(&fence, line);
        comment =
            comment || (kind == CODE_FENCE_OUTSIDE && str_find(line, STR("<!--")) != STR_NONE);
        bool indented = str_starts(line, STR("    ")) || str_starts(line, STR("\t"));
        if (kind == CODE_FENCE_MARK && fence.mark) {
            search_fence(s, at, line);
        } else if (kind == CODE_FENCE_OUTSIDE && !comment && !indented) {
            search_line(s, at, end);
        }
        comment = comment && str_find(line, STR("-->")) == STR_NONE;
        at = end;
    }
    report(s);
}

/** Whether markup of a dialect may begin with the character at `at`: a role, a directive, a link, a
 * highlight, or a label `(name)=`. */
static bool may_begin(struct str s, size_t at) {
    char c = s.p[at], next = at + 1 < s.n ? s.p[at + 1] : '\0';
    char before = at > 0 ? s.p[at - 1] : '\n';
    before = before == ' ' && at > 1 ? s.p[at - 2] : before;
    if (c != '{') {
        return next == c || (c == '=' && before == ')');
    }
    return before == '`' || before == '~' || before == ':' || expand_role_name(s, at).n;
}

/** Whether a text may have markup of a dialect. */
static bool may_have_markup(struct str s) {
    static const char signs[] = "[={";
    for (size_t i = 0; i + 1 < sizeof signs; i++) {
        for (size_t at = 0, n; (n = str_index(str_from(s, at), signs[i])) != STR_NONE; at++) {
            at += n;
            if (may_begin(s, at)) {
                return true;
            }
        }
    }
    return false;
}

struct source *expand_dialect(struct expand *x, struct source *src) {
    struct str from = x->from.n ? x->from : x->format;
    bool marks = !x->page && may_have_markup(src->text);
    if (marks && !from.n) {
        const char *format = project_format(x, src->name);
        x->from = from = format ? str_of(format) : from;
    }
    if (str_find(from, STR("myst")) != STR_NONE && markdown_format_has(x->arena, from, "myst")) {
        return expand_myst(x, src);
    }
    if (marks && str_find(src->text, STR("{%")) == STR_NONE && markdown_format_is_open(from) &&
        !markdown_format_has(x->arena, from, "obsidian")) {
        struct search s = {.x = x, .src = src};
        search_all(&s);
        vec_drop(&s.kinds);
    }
    return src;
}
