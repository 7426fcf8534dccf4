/* SPDX-License-Identifier: MIT */
/*
 * The default style of a document, which is that of LaTeX's article class.
 */
#include "print/layout/style/default_style.h"

#include "core/base/word_list.h"
#include "core/data/css_colour.h"
#include "print/layout/style/units.h"

/** Sizes and line distances in hundredths of a point, from size10.clo, size11.clo, size12.clo. */
struct size_row {
    int size, leading;
};
static const struct size_row CLASS_SIZES[3][STEP_COUNT] = {
    {{500, 600},
     {700, 800},
     {800, 950},
     {900, 1100},
     {1000, 1200},
     {1200, 1400},
     {1440, 1800},
     {1728, 2200},
     {2074, 2500},
     {2488, 3000}},
    {{600, 700},
     {800, 950},
     {900, 1100},
     {1000, 1200},
     {1095, 1360},
     {1200, 1400},
     {1440, 1800},
     {1728, 2200},
     {2074, 2500},
     {2488, 3000}},
    {{600, 700},
     {800, 950},
     {1000, 1200},
     {1095, 1360},
     {1200, 1450},
     {1440, 1800},
     {1728, 2200},
     {2074, 2500},
     {2488, 3000},
     {2488, 3000}},
};

/** Space around lists and between their items in hundredths of a point: \@listi to \@listiii in the
 * size files. */
struct list_row {
    int before, before_stretch, before_shrink;
    int item, item_stretch, item_shrink;
};
static const struct list_row CLASS_LISTS[3][3] = {
    {{800, 200, 400, 800, 300, 200},
     {400, 200, 100, 400, 200, 200},
     {200, 100, 100, 200, 100, 100}},
    {{900, 300, 500, 900, 400, 200},
     {450, 200, 100, 400, 200, 200},
     {200, 100, 100, 200, 100, 100}},
    {{1000, 400, 600, 1000, 450, 200},
     {500, 250, 100, 500, 200, 200},
     {250, 100, 100, 250, 100, 100}},
};

/** \leftmargini to \leftmarginiv in hundredths of an em (classes.dtx). */
static const int LIST_INDENT[STYLE_LIST_LEVELS] = {250, 220, 187, 170};

/** The spaces of \@startsection for section, subsection and subsubsection, in hundredths of an ex
 * (classes.dtx). */
static const int HEAD_BEFORE[3][3] = {{350, 100, 20}, {325, 100, 20}, {325, 100, 20}};
static const int HEAD_AFTER[3][3] = {{230, 20, 0}, {150, 20, 0}, {150, 20, 0}};

static struct v_glue glue_of(const int part[3], sp unit) {
    return (struct v_glue){sp_scale(unit, part[0], 100), sp_scale(unit, part[1], 100),
                           sp_scale(unit, part[2], 100)};
}

/** The row of the tables above for a body size: up to 10.7 pt, up to 11.5 pt, or larger. */
static int class_row(sp body) {
    return body < PT100(1070) ? 0 : body < PT100(1150) ? 1 : 2;
}

static void set_sizes(struct page_style *s, int row, sp body) {
    sp of_class = PT100(CLASS_SIZES[row][STEP_NORMAL].size);
    for (int i = 0; i < STEP_COUNT; i++) {
        s->sizes[i].size = sp_scale(PT100(CLASS_SIZES[row][i].size), body, of_class);
        s->sizes[i].leading = sp_scale(PT100(CLASS_SIZES[row][i].leading), body, of_class);
    }
}

static void set_lists(struct page_style *s, int row) {
    for (int i = 0; i < STYLE_LIST_LEVELS; i++) {
        const struct list_row *r = &CLASS_LISTS[row][i < 2 ? i : 2];
        s->lists.before[i] =
            (struct v_glue){PT100(r->before), PT100(r->before_stretch), PT100(r->before_shrink)};
        s->lists.item_skip[i] =
            (struct v_glue){PT100(r->item), PT100(r->item_stretch), PT100(r->item_shrink)};
        s->lists.indent[i] = sp_scale(s->em, LIST_INDENT[i], 100);
    }
    s->lists.label_sep = s->em / 2;
    s->entry_skip = s->lists.item_skip[0];
    s->foot_ins = (struct v_glue){PT(10), PT(4), PT(2)};
    s->text_float_sep = PT(20);
    s->in_text_sep = PT(row == 2 ? 14 : 12);
}

void style_defaults(struct page_style *s, sp body) {
    *s = (struct page_style){0};
    int row = class_row(body);
    s->base_size = 10 + row;
    set_sizes(s, row, body);
    s->em = body;
    s->ex = sp_scale(body, EX_OF_EM, 1000);
    s->paper_w = sp_scale(PT(1), 7227 * 17, 200);
    s->paper_h = sp_scale(PT(1), 7227 * 11, 100);
    sp inch = sp_scale(PT(1), 7227, 100);
    s->columns = 1;
    s->column_sep = PT(10);
    (void)style_set_area(s, inch, inch, inch, inch);
    s->head_sep = PT(25);
    s->foot_skip = PT(30);
    s->top_skip = PT(10 + row);
    s->indent = false;
    s->par_skip = (struct v_glue){s->sizes[STEP_NORMAL].leading / 2, PT(2), 0};
    for (int i = 0; i < 3; i++) {
        s->head_before[i] = glue_of(HEAD_BEFORE[i], s->ex);
        s->head_after[i] = glue_of(HEAD_AFTER[i], s->ex);
    }
    set_lists(s, row);
    s->spacing.lists = s->spacing.headings = s->spacing.title = s->spacing.references = 1000;
    for (int i = FONT_SERIF; i <= FONT_MATH; i++) {
        s->family[i] = fonts_default_family((enum font_class)i);
    }
    s->features = FONT_DEFAULT_FEATURES;
    s->links.coloured = true;
    s->links.colour = s->links.cite = s->links.url = (struct page_colour){0, 0, 160};
    s->running[RUNNING_PAGES].foot.part[RUN_CENTER] = STR("{page}");
    s->lang = STR("en-US");
    s->tolerance = 200;
    s->emergency_stretch = 3 * s->em; /* pandoc's template also sets 3 em */
}

bool style_set_area(struct page_style *s, sp left, sp right, sp top, sp bottom) {
    int64_t w = (int64_t)s->paper_w - left - right;
    int64_t h = (int64_t)s->paper_h - top - bottom;
    if (w < PT(36) || h < PT(36) || w > SP_MAX || h > SP_MAX) {
        return false;
    }
    s->left = left;
    s->top = top;
    s->text_w = (sp)w;
    s->text_h = (sp)h;
    style_set_columns(s);
    return true;
}

void style_set_columns(struct page_style *s) {
    sp gaps = s->column_sep * (s->columns - 1);
    s->column_w = (s->text_w - gaps) / s->columns;
    if (s->column_w < PT(36)) {
        s->columns = 1;
        s->column_w = s->text_w;
    }
}

struct paper {
    const char *name;
    int w, h; /* width and height in hundredths of a millimetre */
};

/* Paper sizes sorted by name. */
static const struct paper PAPERS[] = {
    {"a0", 84100, 118900},       {"a1", 59400, 84100},     {"a2", 42000, 59400},
    {"a3", 29700, 42000},        {"a4", 21000, 29700},     {"a5", 14800, 21000},
    {"a6", 10500, 14800},        {"b4", 25000, 35300},     {"b5", 17600, 25000},
    {"executive", 18415, 26670}, {"jisb5", 18200, 25700},  {"ledger", 27940, 43180},
    {"legal", 21590, 35560},     {"letter", 21590, 27940}, {"tabloid", 27940, 43180},
};

bool style_paper(struct str name, sp *w, sp *h) {
    char low[24];
    struct str key = str_lower(str_trim(name), low, sizeof low);
    if (str_starts(key, STR("us-"))) {
        key = str_from(key, 3);
    }
    if (str_ends(key, STR("paper"))) {
        key = str_slice(key, 0, key.n - 5);
    }
    for (size_t i = 0; i < ARRAY_LEN(PAPERS); i++) {
        if (str_is(key, PAPERS[i].name)) {
            *w = sp_scale(SP_PT, (int64_t)PAPERS[i].w * 7227, 254000);
            *h = sp_scale(SP_PT, (int64_t)PAPERS[i].h * 7227, 254000);
            return true;
        }
    }
    return false;
}

struct colour_name {
    const char *name;
    struct page_colour colour;
};

/* Colours sorted by name: xcolor's base names, and those names of dvips that authors use for
 * links. */
static const struct colour_name COLOURS[] = {
    {"black", {0, 0, 0}},           {"blue", {0, 0, 255}},           {"brown", {191, 128, 64}},
    {"cyan", {0, 174, 239}},        {"darkblue", {0, 0, 139}},       {"darkgray", {64, 64, 64}},
    {"darkgreen", {0, 100, 0}},     {"darkred", {139, 0, 0}},        {"forestgreen", {0, 155, 85}},
    {"gray", {128, 128, 128}},      {"green", {0, 255, 0}},          {"grey", {128, 128, 128}},
    {"lightgray", {191, 191, 191}}, {"lime", {191, 255, 0}},         {"magenta", {236, 0, 140}},
    {"maroon", {175, 50, 53}},      {"midnightblue", {0, 103, 149}}, {"navy", {0, 0, 128}},
    {"navyblue", {0, 110, 184}},    {"olive", {128, 128, 0}},        {"orange", {255, 128, 0}},
    {"pink", {255, 191, 191}},      {"purple", {191, 0, 64}},        {"red", {255, 0, 0}},
    {"royalblue", {0, 113, 188}},   {"teal", {0, 128, 128}},         {"violet", {128, 0, 128}},
    {"white", {255, 255, 255}},     {"yellow", {255, 255, 0}},
};

static bool read_hex(struct str digits, struct page_colour *out) {
    uint32_t rgb;
    uint8_t alpha;
    if (!css_colour_hex(digits, &rgb, &alpha) || alpha < 255) {
        return false;
    }
    *out = page_colour_of(rgb);
    return true;
}

bool style_colour(struct str name, struct page_colour *out) {
    name = str_trim(name);
    if (name.n > 0 && name.p[0] == '#') {
        return read_hex(str_from(name, 1), out);
    }
    for (size_t i = 0; i < ARRAY_LEN(COLOURS); i++) {
        if (str_ieq(name, str_of(COLOURS[i].name))) {
            *out = COLOURS[i].colour;
            return true;
        }
    }
    return read_hex(name, out);
}
