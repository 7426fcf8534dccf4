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
static const char beamer[] =
#include "read/latex/beamer.tex.inc"
    ;
static const char europecv[] =
#include "read/latex/europecv.tex.inc"
    ;
static const char altacv[] =
#include "read/latex/altacv.tex.inc"
    ;
static const char packages[] =
#include "read/latex/packages.tex.inc"
    ;

struct str texdoc_class(struct str name) {
    static const struct {
        const char *names, *text;
    } classes[] = {{"letter newlfm brief", letter},
                   {"moderncv", moderncv},
                   {"res resume", res},
                   {"beamer", beamer},
                   {"europecv europasscv", europecv},
                   {"altacv", altacv}};
    if (str_starts(name, STR("scrlttr"))) {
        return str_of(koma_letter);
    }
    for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
        if (str_among(name, classes[i].names)) {
            return str_of(classes[i].text);
        }
    }
    return STR_EMPTY;
}

struct str texdoc_packages(void) {
    return str_of(packages);
}
