/* SPDX-License-Identifier: MIT */
/*
 * A page whose front matter describes a work, as a row of the table of formats. Each file has one
 * item. Pages end in .md like documents, so the front matter decides, not the ending.
 */
#include "cite/bib/format/format_rows.h"

#include "cite/bib/item/front_item.h"
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/data/yaml.h"

/** Whether a text has front matter with a title. CSL-YAML between `---` is not a page, because it
 * has no title at its start. */
bool bib_pages_sniff(struct str text) {
    struct front_matter f = front_matter_find(text, 0);
    struct str front = str_slice(text, f.begin, f.end);
    return f.behind && !bib_cslyaml_sniff(text) &&
           (str_starts(front, STR("title:")) || str_find(front, STR("\ntitle:")) != STR_NONE);
}

size_t bib_pages_read(struct bib_input *in) {
    struct front_matter f = front_matter_find(in->src->text, 0);
    const struct node *front = f.behind && f.end - f.begin <= LIMIT_FRONT_MATTER
                                   ? yaml_parse(in->arena, in->src, f.begin, f.end, in->d)
                                   : NULL;
    struct item *it =
        front ? item_of_page(in->arena, front, item_page_key(in->src->name), NULL, in->d) : NULL;
    if (it) {
        in->sink.add(in->sink.to, it, in->d);
    }
    return it != NULL;
}
