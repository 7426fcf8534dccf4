/* SPDX-License-Identifier: MIT */
/*
 * Metadata: XMP (ISO 32000-1, 14.3.2; ISO 16684-1), the information dictionary with the same
 * content (ISO 19005-2, 6.6.3), and the output intent. Dates are written only if the caller gives
 * them; they never depend on the clock.
 */
#include "print/pdf/job.h"

#include "core/base/calendar.h"
#include "core/base/markup.h"

/* ---- dates */

struct date {
    int64_t year;
    int month, day, hour, minute, second;
};

/** Converts seconds since 1970 to a date in UTC, in the proleptic Gregorian calendar. */
static struct date date_of(int64_t epoch) {
    struct calendar_day c = calendar_date(epoch / CALENDAR_DAY);
    int rest = (int)(epoch % CALENDAR_DAY);
    return (struct date){c.year, c.month, c.day, rest / 3600, rest / 60 % 60, rest % 60};
}

/* Whether there is a date and its year has four digits, as the formats require. */
static bool is_date(int64_t epoch) {
    return epoch >= 0 && epoch < INT64_C(253402300800);
}

static bool has_date(const struct pdf_job *job) {
    return is_date(job->opt->epoch);
}

struct str pdf_date_iso(struct arena *a, int64_t epoch) {
    if (!is_date(epoch)) {
        return STR_EMPTY;
    }
    struct date d = date_of(epoch);
    return arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02dZ", (int)d.year, d.month, d.day, d.hour,
                        d.minute, d.second);
}

static const char creator[] = "dossier";

/* ---- XMP */

/** Appends a property with one value in a container: rdf:Alt, rdf:Seq or rdf:Bag. */
static void put_container(struct buf *b, const char *name, const char *container,
                          const char *attributes, struct str value) {
    if (value.n == 0) {
        return;
    }
    buf_printf(b, "<%s><rdf:%s><rdf:li%s>", name, container, attributes);
    markup_put(b, value, MARKUP_XML);
    buf_printf(b, "</rdf:li></rdf:%s></%s>\n", container, name);
}

static void put_simple(struct buf *b, const char *name, struct str value) {
    if (value.n) {
        buf_printf(b, "<%s>", name);
        markup_put(b, value, MARKUP_XML);
        buf_printf(b, "</%s>\n", name);
    }
}

static void put_dates(const struct pdf_job *job, struct buf *b) {
    if (!has_date(job)) {
        return;
    }
    struct str date = pdf_date_iso(job->pages->arena, job->opt->epoch);
    static const char *const names[] = {"xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        buf_printf(b, "<%s>%.*s</%s>\n", names[i], STR_ARG(date), names[i]);
    }
}

pdf_ref pdf_metadata_write(struct pdf_job *job) {
    const struct pages *p = job->pages;
    struct buf b = BUF_INIT;
    buf_puts(&b, "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                 "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                 "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                 "<rdf:Description rdf:about=\"\""
                 " xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
                 " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
                 " xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\""
                 " xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\""
                 " xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\""
                 " xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\""
                 " xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\""
                 " xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\n"
                 "<dc:format>application/pdf</dc:format>\n");
    put_container(&b, "dc:title", "Alt", " xml:lang=\"x-default\"", job->pages->title);
    put_container(&b, "dc:creator", "Seq", "", p->author);
    put_container(&b, "dc:description", "Alt", " xml:lang=\"x-default\"", p->subject);
    put_container(&b, "dc:language", "Bag", "", p->lang);
    put_simple(&b, "pdf:Keywords", p->keywords);
    put_simple(&b, "pdf:Producer", job->opt->producer);
    put_simple(&b, "xmp:CreatorTool", str_of(creator));
    put_dates(job, &b);
    pdf_claims_put(job, &b);
    buf_puts(&b, "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>");
    /* The stream is not compressed, so that programs that do not read PDF can find it by its packet
     * markers (14.3.2). */
    pdf_ref ref =
        haru_stream(job->haru, STR("/Type/Metadata/Subtype/XML"), buf_view(&b), HARU_PLAIN);
    buf_drop(&b);
    return ref;
}

/* ---- information dictionary */

void pdf_date_put(const struct pdf_job *job, const char *key, struct buf *body) {
    if (has_date(job)) {
        struct date d = date_of(job->opt->epoch);
        buf_printf(body, "/%s(D:%04d%02d%02d%02d%02d%02dZ)", key, (int)d.year, d.month, d.day,
                   d.hour, d.minute, d.second);
    }
}

void pdf_info_write(struct pdf_job *job) {
    const struct pages *p = job->pages;
    if (job->version >= 20) {
        /* all entries of the information dictionary are deprecated (ISO 32000-2, 14.3.3) */
        haru_no_info(job->haru);
        return;
    }
    struct buf b = BUF_INIT;
    pdf_put_entry(&b, "/Title", job->pages->title);
    pdf_put_entry(&b, "/Author", p->author);
    pdf_put_entry(&b, "/Subject", p->subject);
    pdf_put_entry(&b, "/Keywords", p->keywords);
    pdf_put_entry(&b, "/Creator", str_of(creator));
    pdf_put_entry(&b, "/Producer", job->opt->producer);
    pdf_date_put(job, "CreationDate", &b);
    pdf_date_put(job, "ModDate", &b);
    haru_info(job->haru, pdf_keep(job, &b));
}

/* ---- output intent */

void pdf_output_intent_put(struct pdf_job *job, struct buf *body) {
    struct buf profile = BUF_INIT;
    pdf_srgb_profile(&profile, job->version < 17);
    pdf_ref ref = haru_stream(job->haru, STR("/N 3"), buf_view(&profile), HARU_FLATE);
    buf_drop(&profile);
    pdf_put_ref_entry(body,
                      "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1"
                      "/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2.1)/DestOutputProfile",
                      ref);
    buf_puts(body, ">>]");
}
