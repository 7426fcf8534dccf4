/* SPDX-License-Identifier: MIT */
/*
 * Decides which standards a file may claim. The writer records every fault that it meets (enum
 * pdf_fault), and a table here has the standards that each fault breaks. A claim is therefore
 * either true of the whole file or not made.
 */
#include "print/pdf/job.h"

DIAG_USE(DIAG_STANDARD_NOT_MET);

#define ANY_UA ((unsigned)(PDF_UA_1 | PDF_UA_2))
#define LEVEL_A ((unsigned)(PDF_A_2A | PDF_A_3A))
#define LEVEL_U (LEVEL_A | PDF_A_2U | PDF_A_3U)
#define PDF_17_A (LEVEL_U | PDF_A_2B | PDF_A_3B)

/* Each fault with the standards that it breaks. If a requested standard is broken, the first fault
 * that breaks it is reported. */
static const struct {
    unsigned fault, breaks;
    const char *why, *hint;
} rules[] = {
    /* ISO 19005-2, 6.2.11.8; 19005-4, 6.2.10.9; 14289-1, 7.21.8 */
    {FAULT_GLYPH, PDF_ANY_A | ANY_UA, "a character has no glyph",
     "choose a font that has it (see `missing-glyph`)"},
    /* 19005-1, 6.3.4; 14289-1, 7.21.4.1 */
    {FAULT_FONT, PDF_ANY_A | ANY_UA, "a figure has fonts that are not embedded",
     "save the figure with its fonts (see `figure-standard`)"},
    /* 19005-1, 6.2.3.3; 19005-2, 6.2.4.3 */
    {FAULT_CMYK, PDF_ANY_A, "a figure has colours of a printing press (CMYK)",
     "save the figure in RGB (see `figure-standard`)"},
    /* 19005-2, 6.2.11.7.2 (from level U on); 14289-1, 7.21.7 */
    {FAULT_WORDS, LEVEL_U | ANY_UA, "a figure has words that cannot be read out of it",
     "save the figure with fonts that say what their glyphs are (see `figure-standard`)"},
    /* 19005-2, 6.1 and 6.2 */
    {FAULT_FOREIGN, PDF_ANY_A, "a figure holds what PDF/A forbids",
     "save the figure anew with another program (see `figure-standard`)"},
    /* 19005-1, 6.4 */
    {FAULT_CLEAR, PDF_A_1B, "a figure or a glyph in colour is transparent",
     "save the figure without transparency, or choose `a-2b`"},
    /* 19005-1, 6.3.5 */
    {FAULT_SUBSET, PDF_A_1B, "a figure has a part of a font that does not list its glyphs",
     "save the figure with its letters as paths, or choose `a-2b`"},
    /* 19005-1, 1 */
    {FAULT_LATER, PDF_A_1B, "a figure holds what came after PDF 1.4",
     "save the figure as PDF 1.4, or choose `a-2b`"},
    /* 19005-2, 6.2.11.7.3 (level A); 19005-4, 6.2.10.8; 14289-2, 8.4.3 */
    {FAULT_PRIVATE, LEVEL_A | PDF_UA_2 | PDF_A_4 | PDF_A_4F,
     "it has characters of private use (from U+E000 on), which no other program knows",
     "write what is meant by characters of Unicode"},
    /* 14289-2, 8.2.5.8 */
    {FAULT_TARGET, PDF_UA_2, "an entry of a table of contents leads nowhere",
     "give what it names a place on the pages"},
    /* 19005-1, 6.1.12; 19005-2, 6.1.13 */
    {FAULT_LONG, PDF_A_1B | PDF_17_A, "it has a description or list that is too long for it",
     "shorten the description, or choose `a-4`"},
    /* 14289-1, 7.3 and 7.7; 19005-2, 6.7.1; 14289-2, 8.2.5.28 */
    {FAULT_ALT, LEVEL_A | ANY_UA, "an image or formula has no description",
     "describe it: `![what it shows](file.png)`"},
};

/* For each standard, a weaker one of the same part, which the file may still meet. */
static const struct {
    unsigned standard, weaker;
} weaker[] = {
    {PDF_A_2A, PDF_A_2U}, {PDF_A_2U, PDF_A_2B}, {PDF_A_3A, PDF_A_3U}, {PDF_A_3U, PDF_A_3B}};

/* The names of PDF/A in XMP (ISO 19005-2, 6.6.4; 19005-4, 6.7.3). */
static const struct {
    unsigned standard;
    int part;
    const char *rest;
} spellings[] = {
    {PDF_A_1B, 1, "<pdfaid:conformance>B</pdfaid:conformance>\n"},
    {PDF_A_2B, 2, "<pdfaid:conformance>B</pdfaid:conformance>\n"},
    {PDF_A_2U, 2, "<pdfaid:conformance>U</pdfaid:conformance>\n"},
    {PDF_A_2A, 2, "<pdfaid:conformance>A</pdfaid:conformance>\n"},
    {PDF_A_3B, 3, "<pdfaid:conformance>B</pdfaid:conformance>\n"},
    {PDF_A_3U, 3, "<pdfaid:conformance>U</pdfaid:conformance>\n"},
    {PDF_A_3A, 3, "<pdfaid:conformance>A</pdfaid:conformance>\n"},
    {PDF_A_4, 4, "<pdfaid:rev>2020</pdfaid:rev>\n"},
    {PDF_A_4F, 4, "<pdfaid:rev>2020</pdfaid:rev>\n<pdfaid:conformance>F</pdfaid:conformance>\n"},
};

/* ISO 19005-2, 6.6.2.3: schemas that PDF/A does not define must be described in the file. Part 4
 * does not require it. */
static const char extension_schema[] =
    "<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType=\"Resource\">"
    "<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>"
    "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>"
    "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>"
    "<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">"
    "<pdfaProperty:name>part</pdfaProperty:name>"
    "<pdfaProperty:valueType>Integer</pdfaProperty:valueType>"
    "<pdfaProperty:category>internal</pdfaProperty:category>"
    "<pdfaProperty:description>part of ISO 14289</pdfaProperty:description>"
    "</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>\n";

int pdf_standards_version(unsigned standards) {
    if (standards & (PDF_UA_2 | PDF_A_4 | PDF_A_4F | PDF_2_0)) {
        return 20;
    }
    return standards & PDF_A_1B ? 14 : 17;
}

bool pdf_standards_mathml(unsigned standards) {
    return standards & PDF_UA_2 && !(standards & PDF_A_4);
}

static unsigned broken_by(unsigned faults) {
    unsigned broken = 0;
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        broken |= faults & rules[i].fault ? rules[i].breaks : 0;
    }
    return broken;
}

/** Reports standards that were requested by name but are not met. Standards that are only defaults
 * are dropped silently. */
static void report_withdrawn(struct pdf_job *job) {
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        if (job->faults & rules[i].fault && job->opt->standards & rules[i].breaks) {
            struct diag *g =
                diag_add(job->diags, DIAG_STANDARD_NOT_MET, job->opt->asked,
                         "the PDF does not meet the requested standard: %s", rules[i].why);
            diag_hint(job->diags, g, "%s", rules[i].hint);
            return;
        }
    }
}

void pdf_claims_put(struct pdf_job *job, struct buf *xmp) {
    unsigned broken = broken_by(job->faults), claims = job->opt->standards;
    if (job->opt->required && claims & broken) {
        report_withdrawn(job);
    }
    for (size_t i = 0; i < ARRAY_LEN(weaker); i++) {
        if (claims & broken & weaker[i].standard) {
            claims |= weaker[i].weaker;
        }
    }
    claims &= ~broken;
    for (size_t i = 0; i < ARRAY_LEN(spellings); i++) {
        if (claims & spellings[i].standard) {
            buf_printf(xmp, "<pdfaid:part>%d</pdfaid:part>\n%s", spellings[i].part,
                       spellings[i].rest);
        }
    }
    if (claims & PDF_UA_1) {
        buf_puts(xmp, "<pdfuaid:part>1</pdfuaid:part>\n");
        buf_puts(xmp, extension_schema);
    }
    if (claims & PDF_UA_2) {
        buf_puts(xmp, "<pdfuaid:part>2</pdfuaid:part>\n<pdfuaid:rev>2024</pdfuaid:rev>\n");
    }
}
