/* SPDX-License-Identifier: MIT */
/*
 * The functions of HarfBuzz, which is loaded at the first call.
 */
#ifndef DOSSIER_FONT_HB_CALLS_H
#define DOSSIER_FONT_HB_CALLS_H

#include "core/base/module.h"
#include "print/font/hb_library.h"

struct hb_calls {
#define CALL(name) MODULE_FIELD(name)
#include "print/font/hb_calls.def"
#undef CALL
};
const struct hb_calls *font_hb(void);

/** Calls a function of HarfBuzz, whose name is given without "hb_": HB(face_create, blob, 0). */
#define HB(name, ...) (font_hb()->hb_##name(__VA_ARGS__))

#endif
