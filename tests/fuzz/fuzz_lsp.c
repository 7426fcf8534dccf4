/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as messages of an editor, one in each line, after a document was opened. Whatever
 * comes, each answer is a message with its length.
 */
#include "fuzz.h"
#include "job/lsp/lsp.h"

#define OPENED                                                                                     \
    "{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///fuzz/"   \
    "a.md\",\"text\":\"# One {#sec:one}\\n\\nSee @sec:one and [@key].\\n\\n---\\nreferences:\\n- " \
    "id: key\\n  title: Tides\\n---\\n\"}}}"

static void check_answers(struct str out) {
    while (out.n) {
        struct str head = str_cut(&out, '\n'), empty = str_cut(&out, '\n');
        int64_t n = 0;
        bool right = str_starts(head, STR("Content-Length: ")) && str_is(empty, "\r");
        if (!right || !str_to_i64(str_trim(str_from(head, 16)), &n) || n < 0 || (size_t)n > out.n) {
            BUG("an answer without its length");
        }
        out = str_from(out, (size_t)n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct build_options opt = {.epoch = 0};
    struct lsp *server = lsp_new(&opt);
    struct buf out = BUF_INIT;
    (void)lsp_message(server, STR("{\"id\":1,\"method\":\"initialize\"}"), &out);
    (void)lsp_message(server, STR(OPENED), &out);
    for (size_t n = 0; text.p && n < 16; n++) {
        (void)lsp_message(server, str_cut(&text, '\n'), &out);
    }
    check_answers(buf_view(&out));
    buf_drop(&out);
    lsp_drop(server);
    arena_drop(a);
    return 0;
}
