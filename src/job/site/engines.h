/* SPDX-License-Identifier: MIT */
/*
 * What the readers of other engines' sites share. Private to them.
 *
 *   jekyll.c   _config.yml, _data, collections    theme_jekyll.c  layouts and includes
 *   hugo.c     config/, content/, bundles         theme_hugo.c    blocks of HugoBlox
 *   quarto.c   _quarto.yml, listings              engine_data.c   files of data, maps
 */
#ifndef DOSSIER_SITE_ENGINES_H
#define DOSSIER_SITE_ENGINES_H

#include "job/site/site_model.h"

extern const struct site_engine site_jekyll, site_hugo, site_quarto;

/** Sets a key to a text unless that is empty; its place is where `from` stands. */
void site_map_text(struct arena *a, struct node *map, const char *key, struct str text,
                   const struct node *from);
/** Sets a key to a value that is only read; nothing for NULL. */
void site_map_put(struct arena *a, struct node *map, const char *key, const struct node *value);
void site_map_flag(struct arena *a, struct node *map, const char *key, bool yes);
/** A copy of a map whose keys can be set; its values are shared. An empty one for what is no map.
 */
struct node *site_map_copy(struct arena *a, const struct node *map);
/** Sets the keys of `from` that `map` does not have. */
void site_map_missing(struct arena *a, struct node *map, const struct node *from);
/** A link of the navigation: {text, href}. */
struct node *site_map_link(struct arena *a, struct str text, struct str href,
                           const struct node *from);
/** A file of YAML or JSON (by its ending); NULL when it is not there, or wrong, which is reported
 * unless `d` is NULL. */
struct node *site_data_file(struct arena *a, const struct file_fence *fence, struct str path,
                            struct diags *d);
/** A folder of such files, and of CSV and TSV with a head, as a map by their names without endings;
 * folders in it are maps in it (Jekyll, "Data Files"). */
struct node *site_data_folder(struct arena *a, const struct file_fence *fence, struct str dir,
                              struct diags *d);
/** "A Title: 2" as a part of an address: "a-title-2" (Jekyll's slugify, Hugo's urlize). */
struct str site_slug(struct arena *a, struct str text);
/** Sets a person's picture; one that is a file of the site and not there is reported, and left out.
 * `path` is from the site's root on, or from the page's folder. */
void site_put_photo(struct site *s, const struct site_page *p, struct node *who, struct str path,
                    const struct node *from);

/** The template that a theme of Jekyll's has under a name; NULL when none is known. */
struct source *site_jekyll_include(struct arena *a, struct str name);
/** And for a layout; `elsewhere`: of a page that leads to another place. */
struct source *site_jekyll_layout(struct arena *a, struct str name, bool elsewhere);

/** The template of a page of HugoBlox': "landing", "person", "section", "work". */
struct source *site_hugo_layout(struct arena *a, struct str name);

/** `front` of struct site_engine. jekyll_page.c */
void site_jekyll_front(struct site *s, struct site_page *p);
/** Pages of collections get what lists show of their texts: `excerpt`, and `content` where a page
 * is shown in a list whole. */
void site_jekyll_excerpts(struct site *s);

#endif
