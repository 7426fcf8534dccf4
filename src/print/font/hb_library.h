/* SPDX-License-Identifier: MIT */
/* Declares the part of HarfBuzz that is called (6.0 and later: libharfbuzz.so.0,
 * libharfbuzz-subset.so.0). HarfBuzz's own headers, which need those of GLib, need not be
 * installed. tests/package/check_declared compares these declarations with HarfBuzz's headers. */
#ifndef DOSSIER_FONT_HB_LIBRARY_H
#define DOSSIER_FONT_HB_LIBRARY_H

#include <stdint.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <hb-ot.h>
#include <hb-subset.h>
#else
#define HB_TAG(a, b, c, d)                                                                         \
    ((hb_tag_t)((uint32_t)(uint8_t)(a) << 24 | (uint32_t)(uint8_t)(b) << 16 |                      \
                (uint32_t)(uint8_t)(c) << 8 | (uint32_t)(uint8_t)(d)))
#define HB_OT_TAG_GSUB HB_TAG('G', 'S', 'U', 'B')
#define HB_OT_TAG_GPOS HB_TAG('G', 'P', 'O', 'S')
#define HB_LANGUAGE_INVALID ((hb_language_t)0)
#define HB_SET_VALUE_INVALID UINT32_MAX
#define HB_FEATURE_GLOBAL_START 0
#define HB_FEATURE_GLOBAL_END UINT32_MAX
#define HB_OT_NAME_ID_FONT_FAMILY 1u
#define HB_OT_NAME_ID_POSTSCRIPT_NAME 6u
#define HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY 16u
#define HB_SEGMENT_PROPERTIES_DEFAULT                                                              \
    { HB_DIRECTION_INVALID, HB_SCRIPT_INVALID, HB_LANGUAGE_INVALID, (void *)0, (void *)0 }

typedef uint32_t hb_tag_t, hb_codepoint_t, hb_mask_t, hb_color_t;
typedef int32_t hb_position_t;
typedef int hb_bool_t;
typedef unsigned hb_ot_name_id_t;
typedef const struct hb_language_impl_t *hb_language_t;
typedef struct hb_blob_t hb_blob_t;
typedef struct hb_buffer_t hb_buffer_t;
typedef struct hb_draw_funcs_t hb_draw_funcs_t;
typedef struct hb_face_t hb_face_t;
typedef struct hb_font_t hb_font_t;
typedef struct hb_map_t hb_map_t;
typedef struct hb_set_t hb_set_t;
typedef struct hb_shape_plan_t hb_shape_plan_t;
typedef struct hb_unicode_funcs_t hb_unicode_funcs_t;
typedef struct hb_subset_input_t hb_subset_input_t;
typedef struct hb_subset_plan_t hb_subset_plan_t;
typedef enum {
    HB_DIRECTION_INVALID = 0,
    HB_DIRECTION_LTR = 4,
    HB_DIRECTION_RTL = 5,
    HB_DIRECTION_BTT = 7
} hb_direction_t;
typedef enum {
    HB_SCRIPT_INVALID = 0,
    HB_SCRIPT_ADLAM = HB_TAG('A', 'd', 'l', 'm'),
    HB_SCRIPT_ARABIC = HB_TAG('A', 'r', 'a', 'b'),
    HB_SCRIPT_COMMON = HB_TAG('Z', 'y', 'y', 'y'),
    HB_SCRIPT_DEVANAGARI = HB_TAG('D', 'e', 'v', 'a'),
    HB_SCRIPT_HANIFI_ROHINGYA = HB_TAG('R', 'o', 'h', 'g'),
    HB_SCRIPT_INHERITED = HB_TAG('Z', 'i', 'n', 'h'),
    HB_SCRIPT_LATIN = HB_TAG('L', 'a', 't', 'n'),
    HB_SCRIPT_MANDAIC = HB_TAG('M', 'a', 'n', 'd'),
    HB_SCRIPT_MANICHAEAN = HB_TAG('M', 'a', 'n', 'i'),
    HB_SCRIPT_MATH = HB_TAG('Z', 'm', 't', 'h'),
    HB_SCRIPT_NKO = HB_TAG('N', 'k', 'o', 'o'),
    HB_SCRIPT_PSALTER_PAHLAVI = HB_TAG('P', 'h', 'l', 'p'),
    HB_SCRIPT_SOGDIAN = HB_TAG('S', 'o', 'g', 'd'),
    HB_SCRIPT_SYRIAC = HB_TAG('S', 'y', 'r', 'c'),
    HB_SCRIPT_THAI = HB_TAG('T', 'h', 'a', 'i')
} hb_script_t;
typedef enum {
    HB_OT_METRICS_TAG_CAP_HEIGHT = HB_TAG('c', 'p', 'h', 't'),
    HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_OFFSET = HB_TAG('s', 'b', 'y', 'o'),
    HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_OFFSET = HB_TAG('s', 'p', 'y', 'o'),
    HB_OT_METRICS_TAG_X_HEIGHT = HB_TAG('x', 'h', 'g', 't')
} hb_ot_metrics_tag_t;
typedef enum {
    HB_UNICODE_GENERAL_CATEGORY_UNASSIGNED = 2,
    HB_UNICODE_GENERAL_CATEGORY_PRIVATE_USE = 3
} hb_unicode_general_category_t;
typedef enum {
    HB_BUFFER_FLAG_DEFAULT = 0,
    HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES = 8
} hb_buffer_flags_t;
typedef enum { HB_OT_LAYOUT_GLYPH_CLASS_MARK = 3 } hb_ot_layout_glyph_class_t;
typedef enum { HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER = 1 } hb_ot_math_glyph_part_flags_t;
typedef enum {
    HB_OT_MATH_CONSTANT_SCRIPT_PERCENT_SCALE_DOWN = 0,
    HB_OT_MATH_CONSTANT_SCRIPT_SCRIPT_PERCENT_SCALE_DOWN = 1,
    HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT = 55
} hb_ot_math_constant_t;
typedef enum { HB_SUBSET_FLAGS_NO_HINTING = 1 } hb_subset_flags_t;
typedef enum { HB_SUBSET_SETS_DROP_TABLE_TAG = 3 } hb_subset_sets_t;

/* The members named `own` are private to the library. */
typedef struct hb_glyph_info_t {
    hb_codepoint_t codepoint;
    hb_mask_t mask;
    uint32_t cluster, own[2];
} hb_glyph_info_t;
typedef struct hb_glyph_position_t {
    hb_position_t x_advance, y_advance, x_offset, y_offset;
    uint32_t own;
} hb_glyph_position_t;
typedef struct hb_feature_t {
    hb_tag_t tag;
    uint32_t value;
    unsigned start, end;
} hb_feature_t;
typedef struct hb_font_extents_t {
    hb_position_t ascender, descender, line_gap, own[9];
} hb_font_extents_t;
typedef struct hb_glyph_extents_t {
    hb_position_t x_bearing, y_bearing, width, height;
} hb_glyph_extents_t;
typedef struct hb_segment_properties_t {
    hb_direction_t direction;
    hb_script_t script;
    hb_language_t language;
    void *own1, *own2;
} hb_segment_properties_t;
typedef struct hb_draw_state_t hb_draw_state_t;
typedef struct hb_variation_t {
    hb_tag_t tag;
    float value;
} hb_variation_t;
typedef struct hb_ot_var_axis_info_t {
    unsigned axis_index;
    hb_tag_t tag;
    hb_ot_name_id_t name_id;
    unsigned flags;
    float min_value, default_value, max_value;
    unsigned own;
} hb_ot_var_axis_info_t;
typedef struct hb_ot_color_layer_t {
    hb_codepoint_t glyph;
    unsigned color_index;
} hb_ot_color_layer_t;
typedef struct hb_ot_math_glyph_variant_t {
    hb_codepoint_t glyph;
    hb_position_t advance;
} hb_ot_math_glyph_variant_t;
typedef struct hb_ot_math_glyph_part_t {
    hb_codepoint_t glyph;
    hb_position_t start_connector_length, end_connector_length, full_advance;
    hb_ot_math_glyph_part_flags_t flags;
} hb_ot_math_glyph_part_t;
typedef void (*hb_destroy_func_t)(void *user);
typedef void (*hb_draw_move_to_func_t)(hb_draw_funcs_t *funcs, void *draw, hb_draw_state_t *state,
                                       float x, float y, void *user);
typedef hb_draw_move_to_func_t hb_draw_line_to_func_t;
typedef void (*hb_draw_cubic_to_func_t)(hb_draw_funcs_t *funcs, void *draw, hb_draw_state_t *state,
                                        float x1, float y1, float x2, float y2, float x, float y,
                                        void *user);
typedef void (*hb_draw_close_path_func_t)(hb_draw_funcs_t *funcs, void *draw,
                                          hb_draw_state_t *state, void *user);
#endif

hb_blob_t *hb_blob_create_from_file_or_fail(const char *file_name);
void hb_blob_destroy(hb_blob_t *blob);
const char *hb_blob_get_data(hb_blob_t *blob, unsigned *length);
hb_blob_t *hb_blob_get_empty(void);
unsigned hb_blob_get_length(hb_blob_t *blob);
void hb_buffer_add_utf8(hb_buffer_t *buffer, const char *text, int text_length,
                        unsigned item_offset, int item_length);
void hb_buffer_clear_contents(hb_buffer_t *buffer);
hb_buffer_t *hb_buffer_create(void);
void hb_buffer_destroy(hb_buffer_t *buffer);
hb_glyph_info_t *hb_buffer_get_glyph_infos(hb_buffer_t *buffer, unsigned *length);
hb_glyph_position_t *hb_buffer_get_glyph_positions(hb_buffer_t *buffer, unsigned *length);
hb_script_t hb_buffer_get_script(const hb_buffer_t *buffer);
void hb_buffer_guess_segment_properties(hb_buffer_t *buffer);
void hb_buffer_set_script(hb_buffer_t *buffer, hb_script_t script);
void hb_buffer_set_direction(hb_buffer_t *buffer, hb_direction_t direction);
void hb_buffer_set_flags(hb_buffer_t *buffer, hb_buffer_flags_t flags);
void hb_buffer_set_language(hb_buffer_t *buffer, hb_language_t language);
hb_draw_funcs_t *hb_draw_funcs_create(void);
void hb_draw_funcs_destroy(hb_draw_funcs_t *funcs);
void hb_draw_funcs_set_close_path_func(hb_draw_funcs_t *funcs, hb_draw_close_path_func_t call,
                                       void *user, hb_destroy_func_t drop);
void hb_draw_funcs_set_cubic_to_func(hb_draw_funcs_t *funcs, hb_draw_cubic_to_func_t call,
                                     void *user, hb_destroy_func_t drop);
void hb_draw_funcs_set_line_to_func(hb_draw_funcs_t *funcs, hb_draw_line_to_func_t call, void *user,
                                    hb_destroy_func_t drop);
void hb_draw_funcs_set_move_to_func(hb_draw_funcs_t *funcs, hb_draw_move_to_func_t call, void *user,
                                    hb_destroy_func_t drop);
hb_face_t *hb_face_create(hb_blob_t *blob, unsigned index);
void hb_face_destroy(hb_face_t *face);
unsigned hb_face_get_glyph_count(const hb_face_t *face);
unsigned hb_face_get_upem(const hb_face_t *face);
void hb_face_make_immutable(hb_face_t *face);
hb_face_t *hb_face_reference(hb_face_t *face);
hb_blob_t *hb_face_reference_blob(hb_face_t *face);
hb_blob_t *hb_face_reference_table(const hb_face_t *face, hb_tag_t tag);
hb_font_t *hb_font_create(hb_face_t *face);
void hb_font_destroy(hb_font_t *font);
hb_bool_t hb_font_get_glyph_extents(hb_font_t *font, hb_codepoint_t glyph,
                                    hb_glyph_extents_t *extents);
hb_position_t hb_font_get_glyph_h_advance(hb_font_t *font, hb_codepoint_t glyph);
void hb_font_get_glyph_shape(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *funcs,
                             void *draw_data);
hb_bool_t hb_font_get_h_extents(hb_font_t *font, hb_font_extents_t *extents);
hb_bool_t hb_font_get_nominal_glyph(hb_font_t *font, hb_codepoint_t unicode, hb_codepoint_t *glyph);
void hb_font_make_immutable(hb_font_t *font);
void hb_font_set_synthetic_slant(hb_font_t *font, float slant);
void hb_font_set_variations(hb_font_t *font, const hb_variation_t *variations,
                            unsigned variations_length);
hb_language_t hb_language_from_string(const char *str, int len);
hb_codepoint_t hb_map_get(const hb_map_t *map, hb_codepoint_t key);
unsigned hb_map_get_population(const hb_map_t *map);
hb_blob_t *hb_ot_color_glyph_reference_png(hb_font_t *font, hb_codepoint_t glyph);
hb_bool_t hb_ot_color_has_layers(hb_face_t *face);
hb_bool_t hb_ot_color_has_png(hb_face_t *face);
hb_bool_t hb_ot_color_has_svg(hb_face_t *face);
hb_ot_layout_glyph_class_t hb_ot_layout_get_glyph_class(hb_face_t *face, hb_codepoint_t glyph);
hb_position_t hb_ot_math_get_constant(hb_font_t *font, hb_ot_math_constant_t constant);
hb_position_t hb_ot_math_get_glyph_italics_correction(hb_font_t *font, hb_codepoint_t glyph);
hb_position_t hb_ot_math_get_glyph_top_accent_attachment(hb_font_t *font, hb_codepoint_t glyph);
hb_position_t hb_ot_math_get_min_connector_overlap(hb_font_t *font, hb_direction_t direction);
hb_bool_t hb_ot_math_has_data(hb_face_t *face);
hb_bool_t hb_ot_metrics_get_position(hb_font_t *font, hb_ot_metrics_tag_t metrics_tag,
                                     hb_position_t *position);
hb_bool_t hb_ot_var_find_axis_info(hb_face_t *face, hb_tag_t axis_tag,
                                   hb_ot_var_axis_info_t *axis_info);
void hb_ot_shape_plan_collect_lookups(hb_shape_plan_t *shape_plan, hb_tag_t table_tag,
                                      hb_set_t *lookup_indexes);
void hb_set_add(hb_set_t *set, hb_codepoint_t codepoint);
hb_set_t *hb_set_create(void);
void hb_set_destroy(hb_set_t *set);
unsigned hb_set_get_population(const hb_set_t *set);
hb_bool_t hb_set_next(const hb_set_t *set, hb_codepoint_t *codepoint);
void hb_shape(hb_font_t *font, hb_buffer_t *buffer, const hb_feature_t *features,
              unsigned num_features);
hb_shape_plan_t *hb_shape_plan_create_cached(hb_face_t *face, const hb_segment_properties_t *props,
                                             const hb_feature_t *user_features,
                                             unsigned num_user_features,
                                             const char *const *shaper_list);
void hb_shape_plan_destroy(hb_shape_plan_t *shape_plan);
hb_unicode_funcs_t *hb_unicode_funcs_get_default(void);
hb_unicode_general_category_t hb_unicode_general_category(hb_unicode_funcs_t *funcs,
                                                          hb_codepoint_t unicode);
hb_script_t hb_unicode_script(hb_unicode_funcs_t *funcs, hb_codepoint_t unicode);
hb_subset_input_t *hb_subset_input_create_or_fail(void);
void hb_subset_input_destroy(hb_subset_input_t *input);
hb_set_t *hb_subset_input_glyph_set(hb_subset_input_t *input);
hb_set_t *hb_subset_input_set(hb_subset_input_t *input, hb_subset_sets_t set_type);
void hb_subset_input_set_flags(hb_subset_input_t *input, unsigned value);
hb_subset_plan_t *hb_subset_plan_create_or_fail(hb_face_t *face, const hb_subset_input_t *input);
void hb_subset_plan_destroy(hb_subset_plan_t *plan);
hb_face_t *hb_subset_plan_execute_or_fail(hb_subset_plan_t *plan);
const hb_map_t *hb_subset_plan_old_to_new_glyph_mapping(const hb_subset_plan_t *plan);
unsigned hb_ot_color_glyph_get_layers(hb_face_t *face, hb_codepoint_t glyph, unsigned start,
                                      unsigned *count, hb_ot_color_layer_t *layers);
unsigned hb_ot_color_palette_get_colors(hb_face_t *face, unsigned palette, unsigned start,
                                        unsigned *count, hb_color_t *colors);
unsigned hb_ot_layout_table_get_feature_tags(hb_face_t *face, hb_tag_t table, unsigned start,
                                             unsigned *count, hb_tag_t *tags);
unsigned hb_ot_math_get_glyph_assembly(hb_font_t *font, hb_codepoint_t glyph,
                                       hb_direction_t direction, unsigned start, unsigned *count,
                                       hb_ot_math_glyph_part_t *parts, hb_position_t *italics);
unsigned hb_ot_math_get_glyph_variants(hb_font_t *font, hb_codepoint_t glyph,
                                       hb_direction_t direction, unsigned start, unsigned *count,
                                       hb_ot_math_glyph_variant_t *variants);
unsigned hb_ot_name_get_utf8(hb_face_t *face, hb_ot_name_id_t id, hb_language_t language,
                             unsigned *size, char *text);

#endif
