/* SPDX-License-Identifier: MIT */
/* Reads brackets: links, images, footnotes, inline notes, spans, and finally citations. Decides
 * which construct a closing bracket ends (CommonMark 0.29 "look for link or image", with pandoc's
 * spans and notes). */
#include "read/markdown/core/inline_pass.h"

#include "core/base/word_list.h"

#include <string.h>

#define MAX_KINDS 2 /* maximum number of nested nodes for the classes of one span */

/* Returns the innermost bracket that may become a link: `b`, or one around it in the same note; or
 * NULL. */
static struct bracket *link_opener(struct bracket *b) {
    return !b || b->note ? NULL : b->image ? b->around : b;
}

void md_inl_open_bracket(struct inl *x, size_t length, bool image, bool note) {
    struct bracket *b = ARENA_NEW(x->m->a, struct bracket);
    if (x->brackets) {
        x->brackets->nested = true;
    }
    b->prev = x->brackets;
    b->around = link_opener(x->brackets);
    b->delim = x->delims;
    b->node = md_inl_text(x, x->at, x->at + length);
    b->node->u.text.escaped = true;
    x->at += length;
    b->begin = x->at;
    b->space = x->space;
    b->crossrefs = x->m->labels.refs.n;
    b->image = image;
    b->note = note;
    b->in_note = note || (b->prev && b->prev->in_note);
    b->active = true;
    x->brackets = b;
}

void md_inl_wrap(struct inl *x, struct doc_node *node) {
    struct doc_node *open = x->brackets->node;
    md_move(node, open->next, NULL);
    doc_replace(open, node);
}

/* Returns the offset of the bracket, including the "!" or "^" before it. */
static size_t begin_of(const struct bracket *b) {
    return b->begin - (b->image || b->note ? 2 : 1);
}

/* Called when the innermost bracket ends. Records in the bracket around it how often the keys and
 * references inside were examined in vain. The number is limited, so that the time is
 * linear. */
static void pass_keys(struct inl *x) {
    const struct bracket *b = x->brackets;
    if (b->prev && (b->cites || x->m->labels.refs.n > b->crossrefs)) {
        b->prev->cites = b->prev->cites || b->cites;
        b->prev->failed = b->failed + 1 > b->prev->failed ? b->failed + 1 : b->prev->failed;
    }
}

static void pop(struct inl *x) {
    x->brackets = x->brackets->prev;
}

/* ---- links and images */

/** The target of a link. */
struct target {
    struct str url, title;
    struct md_ref *ref;       /* the definition of the link, or NULL */
    struct doc_node *heading; /* the heading that the link refers to if there is no definition */
};

/* Reads a target with spaces in the address, or with quotation marks in the title. Returns the
 * offset after it, or 0. */
static size_t spaced_target(struct inl *x, size_t at, struct target *out) {
    struct str s = x->s;
    size_t n = md_scan_url(s, at, &out->url), gap = str_past(s, at + n, is_space);
    size_t title = n && gap > at + n ? md_scan_loose_title(s, gap, ')', &out->title) : 0;
    if (!title) {
        n = md_scan_spaced_url(x->m, s, at, true, &out->url);
        gap = str_past(s, at + n, is_space);
        title = n ? md_scan_loose_title(s, gap, ')', &out->title) : 0;
    }
    gap = str_past(s, gap + title, is_space);
    out->title = title ? out->title : STR_EMPTY;
    return n && gap < s.n && s.p[gap] == ')' ? gap + 1 : 0;
}

/* Reads `(url "title")` at `at`. Returns the offset after it, or 0. */
static size_t inline_target(struct inl *x, size_t at, struct target *out) {
    struct str s = x->s;
    if (at >= s.n || s.p[at] != '(') {
        return 0;
    }
    at = str_past(s, at + 1, is_space);
    size_t n = md_scan_url(s, at, &out->url);
    size_t gap = str_past(s, at + n, is_space);
    gap += gap > at + n ? md_scan_title(s, gap, &out->title) : 0;
    gap = str_past(s, gap, is_space);
    /* empty parentheses are a target with an empty address */
    if (gap < s.n && s.p[gap] == ')') {
        return gap + 1;
    }
    return x->m->format.pandoc ? spaced_target(x, at, out) : 0;
}

/* Reads `[label]` after the bracket, or uses the bracket itself as the label. Returns the offset
 * after it, or 0. */
static size_t reference_target(struct inl *x, struct target *out) {
    const struct bracket *b = x->brackets;
    size_t close = x->at, end = close + 1;
    struct str label = STR_EMPTY;
    if (md_on(x->m, MD_SPACED_REFERENCE_LINKS)) {
        size_t next = str_past(x->s, end, is_space);
        end = next < x->s.n && x->s.p[next] == '[' ? next : end;
    }
    size_t n = md_scan_label(x->s, end);
    if (n) {
        label = str_slice(x->s, end + 1, end + n - 1);
        end += n;
    } else {
        if (end + 1 < x->s.n && x->s.p[end] == '[' && x->s.p[end + 1] == ']') {
            end += 2;
        }
        bool span = end == close + 1 && md_on(x->m, MD_BRACKETED_SPANS) &&
                    md_attr(x->m, x->t, end, NULL, NULL, NULL);
        if (b->nested || span) {
            return 0;
        }
        label = str_slice(x->s, b->begin, close);
    }
    if (!str_trim(label).n || label.n > 999) {
        return 0;
    }
    out->ref = md_ref(x->m, label);
    if (out->ref) {
        out->ref->linked = true;
    }
    if (out->ref &&
        !md_ref_affords(x->m, out->ref->url, out->ref->title, md_span(x->t, b->begin, close))) {
        out->ref = NULL;
    } else if (out->ref) {
        out->url = out->ref->url;
        out->title = out->ref->title;
    } else if (!b->image && md_on(x->m, MD_IMPLICIT_HEADER_REFERENCES)) {
        out->heading = md_ref_heading(x->m, label);
    }
    return out->ref || out->heading ? end : 0;
}

/* Copies the attributes of the definition of a link. Only the first link gets the identifier. */
static void take_attributes(struct inl *x, struct doc_node *link, struct md_ref *ref) {
    const struct doc_attr *attr = &ref->attr;
    if (!attr->id.n && !attr->nclasses && !attr->npairs) {
        return;
    }
    doc_set_id(x->m->doc, link, ref->used ? STR_EMPTY : attr->id);
    ref->used = true;
    /* doc_add_class() copies the array before it changes it */
    link->attr->classes = attr->classes;
    link->attr->nclasses = attr->nclasses;
    link->attr->npairs = attr->npairs;
    link->attr->pairs = arena_copy(x->m->a, attr->pairs, attr->npairs * sizeof *attr->pairs);
}

/* Registers a link to a heading. The link gets its address when the heading has an identifier. */
static void lead_to_heading(struct inl *x, struct doc_node *link, struct doc_node *heading) {
    vec_push(&x->m->labels.refs, (struct md_crossref){.heading = heading});
    link->u.link.ref = x->m->labels.refs.n;
}

/* Makes the open brackets around a link inactive, because links cannot be nested. The brackets
 * around an inactive bracket are inactive already, so the loop stops at the first one. */
static void deactivate(struct inl *x) {
    for (struct bracket *b = link_opener(x->brackets); b && b->active; b = b->around) {
        b->active = false;
    }
}

static bool close_link(struct inl *x) {
    struct bracket *b = x->brackets;
    struct target to = {.ref = NULL};
    if (!b->active) {
        return false;
    }
    size_t end = inline_target(x, x->at + 1, &to);
    if (end) {
        to.url = md_unescape(x->m, to.url);
        to.title = md_unescape(x->m, to.title);
    } else {
        end = reference_target(x, &to);
    }
    if (!end) {
        return false;
    }
    struct doc_node *link =
        doc_node_new(x->m->doc, b->image ? DOC_IMAGE : DOC_LINK, md_span(x->t, begin_of(b), end));
    link->u.link.url = to.url;
    link->u.link.title = to.title;
    if (to.ref) {
        take_attributes(x, link, to.ref);
    }
    md_inl_emphasis(x, b->delim);
    md_inl_wrap(x, link);
    if (b->cites) {
        md_inl_cites_to_text(x->m, link);
    }
    if (!b->image) {
        md_inl_refs_to_text(x);
    }
    if (to.heading) {
        lead_to_heading(x, link, to.heading);
    } else if (!b->image && !link->first && to.url.n > 1 && to.url.p[0] == '#') {
        struct md_crossref ref = {
            .label = str_from(to.url, 1), .form = MD_REF_SHORT, .silent = true};
        vec_push(&x->m->labels.refs, ref);
        link->u.link.ref = x->m->labels.refs.n;
    }
    pop(x);
    if (!b->image) {
        deactivate(x);
    }
    x->at = end;
    md_inl_attr(x, link);
    return true;
}

/* ---- notes and spans */

/* Reads `[^label]`, a reference to a footnote. The nodes between the brackets are removed. */
static bool close_note_ref(struct inl *x) {
    struct bracket *b = x->brackets;
    struct str label = str_slice(x->s, b->begin, x->at);
    if (label.n < 2 || label.p[0] != '^') {
        return false;
    }
    struct span at = md_span(x->t, b->begin - 1, x->at + 1);
    struct doc_node *note = md_note_ref(x->m, str_from(label, 1), at);
    if (!note) {
        return false;
    }
    while (b->node->next) {
        doc_unlink(b->node->next);
    }
    while (x->delims != b->delim) {
        x->delims = x->delims->prev;
    }
    if (x->delims) {
        x->delims->next = NULL;
    }
    if (b->image) {
        b->node->u.text.text = STR("!");
        doc_insert_after(b->node, note);
    } else {
        doc_replace(b->node, note);
    }
    pop(x);
    x->at++;
    return true;
}

static void close_inline_note(struct inl *x) {
    struct bracket *b = x->brackets;
    struct span at = md_span(x->t, begin_of(b), x->at + 1);
    struct doc_node *note = doc_node_new(x->m->doc, DOC_NOTE, at);
    struct doc_node *para = doc_add(x->m->doc, note, DOC_PARA, md_span(x->t, b->begin, x->at));
    md_inl_emphasis(x, b->delim);
    md_move(para, b->node->next, NULL);
    doc_replace(b->node, note);
    pop(x);
    x->at++;
}

static bool is_small_caps(struct str style) {
    struct str value, name = str_trim(str_cut(&style, ':'));
    value = str_trim(style);
    value.n -= str_ends(value, STR(";")) ? 1 : 0;
    return str_ieq(name, STR("font-variant")) && str_ieq(str_trim(value), STR("small-caps"));
}

/* Returns the kind of node for a class, or for `style="font-variant: small-caps"`. */
static enum doc_kind kind_of_class(struct str cls) {
    return str_is(cls, "smallcaps")                        ? DOC_SMALL_CAPS
           : str_is(cls, "underline") || str_is(cls, "ul") ? DOC_UNDERLINE
                                                           : DOC_SPAN;
}

/** A kind of node that a span becomes because of a class or of its style. */
struct span_kind {
    enum doc_kind kind;
    struct str cls; /* the class; empty for the style */
};

/* Removes from the attributes the classes and the style that stand for kinds of nodes. Returns the
 * number of kinds. */
static size_t take_kinds(struct doc_attr *attr, struct span_kind kinds[MAX_KINDS]) {
    size_t n = 0, pairs = 0, classes = 0;
    for (size_t i = 0; i < attr->npairs; i++) {
        bool caps = str_is(attr->pairs[i].key, "style") && is_small_caps(attr->pairs[i].value);
        if (!caps) {
            attr->pairs[pairs++] = attr->pairs[i];
        } else if (n == 0) {
            kinds[n++] = (struct span_kind){DOC_SMALL_CAPS, STR_EMPTY};
        }
    }
    for (size_t i = 0; i < attr->nclasses; i++) {
        enum doc_kind kind = kind_of_class(attr->classes[i]);
        if (kind == DOC_SPAN) {
            attr->classes[classes++] = attr->classes[i];
        } else if (n == 0 || (n < MAX_KINDS && kinds[0].kind != kind)) {
            kinds[n++] = (struct span_kind){kind, attr->classes[i]};
        }
    }
    attr->npairs = pairs;
    attr->nclasses = classes;
    return n;
}

/* Moves the first class that is the name of an HTML element to the front. HTML then uses this
 * element for the span. */
static void put_element_first(struct doc_attr *attr) {
    for (size_t i = 0; i < attr->nclasses; i++) {
        struct str cls = attr->classes[i];
        if (str_among(cls, "mark kbd q cite small big samp var dfn ins abbr")) {
            memmove(attr->classes + 1, attr->classes, i * sizeof *attr->classes);
            attr->classes[0] = cls;
            return;
        }
    }
}

/* Wraps the content of the innermost bracket in a node. The bracket is still open, directly before
 * this node. */
static struct doc_node *wrap_inside(struct inl *x, enum doc_kind kind, struct span at) {
    struct doc_node *node = doc_node_new(x->m->doc, kind, at);
    md_inl_wrap(x, node);
    x->brackets->node = doc_text_new(x->m->doc, STR_EMPTY, at);
    doc_insert_before(node, x->brackets->node);
    return node;
}

/* Wraps the content of the brackets in a span (MANUAL, bracketed_spans). Classes that demand kinds
 * of nodes make nested nodes of these kinds. Other attributes make a span around them. Returns the
 * outermost node. */
static struct doc_node *make_span(struct inl *x, struct doc_attr *attr, struct span at) {
    struct span_kind kinds[MAX_KINDS];
    size_t n = take_kinds(attr, kinds);
    struct doc_node *outer = NULL;
    for (size_t i = n; i-- > 0;) {
        outer = wrap_inside(x, kinds[i].kind, at);
        if (kinds[i].cls.n) {
            doc_add_class(x->m->doc, outer, kinds[i].cls);
        }
    }
    if (!outer || attr->id.n || attr->nclasses || attr->npairs) {
        put_element_first(attr);
        outer = wrap_inside(x, DOC_SPAN, at);
        md_attr_put(x->m, outer, attr);
    }
    doc_unlink(x->brackets->node);
    return outer;
}

static bool close_span(struct inl *x) {
    struct bracket *b = x->brackets;
    struct doc_attr attr;
    size_t n = md_attr(x->m, x->t, x->at + 1, &attr, NULL, NULL);
    if (!n || b->image || !md_on(x->m, MD_BRACKETED_SPANS)) {
        return false;
    }
    size_t end = x->at + 1 + n;
    md_inl_emphasis(x, b->delim);
    struct doc_node *span = make_span(x, &attr, md_span(x->t, begin_of(b), end));
    pass_keys(x);
    if (!span->first) {
        /* in a caption, `[]{#name}` is a label, as \label is */
        vec_push(&x->m->labels.marks, (struct md_mark){span, false});
    }
    pop(x);
    x->at = end;
    return true;
}

void md_inl_close_bracket(struct inl *x) {
    struct bracket *b = x->brackets;
    if (!b) {
        md_inl_text(x, x->at, x->at + 1);
        x->at++;
        return;
    }
    if (b->note) {
        close_inline_note(x);
        return;
    }
    if (close_link(x) || close_note_ref(x) || (!x->m->github && close_span(x))) {
        x->space = b->space;
        return;
    }
    if (!x->m->github && (md_inl_cite_group(x) || md_inl_ref_group(x) || md_inl_cite_locator(x))) {
        return;
    }
    if (!b->image && b->begin < x->at && x->s.p[b->begin] == '^') {
        md_note_undefined(x->m, str_slice(x->s, b->begin, x->at),
                          md_span(x->t, b->begin - 1, x->at + 1));
    }
    pass_keys(x);
    pop(x);
    md_inl_text(x, x->at, x->at + 1)->u.text.escaped = true;
    x->at++;
}
