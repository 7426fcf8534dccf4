/* SPDX-License-Identifier: MIT */
/*
 * Documents that are built repeatedly: after each edit, the outputs and the diagnostics are
 * those of a first build. A series of edits of one document that uses most features.
 */
#include "core/base/arena.h"
#include "core/base/base64.h"
#include "core/base/datadir.h"
#include "core/base/file.h"
#include "job/build/build.h"
#include "job/build/live.h"
#include "job/build/output.h"

#include "tap.h"

#include <stdlib.h>

static const char paper[] =
    "---\n"
    "title: Small waves\n"
    "author: Ines Alder\n"
    "lang: en\n"
    "bibliography: refs.bib\n"
    "abstract: Waves are small, and *some* are smaller than others.\n"
    "---\n\n"
    "# Beginning\n\n"
    "Small waves come before large ones, as has been known [@alder2020, p. 3], and whoever looks "
    "at "
    "a lake in the morning sees that the difference between the one and the other is a matter of "
    "patience.^[Patience is not the subject of this paper, nor is [the lake](https://example.org/a/"
    "long/address/that/may/be/cut).] An unnumbered sentence follows, with $a^2 + b^2 = c^2$ in it, "
    "**strong** words, `code`, a fine --- or not so fine --- dash, and SMALL "
    "[caps]{.smallcaps}.\n\n"
    "A second paragraph of a few words, which stays as it is through most of what is done to the "
    "others, so that it can be kept: incomprehensibilities of international administration.\n\n"
    "- one item, with some text behind it that goes over the end of its line, or so one hopes\n"
    "- another\n\n"
    "  with a paragraph of its own\n\n"
    "1. first\n2. second\n\n"
    "> A quotation, as short as it is true.\n\n"
    "| Lake | Depth |\n|:-----|------:|\n| Near | 3 m |\n| Far and away | 30 m |\n\n"
    ": Lakes\n\n"
    "```c\nint main(void) {\n    return 0; /* and nothing else */\n}\n```\n\n"
    "## Other scripts\n\n"
    "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xD7\xA2\xD7\x95\xD7\x9C\xD7\x9D with English (in brackets) "
    "inside, \xCE\xB1\xCE\xB2\xCE\xB3 and \xE2\x86\x92, Stra\xC3\x9F"
    "e and a soft hy\xC2\xADphen, "
    "[Donaudampfschifffahrt und noch einiges mehr]{lang=de}.\n\n"
    "# Pictures\n\n\\newpage\n\n![A picture](dot.png){width=1cm}\n\nWith \xE2\x88\x9A and "
    "$\\sqrt{x}$ beside it.\n\n\\newpage\n\n# End\n\nWhat @birch2021 said, by a hard\\\nbreak.\n\n"
    "# References\n";

static const char refs[] =
    "@article{alder2020, author = {Alder, Ines and Birch, Karl}, title = {On "
    "Small Waves}, journal = {Waves}, year = {2020}, volume = {3}}\n"
    "@book{birch2021, author = {Birch, Karl}, title = {Lakes}, year = "
    "{2021}, publisher = {Shore}}\n"
    "@book{cedar2022, author = {Cedar, Ana}, title = {Rivers}, year = "
    "{2022}, publisher = {Shore}}\n";

/* A PNG of one pixel, black; and another, white. */
static const char black[] =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAA"
    "AABJRU5ErkJggg==";
static const char white[] =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAA"
    "AABJRU5ErkJggg==";

struct edit {
    const char *what;
    const char *file;
    const char *from, *to; /* the first place is changed; empty: all of the file */
};

static const struct edit edits[] = {
    {"nothing at all", "live.md", "Small", "Small"},
    {"a word", "live.md", "sees that", "sees at once that"},
    {"a word away", "live.md", "sees at once that", "sees that"},
    {"a citation", "live.md", "follows,", "follows [see @cedar2022, chap. 2],"},
    {"an entry", "refs.bib", "On Small Waves", "On Quite Small Waves, and Others"},
    {"a heading", "live.md", "# Beginning", "# Beginning of {the} end {#begin}"},
    {"a footnote", "live.md", "a matter of patience.^[", "a matter of patience.^[So be it. "},
    {"a footnote more", "live.md", "it can be kept:", "it can be kept^[It *is*.]:"},
    {"a picture", "dot.png", "", white},
    {"a picture's width", "live.md", "width=1cm", "width=2cm"},
    {"metadata", "live.md", "title: Small waves", "title: Small waves\nsubtitle: An account"},
    {"a date", "live.md", "lang: en\n", "lang: en\ndate: 2024-02-03\n"},
    {"the language", "live.md", "lang: en\n", "lang: de\n"},
    {"the language of a word", "live.md", "{lang=de}", "{lang=fr}"},
    {"a language without patterns", "live.md", "{lang=fr}", "{lang=tlh}"},
    {"the language back", "live.md", "lang: de\n", "lang: en\n"},
    {"a sign that no font has", "live.md", "as short as", "as \xF3\xAF\xBF\xBD short as"},
    {"that sign again", "live.md", "it can be kept", "it \xF3\xAF\xBF\xBD can be kept"},
    {"none of them", "live.md", "as \xF3\xAF\xBF\xBD short as", "as short as"},
    {"a cell", "live.md", "Far and away", "Far, far, and further away"},
    {"code", "live.md", "return 0", "return 1"},
    {"an item", "live.md", "- another", "- another one\n- and one more"},
    {"text from right to left", "live.md", "with English", "\xD7\xA9\xD7\x9C with English"},
    {"the measure", "live.md", "lang: en\n", "lang: en\ngeometry: margin=4cm\n"},
    {"the place on the page", "live.md", "geometry: margin=4cm\n",
     "geometry: margin=4cm,top=5cm\n"},
    {"letters that fonts had none of", "live.md", "by a hard", "by 100% & a #quick hard"},
    {"the size", "live.md", "lang: en\n", "lang: en\nfontsize: 12pt\n"},
    {"columns", "live.md", "lang: en\n", "lang: en\nclassoption: twocolumn\n"},
    {"the colour of links", "live.md", "lang: en\n", "lang: en\nlinkcolor: red\n"},
    {"fonts", "live.md", "lang: en\n", "lang: en\nmainfont: TeX Gyre Pagella\n"},
    {"what stands in", "live.md", "lang: en\n",
     "lang: en\nmainfontfallback: [TeX Gyre Heros, DejaVu Sans]\n"},
    {"the style", "live.md", "lang: en\n", "lang: en\ncsl: apa\n"},
    {"standards", "live.md", "lang: en\n", "lang: en\npdf-standard: a-1a\n"},
    {"a later version", "live.md", "pdf-standard: a-1a\n", "pdf-standard: a-4\n"},
    {"another one", "live.md", "pdf-standard: a-4\n", ""},
    {"a heading of two lines", "live.md", "# Beginning of {the} end",
     "# Beginning of the end of whatever may have begun before all of this was so much as thought "
     "of"},
    {"a language that is said", "live.md", "**strong**", "[**strong**]{lang=fr}"},
    {"a destination", "live.md", "`code`", "[`code`]{#code}"},
    {"an entry that is gone", "live.md", "@birch2021", "@dogwood2023"},
    {"and is there again", "live.md", "@dogwood2023", "@birch2021"},
    {"a contents list", "live.md", "lang: en\n", "lang: en\ntoc: true\n"},
    {"a paragraph twice", "live.md", "A second paragraph of a few words",
     "Twice. [The same](#begin) word.\n\nTwice. [The same](#begin) word.\n\nA second paragraph"},
    {"one of the two", "live.md", "Twice. [The same](#begin)", "Twice. [The same](https://x.org)"},
};

static const char *const kinds[] = {"html", "pdf"};
enum { KINDS = ARRAY_LEN(kinds) };

struct world {
    struct arena *arena;
    struct build_options opt;
    struct build_live *live;
};

static void put(struct str path, struct str text) {
    if (file_write(path, text) != 0) {
        printf("Bail out! cannot write %.*s\n", STR_ARG(path));
        exit(1);
    }
}

static void put_picture(struct arena *a, const char *base64) {
    struct buf b = BUF_INIT;
    if (!base64_read(&b, str_of(base64))) {
        printf("Bail out! no base64\n");
        exit(1);
    }
    put(STR("dot.png"), buf_keep(&b, a));
    buf_drop(&b);
}

static void make(struct arena *a, const struct edit *e) {
    struct str path = str_of(e->file), text;
    if (e->from[0] == '\0') {
        put_picture(a, e->to);
        return;
    }
    size_t at =
        file_read(a, path, SIZE_MAX, &text) == 0 ? str_find(text, str_of(e->from)) : STR_NONE;
    if (at == STR_NONE) {
        printf("Bail out! no `%s`\n", e->from);
        exit(1);
    }
    put(path, arena_join(a, 3, str_slice(text, 0, at), str_of(e->to),
                         str_from(text, at + strlen(e->from))));
}

static void targets(struct build_target t[KINDS]) {
    for (size_t i = 0; i < KINDS; i++) {
        t[i] = (struct build_target){.output = build_output_named(str_of(kinds[i]))};
    }
}

/* All that was reported, a line each. */
static struct str said(struct arena *a, const struct diags *d) {
    struct str all = STR_EMPTY;
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i];
        all = arena_join(a, 2, all,
                         arena_printf(a, "%zu:%zu: %.*s\n", (size_t)g->span.begin,
                                      (size_t)g->span.end, STR_ARG(g->text)));
    }
    return all;
}

/* The outputs of a round are those of a build by itself. */
static void compare(struct world *w, const char *what) {
    struct arena *a = arena_new(), *own = arena_new();
    struct build_target warm[KINDS], cold[KINDS];
    targets(warm);
    targets(cold);
    struct build_job job = {.input = STR("live.md"), .targets = warm, .ntargets = KINDS};
    build_live_run(w->live, 0, &job);
    struct build_options opt = w->opt;
    opt.fonts = fonts_new(own);
    struct build_job alone = {.input = STR("live.md"), .targets = cold, .ntargets = KINDS};
    build_run(&alone, &opt);
    for (size_t i = 0; i < KINDS; i++) {
        ok(cold[i].data.n > 0 && str_eq(warm[i].data, cold[i].data),
           arena_printf(a, "%s: the %s is that of a build by itself", what, kinds[i]).p);
    }
    struct str told = said(a, &alone.diags);
    is_str(said(a, &job.diags), arena_printf(a, "%.*s", STR_ARG(told)).p,
           arena_printf(a, "%s: what is reported", what).p);
    build_drop(&job);
    build_drop(&alone);
    fonts_drop(opt.fonts);
    arena_drop(own);
    arena_drop(a);
}

/* As `serve` does it: the page alone, then all. */
static void look(struct world *w, bool again) {
    struct build_target t[KINDS];
    targets(t);
    struct build_job job = {.input = STR("live.md"), .targets = t, .ntargets = 1};
    if (again) {
        build_live_again(w->live);
    } else {
        build_live_round(w->live);
    }
    build_live_run(w->live, 0, &job);
    build_drop(&job);
}

int main(void) {
    struct world w = {.arena = arena_new(), .opt = {.columns = 72, .epoch = -1}};
    (void)datadir_list(w.arena, w.opt.data_dirs, ARRAY_LEN(w.opt.data_dirs));
    put(STR("live.md"), str_of(paper));
    put(STR("refs.bib"), str_of(refs));
    put_picture(w.arena, black);
    w.live = build_live_new(&w.opt, 1);
    build_live_round(w.live);
    compare(&w, "the first time");
    for (size_t i = 0; i < ARRAY_LEN(edits); i++) {
        make(w.arena, &edits[i]);
        if (i % 3 == 0) {
            look(&w, i % 2 == 0);
        }
        build_live_round(w.live);
        compare(&w, edits[i].what);
    }
    for (int i = 0; i < 70; i++) { /* fonts do not last for ever */
        build_live_round(w.live);
    }
    compare(&w, "many rounds later");
    build_live_drop(w.live);
    arena_drop(w.arena);
    remove("live.md");
    remove("refs.bib");
    remove("dot.png");
    return tap_done();
}
