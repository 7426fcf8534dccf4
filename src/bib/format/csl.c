/* SPDX-License-Identifier: MIT */
/*
 * CSL-JSON and CSL-YAML as rows of the table. Their items are bib/item's.
 */
#include "bib/format/format_rows.h"

#include "data/yaml.h"

bool bib_csljson_sniff(struct str text) {
    return text.p[0] == '[' || (text.p[0] == '{' && str_index(text, '"') != STR_NONE);
}

size_t bib_csljson_read(struct bib_input *in) {
    return item_read_json(in->arena, in->src, in->sink, in->d);
}

bool bib_cslyaml_sniff(struct str text) {
    return str_starts(text, STR("---")) || str_starts(text, STR("references:")) ||
           str_starts(text, STR("- id:"));
}

size_t bib_cslyaml_read(struct bib_input *in) {
    const struct node *root = yaml_parse(in->arena, in->src, 0, in->src->text.n, in->d);
    return root ? item_read_tree(in->arena, root, ITEM_STRINGS_MARKDOWN, in->sink, in->d) : 0;
}
