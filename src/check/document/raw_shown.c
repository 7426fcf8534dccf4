/* SPDX-License-Identifier: MIT */
/*
 * Finds raw nodes that some outputs do not show, and decides which of them are reported.
 */
#include "check/document/document.h"

#include "core/base/word_list.h"
DIAG_USE(DIAG_RAW_NOT_SHOWN);
DIAG_USE(DIAG_RAW_LEFT_OUT);

/* ---- TeX ---- */

/** Whether a command prints nothing, because it sets a value, makes space, breaks a line or defines
 * something. */
static bool is_mute(struct str name) {
    return str_among(name,
                     "addtolength allowbreak appendix backmatter bigskip bibliographystyle break "
                     "centering cleardoublepage clearpage DeclareMathOperator def enlargethispage "
                     "FloatBarrier filbreak frontmatter global goodbreak hfill hspace indent index "
                     "label let linebreak makeatletter mainmatter makeatother mbox medskip "
                     "needspace newcommand newenvironment newline newpage newtheorem noindent "
                     "nolinebreak nonumber nopagebreak null onehalfspacing pagebreak pagenumbering "
                     "pagestyle par phantomsection protect providecommand raggedright relax "
                     "renewcommand renewenvironment setcounter setlength singlespacing smallskip "
                     "theoremstyle thispagestyle usepackage vfill vspace");
}

/** Returns the end of the bracketed argument at `at`, or `at` if no bracket opens there. */
static size_t skip_argument(struct str s, size_t at) {
    size_t from = at, depth = 0;
    if (at >= s.n || (s.p[at] != '{' && s.p[at] != '[')) {
        return at;
    }
    for (; at < s.n; at++) {
        if (s.p[at] == '\\') {
            at++;
        } else if (s.p[at] == '{' || s.p[at] == '[') {
            depth++;
        } else if ((s.p[at] == '}' || s.p[at] == ']') && --depth == 0) {
            return at + 1;
        }
    }
    return from;
}

/** Whether TeX consists only of comments and of commands that print nothing, with their
 * arguments. */
static bool is_mute_tex(struct str s) {
    for (size_t at = 0; at < s.n;) {
        size_t name = at + 1, end = name, next;
        if (is_space(s.p[at])) {
            at++;
            continue;
        }
        if (s.p[at] == '%') {
            at = str_until(s, at, '\n');
            continue;
        }
        while (s.p[at] == '\\' && end < s.n && is_alpha(s.p[end])) {
            end++;
        }
        if (!is_mute(str_slice(s, name, end))) {
            return false;
        }
        bool defines = str_is(str_slice(s, name, end), "def");
        end += end < s.n && s.p[end] == '*';
        while (defines && end < s.n && s.p[end] != '{') {
            end++;
        }
        for (at = end; (next = skip_argument(s, at)) > at;) {
            at = next;
        }
    }
    return true;
}

/* ---- HTML ---- */

/** What a reader sees of a piece of raw HTML. */
struct html_sight {
    bool words;       /* there is text between the tags */
    bool thing;       /* there is an element that is visible even without text */
    struct str quiet; /* the name of an element whose content is not text: "script" */
};

/** Returns the end of the content of an element whose content is not text. */
static size_t quiet_end(struct str s, size_t at, struct str name) {
    for (; at + name.n + 2 <= s.n; at++) {
        if (s.p[at] == '<' && s.p[at + 1] == '/' &&
            str_ieq(str_slice(s, at + 2, at + 2 + name.n), name)) {
            return at;
        }
    }
    return s.n;
}

static size_t see_tag(struct html_sight *sight, struct str s, size_t at) {
    static const char things[] = "img iframe video audio embed object canvas svg math button input "
                                 "select form meter progress";
    size_t from = at + 1, to = str_past(s, from, is_alnum);
    struct str name = str_slice(s, from, to);
    size_t close = str_index(str_from(s, to), '>');
    size_t end = close == STR_NONE ? s.n : to + close + 1;
    sight->thing = sight->thing || str_iamong(name, things);
    if (str_iamong(name, "script style template")) {
        sight->quiet = name;
        return quiet_end(s, end, name);
    }
    return end;
}

static void see_html(struct str s, struct html_sight *sight) {
    *sight = (struct html_sight){.words = false};
    for (size_t at = 0; at < s.n;) {
        struct str rest = str_from(s, at);
        bool comment = str_starts(rest, STR("<!--"));
        bool data = str_starts(rest, STR("<![CDATA["));
        bool declaration = str_starts(rest, STR("<!")) || str_starts(rest, STR("<?"));
        if (comment || declaration) {
            struct str end = comment ? STR("-->") : data ? STR("]]>") : STR(">");
            size_t n = str_find(rest, end);
            at = n == STR_NONE ? s.n : at + n + end.n;
        } else if (s.p[at] == '<' && at + 1 < s.n && !is_space(s.p[at + 1])) {
            at = see_tag(sight, s, at);
        } else {
            sight->words = sight->words || !is_space(s.p[at]);
            at++;
        }
    }
}

/* ---- reports ---- */

struct raw_check {
    struct arena *arena;
    const struct check_output *outputs;
    size_t n;
    struct diags *d;
    struct map told; /* maps a command of TeX to a struct told */
};

/** A command of TeX that was reported at its first use. */
struct told {
    struct diag *diag;
    bool again; /* a second place was added to the finding */
};

/** Returns the command with which raw TeX begins, or an empty text for an environment. */
static struct str command_of(struct str tex) {
    size_t n = str_past(tex, 1, is_alpha);
    struct str name = str_slice(tex, 0, n);
    return n > 1 && tex.p[0] == '\\' && !str_is(name, "\\begin") ? name : STR_EMPTY;
}

/** Whether the command was reported before. If so, this place is added to that finding. */
static bool told_before(const struct raw_check *c, struct str command, struct span at) {
    struct told *told = command.n ? map_lookup(&c->told, command) : NULL;
    if (told && told->diag && !told->again) {
        diag_relate(c->d, told->diag, at, "it is used again here, and maybe in more places");
        told->again = true;
    }
    return told != NULL;
}

/** Returns the names of the outputs for some bits: "the page and the PDF". */
static struct str names_of(const struct raw_check *c, unsigned outputs) {
    struct buf out = BUF_INIT;
    unsigned left = outputs;
    for (size_t i = 0; i < c->n; i++) {
        if (left >> i & 1) {
            left &= ~(1u << i);
            buf_puts(&out, out.n == 0 ? "" : left ? ", " : " and ");
            buf_puts(&out, c->outputs[i].called);
        }
    }
    return buf_finish(&out, c->arena);
}

static void report(struct raw_check *c, const struct doc_node *n, unsigned outputs) {
    struct str names = names_of(c, outputs);
    bool html = str_iamong(n->u.code.info, "html html5");
    bool tex = str_iamong(n->u.code.info, "latex tex");
    struct html_sight sight = {.words = true};
    if (html) {
        see_html(n->u.code.text, &sight);
    }
    if ((tex && is_mute_tex(n->u.code.text)) ||
        (html && !sight.words && !sight.thing && !sight.quiet.n)) {
        return;
    }
    if (html && !sight.words && !sight.thing) {
        diag_add(c->d, DIAG_RAW_LEFT_OUT, n->span, "`<%.*s>` is left out of %.*s",
                 STR_ARG(sight.quiet), STR_ARG(names));
        return;
    }
    struct str command = tex && n->kind == DOC_RAW_INLINE ? command_of(n->u.code.text) : STR_EMPTY;
    if (told_before(c, command, n->span)) {
        return;
    }
    const char *what = html ? "HTML" : tex ? "TeX" : "text";
    struct diag *g = diag_add(c->d, DIAG_RAW_NOT_SHOWN, n->span, "this raw %s is not shown in %.*s",
                              what, STR_ARG(names));
    const char *format = html ? "html" : tex ? "latex" : "FORMAT";
    if (command.n) {
        struct told told = {.diag = g};
        map_put(&c->told, command, arena_copy(c->arena, &told, sizeof told));
    }
    diag_hint(c->d, g, "write it in Markdown, or mark it as meant for one output: `{=%s}`", format);
}

/** Returns the bits of those `outputs` for which the node is meant. */
static unsigned outputs_meant(const struct doc *doc, const struct doc_node *n, unsigned outputs) {
    for (; n; n = n->parent) {
        outputs &= doc_outputs_of(doc, n);
    }
    return outputs;
}

void check_raw(const struct doc *doc, const struct check_output *outputs, size_t noutputs,
               unsigned made, struct diags *d) {
    struct raw_check c = {doc->arena, outputs, noutputs, d, MAP_INIT};
    struct doc_node *parts[DOC_PARTS];
    bool any = doc_has_kind(doc, DOC_RAW_BLOCK) || doc_has_kind(doc, DOC_RAW_INLINE);
    size_t n = any ? doc_parts(doc, parts) : 0;
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            bool raw = w.node->kind == DOC_RAW_BLOCK || w.node->kind == DOC_RAW_INLINE;
            if (!w.enter || !raw || w.node->u.code.asked) {
                continue;
            }
            unsigned missing = outputs_meant(doc, w.node, made);
            for (size_t k = 0; k < noutputs; k++) {
                bool shown = !outputs[k].shows_raw || outputs[k].shows_raw(w.node);
                missing &= shown ? ~(1u << k) : ~0u;
            }
            if (missing) {
                report(&c, w.node, missing);
            }
        }
    }
    map_drop(&c.told);
}
