/* SPDX-License-Identifier: MIT */
/* LaTeX definitions of the commands of classes and packages. They are in .tex files of this folder,
 * and are read before the document. An empty argument prints neither text nor a comma. */
#include "read/latex/texdoc_model.h"

#include "core/base/word_list.h"

static const char letter[] =
#include "read/latex/letter.tex.inc"
    ;
static const char koma_letter[] =
#include "read/latex/koma_letter.tex.inc"
    ;
static const char moderncv[] =
#include "read/latex/moderncv.tex.inc"
    ;
static const char res[] =
#include "read/latex/res.tex.inc"
    ;
static const char packages[] =
#include "read/latex/packages.tex.inc"
    ;

struct str texdoc_class(struct str name) {
    if (str_among(name, "letter newlfm brief")) {
        return str_of(letter);
    }
    if (str_starts(name, STR("scrlttr"))) {
        return str_of(koma_letter);
    }
    if (str_is(name, "moderncv")) {
        return str_of(moderncv);
    }
    return str_is(name, "res") || str_is(name, "resume") ? str_of(res) : STR_EMPTY;
}

struct str texdoc_packages(void) {
    return str_of(packages);
}
