/* SPDX-License-Identifier: MIT */
/*
 * Floats: figures and tables. Each is set into a galley of its own and packed into one box, which
 * page_break.c places. This file decides which blocks float and where they may be placed.
 */
#include "print/layout/set/setter.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Reads LaTeX's letters for places: here, top, bottom, page; H means exactly here. Returns false
 * at another letter. */
static bool read_places(struct str letters, unsigned *places, bool *exactly) {
    *places = 0;
    *exactly = false;
    for (size_t i = 0; i < letters.n; i++) {
        switch (letters.p[i]) {
        case 'h':
            *places |= FLOAT_HERE;
            break;
        case 't':
            *places |= FLOAT_TOP;
            break;
        case 'b':
            *places |= FLOAT_FOOT;
            break;
        case 'H':
            *exactly = true;
            break;
        case 'p': /* `p` is accepted without effect, because columns of floats are always allowed */
        case '!':
            break;
        default:
            return false;
        }
    }
    if (*places == FLOAT_HERE) { /* LaTeX changes a lone h to ht */
        *places |= FLOAT_TOP;
    }
    return letters.n > 0;
}

/** Finds the value of `key` and its place in the source. The value comes from the block, from the
 * image in a figure, or from the document. */
static struct str find_places(const struct doc *doc, const struct doc_node *n, const char *key,
                              struct span *at) {
    const struct doc_node *image = n->kind == DOC_FIGURE && n->first ? n->first->first : NULL;
    const struct doc_node *const nodes[] = {n, image};
    for (size_t i = 0; i < ARRAY_LEN(nodes); i++) {
        if (!nodes[i]) {
            continue;
        }
        const struct doc_pair *p = doc_find_pair(nodes[i], key);
        p = p ? p : doc_find_pair(nodes[i], "pos");
        if (p) {
            *at = p->span;
            return p->value;
        }
    }
    const struct node *front = node_get(doc->front, key);
    *at = front ? front->span : SPAN_NONE;
    return str_trim(node_text(front));
}

bool set_float_asked(const struct setter *s, const struct doc_node *n, const char *key) {
    struct span at;
    return find_places(s->doc, n, key, &at).n > 0;
}

bool set_float_allowed(const struct setter *s, const struct frame *f) {
    return s->now.g == &s->body && f->list_level == 0 && f->left == 0 && !s->now.waits.labels &&
           !s->now.in_note && f->width == s->style->column_w && !s->style->sideways;
}

bool set_float_begin(struct setter *s, struct float_setting *fs, const struct doc_node *n,
                     const struct frame *f, const char *key, bool wide) {
    unsigned places = FLOAT_HERE | FLOAT_TOP;
    bool exactly = false;
    struct span at = SPAN_NONE;
    struct str value = find_places(s->doc, n, key, &at);
    if (value.n > 0 && !read_places(value, &places, &exactly)) {
        struct diag *g = diag_add(s->d, DIAG_UNKNOWN_VALUE, at, "`%.*s` names no place of a float",
                                  STR_ARG(value));
        diag_hint(s->d, g, "letters of places: h here, t top, b bottom, H exactly here");
        places = FLOAT_HERE | FLOAT_TOP;
        exactly = false;
    }
    wide = wide && s->style->columns > 1;
    if (exactly && !wide) {
        galley_after_floats(s->now.g);
    }
    if (!set_float_allowed(s, f) || (exactly && !wide)) {
        return false;
    }
    places = places ? places : FLOAT_TOP;
    fs->how = ARENA_NEW(s->arena, struct v_float);
    fs->how->places = places;
    fs->how->wide = wide;
    fs->how->above = s->style->in_text_sep;
    sp below = s->style->in_text_sep - s->style->par_skip.size;
    fs->how->below = below > 0 ? below : 0;
    set_galley_begin(s, &fs->own);
    return true;
}

void set_float_end(struct setter *s, struct float_setting *fs) {
    set_galley_end(s);
    if (fs->own.rows.n > 0) {
        struct v_box *box = galley_pack(&fs->own);
        const struct v_box *last = vec_last(&fs->own.rows).box;
        box->foot = last->foot > 0 ? last->foot : last->depth;
        galley_add_float(s->now.g, box, fs->how);
    }
    galley_drop(&fs->own);
}
