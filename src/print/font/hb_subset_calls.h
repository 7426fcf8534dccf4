/* SPDX-License-Identifier: MIT */
/*
 * The functions of HarfBuzz's subset library. Each name is a macro for the library's function; the
 * library is loaded at the first call. A call of a function that is missing in this list causes an
 * error of the linker.
 */
#ifndef DOSSIER_FONT_HB_SUBSET_CALLS_H
#define DOSSIER_FONT_HB_SUBSET_CALLS_H

#include "core/base/module.h"
#include "print/font/hb_library.h"

#define HB_SUBSET_CALLS(X)                                                                         \
    X(hb_subset_input_create_or_fail)                                                              \
    X(hb_subset_input_destroy)                                                                     \
    X(hb_subset_input_glyph_set)                                                                   \
    X(hb_subset_input_set)                                                                         \
    X(hb_subset_input_set_flags)                                                                   \
    X(hb_subset_plan_create_or_fail)                                                               \
    X(hb_subset_plan_destroy)                                                                      \
    X(hb_subset_plan_execute_or_fail)                                                              \
    X(hb_subset_plan_old_to_new_glyph_mapping)

struct hb_subset_calls {
    HB_SUBSET_CALLS(MODULE_FIELD)
};
const struct hb_subset_calls *font_hb_subset(void);

#ifndef HB_SUBSET_CALLS_BY_NAME
#define hb_subset_input_create_or_fail (font_hb_subset()->hb_subset_input_create_or_fail)
#define hb_subset_input_destroy (font_hb_subset()->hb_subset_input_destroy)
#define hb_subset_input_glyph_set (font_hb_subset()->hb_subset_input_glyph_set)
#define hb_subset_input_set (font_hb_subset()->hb_subset_input_set)
#define hb_subset_input_set_flags (font_hb_subset()->hb_subset_input_set_flags)
#define hb_subset_plan_create_or_fail (font_hb_subset()->hb_subset_plan_create_or_fail)
#define hb_subset_plan_destroy (font_hb_subset()->hb_subset_plan_destroy)
#define hb_subset_plan_execute_or_fail (font_hb_subset()->hb_subset_plan_execute_or_fail)
#define hb_subset_plan_old_to_new_glyph_mapping                                                    \
    (font_hb_subset()->hb_subset_plan_old_to_new_glyph_mapping)
#endif

#endif
