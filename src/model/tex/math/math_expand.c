/* SPDX-License-Identifier: MIT */
/*
 * Expands TeX macros in math from text to text, and records how the result maps to the source
 * (TeXbook, chapter 20). The work is limited: for a macro that never ends, one diagnostic is
 * reported. math_define.c reads definitions. Only the parser uses the meaning of commands.
 */
#include "model/tex/math/math_expand.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"

DIAG_USE(DIAG_TEX_MACRO);

/* Places. */

static struct span origin_span(const struct math_expander *x, const struct math_origin *from) {
    if (!x->at.src || x->at.end - x->at.begin != x->tex.n) {
        return x->at; /* the text is not a copy of the source, so there is no more exact place */
    }
    return span_make(x->at.src, x->at.begin + from->src, x->at.begin + from->end);
}

void math_token_complain(struct math_expander *x, const struct math_origin *from, const char *hint,
                         const char *fmt, ...) {
    if (!x->diags) {
        return;
    }
    struct buf b;
    va_list ap;
    va_start(ap, fmt);
    buf_init(&b, 0);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    struct diag *g = diag_add(x->diags, DIAG_TEX_MACRO, origin_span(x, from), "%s", b.p);
    if (hint) {
        diag_hint(x->diags, g, "%s", hint);
    }
    buf_drop(&b);
}

/** Returns the origin of the bytes [from, to) of a text that has the origin `o`. */
static struct math_origin origin_part(const struct math_origin *o, size_t from, size_t to) {
    if (o->whole) {
        return *o;
    }
    return (struct math_origin){o->src + from, o->src + to, false};
}

/** Whether the origin `b` continues the origin `a` of a text of `n` bytes. */
static bool continues(const struct math_origin *a, size_t n, const struct math_origin *b) {
    if (a->whole != b->whole) {
        return false;
    }
    return a->whole ? a->src == b->src && a->end == b->end : a->src + n == b->src;
}

/** Whether this formula has used up the rest of the budget for all formulas. */
static bool spent(struct math_expander *x, const struct math_token *t) {
    struct math_budget *b = x->budget;
    if (!b || x->bytes <= b->bytes) {
        return false;
    }
    if (!b->told) {
        math_token_complain(x, &t->from, "all further formulas with macros are shown as written",
                            "the macros of this document make its formulas too long");
    }
    b->told = true;
    return true;
}

bool math_token_count(struct math_expander *x, size_t n, const struct math_token *t) {
    x->bytes += n;
    if (x->failed) {
        return false;
    }
    if (spent(x, t)) {
        x->failed = true;
    } else if (x->bytes > x->most_bytes || x->expansions > x->most_expansions) {
        x->failed = true;
        math_token_complain(x, &t->from, "does one of them use itself?",
                            "the macros of this %s never end: `%.*s`", x->what, STR_ARG(t->text));
    }
    return !x->failed;
}

/* Tokens. */

struct math_expander math_expander_start(struct arena *a, struct str tex, struct span at,
                                         const struct math_macro *macros, struct diags *d) {
    struct math_expander x = {.arena = a, .tex = tex, .at = at, .diags = d, .macros = macros};
    x.what = "formula";
    x.most_expansions = LIMIT_MACRO_EXPANSIONS;
    x.most_bytes = LIMIT_MACRO_BYTES;
    x.top = ARENA_NEW(a, struct math_frame);
    x.top->text = tex;
    x.top->from = (struct math_origin){0, tex.n, false};
    return x;
}

/** Whether a character belongs to the name of a command. Names in packages contain `@`. */
static bool is_name(char c) {
    return is_alpha(c) || c == '@';
}

static size_t token_end(struct str s, size_t at, enum math_token_kind *kind) {
    size_t next = at + 1;
    *kind = TOKEN_OTHER;
    if (s.p[at] == '{' || s.p[at] == '}') {
        *kind = s.p[at] == '{' ? TOKEN_OPEN : TOKEN_CLOSE;
    } else if (is_space(s.p[at])) {
        *kind = TOKEN_SPACE;
        next = str_past(s, next, is_space);
    } else if (s.p[at] == '\\' && next < s.n) {
        *kind = TOKEN_COMMAND;
        if (!is_name(s.p[next])) {
            (void)utf8_next(s, &next);
        } else {
            next = str_past(s, next, is_name);
        }
    } else {
        next = at;
        (void)utf8_next(s, &next);
    }
    return next;
}

/** Skips a comment with its line end and the white space at the beginning of the next line
 * (TeXbook, chapter 8). A blank line after it is not skipped. */
static void pass_comment(struct math_frame *f) {
    f->pos = str_until(f->text, f->pos, '\n');
    size_t next = str_past(f->text, f->pos < f->text.n ? f->pos + 1 : f->pos, is_space_or_tab);
    f->pos = next < f->text.n && f->text.p[next] != '\n' ? next : f->pos;
}

bool math_token_next(struct math_expander *x, struct math_token *t) {
    if (x->has_saved) {
        *t = x->saved;
        x->has_saved = false;
        return true;
    }
    for (;;) {
        while (x->top && x->top->pos >= x->top->text.n) {
            x->top = x->top->below;
        }
        if (!x->top) {
            return false;
        }
        struct math_frame *f = x->top;
        if (f->text.p[f->pos] != '%' || x->no_comments) {
            size_t end = token_end(f->text, f->pos, &t->kind);
            t->text = str_slice(f->text, f->pos, end);
            t->from = origin_part(&f->from, f->pos, end);
            t->own = f->own;
            f->pos = end;
            return true;
        }
        pass_comment(f);
    }
}

void math_token_back(struct math_expander *x, const struct math_token *t) {
    x->saved = *t;
    x->has_saved = true;
}

bool math_token_solid(struct math_expander *x, struct math_token *t) {
    do {
        if (!math_token_next(x, t)) {
            return false;
        }
    } while (t->kind == TOKEN_SPACE);
    return true;
}

bool math_token_accept(struct math_expander *x, char c) {
    struct math_token t;
    if (!math_token_solid(x, &t)) {
        return false;
    }
    if (t.kind == TOKEN_OTHER && t.text.n == 1 && t.text.p[0] == c) {
        return true;
    }
    math_token_back(x, &t);
    return false;
}

/* Text from tokens. */

struct gathered {
    struct buf text;
    VEC(struct math_segment) segments;
    bool word; /* the text ends in the name of a command, so a letter after it needs a space */
};

static void gather(struct gathered *g, const struct math_token *t) {
    if (g->word && is_alpha(t->text.p[0])) {
        buf_putc(&g->text, ' ');
    }
    const struct math_segment *last = g->segments.n ? &vec_last(&g->segments) : NULL;
    if (!last || !continues(&last->from, g->text.n - last->at, &t->from)) {
        vec_push(&g->segments, (struct math_segment){g->text.n, t->from});
    }
    buf_str(&g->text, t->text);
    g->word = t->kind == TOKEN_COMMAND && is_alpha(t->text.p[1]);
}

/** Returns the collected text. If it comes from several places, it has the place of the whole
 * text. */
static struct math_piece take_piece(struct math_expander *x, struct gathered *g,
                                    const struct math_origin *whole) {
    struct math_piece piece = {buf_keep(&g->text, x->arena), *whole};
    piece.from.whole = true;
    if (g->segments.n == 1) {
        piece.from = g->segments.p[0].from;
        if (!piece.from.whole) {
            piece.from.end = piece.from.src + piece.text.n;
        }
    }
    buf_drop(&g->text);
    vec_drop(&g->segments);
    return piece;
}

/** Collects tokens up to the closing brace, or to `]` outside braces. */
static struct math_piece gather_to(struct math_expander *x, const struct math_token *open,
                                   bool bracket) {
    struct gathered g = {.segments = VEC_INIT};
    struct math_token t;
    size_t depth = 0;
    bool closed = false;
    buf_init(&g.text, 0);
    while (!closed && math_token_next(x, &t)) {
        closed = depth == 0 && (bracket ? str_is(t.text, "]") : t.kind == TOKEN_CLOSE);
        if (closed) {
            break;
        }
        depth += t.kind == TOKEN_OPEN;
        depth -= t.kind == TOKEN_CLOSE && depth > 0;
        if (!math_token_count(x, t.text.n, open)) {
            break;
        }
        gather(&g, &t);
    }
    if (!closed && !x->failed) {
        math_token_complain(x, &open->from, NULL, "a %s is not closed",
                            bracket ? "bracket" : "brace");
    }
    return take_piece(x, &g, &open->from);
}

bool math_token_argument(struct math_expander *x, struct math_piece *out) {
    struct math_token t;
    if (!math_token_solid(x, &t)) {
        return false;
    }
    if (t.kind == TOKEN_CLOSE) {
        math_token_back(x, &t);
        return false;
    }
    if (t.kind == TOKEN_OPEN) {
        *out = gather_to(x, &t, false);
    } else {
        *out = (struct math_piece){t.text, t.from};
    }
    return true;
}

bool math_token_optional(struct math_expander *x, struct math_piece *out) {
    struct math_token open;
    if (!math_token_solid(x, &open)) {
        return false;
    }
    if (!str_is(open.text, "[")) {
        math_token_back(x, &open);
        return false;
    }
    *out = gather_to(x, &open, true);
    return true;
}

static bool is_sign(const struct math_token *t, char c) {
    return t->text.n == 1 && t->text.p[0] == c;
}

/* If the next token is `open`, reads the text between `open` and `shut`. Otherwise returns false.
 */
static bool token_enclosed(struct math_expander *x, char open, char shut, struct math_piece *out) {
    struct math_token first, t;
    if (!math_token_solid(x, &first)) {
        return false;
    }
    if (!is_sign(&first, open)) {
        math_token_back(x, &first);
        return false;
    }
    if (open == '[' && shut == ']') {
        *out = gather_to(x, &first, true);
        return true;
    }
    struct gathered g = {.segments = VEC_INIT};
    buf_init(&g.text, 0);
    while (math_token_next(x, &t) && !is_sign(&t, shut) && math_token_count(x, t.text.n, &first)) {
        gather(&g, &t);
    }
    *out = take_piece(x, &g, &first.from);
    return true;
}

/* maximum number of tokens of a delimiter; a longer delimiter is never found */
#define DELIMITER_TOKENS 8

/** Reads an argument of `call` up to `delimiter` outside of braces. The delimiter is skipped.
 * Returns false if it is missing. */
static bool delimited_argument(struct math_expander *x, const struct math_token *call,
                               struct str delimiter, struct math_piece *out) {
    struct gathered g = {.segments = VEC_INIT};
    struct math_token t;
    struct math_origin from = {0};
    size_t starts[DELIMITER_TOKENS] = {0}, n = 0, depth = 0;
    bool found = false;
    buf_init(&g.text, 0);
    while (!found && math_token_next(x, &t) && !(t.kind == TOKEN_CLOSE && depth == 0)) {
        from = n == 0 ? t.from : from;
        if (!math_token_count(x, t.text.n, call)) {
            break;
        }
        gather(&g, &t);
        depth += t.kind == TOKEN_OPEN;
        depth -= t.kind == TOKEN_CLOSE;
        starts[n++ % DELIMITER_TOKENS] = g.text.n - t.text.n;
        if (depth || !str_ends(buf_view(&g.text), delimiter)) {
            continue;
        }
        for (size_t i = 0; i < DELIMITER_TOKENS && i < n;
             i++) { /* the delimiter must begin at a token: \to is not `to` */
            found = found || starts[i] == g.text.n - delimiter.n;
        }
    }
    if (found) {
        buf_cut(&g.text, g.text.n - delimiter.n);
        while (g.segments.n && vec_last(&g.segments).at >= g.text.n) {
            g.segments.n--;
        }
    }
    *out = take_piece(x, &g, &from);
    return found;
}

/* Macros. */

const struct math_macro *math_macro_find(const struct math_macro *macros, struct str name) {
    while (macros && !str_eq(macros->name, name)) {
        macros = macros->before;
    }
    return macros;
}

static struct math_frame *push(struct math_expander *x, struct str text, struct math_origin from) {
    if (!text.n) {
        return x->top;
    }
    struct math_frame *f = ARENA_NEW(x->arena, struct math_frame);
    f->text = text;
    f->from = from;
    f->below = x->top;
    x->top = f;
    return f;
}

/** Pushes a token that was given back, so that text that is pushed afterwards comes before it. */
static void push_saved(struct math_expander *x) {
    if (x->has_saved) {
        x->has_saved = false;
        push(x, x->saved.text, x->saved.from)->own = x->saved.own;
    }
}

void math_token_push(struct math_expander *x, struct str text, const struct math_origin *from) {
    struct math_origin whole = *from;
    whole.whole = true;
    push_saved(x);
    (void)push(x, text, whole);
}

void math_token_push_piece(struct math_expander *x, const struct math_piece *piece) {
    push_saved(x);
    (void)push(x, piece->text, piece->from);
}

/** Pushes the body on the stack, its end first. */
static void push_body(struct math_expander *x, struct str body, const struct math_piece *args,
                      int nargs, const struct math_origin *call) {
    struct math_origin from = *call;
    from.whole = true;
    push_saved(x);
    size_t end = body.n;
    for (size_t i = body.n; i-- > 0;) {
        if (body.p[i] != '#' || i + 1 >= body.n) {
            continue;
        }
        int k = body.p[i + 1] - '1';
        if (i > 0 && body.p[i - 1] == '#') { /* ## is # in a nested definition */
            (void)push(x, str_slice(body, i, end), from);
            end = --i;
            continue;
        }
        (void)push(x, str_slice(body, i + 2, end), from);
        if (k >= 0 && k < nargs) {
            (void)push(x, args[k].text, args[k].from);
        }
        end = i;
    }
    (void)push(x, str_slice(body, 0, end), from);
}

/** Reads the arguments of a macro of \def that has text between them (TeXbook, chapter 20). If an
 * argument is missing, this is reported, and the formula is shown as its source, because the end of
 * the call is unknown. */
static bool delimited_arguments(struct math_expander *x, const struct math_macro *macro,
                                const struct math_token *t, struct math_piece args[9]) {
    struct math_piece nothing;
    const struct str *between = macro->between;
    int n = 0;
    bool good = !between[0].n ||
                (delimited_argument(x, t, between[0], &nothing) && str_trim(nothing.text).n == 0);
    struct str missing = between[0];
    while (good && n < macro->args) {
        missing = between[n + 1];
        good = missing.n ? delimited_argument(x, t, missing, &args[n])
                         : math_token_argument(x, &args[n]);
        n += good;
    }
    if (!good && !x->failed) {
        x->failed = true;
        math_token_complain(x, &t->from, NULL,
                            missing.n ? "`%.*s` lacks its `%.*s`" : "`%.*s` lacks an argument%.*s",
                            STR_ARG(t->text), STR_ARG(missing));
    }
    return good;
}

/** Reads an argument that is given only if a brace follows. */
static bool token_braced(struct math_expander *x, struct math_piece *out) {
    struct math_token first;
    if (!math_token_solid(x, &first)) {
        return false;
    }
    math_token_back(x, &first);
    return first.kind == TOKEN_OPEN && math_token_argument(x, out);
}

static int spec_arguments(struct math_expander *x, const struct math_macro *macro,
                          const struct math_token *t, struct math_piece *args) {
    int n = 0;
    for (; macro->spec[n]; n++) {
        const struct math_spec *s = &macro->specs[n];
        bool sign = macro->spec[n] == 's' || macro->spec[n] == 't';
        bool given = sign                    ? math_token_accept(x, s->open)
                     : macro->spec[n] == 'd' ? token_enclosed(x, s->open, s->shut, &args[n])
                     : macro->spec[n] == 'g' ? token_braced(x, &args[n])
                                             : math_token_argument(x, &args[n]);
        if (sign) {
            args[n].text = given ? STR("\\BooleanTrue") : STR("\\BooleanFalse");
        } else if (!given) {
            args[n].text = s->fallback;
        }
        if (sign || !given) {
            args[n].from = t->from;
            args[n].from.whole = true;
        }
    }
    return n;
}

static void call_macro(struct math_expander *x, const struct math_macro *macro,
                       const struct math_token *t) {
    struct math_piece args[9] = {{STR_EMPTY, t->from}};
    struct str body = macro->body;
    int n = 0, want = macro->args;
    x->expansions++;
    if (macro->spec) {
        n = want = spec_arguments(x, macro, t, args);
    } else if (macro->paired) {
        if (math_token_accept(x, '*')) {
            body = macro->starred;
        } else if (math_token_optional(x, &args[0])) {
            body = macro->sized;
            n = 1;
            want = 2;
        }
    } else if (macro->optional) {
        if (!math_token_optional(x, &args[0])) {
            args[0] = (struct math_piece){macro->first, t->from};
            args[0].from.whole = true;
        }
        n = 1;
    }
    if (macro->between) {
        if (!delimited_arguments(x, macro, t, args)) {
            return;
        }
        n = want;
    }
    while (n < want) {
        if (!math_token_argument(x, &args[n])) {
            math_token_complain(x, &t->from, NULL, "`%.*s` lacks an argument: it takes %d",
                                STR_ARG(t->text), want);
            x->failed = true; /* the source is shown, because otherwise nothing would be visible */
            break;
        }
        n++;
    }
    if (math_token_count(x, body.n, t) && macro->own) {
        push_saved(x);
        push(x, body, t->from)->own = true;
        x->top->from.whole = true;
    } else if (!x->failed) {
        push_body(x, body, args, n, &t->from);
    }
}

/** Returns the macro of an environment. Its name in braces after the token is skipped. */
static const struct math_macro *take_environment(struct math_expander *x,
                                                 const struct math_token *t) {
    struct math_frame *f = x->top;
    if (x->has_saved || !f || f->pos < t->text.n || f->pos >= f->text.n ||
        f->text.p[f->pos] != '{') {
        return NULL;
    }
    size_t close = f->pos;
    while (close < f->text.n && f->text.p[close] != '}' && f->text.p[close] != '\n') {
        close++;
    }
    struct str name = str_slice(f->text, f->pos - t->text.n + 1, close + 1);
    const struct math_macro *macro = math_macro_find(x->macros, name);
    f->pos = macro ? close + 1 : f->pos;
    return macro;
}

bool math_token_expand(struct math_expander *x, const struct math_token *t) {
    struct str name = t->kind == TOKEN_COMMAND ? str_from(t->text, 1) : STR_EMPTY;
    if (!name.n) {
        return false;
    }
    const struct math_macro *macro = t->own ? NULL : math_macro_find(x->macros, name);
    if (!macro && x->macros && (str_is(name, "begin") || str_is(name, "end"))) {
        macro = take_environment(x, t);
    }
    if (macro) {
        call_macro(x, macro, t);
    } else if (math_is_definition(name)) {
        math_define(x, t);
    } else {
        return false;
    }
    return true;
}

bool math_expand(struct math_expander *x, struct str *out, struct math_segment **segments,
                 size_t *n) {
    struct gathered g = {.segments = VEC_INIT};
    struct math_token t;
    buf_init(&g.text, 0);
    while (!x->failed && math_token_next(x, &t)) {
        if (!math_token_expand(x, &t) && math_token_count(x, t.from.whole ? t.text.n : 0, &t)) {
            gather(&g, &t);
        }
    }
    *out = buf_keep(&g.text, x->arena);
    *segments = vec_keep(&g.segments, x->arena);
    *n = g.segments.n;
    buf_drop(&g.text);
    vec_drop(&g.segments);
    return !x->failed;
}

bool math_expand_needed(struct str tex, const struct math_macro *macros) {
    for (size_t at = 0; at < tex.n;) {
        enum math_token_kind kind;
        size_t end = token_end(tex, at, &kind);
        struct str name = str_slice(tex, at + 1, end);
        bool environment = macros && (str_is(name, "begin") || str_is(name, "end"));
        if (environment) { /* the macro of an environment has the name `begin{name}` */
            name.n = end < tex.n ? str_index(str_from(tex, end), '}') : STR_NONE;
            name.n = name.n == STR_NONE ? 0 : end - at + name.n;
        }
        if (kind == TOKEN_COMMAND && (math_is_definition(name) || math_macro_find(macros, name))) {
            return true;
        }
        at = end;
    }
    return false;
}
