/* SPDX-License-Identifier: MIT */
/*
 * Decisions of the preview server without a socket: who may connect, the place of a request,
 * the files that a page names, the commands for an editor.
 */
#include "core/base/arena.h"
#include "core/base/child_process.h"
#include "core/base/net.h"
#include "job/serve/serve_model.h"
#include "tap.h"

static void test_hosts(void) {
    struct serve_door door = {.host = STR("127.0.0.1"), .port = 4000};
    static const char *const ours[] = {"127.0.0.1:4000", "localhost:4000", "LocalHost:4000",
                                       "[::1]:4000"};
    static const char *const others[] = {
        "",
        "localhost",
        "127.0.0.1",
        "localhost:4001",
        "localhost:04000x",
        "localhost:",
        ":4000",
        "evil.example:4000",
        "localhost.evil.example:4000",
        "127.0.0.1.nip.example:4000",
        "192.168.1.7:4000",
        "::1:4000",
        "[::1]",
        "localhost:4000:4000",
        "localhost:4000,evil.example",
        "127.0.0.1:4000\nlocalhost:4000",
    };
    for (size_t i = 0; i < ARRAY_LEN(ours); i++) {
        ok(serve_host_is_ours(&door, str_of(ours[i])), ours[i]);
    }
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        ok(!serve_host_is_ours(&door, str_of(others[i])), "another name is not answered");
    }
    ok(serve_origin_is_ours(&door, STR("http://localhost:4000")), "a page of ours");
    ok(!serve_origin_is_ours(&door, STR("https://localhost:4000")), "another scheme");
    ok(!serve_origin_is_ours(&door, STR("http://evil.example:4000")), "another page");
    ok(!serve_origin_is_ours(&door, STR("null")) && !serve_origin_is_ours(&door, STR_EMPTY),
       "a page of nowhere");
    struct serve_door open = {.host = STR("0.0.0.0"), .port = 80, .open = true};
    ok(serve_host_is_ours(&open, STR("192.168.1.7")) &&
           serve_host_is_ours(&open, STR("[fe80::1]:80")),
       "asked for to listen to all: any address in numbers");
    ok(!serve_host_is_ours(&open, STR("evil.example")) &&
           !serve_host_is_ours(&open, STR("evil.example:80")),
       "but no other name");
    ok(serve_token_is(STR("abc"), STR("abc")) && !serve_token_is(STR("abd"), STR("abc")) &&
           !serve_token_is(STR("abcd"), STR("abc")) && !serve_token_is(STR("ab"), STR("abc")) &&
           !serve_token_is(STR_EMPTY, STR_EMPTY),
       "a token is the whole token");
}

static void test_addresses(void) {
    ok(net_is_numeric(STR("10.0.0.1")) && net_is_numeric(STR("::1")), "addresses in numbers");
    ok(!net_is_numeric(STR("localhost")) && !net_is_numeric(STR("10.1")) &&
           !net_is_numeric(STR("10.0.0.1 ")) && !net_is_numeric(STR_EMPTY),
       "and what is none");
    ok(net_is_loopback(STR("127.0.0.1")) && net_is_loopback(STR("127.1.2.3")) &&
           net_is_loopback(STR("::1")) && net_is_loopback(STR("localhost")),
       "addresses of this machine alone");
    ok(!net_is_loopback(STR("0.0.0.0")) && !net_is_loopback(STR("::")) &&
           !net_is_loopback(STR("192.168.1.7")),
       "and others");
}

static void test_places(struct arena *a) {
    struct serve_place p;
    ok(serve_read_place(a, STR("{\"file\":\"a b.md\",\"line\":12,\"col\":3}"), &p), "a place");
    is_str(p.file, "a b.md", "its file");
    ok(p.line == 12 && p.col == 3, "its line and column");
    ok(serve_read_place(a, STR("{\"file\":\"a\",\"line\":-1,\"col\":\"x\"}"), &p) && p.line == 1 &&
           p.col == 1,
       "numbers that are none are the first");
    static const char *const wrong[] = {"", "{}", "[]", "{\"file\":3}", "{\"file\":\"\"}", "{\"fi"};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        ok(!serve_read_place(a, str_of(wrong[i]), &p), "no place");
    }
}

struct found {
    struct arena *a;
    struct str all;
};

static void find(void *user, struct str path) {
    struct found *f = user;
    f->all = f->all.n ? arena_join(f->a, 3, f->all, STR(" "), path) : arena_str(f->a, path);
}

static void is_named(struct arena *a, const char *html, const char *want, const char *name) {
    struct found f = {a, STR_EMPTY};
    serve_names(str_of(html), find, &f);
    is_str(f.all, want, name);
}

static void test_names(struct arena *a) {
    is_named(a, "<a href=\"cv.pdf\">x</a><img src='fig/a.png'><p>href=\"no.pdf\"",
             "cv.pdf fig/a.png", "links and pictures");
    is_named(a,
             "<a href=\"https://e.org/a.pdf\"><a href=\"//e.org/b\"><a href=\"#x\">"
             "<a href=\"mailto:a@b\"><img src=\"data:image/png;base64,AA\">",
             "", "not what is elsewhere");
    is_named(a,
             "<a href=\"/etc/passwd\"><a href=\"../secret\"><a href=\"a/../../b\">"
             "<a href=\"%2e%2e/x\"><a href=\".git/config\"><a href=\"a/.ssh/id\">",
             "", "nothing outside, nothing hidden, nothing from the root on");
    is_named(a, "<a href=\"a/../b/./c.pdf?x=1#y\"><a href=\"a%20b.pdf\"><a href=\"x&amp;y.pdf\">",
             "b/c.pdf a b.pdf x&y.pdf", "dots, escapes and entities");
    is_named(a, "<img srcset=\"a.png 1x, b.png 2x\" src=c.png><video poster=d.jpg>",
             "a.png b.png c.png d.jpg", "sets of pictures, values without quotes");
    is_named(a, "<a href=\"open<b", "open<b", "an open quotation mark");
    is_str(serve_address(a, STR("/a b/\xC3\xB6.html")), "/a%20b/%C3%B6.html", "an address");
    is_str(str_of(serve_mime(STR("x.PDF"))), "application/pdf", "a kind by the ending");
    is_str(str_of(serve_mime(STR("x"))), "application/octet-stream", "no ending");
}

static void is_words(struct arena *a, const char *command, const char *want, const char *name) {
    struct str words[PROCESS_WORDS], all = STR_EMPTY;
    size_t n = serve_editor_words(a, str_of(command), STR("/a b.md"), 7, 2, words);
    for (size_t i = 0; i < n; i++) {
        all = i ? arena_join(a, 3, all, STR("|"), words[i]) : words[0];
    }
    is_str(all, want, name);
}

static void test_editors(struct arena *a) {
    is_words(a, "ed -g {file}:{line}:{col}", "ed|-g|/a b.md:7:2", "a place in a word");
    is_words(a, "code", "code|-g|/a b.md:7:2", "a program that is known");
    is_words(a, "/usr/bin/emacsclient -a ''", "/usr/bin/emacsclient|-a||-n|+7:2|/a b.md",
             "with options, by its path");
    is_words(a, "my-editor --fast", "my-editor|--fast|/a b.md", "another gets the file");
    is_words(a, "'my editor' \"{file}\" '$(x)' ;", "my editor|/a b.md|$(x)|;", "there is no shell");
    is_words(a, "ed '{file}", "", "an open quotation mark");
    is_words(a, "   ", "", "no word");
    is_words(a, "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h", "",
             "too many words");
}

int main(void) {
    struct arena *a = arena_new();
    test_hosts();
    test_addresses();
    test_places(a);
    test_names(a);
    test_editors(a);
    arena_drop(a);
    return tap_done();
}
