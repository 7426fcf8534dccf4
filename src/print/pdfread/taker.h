/* SPDX-License-Identifier: MIT */
/*
 * The state of a page that is converted to a form, shared by form.c, which writes the objects, and
 * standard.c, which checks them.
 */
#ifndef DOSSIER_PDFREAD_TAKER_H
#define DOSSIER_PDFREAD_TAKER_H

#include "core/base/vec.h"
#include "print/pdfread/form.h"
#include "print/pdfread/open.h"

struct taker {
    struct arena *a;
    struct pdfread_lib *pdf;
    struct pdfread_form *form;
    qpdf_oh page;
    VEC(qpdf_oh) handles; /* of the objects, by their number in the form */
    VEC(uint32_t) known;  /* number in the file to number in the form */
    VEC(struct pdfread_object) done;
    size_t bytes, values; /* written so far */
    const char *fault;    /* why the page cannot be converted; the result is then dropped */
};

static inline qpdf_oh taker_get(const struct taker *t, qpdf_oh dict, const char *key) {
    return QPDF(t->pdf, oh_get_key_if_dict, dict, key);
}

static inline bool taker_is_name(const struct taker *t, qpdf_oh value, const char *name) {
    const char *p = NULL;
    size_t n = 0;
    return QPDF(t->pdf, oh_get_value_as_name, value, &p, &n) && str_is((struct str){p, n}, name);
}

/** Notes features that standards forbid: in a dictionary, in an array, in content, and in a stream
 * that may be a colour profile. standard.c */
void pdfread_look_at(struct taker *t, qpdf_oh dict);
void pdfread_look_at_array(struct taker *t, qpdf_oh array);
void pdfread_look_at_content(struct taker *t, const struct pdfread_seen *seen);
void pdfread_look_at_profile(struct taker *t, struct str profile);

#endif
