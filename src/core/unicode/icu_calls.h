/* SPDX-License-Identifier: MIT */
/*
 * The functions of ICU's common library that the module uses, which are called with ICU(). A direct
 * call causes a linker error.
 */
#ifndef DOSSIER_UNICODE_ICU_CALLS_H
#define DOSSIER_UNICODE_ICU_CALLS_H

#include "core/base/module.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/ucasemap.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>

struct icu_calls {
#define CALL(name) MODULE_FIELD(name)
#include "core/unicode/icu_calls.def"
#undef CALL
};
const struct icu_calls *icu_common(void);

/** A function of the list: `ICU(u_charType)(c)`. The first call loads the library. */
#define ICU(name) (icu_common()->name)

#endif
