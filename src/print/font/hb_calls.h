/* SPDX-License-Identifier: MIT */
/*
 * The functions of HarfBuzz. Each name is a macro for the library's function; the library is loaded
 * at the first call. A call of a function that is missing in this list causes an error of the
 * linker.
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

#ifndef HB_CALLS_BY_NAME
#define hb_face_reference (font_hb()->hb_face_reference)
#define hb_font_set_synthetic_slant (font_hb()->hb_font_set_synthetic_slant)
#define hb_font_set_variations (font_hb()->hb_font_set_variations)
#define hb_ot_var_find_axis_info (font_hb()->hb_ot_var_find_axis_info)
#define hb_blob_create_from_file_or_fail (font_hb()->hb_blob_create_from_file_or_fail)
#define hb_blob_destroy (font_hb()->hb_blob_destroy)
#define hb_blob_get_data (font_hb()->hb_blob_get_data)
#define hb_blob_get_empty (font_hb()->hb_blob_get_empty)
#define hb_blob_get_length (font_hb()->hb_blob_get_length)
#define hb_buffer_add_utf8 (font_hb()->hb_buffer_add_utf8)
#define hb_buffer_clear_contents (font_hb()->hb_buffer_clear_contents)
#define hb_buffer_create (font_hb()->hb_buffer_create)
#define hb_buffer_destroy (font_hb()->hb_buffer_destroy)
#define hb_buffer_get_glyph_infos (font_hb()->hb_buffer_get_glyph_infos)
#define hb_buffer_get_glyph_positions (font_hb()->hb_buffer_get_glyph_positions)
#define hb_buffer_get_script (font_hb()->hb_buffer_get_script)
#define hb_buffer_guess_segment_properties (font_hb()->hb_buffer_guess_segment_properties)
#define hb_buffer_set_direction (font_hb()->hb_buffer_set_direction)
#define hb_buffer_set_script (font_hb()->hb_buffer_set_script)
#define hb_buffer_set_flags (font_hb()->hb_buffer_set_flags)
#define hb_buffer_set_language (font_hb()->hb_buffer_set_language)
#define hb_draw_funcs_create (font_hb()->hb_draw_funcs_create)
#define hb_draw_funcs_destroy (font_hb()->hb_draw_funcs_destroy)
#define hb_draw_funcs_set_close_path_func (font_hb()->hb_draw_funcs_set_close_path_func)
#define hb_draw_funcs_set_cubic_to_func (font_hb()->hb_draw_funcs_set_cubic_to_func)
#define hb_draw_funcs_set_line_to_func (font_hb()->hb_draw_funcs_set_line_to_func)
#define hb_draw_funcs_set_move_to_func (font_hb()->hb_draw_funcs_set_move_to_func)
#define hb_face_create (font_hb()->hb_face_create)
#define hb_face_destroy (font_hb()->hb_face_destroy)
#define hb_face_get_glyph_count (font_hb()->hb_face_get_glyph_count)
#define hb_face_get_upem (font_hb()->hb_face_get_upem)
#define hb_face_make_immutable (font_hb()->hb_face_make_immutable)
#define hb_face_reference_blob (font_hb()->hb_face_reference_blob)
#define hb_face_reference_table (font_hb()->hb_face_reference_table)
#define hb_font_create (font_hb()->hb_font_create)
#define hb_font_destroy (font_hb()->hb_font_destroy)
#define hb_font_get_glyph_extents (font_hb()->hb_font_get_glyph_extents)
#define hb_font_get_glyph_h_advance (font_hb()->hb_font_get_glyph_h_advance)
#define hb_font_get_glyph_shape (font_hb()->hb_font_get_glyph_shape)
#define hb_font_get_h_extents (font_hb()->hb_font_get_h_extents)
#define hb_font_get_nominal_glyph (font_hb()->hb_font_get_nominal_glyph)
#define hb_font_make_immutable (font_hb()->hb_font_make_immutable)
#define hb_language_from_string (font_hb()->hb_language_from_string)
#define hb_map_get (font_hb()->hb_map_get)
#define hb_map_get_population (font_hb()->hb_map_get_population)
#define hb_ot_color_glyph_get_layers (font_hb()->hb_ot_color_glyph_get_layers)
#define hb_ot_color_glyph_reference_png (font_hb()->hb_ot_color_glyph_reference_png)
#define hb_ot_color_has_layers (font_hb()->hb_ot_color_has_layers)
#define hb_ot_color_has_png (font_hb()->hb_ot_color_has_png)
#define hb_ot_color_has_svg (font_hb()->hb_ot_color_has_svg)
#define hb_ot_color_palette_get_colors (font_hb()->hb_ot_color_palette_get_colors)
#define hb_ot_layout_get_glyph_class (font_hb()->hb_ot_layout_get_glyph_class)
#define hb_ot_layout_table_get_feature_tags (font_hb()->hb_ot_layout_table_get_feature_tags)
#define hb_ot_math_get_constant (font_hb()->hb_ot_math_get_constant)
#define hb_ot_math_get_glyph_assembly (font_hb()->hb_ot_math_get_glyph_assembly)
#define hb_ot_math_get_glyph_italics_correction (font_hb()->hb_ot_math_get_glyph_italics_correction)
#define hb_ot_math_get_glyph_top_accent_attachment                                                 \
    (font_hb()->hb_ot_math_get_glyph_top_accent_attachment)
#define hb_ot_math_get_glyph_variants (font_hb()->hb_ot_math_get_glyph_variants)
#define hb_ot_math_get_min_connector_overlap (font_hb()->hb_ot_math_get_min_connector_overlap)
#define hb_ot_math_has_data (font_hb()->hb_ot_math_has_data)
#define hb_ot_metrics_get_position (font_hb()->hb_ot_metrics_get_position)
#define hb_ot_name_get_utf8 (font_hb()->hb_ot_name_get_utf8)
#define hb_ot_shape_plan_collect_lookups (font_hb()->hb_ot_shape_plan_collect_lookups)
#define hb_set_add (font_hb()->hb_set_add)
#define hb_set_create (font_hb()->hb_set_create)
#define hb_set_destroy (font_hb()->hb_set_destroy)
#define hb_set_get_population (font_hb()->hb_set_get_population)
#define hb_set_next (font_hb()->hb_set_next)
#define hb_shape (font_hb()->hb_shape)
#define hb_shape_plan_create_cached (font_hb()->hb_shape_plan_create_cached)
#define hb_shape_plan_destroy (font_hb()->hb_shape_plan_destroy)
#define hb_unicode_funcs_get_default (font_hb()->hb_unicode_funcs_get_default)
#define hb_unicode_general_category (font_hb()->hb_unicode_general_category)
#define hb_unicode_script (font_hb()->hb_unicode_script)
#endif

#endif
