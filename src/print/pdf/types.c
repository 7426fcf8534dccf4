/* SPDX-License-Identifier: MIT */
/*
 * Structure types: the names of roles in PDF 1.7 (ISO 32000-1, 14.8.4) and in PDF 2.0, whose
 * namespace has partly different types (ISO 32000-2, 14.8.6 and annex M). A type that PDF 2.0 no
 * longer has keeps its old name; without a namespace, this name has the meaning of PDF 1.7.
 */
#include "print/pdf/job.h"

static const struct {
    const char *name;  /* the type's name in PDF 1.7 */
    const char *later; /* the type's name in the namespace of PDF 2.0; NULL: it has none */
} types[ROLE_COUNT] = {
#define TYPE(role, name, later) [ROLE_##role] = {name, later},
#include "print/pdf/types.def"
#undef TYPE
};

static bool holds(const struct page_elem *e, enum page_role role) {
    for (const struct page_elem *k = e->first; k; k = k->next) {
        if (k->role == role) {
            return true;
        }
    }
    return false;
}

static bool is_heading(enum page_role role) {
    return role >= ROLE_H1 && role <= ROLE_H6;
}

/** Returns the role with which an element is written. PDF 2.0 may require another one: ISO/TS
 * 32005, table 5, restricts which types may contain which others. */
static enum page_role role_of(const struct pdf_job *job, const struct page_elem *e) {
    const struct page_elem *parent = e->parent;
    if (job->version < 20) {
        return e->role;
    }
    while (parent && parent->role == ROLE_DIV && !holds(parent, ROLE_CAPTION)) {
        parent = parent->parent; /* a Div may contain whatever its parent may contain */
    }
    enum page_role in = parent ? parent->role : ROLE_DOCUMENT;
    if (is_heading(e->role) && in == ROLE_NOTE) {
        return ROLE_P;
    }
    if (job->titled && e->role > ROLE_H1 && e->role <= ROLE_H6) {
        /* in PDF 2.0 the type Title is not a heading, so the headings below it begin with H1 */
        return (enum page_role)(e->role - 1);
    }
    if (e->role == ROLE_DIV && holds(e, ROLE_CAPTION)) {
        return ROLE_SECT;
    }
    if (e->role == ROLE_BIB_ENTRY && (holds(e, ROLE_FORMULA) || holds(e, ROLE_CODE))) {
        return ROLE_P;
    }
    bool cell = in == ROLE_TD || in == ROLE_TH;
    return e->role == ROLE_BLOCK_QUOTE && cell ? ROLE_DIV : e->role;
}

const char *pdf_type_name(const struct pdf_job *job, const struct page_elem *e) {
    enum page_role role = role_of(job, e);
    return job->version >= 20 && types[role].later ? types[role].later : types[role].name;
}

bool pdf_type_is_later(const struct pdf_job *job, const struct page_elem *e) {
    return job->version >= 20 && types[role_of(job, e)].later;
}
