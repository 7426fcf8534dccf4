/* SPDX-License-Identifier: MIT */
/*
 * Brackets and their scripts in MathML. In TeX the scripts of (a + b)^2 belong to the closing
 * bracket, which is right for boxes, but screen readers need the whole bracket as their base.
 * Therefore a pair of the same kind becomes an <mrow> when its end has scripts.
 */
#include "model/tex/math/math_mathml.h"

#include "core/base/bounds.h"

/** Whether `close` closes what `open` opens. If both characters are the same, as for \lvert and
 * \rvert, their classes differ. */
static bool is_pair(struct str open, struct str close) {
    static const char *const pairs[][2] = {{"(", ")"}, {"[", "]"}, {"{", "}"}, {"⟨", "⟩"},
                                           {"⌊", "⌋"}, {"⌈", "⌉"}, {"⟦", "⟧"}, {"⟮", "⟯"}};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        if (str_is(open, pairs[i][0])) {
            return str_is(close, pairs[i][1]);
        }
    }
    return str_eq(open, close);
}

static const struct math *closing_sign(const struct math *m) {
    m = m->kind == MATH_SCRIPTS && !m->limits ? m->kid[0] : m;
    return m->kind == MATH_SYMBOL && m->cls == MATH_CLOSE ? m : NULL;
}

/** Whether a child is certainly not higher than a bracket: a letter or a number, perhaps with a
 * subscript. */
static bool is_low(const struct math *m) {
    if (m->kind == MATH_SCRIPTS && !m->limits && !m->kid[2]) {
        m = m->kid[0];
    }
    m = math_inside(m);
    bool sign = m->kind == MATH_SYMBOL && m->cls != MATH_OP && !m->stretchy && !m->big;
    return sign || m->kind == MATH_NUMBER || m->kind == MATH_TEXT ||
           (m->kind == MATH_SPACE && !m->height_mu);
}

void mathml_brackets_find(struct mathml_brackets *b, const struct math *row) {
    size_t open = 0; /* the innermost open bracket, counted from 1; 0 outside of brackets */
    *b = (struct mathml_brackets){0};
    for (const struct math *m = row->first; m; m = m->next) {
        const struct math *sign = closing_sign(m);
        bool high = !is_low(m);
        if (m->kind == MATH_SYMBOL && m->cls == MATH_OPEN) {
            vec_push(&b->all, (struct mathml_bracket){.open = m, .outer = open, .high = false});
            open = b->all.n;
            /* the bracket may differ in kind from the open one, as in an interval */
        } else if (sign && open) {
            struct mathml_bracket *pair = &b->all.p[open - 1];
            if (m != sign && pair->inside < LIMIT_TEX_DEPTH &&
                is_pair(pair->open->text, sign->text) && (!pair->high || sign->big)) {
                pair->scripts = m;
                pair->inside++;
            }
            high = high || pair->high;
            open = pair->outer;
            if (open && b->all.p[open - 1].inside < pair->inside) {
                b->all.p[open - 1].inside = pair->inside;
            }
        }
        if (open && high) {
            b->all.p[open - 1].high = true;
        }
    }
}

const struct math *mathml_brackets_begin(struct mathml_brackets *b, const struct math *m) {
    if (b->next == b->all.n || b->all.p[b->next].open != m) {
        return NULL;
    }
    struct mathml_bracket *pair = &b->all.p[b->next++];
    /* this bracket is now the innermost one; `outer` is the bracket around it */
    if (pair->scripts) {
        pair->outer = b->written;
        b->written = b->next;
    }
    return pair->scripts;
}

bool mathml_brackets_end(struct mathml_brackets *b, const struct math *m) {
    if (!b->written || b->all.p[b->written - 1].scripts != m) {
        return false;
    }
    b->written = b->all.p[b->written - 1].outer;
    return true;
}

void mathml_brackets_drop(struct mathml_brackets *b) {
    vec_drop(&b->all);
}
