/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a site.yml, and its first line as addresses. */
#include "core/data/yaml.h"
#include "fuzz.h"
#include "job/site/site_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct node *map = yaml_parse(in.arena, in.src, 0, in.text.n, &in.diags);
    if (map && map->kind == NODE_MAP) {
        struct site_config config;
        site_config_check(map, &in.diags);
        site_config_decode(in.arena, map, STR("dir"), &config, &in.diags);
        for (size_t i = 0; i < config.ncollections; i++) {
            struct str address = site_clean_address(in.arena, config.collections[i].address);
            struct str output = site_output_of(in.arena, address);
            if (!output.n || output.p[0] == '/' || str_find(output, STR("/../")) != STR_NONE ||
                str_starts(output, STR("../"))) {
                BUG("an address leads out of the output folder");
            }
        }
    }
    struct str rest = in.text, line = str_cut(&rest, '\n');
    struct str a = site_clean_address(in.arena, line), b = site_clean_address(in.arena, rest);
    (void)site_relative(in.arena, a, b);
    return fuzz_end(&in);
}
