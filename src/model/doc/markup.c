/* SPDX-License-Identifier: MIT */
/* The table of classes and attributes. */
#include "model/doc/markup.h"

enum {
    DIV = DOC_MARKUP_DIV,
    SPAN = DOC_MARKUP_SPAN,
    HEADING = DOC_MARKUP_HEADING,
    CODE = DOC_MARKUP_CODE,
    IMAGE = DOC_MARKUP_IMAGE,
    TABLE = DOC_MARKUP_TABLE,
    ANY = DIV | SPAN | HEADING | CODE | IMAGE | TABLE
};

static const struct doc_markup rows[] = {
#define CLASS(name, kinds, text, example) {name, kinds, text, example, false, false},
#define CLASS_QUIET(name, kinds, text, example) {name, kinds, text, example, false, true},
#define KEY(name, kinds, text, example) {name, kinds, text, example, true, false},
#define KEY_QUIET(name, kinds, text, example) {name, kinds, text, example, true, true},
#include "model/doc/markup.def"
};

const struct doc_markup *doc_markup_rows(size_t *n) {
    *n = ARRAY_LEN(rows);
    return rows;
}
