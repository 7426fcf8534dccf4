/* SPDX-License-Identifier: MIT */
/*
 * Functions on maps and data files, mainly for the readers of other engines' sites.
 *
 *   jekyll.c   _config.yml, _data, collections    theme_jekyll.c  layouts and includes
 *                                                 menu_jekyll.c   the menu of a layout
 *   hugo.c     config/, content/, bundles         theme_hugo.c    blocks of HugoBlox
 *                                                 widgets_hugo.c  widgets of Wowchemy
 *   quarto.c   _quarto.yml, listings              engine_data.c   data files, maps
 */
#ifndef DOSSIER_SITE_ENGINES_H
#define DOSSIER_SITE_ENGINES_H

#include "job/site/site_model.h"

extern const struct site_engine site_jekyll, site_hugo, site_quarto;

/** Returns the trimmed text at a path of keys such as "footer.copyright", or an empty text. */
struct str site_text(const struct node *map, const char *path);
/** Sets a key to a text, unless the text is empty. The span of the text is the span of `from`. */
void site_map_text(struct arena *a, struct node *map, const char *key, struct str text,
                   const struct node *from);
/** Sets a key to a value. The value is shared and must not be changed. Does nothing if the value is
 * NULL. */
void site_map_put(struct arena *a, struct node *map, const char *key, const struct node *value);
/** Sets a key to true or false. */
void site_map_flag(struct arena *a, struct node *map, const char *key, bool yes);
/** Adds the keys of `from` that `map` does not have. */
void site_map_missing(struct arena *a, struct node *map, const struct node *from);
/** Sets a key of the front matter of a page, if the value is not NULL. Records in `over` that the
 * file of the page does not have this value. */
void site_set(struct site *s, struct site_page *p, const char *key, const struct node *value);
/** Makes a link of the navigation: {text, href}. */
struct node *site_map_link(struct arena *a, struct str text, struct str href,
                           const struct node *from);
/** Appends words, which are separated by spaces, to a list. */
void site_list_words(struct arena *a, struct node *list, const char *words);
/** Returns the integer at a path of keys, or `other` if there is none. */
int64_t site_number(const struct node *map, const char *key, int64_t other);
/** Reads a YAML or JSON file. The extension decides the format. Returns NULL if the file does not
 * exist or is invalid. An invalid file is reported, unless `d` is NULL. */
struct node *site_data_file(struct arena *a, const struct file_fence *fence, struct str path,
                            struct diags *d);
/** Reads a folder of data files (YAML, JSON, and CSV or TSV with a header row) as a map whose keys
 * are the names without extension. Subfolders become nested maps (Jekyll, "Data Files"). With
 * `aliases`, YAML aliases are reported. */
struct node *site_data_folder(struct arena *a, const struct file_fence *fence, struct str dir,
                              bool aliases, struct diags *d);
/** Converts a text to a part of an address: "A Title: 2" to "a-title-2" (Jekyll's slugify, Hugo's
 * urlize). If `kept` is not NULL, the characters in `kept` and capital letters stay as they
 * are. */
struct str site_slug(struct arena *a, struct str text, const char *kept);
/** Returns the text of HTML on one line, without its tags. */
struct str site_bare_text(struct arena *a, struct str html);
/** Sets the picture in `who`, the map of a person. A local file that does not exist is reported and
 * left out. `path` is relative to the site's root or to the page's folder. */
void site_put_photo(struct site *s, const struct site_page *p, struct node *who, struct str path,
                    const struct node *from);

/** Returns the template for an include of a Jekyll theme by its name, or NULL. */
struct source *site_jekyll_include(struct arena *a, struct str name);
/** Returns the template for a layout of a Jekyll theme by its name, or NULL. `elsewhere` is set if
 * the page redirects to another address. */
struct source *site_jekyll_layout(struct arena *a, struct str name, bool elsewhere);

/** Returns the template for a HugoBlox page: "landing", "person", "section" or "work". */
struct source *site_hugo_layout(struct arena *a, struct str name);

/** Implements `menu` of struct site_engine. See menu_jekyll.c. */
struct node *site_jekyll_menu(struct site *s);
/** Returns the sections of a page of widgets, in their order. See widgets_hugo.c. */
struct node *site_hugo_widgets(struct site *s, const struct site_page *page);
/** Implements `front` of struct site_engine. See jekyll_page.c. */
void site_jekyll_front(struct site *s, struct site_page *p);
/** Adds texts for lists to the pages of collections: `excerpt`, and also `content` if a list shows
 * whole pages. */
void site_put_excerpts(struct site *s);

#endif
