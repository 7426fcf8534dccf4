/* SPDX-License-Identifier: MIT */
/* The notations of mhchem and siunitx: their TeX, which is read as formulas. */
#include "model/tex/math/math.h"
#include "model/tex/math/math_chem.h"

#include "tap.h"

static void writes(void (*write)(struct buf *out, struct str s), const char *text,
                   const char *want) {
    struct buf b = BUF_INIT;
    write(&b, str_of(text));
    is_str(buf_view(&b), want, text);
    buf_drop(&b);
}

static void test_chemistry(void) {
    writes(math_chem_tex, "H2O", "\\mathrm{H}_{2}\\mathrm{O}");
    writes(math_chem_tex, "SO4^2-", "\\mathrm{SO}_{4}^{2{-}}");
    writes(math_chem_tex, "Fe^{3+}", "\\mathrm{Fe}^{3{+}}");
    writes(math_chem_tex, "Na+", "\\mathrm{Na}^{+}");
    writes(math_chem_tex, "2 H2 + O2", "2\\,\\mathrm{H}_{2} {}+{} \\mathrm{O}_{2}");
    writes(math_chem_tex, "1/2 O2", "\\tfrac{1}{2}\\,\\mathrm{O}_{2}");
    writes(math_chem_tex, "A -> B", "\\mathrm{A}\\longrightarrow \\mathrm{B}");
    writes(math_chem_tex, "A ->[x2][y] B",
           "\\mathrm{A}\\xrightarrow[\\mathrm{y}]{\\;\\mathrm{x}_{2}\\;}\\mathrm{B}");
    writes(math_chem_tex, "A <=> B", "\\mathrm{A}\\rightleftharpoons \\mathrm{B}");
    writes(math_chem_tex, "^{227}_{90}Th", "{}^{227}_{90}\\mathrm{Th}");
    writes(math_chem_tex, "CuSO4 * 5H2O",
           "\\mathrm{CuSO}_{4}{\\cdot}5\\,\\mathrm{H}_{2}\\mathrm{O}");
    writes(math_chem_tex, "C-C=C#C", "\\mathrm{C}{-}\\mathrm{C}{=}\\mathrm{C}{\\equiv}\\mathrm{C}");
    writes(math_chem_tex, "A v", "\\mathrm{A}\\,{\\downarrow}");
    writes(
        math_chem_tex, "NO^. B^* A^$n$ C^\\alpha D^xE",
        "\\mathrm{NO}^{{\\bullet}}\\;\\mathrm{B}^{{*}}\\;\\mathrm{A}^{n}\\;\\mathrm{C}^{\\alpha}\\;"
        "\\mathrm{D}^{\\mathrm{x}}\\mathrm{E}");
    writes(math_chem_tex, "n H2O", "n\\,\\mathrm{H}_{2}\\mathrm{O}");
    writes(math_chem_tex, "A\\bond{...}B\\bond{->}C\\bond{<-}D",
           "\\mathrm{A}{\\cdots}\\mathrm{B}{\\rightarrow}\\mathrm{C}{\\leftarrow}\\mathrm{D}");
    writes(math_pu_tex, "5 %", "5\\,\\%");
    writes(math_chem_tex, "{text} A", "\\text{text}\\;\\mathrm{A}");
    writes(math_pu_tex, "1.2e3 kJ//mol", "1.2\\times 10^{3}\\,\\frac{\\mathrm{kJ}}{\\mathrm{mol}}");
}

static void test_quantities(void) {
    writes(math_number_tex, "1234", "1234");
    writes(math_number_tex, "12345.67890", "12\\,345.678\\,90");
    writes(math_number_tex, "-1,5E-10", "{-}1.5\\times 10^{-10}");
    writes(math_number_tex, "e5", "10^{5}");
    writes(math_number_tex, "1.23(4)", "1.23\\pm 0.04");
    writes(math_number_tex, "5 +- 1", "5\\pm 1");
    writes(math_number_tex, "2 x 3", "2\\times 3");
    writes(math_unit_tex, "\\metre\\per\\second\\squared", "\\text{m}\\,\\text{s}^{-2}");
    writes(math_unit_tex, "\\kilo\\gram\\cubic\\metre", "\\text{k}\\text{g}\\,\\text{m}^{3}");
    writes(math_unit_tex, "\\micro\\mol\\tothe{4}", "\\text{\u00B5}\\text{mol}^{4}");
    writes(math_unit_tex, "\\raiseto{4}\\metre", "\\text{m}^{4}");
    writes(math_unit_tex, "%", "\\%");
    writes(math_unit_tex, "m.s^{-1}", "\\text{m}\\,\\text{s}^{-1}");
    writes(math_unit_tex, "km/h", "\\text{km}/\\text{h}");
    writes(math_angle_tex, "10;5;2", "10\\text{°}5\\text{′}2\\text{″}");
}

static void reads(struct arena *a, const char *tex, const char *want) {
    struct buf b = BUF_INIT;
    math_to_plain(&b, math_parse(a, str_of(tex), SPAN_NONE, NULL, NULL, NULL));
    is_str(buf_view(&b), want, tex);
    buf_drop(&b);
}

static void test_formulas(void) {
    struct arena *a = arena_new();
    reads(a, "\\SI{3}{\\metre}", "3 m");
    reads(a, "\\qtyrange{1}{2}{\\second}", "1 s to 2 s");
    reads(a, "\\numlist{1;2;3}", "1, 2 and 3");
    reads(a, "\\ce{H2O}", "H_2O");
    arena_drop(a);
}

int main(void) {
    test_chemistry();
    test_quantities();
    test_formulas();
    return tap_done();
}
