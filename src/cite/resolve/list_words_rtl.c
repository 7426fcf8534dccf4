/* SPDX-License-Identifier: MIT */
/*
 * What publication lists say in words of their own, in languages that are written from right to
 * left. Knows words only; list_words.c asks here first.
 */
#include "cite/resolve/entry.h"

static const char *const arabic[RESOLVE_WORD_COUNT] = {
    [RESOLVE_WORD_SUBMITTED] = "مقدَّم للنشر",
    [RESOLVE_WORD_IN_PRESS] = "تحت الطبع",
    [RESOLVE_WORD_FORTHCOMING] = "سيصدر قريبًا",
    [RESOLVE_WORD_UNDER_REVIEW] = "قيد التحكيم",
    [RESOLVE_WORD_IN_PREPARATION] = "قيد الإعداد",
    [RESOLVE_WORD_ACCEPTED] = "مقبول للنشر",
    [RESOLVE_WORD_PREPRINT] = "مسودة ما قبل النشر",
    [RESOLVE_WORD_EQUAL] = "إسهام متساوٍ",
    [RESOLVE_WORD_CORRESPONDING] = "المؤلف المراسل",
    [RESOLVE_WORD_STUDENT] = "طالب تحت الإشراف",
    [RESOLVE_WORD_CITE] = "الاستشهاد",
    [RESOLVE_WORD_PERMALINK] = "رابط دائم",
    [RESOLVE_WORD_OF] = ": ",
    [RESOLVE_WORD_GROUP_FORTHCOMING] = "تصدر قريبًا",
    [RESOLVE_WORD_UNDATED] = "بلا تاريخ",
    [RESOLVE_WORD_OTHER_WORKS] = "أعمال أخرى",
    [RESOLVE_WORD_OTHER_TOPICS] = "موضوعات أخرى",
    [RESOLVE_WORD_BOOKS] = "كتب",
    [RESOLVE_WORD_EDITED_VOLUMES] = "كتب محرَّرة",
    [RESOLVE_WORD_ARTICLES] = "مقالات في دوريات",
    [RESOLVE_WORD_CONFERENCE_PAPERS] = "أوراق مؤتمرات",
    [RESOLVE_WORD_CHAPTERS] = "فصول كتب",
    [RESOLVE_WORD_PREPRINTS] = "مسودات ما قبل النشر",
    [RESOLVE_WORD_MANUSCRIPTS] = "مخطوطات",
    [RESOLVE_WORD_REPORTS] = "تقارير",
    [RESOLVE_WORD_THESES] = "رسائل جامعية",
    [RESOLVE_WORD_PATENTS] = "براءات اختراع",
    [RESOLVE_WORD_STANDARDS] = "معايير",
    [RESOLVE_WORD_SOFTWARE] = "برمجيات",
    [RESOLVE_WORD_DATA_SETS] = "مجموعات بيانات",
    [RESOLVE_WORD_TALKS] = "محاضرات",
    [RESOLVE_WORD_REVIEWS] = "مراجعات",
    [RESOLVE_WORD_BOOK_REVIEWS] = "مراجعات كتب",
    [RESOLVE_WORD_ENCYCLOPEDIA] = "مداخل موسوعية",
    [RESOLVE_WORD_DICTIONARY] = "مداخل معجمية",
    [RESOLVE_WORD_MAGAZINE] = "مقالات في مجلات",
    [RESOLVE_WORD_NEWSPAPER] = "مقالات صحفية",
    [RESOLVE_WORD_POSTS] = "تدوينات",
    [RESOLVE_WORD_WEB_PAGES] = "صفحات ويب",
    [RESOLVE_WORD_ALUMNI] = "أعضاء سابقون",
};

static const char *const persian[RESOLVE_WORD_COUNT] = {
    [RESOLVE_WORD_SUBMITTED] = "ارسال‌شده",
    [RESOLVE_WORD_IN_PRESS] = "زیر چاپ",
    [RESOLVE_WORD_FORTHCOMING] = "در دست انتشار",
    [RESOLVE_WORD_UNDER_REVIEW] = "در حال داوری",
    [RESOLVE_WORD_IN_PREPARATION] = "در دست تهیه",
    [RESOLVE_WORD_ACCEPTED] = "پذیرفته‌شده",
    [RESOLVE_WORD_PREPRINT] = "پیش‌چاپ",
    [RESOLVE_WORD_EQUAL] = "مشارکت برابر",
    [RESOLVE_WORD_CORRESPONDING] = "نویسندهٔ مسئول",
    [RESOLVE_WORD_STUDENT] = "دانشجوی راهنمایی‌شده",
    [RESOLVE_WORD_CITE] = "استناد",
    [RESOLVE_WORD_PERMALINK] = "پیوند پایدار",
    [RESOLVE_WORD_OF] = ": ",
    [RESOLVE_WORD_GROUP_FORTHCOMING] = "در دست انتشار",
    [RESOLVE_WORD_UNDATED] = "بدون تاریخ",
    [RESOLVE_WORD_OTHER_WORKS] = "آثار دیگر",
    [RESOLVE_WORD_OTHER_TOPICS] = "موضوع‌های دیگر",
    [RESOLVE_WORD_BOOKS] = "کتاب‌ها",
    [RESOLVE_WORD_EDITED_VOLUMES] = "کتاب‌های ویراسته",
    [RESOLVE_WORD_ARTICLES] = "مقاله‌های نشریات",
    [RESOLVE_WORD_CONFERENCE_PAPERS] = "مقاله‌های همایش‌ها",
    [RESOLVE_WORD_CHAPTERS] = "فصل‌های کتاب",
    [RESOLVE_WORD_PREPRINTS] = "پیش‌چاپ‌ها",
    [RESOLVE_WORD_MANUSCRIPTS] = "دست‌نوشته‌ها",
    [RESOLVE_WORD_REPORTS] = "گزارش‌ها",
    [RESOLVE_WORD_THESES] = "پایان‌نامه‌ها",
    [RESOLVE_WORD_PATENTS] = "ثبت اختراع‌ها",
    [RESOLVE_WORD_STANDARDS] = "استانداردها",
    [RESOLVE_WORD_SOFTWARE] = "نرم‌افزارها",
    [RESOLVE_WORD_DATA_SETS] = "مجموعه‌داده‌ها",
    [RESOLVE_WORD_TALKS] = "سخنرانی‌ها",
    [RESOLVE_WORD_REVIEWS] = "نقدها",
    [RESOLVE_WORD_BOOK_REVIEWS] = "نقد کتاب‌ها",
    [RESOLVE_WORD_ENCYCLOPEDIA] = "مدخل‌های دانشنامه",
    [RESOLVE_WORD_DICTIONARY] = "مدخل‌های واژه‌نامه",
    [RESOLVE_WORD_MAGAZINE] = "مقاله‌های مجله‌ها",
    [RESOLVE_WORD_NEWSPAPER] = "مقاله‌های روزنامه‌ها",
    [RESOLVE_WORD_POSTS] = "نوشته‌های وبلاگ",
    [RESOLVE_WORD_WEB_PAGES] = "صفحه‌های وب",
    [RESOLVE_WORD_ALUMNI] = "اعضای پیشین",
};

static const char *const hebrew[RESOLVE_WORD_COUNT] = {
    [RESOLVE_WORD_SUBMITTED] = "הוגש",
    [RESOLVE_WORD_IN_PRESS] = "בדפוס",
    [RESOLVE_WORD_FORTHCOMING] = "עתיד להתפרסם",
    [RESOLVE_WORD_UNDER_REVIEW] = "בשיפוט",
    [RESOLVE_WORD_IN_PREPARATION] = "בהכנה",
    [RESOLVE_WORD_ACCEPTED] = "התקבל לפרסום",
    [RESOLVE_WORD_PREPRINT] = "טרום־פרסום",
    [RESOLVE_WORD_EQUAL] = "תרומה שווה",
    [RESOLVE_WORD_CORRESPONDING] = "מחבר מתכתב",
    [RESOLVE_WORD_STUDENT] = "סטודנט בהנחיה",
    [RESOLVE_WORD_CITE] = "ציטוט",
    [RESOLVE_WORD_PERMALINK] = "קישור קבוע",
    [RESOLVE_WORD_OF] = ": ",
    [RESOLVE_WORD_GROUP_FORTHCOMING] = "עתידים להתפרסם",
    [RESOLVE_WORD_UNDATED] = "ללא תאריך",
    [RESOLVE_WORD_OTHER_WORKS] = "עבודות אחרות",
    [RESOLVE_WORD_OTHER_TOPICS] = "נושאים אחרים",
    [RESOLVE_WORD_BOOKS] = "ספרים",
    [RESOLVE_WORD_EDITED_VOLUMES] = "ספרים ערוכים",
    [RESOLVE_WORD_ARTICLES] = "מאמרים בכתבי עת",
    [RESOLVE_WORD_CONFERENCE_PAPERS] = "מאמרים בכנסים",
    [RESOLVE_WORD_CHAPTERS] = "פרקים בספרים",
    [RESOLVE_WORD_PREPRINTS] = "טרום־פרסומים",
    [RESOLVE_WORD_MANUSCRIPTS] = "כתבי יד",
    [RESOLVE_WORD_REPORTS] = "דוחות",
    [RESOLVE_WORD_THESES] = "עבודות גמר",
    [RESOLVE_WORD_PATENTS] = "פטנטים",
    [RESOLVE_WORD_STANDARDS] = "תקנים",
    [RESOLVE_WORD_SOFTWARE] = "תוכנה",
    [RESOLVE_WORD_DATA_SETS] = "מאגרי נתונים",
    [RESOLVE_WORD_TALKS] = "הרצאות",
    [RESOLVE_WORD_REVIEWS] = "ביקורות",
    [RESOLVE_WORD_BOOK_REVIEWS] = "ביקורות ספרים",
    [RESOLVE_WORD_ENCYCLOPEDIA] = "ערכים באנציקלופדיות",
    [RESOLVE_WORD_DICTIONARY] = "ערכים במילונים",
    [RESOLVE_WORD_MAGAZINE] = "מאמרים במגזינים",
    [RESOLVE_WORD_NEWSPAPER] = "מאמרים בעיתונים",
    [RESOLVE_WORD_POSTS] = "רשומות",
    [RESOLVE_WORD_WEB_PAGES] = "דפי אינטרנט",
    [RESOLVE_WORD_ALUMNI] = "חברים לשעבר",
};

static const struct {
    const char *lang;
    const char *const *words;
} languages[] = {{"ar", arabic}, {"fa", persian}, {"he", hebrew}, {"iw", hebrew}};

struct str resolve_word_rtl(struct str lang, enum resolve_word word) {
    struct str primary = str_cut(&lang, '-');
    for (size_t i = 0; i < ARRAY_LEN(languages); i++) {
        if (str_ieq(primary, str_of(languages[i].lang)) && languages[i].words[word]) {
            return str_of(languages[i].words[word]);
        }
    }
    return STR_EMPTY;
}
