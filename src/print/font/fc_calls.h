/* SPDX-License-Identifier: MIT */
/*
 * The functions of fontconfig. Each name is a macro for the library's function; the library is
 * loaded at the first call. A call of a function that is missing in this list causes an error of
 * the linker.
 */
#ifndef DOSSIER_FONT_FC_CALLS_H
#define DOSSIER_FONT_FC_CALLS_H

#include "core/base/module.h"
#include "print/font/fc_library.h"

struct fc_calls {
#define CALL(name) MODULE_FIELD(name)
#include "print/font/fc_calls.def"
#undef CALL
};
const struct fc_calls *font_fc(void);

#ifndef FC_CALLS_BY_NAME
#define FcCharSetAddChar (font_fc()->FcCharSetAddChar)
#define FcCharSetCreate (font_fc()->FcCharSetCreate)
#define FcCharSetDestroy (font_fc()->FcCharSetDestroy)
#define FcConfigAppFontAddDir (font_fc()->FcConfigAppFontAddDir)
#define FcConfigDestroy (font_fc()->FcConfigDestroy)
#define FcConfigGetCacheDirs (font_fc()->FcConfigGetCacheDirs)
#define FcConfigGetConfigDirs (font_fc()->FcConfigGetConfigDirs)
#define FcConfigGetConfigFiles (font_fc()->FcConfigGetConfigFiles)
#define FcConfigGetFontDirs (font_fc()->FcConfigGetFontDirs)
#define FcFontList (font_fc()->FcFontList)
#define FcFontSetDestroy (font_fc()->FcFontSetDestroy)
#define FcInitLoadConfigAndFonts (font_fc()->FcInitLoadConfigAndFonts)
#define FcLangSetHasLang (font_fc()->FcLangSetHasLang)
#define FcObjectSetBuild (font_fc()->FcObjectSetBuild)
#define FcObjectSetDestroy (font_fc()->FcObjectSetDestroy)
#define FcPatternAddCharSet (font_fc()->FcPatternAddCharSet)
#define FcPatternAddString (font_fc()->FcPatternAddString)
#define FcPatternCreate (font_fc()->FcPatternCreate)
#define FcPatternDestroy (font_fc()->FcPatternDestroy)
#define FcPatternGetBool (font_fc()->FcPatternGetBool)
#define FcPatternGetInteger (font_fc()->FcPatternGetInteger)
#define FcPatternGetLangSet (font_fc()->FcPatternGetLangSet)
#define FcPatternGetString (font_fc()->FcPatternGetString)
#define FcStrListDone (font_fc()->FcStrListDone)
#define FcStrListNext (font_fc()->FcStrListNext)
#endif

#endif
