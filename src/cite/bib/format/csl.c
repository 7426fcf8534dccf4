/* SPDX-License-Identifier: MIT */
/* CSL-JSON and CSL-YAML as rows of the table. bib/item reads them. */
#include "cite/bib/format/format_rows.h"

#include "core/data/yaml.h"

bool bib_csljson_sniff(struct str text) {
    struct str inside = str_trim(str_from(text, 1));
    char first = inside.n ? inside.p[0] : '\0';
    return (text.p[0] == '[' && (first == '{' || first == ']')) ||
           (text.p[0] == '{' && first == '"');
}

size_t bib_csljson_read(struct bib_input *in) {
    struct item_list list;
    (void)item_list_json(in->arena, in->src, &list, in->d);
    for (size_t i = 0; i < list.n; i++) {
        in->sink.add(in->sink.to, list.p[i], in->d);
    }
    return list.n;
}

bool bib_cslyaml_sniff(struct str text) {
    bool marked = str_starts(text, STR("---"));
    return str_starts(text, STR("references:")) || str_starts(text, STR("- id:")) ||
           (marked && (str_find(text, STR("\nreferences:")) != STR_NONE ||
                       str_find(text, STR("\n- id:")) != STR_NONE));
}

size_t bib_cslyaml_read(struct bib_input *in) {
    const struct node *root = yaml_parse(in->arena, in->src, 0, in->src->text.n, in->d);
    return root ? item_read_tree(in->arena, root, ITEM_STRINGS_MARKDOWN, in->sink, in->d) : 0;
}
