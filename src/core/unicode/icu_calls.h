/* SPDX-License-Identifier: MIT */
/*
 * The functions of ICU's common library that the module uses. Each name is a macro for the
 * function, and the first call loads the library. A call of a function that is not listed here
 * causes an error of the linker.
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

#ifndef ICU_CALLS_BY_NAME
#undef u_charDirection
#define u_charDirection (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_charDirection))
#undef u_charType
#define u_charType (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_charType))
#undef u_getIntPropertyValue
#define u_getIntPropertyValue (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_getIntPropertyValue))
#undef u_hasBinaryProperty
#define u_hasBinaryProperty (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_hasBinaryProperty))
#undef u_isULowercase
#define u_isULowercase (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_isULowercase))
#undef u_isUUppercase
#define u_isUUppercase (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_isUUppercase))
#undef u_isUWhiteSpace
#define u_isUWhiteSpace (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_isUWhiteSpace))
#undef u_strFoldCase
#define u_strFoldCase (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_strFoldCase))
#undef u_strFromUTF8WithSub
#define u_strFromUTF8WithSub (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_strFromUTF8WithSub))
#undef u_strToUTF8
#define u_strToUTF8 (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_strToUTF8))
#undef u_strToUTF8WithSub
#define u_strToUTF8WithSub (icu_common()->U_ICU_ENTRY_POINT_RENAME(u_strToUTF8WithSub))
#undef ubidi_close
#define ubidi_close (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubidi_close))
#undef ubidi_getBaseDirection
#define ubidi_getBaseDirection (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubidi_getBaseDirection))
#undef ubidi_getLevels
#define ubidi_getLevels (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubidi_getLevels))
#undef ubidi_open
#define ubidi_open (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubidi_open))
#undef ubidi_setPara
#define ubidi_setPara (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubidi_setPara))
#undef ubrk_close
#define ubrk_close (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubrk_close))
#undef ubrk_next
#define ubrk_next (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubrk_next))
#undef ubrk_open
#define ubrk_open (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubrk_open))
#undef ubrk_setUText
#define ubrk_setUText (icu_common()->U_ICU_ENTRY_POINT_RENAME(ubrk_setUText))
#undef ucasemap_close
#define ucasemap_close (icu_common()->U_ICU_ENTRY_POINT_RENAME(ucasemap_close))
#undef ucasemap_open
#define ucasemap_open (icu_common()->U_ICU_ENTRY_POINT_RENAME(ucasemap_open))
#undef ucasemap_utf8ToLower
#define ucasemap_utf8ToLower (icu_common()->U_ICU_ENTRY_POINT_RENAME(ucasemap_utf8ToLower))
#undef ucasemap_utf8ToTitle
#define ucasemap_utf8ToTitle (icu_common()->U_ICU_ENTRY_POINT_RENAME(ucasemap_utf8ToTitle))
#undef ucasemap_utf8ToUpper
#define ucasemap_utf8ToUpper (icu_common()->U_ICU_ENTRY_POINT_RENAME(ucasemap_utf8ToUpper))
#undef uloc_forLanguageTag
#define uloc_forLanguageTag (icu_common()->U_ICU_ENTRY_POINT_RENAME(uloc_forLanguageTag))
#undef unorm2_getNFCInstance
#define unorm2_getNFCInstance (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_getNFCInstance))
#undef unorm2_getNFDInstance
#define unorm2_getNFDInstance (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_getNFDInstance))
#undef unorm2_getNFKCInstance
#define unorm2_getNFKCInstance (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_getNFKCInstance))
#undef unorm2_getNFKDInstance
#define unorm2_getNFKDInstance (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_getNFKDInstance))
#undef unorm2_getRawDecomposition
#define unorm2_getRawDecomposition                                                                 \
    (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_getRawDecomposition))
#undef unorm2_normalize
#define unorm2_normalize (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_normalize))
#undef unorm2_quickCheck
#define unorm2_quickCheck (icu_common()->U_ICU_ENTRY_POINT_RENAME(unorm2_quickCheck))
#undef uscript_getScript
#define uscript_getScript (icu_common()->U_ICU_ENTRY_POINT_RENAME(uscript_getScript))
#undef utext_close
#define utext_close (icu_common()->U_ICU_ENTRY_POINT_RENAME(utext_close))
#undef utext_openUTF8
#define utext_openUTF8 (icu_common()->U_ICU_ENTRY_POINT_RENAME(utext_openUTF8))
#endif

#endif
