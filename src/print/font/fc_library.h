/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of fontconfig that is called (2.13 and later, libfontconfig.so.1). Its headers
 * need not be installed. tests/package/check_declared compares these declarations with them.
 */
#ifndef DOSSIER_FONT_FC_LIBRARY_H
#define DOSSIER_FONT_FC_LIBRARY_H

#include <stdint.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <fontconfig/fontconfig.h>
#else
#define FC_FAMILY "family"
#define FC_SLANT "slant"
#define FC_WEIGHT "weight"
#define FC_WIDTH "width"
#define FC_FILE "file"
#define FC_INDEX "index"
#define FC_COLOR "color"
#define FC_VARIABLE "variable"
#define FC_CHARSET "charset"
#define FC_LANG "lang"
#define FC_FULLNAME "fullname"
#define FC_FONTFORMAT "fontformat"
#define FC_WEIGHT_REGULAR 80
#define FC_SLANT_ROMAN 0
#define FC_WIDTH_NORMAL 100
#define FcFalse 0
typedef unsigned char FcChar8;
typedef uint32_t FcChar32;
typedef int FcBool;
typedef enum { FcResultMatch = 0 } FcResult;
typedef enum { FcLangEqual = 0 } FcLangResult;
typedef struct _FcConfig FcConfig;
typedef struct _FcPattern FcPattern;
typedef struct _FcCharSet FcCharSet;
typedef struct _FcLangSet FcLangSet;
typedef struct _FcStrList FcStrList;
typedef struct _FcObjectSet FcObjectSet;
typedef struct _FcFontSet {
    int nfont, sfont;
    FcPattern **fonts;
} FcFontSet;
#endif

FcConfig *FcInitLoadConfigAndFonts(void);
FcBool FcConfigAppFontAddDir(FcConfig *config, const FcChar8 *dir);
void FcConfigDestroy(FcConfig *config);
FcStrList *FcConfigGetCacheDirs(FcConfig *config);
FcStrList *FcConfigGetConfigDirs(FcConfig *config);
FcStrList *FcConfigGetConfigFiles(FcConfig *config);
FcStrList *FcConfigGetFontDirs(FcConfig *config);
FcChar8 *FcStrListNext(FcStrList *list);
void FcStrListDone(FcStrList *list);
FcCharSet *FcCharSetCreate(void);
FcBool FcCharSetAddChar(FcCharSet *set, FcChar32 cp);
void FcCharSetDestroy(FcCharSet *set);
FcLangResult FcLangSetHasLang(const FcLangSet *set, const FcChar8 *lang);
FcObjectSet *FcObjectSetBuild(const char *first, ...);
void FcObjectSetDestroy(FcObjectSet *set);
FcPattern *FcPatternCreate(void);
void FcPatternDestroy(FcPattern *p);
FcBool FcPatternAddCharSet(FcPattern *p, const char *object, const FcCharSet *set);
FcBool FcPatternAddString(FcPattern *p, const char *object, const FcChar8 *text);
FcResult FcPatternGetBool(const FcPattern *p, const char *object, int n, FcBool *out);
FcResult FcPatternGetInteger(const FcPattern *p, const char *object, int n, int *out);
FcResult FcPatternGetLangSet(const FcPattern *p, const char *object, int n, FcLangSet **out);
FcResult FcPatternGetString(const FcPattern *p, const char *object, int n, FcChar8 **out);
FcFontSet *FcFontList(FcConfig *config, FcPattern *p, FcObjectSet *objects);
void FcFontSetDestroy(FcFontSet *set);

#endif
