/* SPDX-License-Identifier: MIT */
/* A profile of colours as LittleCMS reads it, by the file's name: sRGB (IEC 61966-2-1), of the
 * version that is asked for. Built by check_icc where the library is installed. TAP. */
#include <lcms2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int count, bad;

static void ok(int good, const char *what) {
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, what);
    bad += !good;
}

/* Chromaticities of what the profile calls red, green and blue, adapted back from D50 to D65. */
static void chromaticity(cmsHPROFILE p, cmsTagSignature tag, double *x, double *y) {
    const cmsCIEXYZ *d50 = cmsReadTag(p, tag);
    const cmsCIEXYZ white = {0.950456, 1, 1.089058};
    cmsCIEXYZ d65 = {0, 0, 0};
    *x = *y = 0;
    if (d50 && cmsAdaptToIlluminant(&d65, cmsD50_XYZ(), &white, d50)) {
        *x = d65.X / (d65.X + d65.Y + d65.Z);
        *y = d65.Y / (d65.X + d65.Y + d65.Z);
    }
}

static double srgb(double v) {
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static void test_curve(cmsHPROFILE p, cmsTagSignature tag) {
    cmsToneCurve *curve = cmsReadTag(p, tag);
    double worst = curve ? 0 : 1;
    for (int i = 0; curve && i <= 255; i++) {
        worst = fmax(worst,
                     fabs((double)cmsEvalToneCurveFloat(curve, (float)i / 255) - srgb(i / 255.0)));
    }
    ok(worst < 2e-4, "the curve is sRGB's");
}

/* The profile converts colours as the sRGB profile of LittleCMS does. */
static void test_colours(cmsHPROFILE p) {
    cmsHPROFILE own = cmsCreate_sRGBProfile(), lab = cmsCreateLab4Profile(NULL);
    cmsHTRANSFORM a =
        cmsCreateTransform(p, TYPE_RGB_8, lab, TYPE_Lab_DBL, INTENT_RELATIVE_COLORIMETRIC, 0);
    cmsHTRANSFORM b =
        cmsCreateTransform(own, TYPE_RGB_8, lab, TYPE_Lab_DBL, INTENT_RELATIVE_COLORIMETRIC, 0);
    double worst = a && b ? 0 : 100;
    for (int i = 0; a && b && i < 729; i++) {
        const unsigned char rgb[3] = {(unsigned char)(i / 81 * 31), (unsigned char)(i / 9 % 9 * 31),
                                      (unsigned char)(i % 9 * 31)};
        cmsCIELab x, y;
        cmsDoTransform(a, rgb, &x, 1);
        cmsDoTransform(b, rgb, &y, 1);
        worst = fmax(worst, cmsDeltaE(&x, &y));
    }
    printf("# differs by %.3f at most\n", worst);
    ok(worst < 0.1, "no colour differs from sRGB's by what an eye could see");
    if (a) {
        cmsDeleteTransform(a);
    }
    if (b) {
        cmsDeleteTransform(b);
    }
    cmsCloseProfile(own);
    cmsCloseProfile(lab);
}

int main(int argc, char **argv) {
    static const double xy[3][2] = {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};
    static const cmsTagSignature primaries[3] = {cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                                 cmsSigBlueColorantTag};
    static const cmsTagSignature curves[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    cmsHPROFILE p = argc == 3 ? cmsOpenProfileFromFile(argv[1], "r") : NULL;
    ok(p != NULL, "LittleCMS reads the profile");
    if (!p) {
        puts("1..1");
        return 1;
    }
    ok((int)cmsGetProfileVersion(p) == atoi(argv[2]), "it is of the version that is asked for");
    ok(cmsGetDeviceClass(p) == cmsSigDisplayClass && cmsGetColorSpace(p) == cmsSigRgbData &&
           cmsGetPCS(p) == cmsSigXYZData,
       "of a display, from RGB to XYZ");
    char name[32] = "";
    cmsGetProfileInfoASCII(p, cmsInfoDescription, "en", "US", name, sizeof name);
    ok(name[0] == 's' && name[1] == 'R', "it has a name");
    const cmsCIEXYZ *white = cmsReadTag(p, cmsSigMediaWhitePointTag);
    ok(white && fabs(white->X - 0.9642) < 2e-4 && fabs(white->Y - 1) < 2e-4 &&
           fabs(white->Z - 0.8249) < 2e-4,
       "white is D50");
    for (int i = 0; i < 3; i++) {
        double x, y;
        chromaticity(p, primaries[i], &x, &y);
        ok(fabs(x - xy[i][0]) < 1e-3 && fabs(y - xy[i][1]) < 1e-3, "a primary is sRGB's");
        test_curve(p, curves[i]);
    }
    test_colours(p);
    cmsCloseProfile(p);
    printf("1..%d\n", count);
    return bad != 0;
}
