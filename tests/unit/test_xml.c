/* SPDX-License-Identifier: MIT */
/* XML: the tree, places, and texts that are refused. */
#include "core/data/xml.h"
#include "reading.h"
#include "same_xml.h"
#include "tap.h"

DIAG_USE(DIAG_INVALID_UTF8);
DIAG_USE(DIAG_XML_SYNTAX);
DIAG_USE(DIAG_XML_ENTITY);

struct text {
    struct reading in;
    struct xml_node *root;
};

static struct text read_text(const char *z) {
    struct text t = {.in = reading_open("t.xml", str_of(z))};
    t.root = xml_parse(t.in.arena, t.in.src, t.in.diags);
    return t;
}

static void test_tree(void) {
    struct text t = read_text("<?xml version='1.0' encoding='latin1'?>\n<!-- c --><s xmlns='urn:x'"
                              " xml:lang=\"de\" empty=''>\n<t a='1 &amp; 2'>x &lt; <!-- - -->é</t>"
                              "<u/><v  b='z' ><![CDATA[<raw>]]></v></s>");
    is_int(t.in.diags->n, 0, "no fault");
    is_str(t.root->name, "s", "the root's local name");
    is_str(t.root->ns, "urn:x", "its namespace");
    is_str(xml_attr(t.root, "xml:lang"), "de", "a prefixed attribute");
    ok(xml_attr(t.root, "empty").p && !xml_attr(t.root, "none").p, "empty is not missing");
    struct xml_node *n = xml_child(t.root, "t");
    is_str(n->ns, "urn:x", "children share the namespace");
    is_str(xml_attr(n, "a"), "1 & 2", "references in attributes");
    is_str(xml_text(t.in.arena, n), "x < é", "in text, over a comment");
    is_str(reading_at(n->span), "<t a='1 &amp; 2'>", "a start tag's place");
    is_str(reading_at(xml_child(t.root, "u")->span), "<u/>", "an empty element's");
    is_str(reading_at(xml_child(t.root, "v")->span), "<v  b='z' >", "one with spaces");
    is_str(reading_at(xml_child(t.root, "v")->attrs[0].span), "z", "an attribute value's");
    is_str(xml_text(t.in.arena, xml_child(t.root, "v")), "<raw>", "CDATA is text");
    is_str(xml_text(t.in.arena, t.root), "\nx < é<raw>", "all text below the root");
    struct line_col at = source_line_col(t.in.src, n->span.begin);
    is_int(at.line, 3, "the line of an element");
    reading_drop(&t.in);
}

static void test_refused(void) {
    static const struct {
        const char *text, *name;
        const struct diag_rule *id;
    } cases[] = {
        {"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "an entity of its own", DIAG_XML_ENTITY},
        {"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "an external entity",
         DIAG_XML_ENTITY},
        {"<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;]><a/>", "a parameter entity",
         DIAG_XML_ENTITY},
        {"<!DOCTYPE a PUBLIC '-//X' 'http://127.0.0.1:9/x.dtd'><a>&nbsp;</a>", "an unknown entity",
         DIAG_XML_ENTITY},
        {"<a>&nbsp;</a>", "an entity nobody knows", DIAG_XML_ENTITY},
        {"<a><b></a>", "a tag not closed", DIAG_XML_SYNTAX},
        {"<a b=1/>", "an attribute without quotes", DIAG_XML_SYNTAX},
        {"<a/><b/>", "two roots", DIAG_XML_SYNTAX},
        {"", "nothing", DIAG_XML_SYNTAX},
        {"  \n", "white space", DIAG_XML_SYNTAX},
        {"<a>", "an end too early", DIAG_XML_SYNTAX},
        {"<a>\xFF</a>", "what is no UTF-8", DIAG_INVALID_UTF8},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = read_text(cases[i].text);
        ok(!t.root && t.in.diags->n == 1 && t.in.diags->list[0]->id == cases[i].id, cases[i].name);
        reading_drop(&t.in);
    }
    struct text t = read_text("<!DOCTYPE a PUBLIC '-//X' 'http://127.0.0.1:9/x.dtd'><a>b</a>");
    ok(t.root && t.in.diags->n == 0, "a document type alone is allowed and not fetched");
    reading_drop(&t.in);
}

static void test_limits(void) {
    struct buf b = BUF_INIT;
    for (int i = 0; i < 1000; i++) {
        buf_puts(&b, "<a>");
    }
    struct text t = read_text(b.p);
    ok(!t.root && t.in.diags->n == 1, "depth is limited");
    reading_drop(&t.in);
    buf_clear(&b);
    buf_puts(&b, "<a>");
    for (int i = 0; i < 20000; i++) {
        buf_puts(&b, "x&amp;");
    }
    buf_puts(&b, "</a>");
    t = read_text(b.p);
    is_int(t.root ? t.root->first->text.n : 0, 40000, "much text in many pieces");
    reading_drop(&t.in);
    buf_drop(&b);
}

static void test_pack(void) {
    struct text t = read_text("<?xml version='1.0'?>\n<!-- c --><s xmlns='urn:x' xml:lang=\"de\""
                              " empty=''>\n<t a='1 &amp; 2' b=' x '>x &lt; <!-- - -->\xC3\xA9</t>"
                              "<u/><v  b='z' ><![CDATA[<raw>]]><o:w xmlns:o='urn:o' o:k='1'/></v>"
                              " x<!-- --> </s>");
    struct buf packed = BUF_INIT;
    xml_pack(&packed, t.root);
    struct xml_node *again = xml_unpack(t.in.arena, t.in.src, buf_view(&packed));
    ok(same_xml(t.root, again), "a packed tree is the same again");
    xml_child(again, "v")->span.end--;
    ok(!same_xml(t.root, again), "another place is another tree");
    size_t whole = 0;
    for (size_t n = 0; n < packed.n; n++) {
        struct str part = arena_str(t.in.arena, str_slice(buf_view(&packed), 0, n));
        whole += xml_unpack(t.in.arena, t.in.src, part) != NULL;
    }
    is_int(whole, 0, "what is cut off is refused");
    struct source *other = source_new(t.in.arena, STR("other"), STR("<s/>"));
    ok(!xml_unpack(t.in.arena, other, buf_view(&packed)), "so are places outside the text");
    buf_drop(&packed);
    reading_drop(&t.in);
}

int main(void) {
    test_tree();
    test_refused();
    test_limits();
    test_pack();
    return tap_done();
}
