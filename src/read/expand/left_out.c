/* SPDX-License-Identifier: MIT */
/* Removes text that the author has disabled, before the text is read as Markdown: TeX's
 * \iffalse...\fi, the \else part of \iftrue, and the hidden parts of switches that \newif defines;
 * Jinja's comments `{# ... #}` and Obsidian's `%%...%%`. CriticMarkup's marks of change become
 * pandoc's spans. Code, formulas, HTML comments and the front matter are not changed. A mark
 * without an end is text. */
#include "core/base/bounds.h"
#include "core/base/code_fence.h"
#include "core/base/front_matter.h"
#include "core/base/word_list.h"
#include "read/expand/expand.h"
#include "read/markdown/markdown.h"

#include <string.h>

#define MAX_OPEN 64 /* maximum number of open conditionals, and of nested ones that are skipped */
#define MAX_SWITCHES 64    /* maximum number of switches of \newif */
#define MAX_PARAGRAPHS 100 /* maximum number of paragraphs in one marked change */

/** The kinds of marks. If the end of a mark is not found, this is stored for its kind, so that the
 * time is linear in the length of the text. */
enum { NONE_CRITIC, NONE_MATH = NONE_CRITIC + 5, NONE_COMMENT, NONE_VERBATIM, NONE_COUNT };

/** A switch: \newif\ifdraft, \drafttrue, \draftfalse. */
struct tex_switch {
    struct str name; /* "draft" for \ifdraft */
    bool on;
};

struct remover {
    struct source *src;
    struct str s;
    /* the current offset; the offset of the first byte that is not copied yet */
    size_t at, kept;
    int open;         /* number of open conditionals whose shown part is being read */
    size_t no_fi;     /* no \fi ends a conditional that begins at or after this offset */
    size_t paragraph; /* the end of the current paragraph; outdated if it is not after `at` */
    /* for each kind of mark: marks that begin before this offset have no end */
    size_t none[NONE_COUNT];
    bool tex, critic; /* the format has conditionals of TeX; it has CriticMarkup */
    struct tex_switch switches[MAX_SWITCHES];
    size_t nswitches;
    struct source_builder out;
};

static struct str rest(const struct remover *r, size_t at) {
    return str_from(r->s, at);
}

/** Copies the text up to `from`, and continues at `to`, so that the text between them is left out.
 */
static void cut(struct remover *r, size_t from, size_t to) {
    source_put(&r->out, span_make(r->src, r->kept, from));
    r->at = r->kept = to;
}

/** Returns the end of the paragraph at `at`, which is the next empty line. */
static size_t paragraph_end(struct remover *r, size_t at) {
    if (at >= r->paragraph) {
        size_t end = str_find(rest(r, at), STR("\n\n"));
        r->paragraph = end == STR_NONE ? r->s.n : at + end;
    }
    return r->paragraph;
}

/* ---- conditionals of TeX */

/** Returns the length of the command with this name at `at`, including the blanks after it; else
 * 0. */
static size_t command(struct str s, size_t at, struct str name) {
    struct str t = str_from(s, at);
    size_t n = name.n + 1;
    if (!str_starts(t, STR("\\")) || !str_starts(str_from(t, 1), name) ||
        (n < t.n && is_alpha(t.p[n]))) {
        return 0;
    }
    if (str_starts(str_from(t, n), STR("{}"))) {
        return n + 2;
    }
    return str_past(t, n, is_space_or_tab);
}

/** Whether a conditional begins at `at`. `\iff` is not a conditional but an arrow, and
 * `\ifthenelse` has arguments. */
static bool begins_conditional(struct str s, size_t at) {
    return str_starts(str_from(s, at), STR("\\if")) && !command(s, at, STR("iff")) &&
           !command(s, at, STR("ifthenelse"));
}

/** Returns the end of the part of a conditional in which `at` is: the offset of its `\fi`. If
 * `other` is set, `\else` also ends it. STR_NONE if there is no end. */
static size_t half_end(struct str s, size_t at, bool other) {
    int depth = 0;
    for (;;) {
        size_t next = str_index(str_from(s, at), '\\');
        if (next == STR_NONE || depth > MAX_OPEN) {
            return STR_NONE;
        }
        at += next;
        if (begins_conditional(s, at)) {
            depth++;
        } else if (command(s, at, STR("fi")) && depth-- == 0) {
            return at;
        } else if (other && depth == 0 && command(s, at, STR("else"))) {
            return at;
        }
        at += 2;
    }
}

/** Returns the name of the command at `at`; empty if there is no command. */
static struct str command_name(struct str s, size_t at) {
    size_t n = str_past(s, at + 1, is_alpha);
    return at < s.n && s.p[at] == '\\' ? str_slice(s, at + 1, n) : STR_EMPTY;
}

/** Reads `\newif\ifdraft`, `\drafttrue` or `\draftfalse` at `at`. Returns its length, or 0. */
static size_t set_switch(struct remover *r, size_t at) {
    struct str name = command_name(r->s, at);
    if (str_is(name, "newif")) {
        struct str condition = command_name(r->s, at + 6);
        bool good = condition.n > 2 && str_starts(condition, STR("if"));
        if (good && r->nswitches < MAX_SWITCHES) {
            r->switches[r->nswitches++] = (struct tex_switch){str_from(condition, 2), false};
        }
        return good ? condition.n + 7 : 0;
    }
    for (size_t i = r->nswitches; i-- > 0;) {
        struct tex_switch *sw = &r->switches[i];
        struct str value = str_starts(name, sw->name) ? str_from(name, sw->name.n) : STR_EMPTY;
        if (str_is(value, "true") || str_is(value, "false")) {
            sw->on = str_is(value, "true");
            return command(r->s, at, name);
        }
    }
    return 0;
}

/** Reads the `\newif` switches that the front matter declares or sets, for example in
 * `header-includes`. */
static void read_front(struct remover *r, size_t end) {
    for (size_t at = 0; at < end; at++) {
        if (r->s.p[at] == '%') { /* a comment of TeX is skipped */
            at = str_until(r->s, at, '\n');
        } else if (r->s.p[at] == '\\') {
            (void)set_switch(r, at);
        }
    }
}

static bool read_conditional(struct remover *r) {
    size_t begin = r->at, shown = command(r->s, begin, STR("iftrue"));
    size_t hidden = shown ? 0 : command(r->s, begin, STR("iffalse"));
    struct str name = r->nswitches ? command_name(r->s, begin) : STR_EMPTY;
    for (size_t i = r->nswitches; str_starts(name, STR("if")) && i-- > 0;) {
        if (str_eq(str_from(name, 2), r->switches[i].name)) {
            size_t n = command(r->s, begin, name);
            shown = r->switches[i].on ? n : 0;
            hidden = n - shown;
            break;
        }
    }
    if (shown || hidden) {
        size_t end = begin >= r->no_fi ? STR_NONE : half_end(r->s, begin + 1, hidden > 0);
        if (end == STR_NONE || r->open == MAX_OPEN) {
            r->no_fi = begin < r->no_fi ? begin : r->no_fi;
            return false;
        }
        size_t other = command(r->s, end, STR("else"));
        r->open += shown || other;
        cut(r, begin,
            shown   ? begin + shown
            : other ? end + other
                    : end + command(r->s, end, STR("fi")));
        return true;
    }
    size_t other = r->open ? command(r->s, begin, STR("else")) : 0;
    if (other) {
        size_t end = half_end(r->s, begin + other, false);
        if (end == STR_NONE) {
            return false;
        }
        r->open--;
        cut(r, begin, end + command(r->s, end, STR("fi")));
        return true;
    }
    size_t fi = r->open ? command(r->s, begin, STR("fi")) : 0;
    if (fi) {
        r->open--;
        cut(r, begin, begin + fi);
    }
    return fi > 0;
}

/* ---- comments */

/** Reads `{# text #}` of Jinja, which may contain line ends and paragraphs. `{#id}` is an
 * identifier. */
static bool read_jinja(struct remover *r) {
    size_t from = r->at + 2 + str_run(r->s, r->at + 2, '#');
    if (from >= r->s.n || !is_space(r->s.p[from])) {
        return false;
    }
    for (size_t at = from;; at++) {
        at = str_until(r->s, at, '#');
        if (at + 1 >= r->s.n || r->s.p[at - 1] == '{') {
            return false; /* another comment begins before this one ends, so this is not a comment
                           */
        }
        if (r->s.p[at + 1] == '}') {
            cut(r, r->at, at + 2);
            return true;
        }
    }
}

/** Reads `%%text%%` within a paragraph, and lines from `%%` to `%%`. In "50%% and 100%%", the
 * percent signs are text. */
static bool read_percents(struct remover *r) {
    size_t begin = r->at, from = begin + 2;
    bool line = begin == 0 || r->s.p[begin - 1] == '\n';
    bool starts = line || is_space(r->s.p[begin - 1]) || r->s.p[begin - 1] == '(';
    if (!starts || from >= r->s.n || r->s.p[from] == '%') {
        return false;
    }
    bool block = line && is_space(r->s.p[from]);
    size_t limit = block ? r->s.n : paragraph_end(r, from);
    size_t end = str_find(str_slice(r->s, from, limit), STR("%%"));
    if (end == STR_NONE || end == 0) {
        return false;
    }
    size_t after = from + end + 2;
    bool ends_line = after >= r->s.n || r->s.p[after] == '\n';
    if (block ? !ends_line : is_space(r->s.p[from]) || is_space(r->s.p[after - 3])) {
        return false;
    }
    cut(r, begin, after);
    return true;
}

/* ---- CriticMarkup */

/** Whether the brackets in a text are in pairs, so that a span can enclose the text. */
static bool is_balanced(struct str s) {
    int depth = 0;
    for (size_t i = 0; i < s.n && depth >= 0; i++) {
        depth += s.p[i] == '[';
        depth -= s.p[i] == ']';
    }
    return depth == 0;
}

static void put_span(struct remover *r, size_t begin, size_t end, const char *cls) {
    struct span at = span_make(r->src, begin, end);
    source_put_made(&r->out, STR("["), at);
    source_put(&r->out, at);
    source_put_made(&r->out, str_of(cls), at);
}

/** Writes a span for each paragraph of a text. */
static void put_spans(struct remover *r, size_t begin, size_t end, const char *cls) {
    while (begin < end) {
        size_t n = str_find(str_slice(r->s, begin, end), STR("\n\n"));
        size_t stop = n == STR_NONE ? end : begin + n, next = stop;
        while (next < end && r->s.p[next] == '\n') {
            next++;
        }
        if (stop > begin) {
            put_span(r, begin, stop, cls);
        }
        source_put(&r->out, span_make(r->src, stop, next));
        begin = next;
    }
}

/** Whether a text consists of paragraphs only. A span can enclose a paragraph, but no other block.
 */
static bool is_paragraphs(struct str s) {
    size_t count = 0;
    for (struct str left = s; left.p && count <= MAX_PARAGRAPHS;) {
        struct str line = str_cut(&left, '\n'), text = str_trim(line);
        size_t digits = str_past(text, 0, is_digit);
        char c = text.n ? text.p[0] : '\0', next = text.n > 1 ? text.p[1] : ' ';
        char after = digits && digits < text.n ? text.p[digits] : '\0';
        bool item = (strchr("-+*", c) != NULL && c && next == ' ') || after == '.' || after == ')';
        if (item || (c && strchr("#>|<", c) != NULL) || str_starts_among(text, "``` ~~~ :::") ||
            (text.n && str_starts(line, STR("    ")))) {
            return false;
        }
        count += !text.n;
    }
    return count <= MAX_PARAGRAPHS;
}

static bool read_critic(struct remover *r) {
    static const struct {
        const char *open, *close, *span;
    } marks[] = {{"{++", "++}", "]{.insertion}"},
                 {"{--", "--}", "]{.deletion}"},
                 {"{==", "==}", "]{.mark .marked-text}"},
                 {"{>>", "<<}", "]{.comment-start}"},
                 {"{~~", "~~}", "]{.deletion}"}};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (!str_starts(rest(r, r->at), str_of(marks[i].open))) {
            continue;
        }
        if (r->at < r->none[NONE_CRITIC + i]) {
            return false;
        }
        size_t from = r->at + 3, limit = paragraph_end(r, from);
        size_t n = str_find(str_slice(r->s, from, limit), str_of(marks[i].close));
        /* the mark may contain several paragraphs */
        bool several = n == STR_NONE && marks[i].open[1] != '~';
        if (several) { /* the end must come before the next mark of this kind begins */
            size_t later = str_find(rest(r, from), str_of(marks[i].open));
            n = str_find(str_slice(rest(r, from), 0, later), str_of(marks[i].close));
        }
        struct str inside = n == STR_NONE ? STR_EMPTY : str_slice(r->s, from, from + n);
        inside = several && !is_paragraphs(inside) ? STR_EMPTY : inside;
        size_t arrow = marks[i].open[1] == '~' ? str_find(inside, STR("~>")) : 0;
        if (!inside.n || !is_balanced(inside) || arrow == STR_NONE) {
            r->none[NONE_CRITIC + i] = n == STR_NONE ? limit : from + n;
            return false;
        }
        cut(r, r->at, from + n + 3);
        if (marks[i].open[1] == '~') {
            put_span(r, from, from + arrow, marks[i].span);
            put_span(r, from + arrow + 2, from + n, "]{.insertion}");
        } else {
            put_spans(r, from, from + n, marks[i].span);
        }
        return true;
    }
    return false;
}

/* ---- text that is kept */

/** Moves past the inline code at the current offset. */
static void pass_code(struct remover *r) {
    size_t n = str_run(r->s, r->at, '`');
    struct str text = str_slice(r->s, 0, paragraph_end(r, r->at));
    size_t close = str_find_run(text, r->at + n, '`', n);
    r->at = (close == STR_NONE ? r->at : close) + n;
}

/** Moves past the formula at the current offset. */
static void pass_math(struct remover *r) {
    size_t n = str_starts(rest(r, r->at), STR("$$")) ? 2 : 1, from = r->at + n;
    size_t end = paragraph_end(r, from);
    bool begins = from < end && (n == 2 || !is_space(r->s.p[from]));
    begins = begins && (n == 2 || from >= r->none[NONE_MATH]);
    for (size_t i = from; begins && i < end; i++) {
        if (r->s.p[i] == '\\') {
            i++;
        } else if (r->s.p[i] == '$' && (n == 1 || str_starts(rest(r, i), STR("$$"))) &&
                   (n == 2 ||
                    (!is_space(r->s.p[i - 1]) && (i + 1 >= r->s.n || !is_digit(r->s.p[i + 1]))))) {
            r->at = i + n;
            return;
        }
    }
    if (begins && n == 1) {
        r->none[NONE_MATH] = end;
    }
    r->at = from;
}

/** Moves past the next `end`, or by one byte if there is none. */
static void pass_to(struct remover *r, const char *end, int none) {
    size_t n = r->none[none] ? STR_NONE : str_find(rest(r, r->at), str_of(end));
    r->none[none] = n == STR_NONE;
    r->at = n == STR_NONE ? r->at + 1 : r->at + n + strlen(end);
}

static void read_one(struct remover *r) {
    struct str s = rest(r, r->at);
    if (s.p[0] == '`') {
        pass_code(r);
    } else if (s.p[0] == '$') {
        pass_math(r);
    } else if (str_starts(s, STR("<!--"))) {
        pass_to(r, "-->", NONE_COMMENT);
    } else if (str_starts(s, STR("\\begin{verbatim}"))) {
        pass_to(r, "\\end{verbatim}", NONE_VERBATIM);
    } else if (s.p[0] == '\\') {
        size_t n = r->tex ? set_switch(r, r->at) : 0;
        if (n) {
            cut(r, r->at, r->at + n);
        } else if (!r->tex || !read_conditional(r)) {
            r->at += s.n > 1 && !is_alpha(s.p[1]) ? 2 : 1;
        }
    } else if (str_starts(s, STR("{#"))) {
        r->at += read_jinja(r) ? 0 : 2;
    } else if (str_starts(s, STR("%%"))) {
        r->at += read_percents(r) ? 0 : 2;
    } else {
        r->at += s.p[0] == '{' && r->critic && read_critic(r) ? 0 : 1;
    }
}

/** Whether a text contains any of the marks, so that it must be read. */
static bool has_marks(struct str s) {
    static const char *const marks[] = {"\\iffalse", "\\iftrue", "\\newif", "{# ", "{#\n", "{##",
                                        "%%",        "{++",      "{--",     "{==", "{>>",  "{~~"};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_find(s, str_of(marks[i])) != STR_NONE) {
            return true;
        }
    }
    return false;
}

struct source *expand_left_out(struct expand *x, struct source *src) {
    if (!has_marks(src->text)) {
        return src;
    }
    struct remover r = {.src = src, .s = src->text, .no_fi = STR_NONE};
    r.tex = markdown_format_has(x->arena, x->from, "raw_tex");
    r.critic = markdown_format_has(x->arena, x->from, "bracketed_spans");
    if (!r.tex && !r.critic) {
        return src; /* GitHub's Markdown has no marks of parts to leave out */
    }
    source_build(&r.out, x->arena, LIMIT_SOURCE);
    r.at = front_matter_find(r.s, 0).behind;
    read_front(&r, r.at);
    struct code_fence fence = {0};
    bool blank = true;
    while (r.at < r.s.n) {
        size_t end = expand_line_end(r.s, r.at);
        struct str line = str_slice(r.s, r.at, end);
        bool indented = str_starts(line, STR("    ")) || str_starts(line, STR("\t"));
        bool empty = !str_trim(line).n;
        if (code_fence_line(&fence, line) != CODE_FENCE_OUTSIDE || (indented && blank) || empty) {
            r.at = end;
            blank = empty || (indented && blank);
            continue;
        }
        blank = false;
        while (r.at < end) {
            read_one(&r);
        }
        if (r.at > end && r.s.p[r.at - 1] != '\n') {
            end = expand_line_end(r.s, r.at);
            while (r.at < end) {
                read_one(&r);
            }
        }
    }
    cut(&r, r.s.n, r.s.n);
    return source_built(&r.out, src->name);
}
