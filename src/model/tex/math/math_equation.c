/* SPDX-License-Identifier: MIT */
/*
 * TeX math: the numbers of equations (amsmath's manual, 3.11 and 3.12). Decides which lines have a
 * number and which form it has; the caller counts, and the outputs place the numbers.
 */
#include "model/tex/math/math_command.h"

DIAG_USE(DIAG_TEX_SYNTAX);

struct math_line *math_line_new(struct math_parser *p) {
    struct math_line *line = ARENA_NEW(p->arena, struct math_line);
    if (p->last_line) {
        p->last_line->next = line;
    }
    p->last_line = line;
    return line;
}

/** Returns a node that shows nothing. */
static struct math *nothing(struct math_parser *p, size_t from) {
    return math_node(p, MATH_SPACE, from);
}

struct math *math_read_tag(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    bool starred = math_accept(p, '*');
    struct math *number = math_text_argument(p, MATH_UPRIGHT, from);
    if (p->lacks) {
        return NULL;
    }
    if (p->line->tag) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "a second `\\tag` in one equation");
    }
    p->line->tag = number;
    p->line->at = math_span(p, from, p->pos);
    p->line->starred = starred;
    return nothing(p, from);
}

struct math *math_read_label(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str label;
    if (!math_raw_argument(p, &label)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks its name in braces", c->name);
        return NULL;
    }
    if (p->line->label.n) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos,
                      "a second `\\label` in one equation: `%.*s` is lost",
                      STR_ARG(p->line->label));
    }
    p->line->label = str_trim(label);
    p->line->at = math_span(p, from, p->pos);
    return nothing(p, from);
}

struct math *math_read_no_number(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    p->line->numbered = false;
    return nothing(p, from);
}

struct math *math_read_ref(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str label;
    if (!math_raw_argument(p, &label)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks its name in braces", c->name);
        return NULL;
    }
    struct math_ref *ref = ARENA_NEW(p->arena, struct math_ref);
    ref->node = math_node(p, MATH_TEXT, from);
    ref->node->text = STR("??"); /* LaTeX prints this for undefined labels */
    ref->label = str_trim(label);
    ref->parentheses = c->a != 0;
    *p->refs = ref;
    p->refs = &ref->next;
    return ref->node;
}

struct str math_count_next(struct arena *a, struct math_count *count) {
    struct buf b = BUF_INIT;
    count->n++;
    buf_str(&b, count->before);
    if (count->letters) {
        buf_letters(&b, count->n, 'a');
    } else {
        buf_int(&b, count->n);
    }
    return buf_finish(&b, a);
}

bool math_number_lines(struct arena *a, struct math *m, bool left, struct math_count *count) {
    bool any = false;
    for (struct math_line *line = m->numbers; line; line = line->next) {
        line->left = left;
        if (line->number.n) {
            any = true; /* this is a copy of a formula, so it already has its number */
            continue;
        }
        if (line->tag) {
            struct buf b = BUF_INIT;
            math_to_plain(&b, line->tag);
            line->reference = buf_finish(&b, a);
        } else if (line->numbered) {
            line->reference = math_count_next(a, count);
        } else {
            continue;
        }
        line->number =
            line->starred ? line->reference : arena_join(a, 3, STR("("), line->reference, STR(")"));
        any = true;
    }
    return any;
}
