/* SPDX-License-Identifier: MIT */
/*
 * Expands macros in text, like those in formulas (model/tex/math/math_expand.h). The text may also
 * have verbatim parts, and the origin of each byte is recorded. This file decides which parts are
 * not expanded. tex/math implements macros.
 */
#include "model/tex/latex/ltx.h"
#include "model/tex/math/math_expand.h"

#define TEXT_EXPANSIONS 20000   /* the maximum number of expansions in one piece of text */
#define WHOLE_EXPANSIONS 400000 /* the maximum number of expansions in a whole document */

bool ltx_is_macro(struct str name, const struct math_macro *macros) {
    return math_macro_find(macros, name) != NULL;
}

bool ltx_defines(struct str name) {
    return math_is_definition(name);
}

bool ltx_has_macros(struct str tex, const struct math_macro *macros) {
    for (size_t at = 0; at < tex.n; at++) {
        size_t n = tex.p[at] == '\\' ? ltx_name(tex, at) : 0, behind;
        struct str name = str_slice(tex, at + 1, at + 1 + n);
        if (tex.p[at] != '\\') {
            continue;
        }
        if (n == 0) {
            at++;
        } else if (str_is(name, "begin") || str_is(name, "end")) {
            (void)ltx_environment_name(tex, at, &behind);
            if (macros && behind > at && ltx_is_macro(str_slice(tex, at + 1, behind), macros)) {
                return true;
            }
        } else if (math_is_definition(name) || (macros && ltx_is_macro(name, macros))) {
            return true;
        }
    }
    return false;
}

struct writer {
    struct math_expander *x;
    struct source_builder *out;
    size_t begin, end; /* bytes of the source that must still be copied */
    bool word;         /* the last output is a command's name */
};

static struct span place(const struct writer *w, size_t begin, size_t end) {
    struct span at = w->x->at;
    bool aligned = at.src && at.end - at.begin == w->x->tex.n;
    return aligned ? span_make(at.src, at.begin + begin, at.begin + end) : at;
}

static void flush(struct writer *w) {
    if (w->end > w->begin) {
        struct span at = place(w, w->begin, w->end);
        struct str text = str_slice(w->x->tex, w->begin, w->end);
        if (str_eq(span_text(at), text)) {
            source_put(w->out, at);
        } else {
            source_put_made(w->out, text, at);
        }
    }
    w->begin = w->end = 0;
}

/* Appends `text`, which originates at `from`. */
static void put(struct writer *w, struct str text, const struct math_origin *from) {
    bool own = !from->whole && from->end - from->src == text.n;
    if (own && w->end > w->begin && w->end == from->src) {
        w->end = from->end;
        return;
    }
    flush(w);
    if (own) {
        w->begin = from->src;
        w->end = from->end;
    } else {
        source_put_made(w->out, text, place(w, from->src, from->end));
    }
}

/* Copies the rest of the text that is being read up to byte `end`. */
static void copy_to(struct writer *w, size_t end) {
    struct math_frame *f = w->x->top;
    struct math_origin from = f->from;
    if (!from.whole) {
        from.src += f->pos;
        from.end = f->from.src + end;
    }
    put(w, str_slice(f->text, f->pos, end), &from);
    f->pos = end;
}

/* Returns the end of the literal text that a token begins. STR_NONE if it begins none. */
static size_t literal_end(const struct math_expander *x, const struct math_token *t) {
    const struct math_frame *f = x->top;
    if (t->kind != TOKEN_COMMAND || x->has_saved || !f || f->pos >= f->text.n) {
        return STR_NONE;
    }
    struct str rest = str_from(f->text, f->pos);
    if (ltx_takes_address(str_from(t->text, 1)) && x->no_comments && rest.p[0] == '{') {
        size_t depth = 0;
        for (size_t i = 0; i < rest.n; i++) {
            i += rest.p[i] == '\\';
            depth += i < rest.n && rest.p[i] == '{';
            depth -= i < rest.n && rest.p[i] == '}';
            if (depth == 0 && i < rest.n) {
                return str_index(str_slice(rest, 0, i), '#') == STR_NONE &&
                               str_index(str_slice(rest, 0, i), '%') == STR_NONE
                           ? STR_NONE
                           : f->pos + i + 1;
            }
        }
        return STR_NONE;
    }
    if (str_is(t->text, "\\verb") || str_is(t->text, "\\lstinline")) {
        size_t behind = ltx_verb_end(f->text, f->pos);
        return behind > f->pos ? behind : STR_NONE;
    }
    bool begins = str_is(t->text, "\\begin") && f->pos >= 6 &&
                  str_eq(str_slice(f->text, f->pos - 6, f->pos), t->text);
    size_t behind;
    struct str name = begins ? ltx_environment_name(f->text, f->pos - 6, &behind) : STR_EMPTY;
    const struct ltx_row *row = name.n ? ltx_environment(name) : NULL;
    if (!ltx_is_literal(row)) {
        return STR_NONE;
    }
    struct str end = arena_join(x->arena, 3, STR("\\end{"), name, STR("}"));
    size_t n = str_find(rest, end);
    return n == STR_NONE ? STR_NONE : f->pos + n;
}

static void put_token(struct writer *w, const struct math_token *t) {
    bool command = t->kind == TOKEN_COMMAND && t->text.n > 1 && is_alpha(t->text.p[1]);
    if (w->word && is_alpha(t->text.p[0]) && (t->from.whole || w->end != t->from.src)) {
        put(w, STR(" "), &(struct math_origin){t->from.src, t->from.src, true});
    }
    put(w, t->text, &t->from);
    w->word = command;
}

bool ltx_expand(struct arena *a, struct str tex, struct span at, const struct math_macro **macros,
                size_t *budget, struct diags *d, struct source_builder *out) {
    return ltx_expand_with(a, tex, at, macros, budget, d, out, NULL);
}

bool ltx_expand_with(struct arena *a, struct str tex, struct span at,
                     const struct math_macro **macros, size_t *budget, struct diags *d,
                     struct source_builder *out, const struct ltx_hook *hook) {
    struct math_expander x = math_expander_start(a, tex, at, *macros, d);
    struct writer w = {.x = &x, .out = out};
    struct math_token t;
    x.what = "text";
    x.most_bytes = *budget;
    x.most_expansions = TEXT_EXPANSIONS;
    if (hook) {
        x.most_expansions = WHOLE_EXPANSIONS;
        x.no_comments = x.groups = true;
        x.keeps = hook->keeps;
    }
    while (!x.failed && math_token_next(&x, &t)) {
        size_t end = literal_end(&x, &t);
        if (end == STR_NONE &&
            ((hook && hook->take(hook->user, &x, &t)) || math_token_expand(&x, &t))) {
            continue;
        }
        if (!math_token_count(&x, t.from.whole ? t.text.n : 0, &t)) {
            break;
        }
        put_token(&w, &t);
        if (end != STR_NONE) {
            copy_to(&w, end);
        }
    }
    flush(&w);
    *budget -= x.bytes < *budget ? x.bytes : *budget;
    *macros = x.macros;
    return !x.failed;
}
