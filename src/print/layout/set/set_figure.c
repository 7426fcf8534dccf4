/* SPDX-License-Identifier: MIT */
/*
 * Images and figures with captions. Decides the size of an image: its attributes count first, then
 * its resolution, and it is at most as wide as the measure. A missing image is replaced by a
 * placeholder. print/image reads the files.
 */
#include "print/layout/set/setter.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "print/layout/style/units.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_REMOTE_IMAGE);
DIAG_USE(DIAG_NO_ALT);
DIAG_USE(DIAG_BAD_LENGTH);
DIAG_USE(DIAG_TOO_LARGE);

#define IMAGE_SHARE 85 /* maximum height of an image, in hundredths of the page's height */
#define DEFAULT_DPI 96 /* the default of pandoc's --dpi; also the resolution of CSS's px */

/* ---- finding ---- */

static bool is_remote(struct str url) {
    return str_starts_among(url, "http:// https:// ftp:// // data:");
}

/** The page of a PDF that is shown: the attribute `page` (as in graphicx), from 1. */
static size_t page_of(struct setter *s, const struct doc_node *n) {
    struct str value = doc_pair(n, "page");
    int64_t page = 1;
    if (value.n && (!str_to_i64(value, &page) || page < 1 || page > 1000000)) {
        struct diag *g = diag_add(s->d, DIAG_UNKNOWN_VALUE, n->span,
                                  "`page=%.*s` is not a page number", STR_ARG(value));
        diag_hint(s->d, g, "pages are counted from 1");
        page = 1;
    }
    return (size_t)page;
}

/** The image of a node. It is read once. NULL after a diagnostic. */
static const struct image *find_image(struct setter *s, const struct doc_node *n) {
    static const struct image NONE;
    struct str url = str_trim(n->u.link.url);
    if (is_remote(url)) {
        (void)diag_add(s->d, DIAG_REMOTE_IMAGE, n->span, "the image `%.*s` is not on this machine",
                       STR_ARG(url));
        return NULL;
    }
    struct str path = path_join(s->arena, s->root, path_of_url(s->arena, url));
    size_t page = page_of(s, n);
    struct str key = page == 1 ? path : arena_printf(s->arena, "%.*s#%zu", STR_ARG(path), page);
    const struct image *old = (const struct image *)map_lookup(&s->images.by_path, key);
    if (old) {
        return old == &NONE ? NULL : old;
    }
    const struct image *image = NULL;
    if (s->images.pixel_bytes <= LIMIT_SUM_PIXELS) {
        image = image_read(s->arena, s->host, path, page, n->span, s->d);
        s->images.pixel_bytes += image ? image->pixels.n + image->alpha.n : 0;
    } else {
        struct diag *g = diag_add(s->d, DIAG_TOO_LARGE, n->span,
                                  "the images before `%.*s` have more than %u MB of pixels",
                                  STR_ARG(url), (unsigned)(LIMIT_SUM_PIXELS / (1024 * 1024)));
        diag_hint(s->d, g, "scale them down, or save photographs as JPEG");
    }
    union {
        const struct image *in;
        void *out;
    } keep = {.in = image ? image : &NONE};
    (void)map_put(&s->images.by_path, key, keep.out);
    return image;
}

/* ---- size ---- */

static bool attribute_length(struct setter *s, const struct doc_node *n, const char *key, sp whole,
                             sp *out) {
    const struct doc_pair *p = doc_find_pair(n, key);
    struct unit_base base = {s->style->em, s->style->ex, whole};
    int64_t px = 0;
    if (!p) {
        return false;
    }
    /* a number without a unit is in pixels, as in HTML */
    if (str_to_i64(p->value, &px) && px > 0 && px < 20000) {
        *out = sp_scale(PT(1), px * 7227, DEFAULT_DPI * 100);
        return true;
    }
    if (unit_parse(p->value, &base, out) == UNIT_OK && *out > 0) {
        return true;
    }
    struct diag *g = diag_add(s->d, DIAG_BAD_LENGTH, p->span,
                              "`%.*s` is not a valid %s for an image", STR_ARG(p->value), key);
    diag_hint(s->d, g, "write `%s=50%%`, `%s=8cm` or `%s=300px`", key, key, key);
    return false;
}

static sp natural_size(int64_t v) {
    return v < 1 ? 1 : v > SP_MAX / 4 ? SP_MAX / 4 : (sp)v;
}

static sp size_of_pixels(uint32_t pixels, uint32_t dpi) {
    return natural_size((int64_t)pixels * SP_PT * 7227 /
                        ((int64_t)(dpi > 0 ? dpi : DEFAULT_DPI) * 100));
}

/** Reads a length from the style. Percentages of an unknown height are ignored. */
static bool look_size(struct setter *s, const struct look *look, enum look_prop prop,
                      const struct ink *ink, sp whole, sp *out) {
    const struct look_value *v = look->v[prop];
    sp length = 0;
    if (!v || (whole == 0 && v->kind == LOOK_PERCENT)) {
        return false;
    }
    length = set_box_length(s, look, prop, ink, whole, -1);
    *out = length > 0 ? length : *out;
    return length > 0;
}

/** Reduces both dimensions in proportion, so that `*that` is at most `most`. */
static void limit_size(sp most, sp *that, sp *other) {
    if (most > 0 && *that > most) {
        *other = sp_scale(*other, most, *that);
        *that = most;
    }
}

/** Computes the size of an image. The author's attributes take precedence over sheets, because in
 * HTML they become the element's own style. */
static void image_size(struct setter *s, const struct doc_node *n, const struct image *image,
                       const struct look *look, const struct ink *ink, sp *w, sp *h) {
    sp nat_w = size_of_pixels(image->width, image->dpi_x);
    sp nat_h = size_of_pixels(image->height, image->dpi_y ? image->dpi_y : image->dpi_x);
    bool has_w = attribute_length(s, n, "width", s->now.measure, w) ||
                 look_size(s, look, LOOK_WIDTH, ink, s->now.measure, w);
    bool has_h = attribute_length(s, n, "height", s->style->text_h, h) ||
                 look_size(s, look, LOOK_HEIGHT, ink, 0, h);
    sp most_w = 0;
    sp most = 0;
    (void)look_size(s, look, LOOK_MAX_WIDTH, ink, s->now.measure, &most_w);
    (void)look_size(s, look, LOOK_MAX_HEIGHT, ink, 0, &most);
    const struct look_value *ratio = look->v[LOOK_ASPECT_RATIO];
    if (ratio && ratio->kind == LOOK_NUMBER && ratio->micro > 0 && ratio->micro < INT32_MAX) {
        /* `aspect-ratio` gives the proportions of the box, which may differ from those of the
         * image */
        nat_h = natural_size(((int64_t)nat_w * CSS_MICRO + ratio->micro / 2) / ratio->micro);
    }
    if (!has_w && !has_h) {
        *w = nat_w;
        *h = nat_h;
    } else if (!has_h) {
        *h = sp_scale(nat_h, *w, nat_w);
    } else if (!has_w) {
        *w = sp_scale(nat_w, *h, nat_h);
    }
    sp most_h =
        s->now.image_most > 0 ? s->now.image_most : sp_scale(s->style->text_h, IMAGE_SHARE, 100);
    limit_size(most_w, w, h);
    limit_size(most, h, w);
    if (*w > s->now.measure) {
        *h = sp_scale(*h, s->now.measure, *w);
        *w = s->now.measure;
    }
    if (*h > most_h) {
        *w = sp_scale(*w, most_h, *h);
        *h = most_h;
    }
    *w = *w > 0 ? *w : 1;
    *h = *h > 0 ? *h : 1;
}

/* ---- setting ---- */

static void add_frame(struct arena *a, struct draw_list *box, sp w, sp top, sp bottom) {
    struct page_colour grey = {150, 150, 150};
    sp t = SP_PT / 2;
    draw_append(box, draw_rule(a, 0, -top, w, t, grey, NULL));
    draw_append(box, draw_rule(a, 0, bottom - t, w, t, grey, NULL));
    draw_append(box, draw_rule(a, 0, -top, t, top + bottom, grey, NULL));
    draw_append(box, draw_rule(a, w - t, -top, t, top + bottom, grey, NULL));
}

/** Adds a framed box in place of an image that could not be read. The box shows the alternative
 * text, and the address if there is one. */
static void set_placeholder(struct setter *s, struct inline_builder *b, struct str alt,
                            struct str address, const struct ink *ink) {
    struct inline_builder *inner = inline_new(s->shaper);
    struct draw_list *box = ARENA_NEW(s->arena, struct draw_list);
    struct ink grey = *ink;
    struct para_params params;
    size_t n = 0;
    sp pad = s->style->em / 2;
    sp leading = sp_scale(ink->size, 124, 100);
    sp narrow = 0;
    sp wide = 0;
    sp most = sp_scale(s->now.measure, 7, 10) - 2 * pad;
    grey.colour = (struct page_colour){110, 110, 110};
    grey.face |= FONT_ITALIC;
    grey.flags &= ~(unsigned)INLINE_NO_BREAK;
    set_text(s, inner, alt, &grey);
    if (address.n > 0) {
        struct ink url = grey;
        url.flags |= INLINE_URL;
        url.flags &= ~(unsigned)INLINE_HYPHENATE;
        set_text(s, inner, STR(" ("), &grey);
        set_text(s, inner, address, &url);
        set_text(s, inner, STR(")"), &grey);
    }
    inline_measure(inner, &narrow, &wide);
    wide = wide < most ? wide + SP_PT : most;
    wide = wide > 2 * s->style->em ? wide : 2 * s->style->em;
    para_params_init(&params, wide);
    params.ragged_right = true;
    struct inline_line *lines = inline_break(inner, &params, INLINE_START, &n);
    sp top = sp_scale(leading, 7, 10) + pad;
    sp bottom = leading * ((sp)n - 1) + sp_scale(leading, 3, 10) + pad;
    bottom = bottom > pad ? bottom : pad;
    add_frame(s->arena, box, wide + 2 * pad, top, bottom);
    for (size_t i = 0; i < n; i++) {
        draw_append(box, draw_line(s->arena, &lines[i], pad, leading * (sp)i));
    }
    inline_box(b, wide + 2 * pad, top, bottom, box,
               arena_copy(s->arena, &ink->tag, sizeof ink->tag));
    inline_drop(inner);
}

/** The text of a placeholder: the image's description, or else the name of the file. */
static struct str instead_of(struct str url, struct str alt) {
    struct str name = path_base(str_slice(url, 0, str_until(url, 0, '?')));
    bool data = str_starts(url, STR("data:"));
    return alt.n > 0 ? alt : name.n > 0 && !data ? name : STR("image");
}

/** The address of a remote image without its query. Empty for local images. */
static struct str address_of(struct str url) {
    bool data = str_starts(url, STR("data:"));
    return is_remote(url) && !data ? doc_url_text(str_slice(url, 0, str_until(url, 0, '?')))
                                   : STR_EMPTY;
}

/** Whether the caption of an image ends with the image's alternative text. */
static bool is_in_caption(struct setter *s, const struct doc_node *image, struct str alt) {
    const struct doc_node *caption = image->parent ? image->parent->next : NULL;
    return caption && caption->kind == DOC_CAPTION &&
           str_ends(str_trim(doc_plain(s->arena, caption)), alt);
}

/** Enlarges an image until it covers its box and has its own proportions (CSS Images 3, section
 * 5.5, `object-fit: cover`). Returns whether parts of the image are then outside the box; `at` gets
 * the place of the box in the image. */
static bool cover_box(struct draw *d, sp at[2]) {
    const struct image *image = d->u.image.image;
    int64_t dpi_y = image->dpi_y ? image->dpi_y : image->dpi_x;
    int64_t across = (int64_t)image->width * (dpi_y ? dpi_y : 1);
    int64_t down = (int64_t)image->height * (image->dpi_x ? image->dpi_x : 1);
    sp w = d->u.image.w;
    sp h = d->u.image.h;
    /* both are halved until the products below fit into 64 bits */
    while (across > INT32_MAX || down > INT32_MAX) {
        across /= 2;
        down /= 2;
    }
    int64_t wide = (int64_t)h * across / (down > 0 ? down : 1);
    int64_t high = (int64_t)w * down / (across > 0 ? across : 1);
    if (wide > w && wide < SP_MAX / 8) {
        d->u.image.w = (sp)wide;
    } else if (high > h && high < SP_MAX / 8) {
        d->u.image.h = (sp)high;
    }
    at[0] = (d->u.image.w - w) / 2;
    at[1] = (d->u.image.h - h) / 2;
    return at[0] > 0 || at[1] > 0;
}

/** Adds an image with the box of its style. */
static void put_framed(struct setter *s, struct inline_builder *b, struct draw_list *box,
                       struct draw *d, const struct look *look, const struct ink *ink,
                       const struct inline_tag *tag) {
    sp pad[EDGE_COUNT], margin[EDGE_COUNT];
    struct box_paint paint;
    struct page_shape shapes[SHAPES_OF_BOX];
    sp w = d->u.image.w;
    sp h = d->u.image.h;
    for (enum box_edge i = EDGE_TOP; i < EDGE_COUNT; i++) {
        pad[i] = set_box_border(s, look, i, ink) + set_box_padding(s, look, i, ink, s->now.measure);
        margin[i] =
            set_box_length(s, look, LOOK_MARGIN_TOP + (enum look_prop)i, ink, s->now.measure, 0);
    }
    struct box_area area = {.x = margin[EDGE_LEFT],
                            .w = w + pad[EDGE_LEFT] + pad[EDGE_RIGHT],
                            .h = h + pad[EDGE_TOP] + pad[EDGE_BOTTOM]};
    area.y = -margin[EDGE_BOTTOM] - area.h;
    if (set_box_paint(s, look, ink, w, &paint)) {
        draw_box(s->arena, box, &paint, &area);
    }
    struct box_paint seen = {.grounded = true};
    bool round = false;
    for (int i = 0; i < EDGE_COUNT; i++) {
        seen.radius[i] = paint.radius[i] > pad[i] ? paint.radius[i] - pad[i] : 0;
        round = round || seen.radius[i] > 0;
    }
    sp at[2] = {0, 0};
    const struct look_value *fit = look->v[LOOK_OBJECT_FIT];
    bool cut = look_is(fit, WORD_COVER) && cover_box(d, at);
    struct box_area inner = {.x = at[0], .y = at[1], .w = w, .h = h};
    if ((round || cut) && page_shape_box(s->arena, &seen, &inner, shapes) > 0) {
        d->u.image.clip = arena_copy(s->arena, &shapes[0], sizeof shapes[0]);
    }
    d->x = area.x + pad[EDGE_LEFT] - at[0];
    d->y = area.y + pad[EDGE_TOP] - at[1];
    draw_append(box, d);
    enum look_word side = set_aside_side(look);
    int64_t width = (int64_t)margin[EDGE_LEFT] + area.w + margin[EDGE_RIGHT];
    int64_t height = (int64_t)area.h + margin[EDGE_BOTTOM] + margin[EDGE_TOP];
    if (side != WORD_NONE && s->now.para && set_aside_fits(s, s->now.para, (sp)width, height)) {
        struct v_box *beside = galley_box_new(s->now.g, (sp)height, 0);
        beside->draws = *box;
        set_aside_put(s, s->now.para, side == WORD_RIGHT, beside, (sp)width);
        return;
    }
    if (side != WORD_NONE) {
        set_aside_refuse(s, look->v[LOOK_FLOAT],
                         s->now.para
                             ? "there is no room for text beside it"
                             : "text in cells and boxes of a line does not flow around floats");
    }
    inline_box(b, (sp)(width < SP_MAX / 4 ? width : SP_MAX / 4),
               (sp)(height < SP_MAX / 4 ? height : SP_MAX / 4), 0, box,
               arena_copy(s->arena, tag, sizeof *tag));
}

void set_image(struct setter *s, struct inline_builder *b, const struct doc_node *n,
               const struct ink *ink) {
    struct str alt = str_trim(doc_plain(s->arena, n));
    struct str given = doc_pair(n, "alt");
    alt = given.n > 0 ? given : alt;
    const struct image *image = find_image(s, n);
    if (!image) {
        struct str url = str_trim(n->u.link.url);
        struct ink own = *ink;
        if (own.tag.elem && own.tag.elem->role == ROLE_DIV) {
            own.tag.elem = set_elem_new(s, own.tag.elem, ROLE_P);
        }
        struct str words = is_in_caption(s, n, alt) ? STR_EMPTY : alt;
        set_placeholder(s, b, instead_of(url, words), alt.n > 0 ? address_of(url) : STR_EMPTY,
                        &own);
        return;
    }
    struct draw_list *box = ARENA_NEW(s->arena, struct draw_list);
    struct draw *d = ARENA_NEW(s->arena, struct draw);
    struct inline_tag tag = ink->tag;
    sp w = 0;
    sp h = 0;
    struct look look = {{NULL}};
    struct ink own = *ink;
    set_enter_image(s, &own, n, &look);
    image_size(s, n, image, &look, &own, &w, &h);
    if (alt.n > 0) {
        tag.elem = set_elem_new(s, ink->tag.elem, ROLE_FIGURE);
        page_elem_words(s->pages, tag.elem)->alt = alt;
        d->elem = tag.elem;
    } else if (!given.p && !doc_is_decoration(n)) {
        /* without a description the image is decorative (ISO 14289-1, 7.3): it is left out of the
         * structure, and reported unless the author wrote alt="" */
        (void)diag_add(s->d, DIAG_NO_ALT, n->span, "the image `%.*s` has no description",
                       STR_ARG(n->u.link.url));
    }
    d->kind = DRAW_IMAGE;
    d->y = -h;
    d->u.image.image = image;
    d->u.image.w = w;
    d->u.image.h = h;
    if (s->now.lifted == n) {
        look.v[LOOK_FLOAT] = NULL;
    }
    put_framed(s, b, box, d, &look, &own, &tag);
}

static bool is_text(const struct doc_node *n) {
    return n->kind == DOC_PLAIN || n->kind == DOC_PARA;
}

/** Whether a figure contains nothing but images. With other blocks it does not float. */
static bool has_images_only(const struct doc_node *figure) {
    for (const struct doc_node *k = figure->first; k; k = k->next) {
        if (k->kind != DOC_CAPTION && !is_text(k)) {
            return false;
        }
    }
    return true;
}

/** The element that contains a part of a figure. For a single image it is the figure itself.
 * Otherwise a paragraph is needed, for the spaces between images and for placeholders (ISO
 * 32000-1, 14.8.4.2). */
static struct page_elem *holder(struct setter *s, const struct doc_node *text,
                                struct page_elem *figure) {
    const struct doc_node *first = text->first;
    bool alone = first && first->kind == DOC_IMAGE && !first->next;
    return alone ? figure : set_elem_new(s, figure, ROLE_P);
}

/** Whether a sheet floats the only image of a figure beside the text. Then the figure is not a
 * LaTeX float, because the text of a LaTeX float is in a galley of its own. */
static bool goes_aside(struct setter *s, const struct doc_node *image, const struct frame *f) {
    if (!image || image->kind != DOC_IMAGE || image->next || !f->ink.element) {
        return false;
    }
    struct ink probe = f->ink;
    struct look look = {{NULL}};
    const struct element *elder = f->ink.element->last_kid;
    set_enter_image(s, &probe, image, &look);
    f->ink.element->last_kid = elder; /* the element is entered again when the figure is set */
    return set_aside_side(&look) != WORD_NONE;
}

/** Sets a caption only to measure its height. */
static int64_t measure_caption(struct setter *s, const struct doc_node *caption,
                               const struct frame *f) {
    struct set_measure m;
    struct galley own;
    struct frame in = *f;
    set_measure_begin(s, f, &m);
    set_galley_begin(s, &own);
    in.elem = page_elem_new(s->pages, ROLE_CAPTION);
    set_caption_text(s, caption, &in);
    set_galley_end(s);
    set_measure_end(s, &m);
    int64_t height = own.height;
    galley_drop(&own);
    return height;
}

/** The height that a figure's images may have, so that the figure fits on a page with its captions.
 * 0 if the captions are so short that IMAGE_SHARE leaves room for them. Negative if they leave
 * less than a tenth of a page; then the figure is cut at the end of a page. */
static sp room_for_image(struct setter *s, const struct doc_node *n, const struct frame *f) {
    int64_t height = 0, line = f->ink.size > 0 ? (int64_t)f->width * 2 / f->ink.size : 0;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind != DOC_CAPTION) {
            continue;
        }
        int64_t letters = (int64_t)doc_plain(s->arena, k).n;
        if (letters / (line > 0 ? line : 1) * f->leading > s->style->text_h / 20) {
            height += measure_caption(s, k, f) + f->leading;
        }
    }
    int64_t room = s->style->text_h - height, share = sp_scale(s->style->text_h, IMAGE_SHARE, 100);
    return height == 0 || room >= share ? 0 : room < s->style->text_h / 10 ? -1 : (sp)room;
}

void set_figure(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    struct v_glue around = {f->leading * 7 / 10, PT(3), PT(1)};
    struct float_setting fs;
    const struct doc_node *image = n->first ? n->first->first : NULL;
    bool wide = doc_has_class(n, "wide") || (image && doc_has_class(image, "wide"));
    bool listing = doc_has_class(n, "listing"); /* a listing may be cut at the end of a page */
    sp most = listing || s->now.trials > 0 ? 0 : room_for_image(s, n, f);
    bool floats = !listing && most >= 0 && has_images_only(n) && !goes_aside(s, image, f) &&
                  set_float_begin(s, &fs, n, f, "fig-pos", wide);
    s->now.image_most = most < 0 ? sp_scale(s->style->text_h, 2, 5) : most;
    bool no_indent = s->now.no_indent;
    if (floats && fs.how->wide) {
        in.width = s->now.measure = s->style->text_w;
    }
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    in.par_indent = 0;
    in.hang = 0;
    in.tight = true;
    set_space_above(s, f, around);
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_CAPTION) {
            struct frame caption = in;
            caption.elem = set_elem_new(s, in.elem, ROLE_CAPTION);
            if (k->prev) {
                galley_penalty(s->now.g, V_NEVER);
                galley_space(s->now.g, (struct v_glue){f->leading / 2, 0, 0});
            }
            set_caption_text(s, k, &caption);
            if (k->next) { /* a caption that is not the last part is above the content */
                galley_penalty(s->now.g, V_NEVER);
                galley_space(s->now.g, (struct v_glue){f->leading / 4, 0, 0});
            }
        } else if (is_text(k)) {
            set_inline_paragraph(s, k, &in, holder(s, k, in.elem), INLINE_CENTER);
        } else {
            in.align = f->align;
            set_block(s, k, &in);
        }
    }
    s->now.image_most = 0;
    /* notes are outside of the figure, whose last kid is the caption (ISO 14289-2, 8.2.5.27) */
    set_flush_notes(s, f->elem);
    set_space_below(s, f, around);
    s->now.no_indent = true;
    if (floats) {
        set_aside_end(s, f); /* boxes beside the text end within the figure */
        set_float_end(s, &fs);
        s->now.no_indent = no_indent;
    }
}
