/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as input of the preview server: a Host header, the body of a request, a page
 * that names files, a command of an editor. Checked: a path from a page never leaves its
 * folder, and only names of this machine are answered.
 */
#include "core/base/child_process.h"
#include "job/serve/serve_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(void *user, struct str path) {
    (void)user;
    for (struct str rest = path, name; rest.p;) {
        name = str_cut(&rest, '/');
        if (name.n == 0 || name.p[0] == '.') {
            BUG("a path that leads out of its folder");
        }
    }
}

static bool ends_in_port(struct str host) {
    return str_ends(host, STR(":4000"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct serve_door door = {.host = STR("127.0.0.1"), .port = 4000};
    if (serve_host_is_ours(&door, text) && (!ends_in_port(text) || text.n > 14)) {
        BUG("a name that is not ours");
    }
    struct serve_door open = {.host = STR("::"), .port = 4000, .open = true};
    (void)serve_host_is_ours(&open, text);
    (void)serve_origin_is_ours(&door, text);
    struct serve_place place;
    if (serve_read_place(a, text, &place) && (place.file.n == 0 || !place.line || !place.col)) {
        BUG("a place without a file");
    }
    serve_names(text, found, NULL);
    struct str words[PROCESS_WORDS];
    if (serve_editor_words(a, text, STR("file"), 1, 1, words) > PROCESS_WORDS) {
        BUG("too many words");
    }
    arena_drop(a);
    return 0;
}
