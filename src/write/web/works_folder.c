/* SPDX-License-Identifier: MIT */
/*
 * Pages of single works (`paper-pages`), in a folder beside the page that lists them: their names,
 * the frame around them, and the links from the entries. They share one style sheet in that folder.
 * work_page.c makes their content.
 */
#include "write/web/companions.h"

#include "core/base/file.h"
#include "core/data/css.h"

#define SHEET "works.css"

/** Makes the title of an entry link to the page of the work. An entry of a CSL style has no title;
 * there the permalink gets the link. */
static void point_entry(struct web_companions *w, const struct web_work *work) {
    struct doc *doc = w->setup.doc;
    struct doc_node *title = web_find_class(work->entry, "pub-title");
    struct doc_node *link =
        title ? doc_find_kind(title, DOC_LINK) : web_find_class(work->entry, "pub-permalink");
    if (link && link->kind != DOC_LINK) {
        link = doc_find_kind(link, DOC_LINK);
    }
    if (!link && title) {
        link = doc_link_new(doc, STR_EMPTY, SPAN_NONE);
        doc_adopt(link, title);
        doc_append(title, link);
        vec_push(&w->links, ((struct web_led){link, STR_EMPTY}));
    } else if (link) {
        vec_push(&w->links, ((struct web_led){link, link->u.link.url}));
    }
    if (link) {
        link->u.link.url = work->page;
    }
}

/** Removes from the list's entry the parts that are for the page of the work. */
static void hide_apart(struct web_companions *w, const struct web_work *work) {
    for (struct doc_node *n = work->entry->first, *next; n; n = next) {
        next = n->next;
        if (doc_has_class(n, "only-work-page")) {
            web_hide(&w->hidden, n);
        }
    }
}

static struct str folder_of(const struct node *n) {
    struct str name = str_trim(node_text(n));
    bool given = node_bool(n, -1) < 0 && name.n && str_index(name, '/') == STR_NONE;
    return given && path_is_portable(name) ? name : STR("works");
}

void web_works_begin(struct web_companions *w) {
    const struct node *n = node_get(w->page.doc->front, "paper-pages");
    if (!n || n->kind == NODE_NULL || node_bool(n, 1) == 0 || !w->page.works.n) {
        return;
    }
    struct map taken = MAP_INIT;
    map_put(&taken, STR("index.html"), NULL);
    w->folder = folder_of(n);
    for (size_t i = 0; i < w->page.works.n; i++) {
        struct web_work *work = &w->page.works.p[i];
        struct str file = web_work_file(w->setup.arena, &taken, work->it->id);
        work->page = arena_join(w->setup.arena, 3, w->folder, STR("/"), file);
        hide_apart(w, work);
    }
    for (size_t i = 0; i < w->page.works.n; i++) {
        point_entry(w, &w->page.works.p[i]);
    }
    map_drop(&taken);
}

/** Restores the list for the other outputs. */
static void restore(struct web_companions *w) {
    for (size_t i = w->links.n; i > 0; i--) {
        struct web_led *l = &w->links.p[i - 1];
        l->node->u.link.url = l->url;
        if (!l->url.n) { /* point_entry() has made this link */
            struct doc_node *title = l->node->parent;
            doc_unlink(l->node);
            doc_adopt(title, l->node);
        }
    }
    web_show_hidden(&w->hidden);
}

static const struct html_frame_link *links_below(struct arena *a,
                                                 const struct html_frame_link *links, size_t n) {
    struct html_frame_link *out = ARENA_ARRAY(a, struct html_frame_link, n + 1);
    for (size_t i = 0; i < n; i++) {
        out[i] = links[i];
        out[i].href = web_below(a, links[i].href);
        out[i].within = out[i].within || out[i].current;
        out[i].current = false;
    }
    return out;
}

/** Copies the frame of the list's page for the pages of works. Its addresses become relative to
 * their folder. */
static void frame_below(struct arena *a, const struct html_frame *of, struct html_frame *out) {
    if (!of) {
        return;
    }
    *out = *of;
    out->home = web_below(a, of->home);
    out->nav = links_below(a, of->nav, of->nnav);
    out->crumbs = links_below(a, of->crumbs, of->ncrumbs);
    out->sheet = web_below(a, of->sheet);
    out->script = web_below(a, of->script);
    out->look = web_below(a, of->look);
    out->search = web_below(a, of->search);
    out->pdf = STR_EMPTY; /* the list's PDF is not a PDF of the work */
    out->icon = web_below(a, of->icon);
    out->canonical = STR_EMPTY; /* web_work_head() writes it */
    out->feed = web_below(a, of->feed);
    struct html_frame_sister *sisters = ARENA_ARRAY(a, struct html_frame_sister, of->nsisters + 1);
    for (size_t i = 0; i < of->nsisters; i++) {
        sisters[i] = of->sisters[i];
        sisters[i].href = web_below(a, of->sisters[i].href);
        sisters[i].above = true;
    }
    out->sisters = sisters;
}

/** Makes the style sheet for the pages of works. The pages of a site use the site's sheet. */
static void make_sheet(struct web_companions *w, const struct html_options *opt,
                       struct html_frame *frame, bool survey) {
    struct buf out = BUF_INIT;
    if (!survey) {
        html_write_sheet(&out, opt, w->setup.d);
    }
    struct str *paths = ARENA_ARRAY(w->setup.arena, struct str, opt->nsheets + 1);
    for (size_t i = 0; i < opt->nsheets; i++) {
        paths[i] = opt->sheets[i]->src->name;
    }
    if (web_make(w, arena_join(w->setup.arena, 3, w->folder, STR("/"), STR(SHEET)), &out)) {
        frame->sheet = STR(SHEET);
        frame->linked = paths;
        frame->nlinked = opt->nsheets;
        frame->theme = opt->theme;
    }
    buf_drop(&out);
}

static void write_page(const struct web_companions *w, const struct web_work *work,
                       struct html_options *opt, struct buf *out) {
    struct arena *a = arena_new();
    struct buf head = BUF_INIT;
    struct str back =
        w->page.framed ? w->page.address : arena_join(a, 2, STR("../"), w->setup.file);
    struct web_work_page page = {.work = work,
                                 .published = w->setup.published,
                                 .back = arena_join(a, 3, back, STR("#"), doc_id(work->entry)),
                                 .back_text = doc_page_title(w->page.doc)};
    struct str address =
        w->page.address.n ? web_resolve(a, w->page.address, work->page) : STR_EMPTY;
    if (web_wants_head(w->page.doc)) {
        web_work_head(&head, &w->page, work->it, address);
    }
    opt->head = buf_view(&head);
    html_write(out, web_work_doc(a, w->page.doc, &page), opt, w->setup.d);
    buf_drop(&head);
    arena_drop(a);
}

void web_works_end(struct web_companions *w, const struct html_options *opt) {
    struct html_frame frame = {.canonical = STR_EMPTY};
    frame_below(w->setup.arena, w->setup.frame, &frame);
    struct html_options own = opt ? *opt : (struct html_options){.nsheets = 0};
    own.frame = &frame;
    own.embed = NULL;
    restore(w);
    if (!frame.sheet.n) {
        make_sheet(w, &own, &frame, !opt);
    }
    for (size_t i = 0; i < w->page.works.n; i++) {
        const struct web_work *work = &w->page.works.p[i];
        struct buf out = BUF_INIT;
        if (opt) {
            write_page(w, work, &own, &out);
        }
        (void)web_make(w, work->page, &out);
        buf_drop(&out);
    }
}
