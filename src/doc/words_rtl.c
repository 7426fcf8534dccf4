/* SPDX-License-Identifier: MIT */
/*
 * The names that a document's parts have in languages written from right to left. Knows words only;
 * what is missing here is said in English.
 */
#include "doc/doc.h"

static const char *const arabic[DOC_WORD_COUNT] = {
    [DOC_WORD_ABSTRACT] = "ملخص",
    [DOC_WORD_KEYWORDS] = "الكلمات المفتاحية",
    [DOC_WORD_CONTENTS] = "المحتويات",
    [DOC_WORD_TABLE] = "جدول",
    [DOC_WORD_FIGURE] = "شكل",
    [DOC_WORD_EQUATION] = "معادلة",
    [DOC_WORD_SECTION] = "قسم",
    [DOC_WORD_TABLE_REF] = "جدول",
    [DOC_WORD_FIGURE_REF] = "شكل",
    [DOC_WORD_EQUATION_REF] = "معادلة",
    [DOC_WORD_SECTION_REF] = "قسم",
    [DOC_WORD_TABLE_REFS] = "جداول",
    [DOC_WORD_FIGURE_REFS] = "أشكال",
    [DOC_WORD_EQUATION_REFS] = "معادلات",
    [DOC_WORD_SECTION_REFS] = "أقسام",
    [DOC_WORD_EQUAL] = "ساهم هؤلاء المؤلفون بالتساوي.",
    [DOC_WORD_CORRESPONDING] = "المؤلف المراسل",
    [DOC_WORD_THEOREM] = "مبرهنة",
    [DOC_WORD_LEMMA] = "تمهيدية",
    [DOC_WORD_COROLLARY] = "نتيجة",
    [DOC_WORD_PROPOSITION] = "قضية",
    [DOC_WORD_CONJECTURE] = "حدسية",
    [DOC_WORD_DEFINITION] = "تعريف",
    [DOC_WORD_EXAMPLE] = "مثال",
    [DOC_WORD_EXERCISE] = "تمرين",
    [DOC_WORD_SOLUTION] = "حل",
    [DOC_WORD_REMARK] = "ملاحظة",
    [DOC_WORD_ASSUMPTION] = "افتراض",
    [DOC_WORD_HYPOTHESIS] = "فرضية",
    [DOC_WORD_ALGORITHM] = "خوارزمية",
    [DOC_WORD_PROOF] = "برهان",
    [DOC_WORD_LISTING] = "شيفرة",
    [DOC_WORD_NOTE] = "ملاحظة",
    [DOC_WORD_TIP] = "نصيحة",
    [DOC_WORD_IMPORTANT] = "مهم",
    [DOC_WORD_CAUTION] = "تنبيه",
    [DOC_WORD_WARNING] = "تحذير",
    [DOC_WORD_LIST_FIGURES] = "قائمة الأشكال",
    [DOC_WORD_LIST_TABLES] = "قائمة الجداول",
    [DOC_WORD_LIST_LISTINGS] = "قائمة الشيفرات",
};

static const char *const persian[DOC_WORD_COUNT] = {
    [DOC_WORD_ABSTRACT] = "چکیده",
    [DOC_WORD_KEYWORDS] = "واژگان کلیدی",
    [DOC_WORD_CONTENTS] = "فهرست مطالب",
    [DOC_WORD_TABLE] = "جدول",
    [DOC_WORD_FIGURE] = "شکل",
    [DOC_WORD_EQUATION] = "معادله",
    [DOC_WORD_SECTION] = "بخش",
    [DOC_WORD_TABLE_REF] = "جدول",
    [DOC_WORD_FIGURE_REF] = "شکل",
    [DOC_WORD_EQUATION_REF] = "معادله",
    [DOC_WORD_SECTION_REF] = "بخش",
    [DOC_WORD_TABLE_REFS] = "جدول‌های",
    [DOC_WORD_FIGURE_REFS] = "شکل‌های",
    [DOC_WORD_EQUATION_REFS] = "معادله‌های",
    [DOC_WORD_SECTION_REFS] = "بخش‌های",
    [DOC_WORD_EQUAL] = "این نویسندگان سهم برابر داشته‌اند.",
    [DOC_WORD_CORRESPONDING] = "نویسندهٔ مسئول",
    [DOC_WORD_THEOREM] = "قضیه",
    [DOC_WORD_LEMMA] = "لم",
    [DOC_WORD_COROLLARY] = "نتیجه",
    [DOC_WORD_PROPOSITION] = "گزاره",
    [DOC_WORD_CONJECTURE] = "حدس",
    [DOC_WORD_DEFINITION] = "تعریف",
    [DOC_WORD_EXAMPLE] = "مثال",
    [DOC_WORD_EXERCISE] = "تمرین",
    [DOC_WORD_SOLUTION] = "حل",
    [DOC_WORD_REMARK] = "تذکر",
    [DOC_WORD_ASSUMPTION] = "فرض",
    [DOC_WORD_HYPOTHESIS] = "فرضیه",
    [DOC_WORD_ALGORITHM] = "الگوریتم",
    [DOC_WORD_PROOF] = "اثبات",
    [DOC_WORD_LISTING] = "کد",
    [DOC_WORD_NOTE] = "یادداشت",
    [DOC_WORD_TIP] = "نکته",
    [DOC_WORD_IMPORTANT] = "مهم",
    [DOC_WORD_CAUTION] = "احتیاط",
    [DOC_WORD_WARNING] = "هشدار",
    [DOC_WORD_LIST_FIGURES] = "فهرست شکل‌ها",
    [DOC_WORD_LIST_TABLES] = "فهرست جدول‌ها",
    [DOC_WORD_LIST_LISTINGS] = "فهرست کدها",
};

static const char *const hebrew[DOC_WORD_COUNT] = {
    [DOC_WORD_ABSTRACT] = "תקציר",
    [DOC_WORD_KEYWORDS] = "מילות מפתח",
    [DOC_WORD_CONTENTS] = "תוכן העניינים",
    [DOC_WORD_TABLE] = "טבלה",
    [DOC_WORD_FIGURE] = "איור",
    [DOC_WORD_EQUATION] = "משוואה",
    [DOC_WORD_SECTION] = "סעיף",
    [DOC_WORD_TABLE_REF] = "טבלה",
    [DOC_WORD_FIGURE_REF] = "איור",
    [DOC_WORD_EQUATION_REF] = "משוואה",
    [DOC_WORD_SECTION_REF] = "סעיף",
    [DOC_WORD_TABLE_REFS] = "טבלאות",
    [DOC_WORD_FIGURE_REFS] = "איורים",
    [DOC_WORD_EQUATION_REFS] = "משוואות",
    [DOC_WORD_SECTION_REFS] = "סעיפים",
    [DOC_WORD_EQUAL] = "תרומת המחברים הללו שווה.",
    [DOC_WORD_CORRESPONDING] = "להתכתבות",
    [DOC_WORD_THEOREM] = "משפט",
    [DOC_WORD_LEMMA] = "למה",
    [DOC_WORD_COROLLARY] = "מסקנה",
    [DOC_WORD_PROPOSITION] = "טענה",
    [DOC_WORD_CONJECTURE] = "השערה",
    [DOC_WORD_DEFINITION] = "הגדרה",
    [DOC_WORD_EXAMPLE] = "דוגמה",
    [DOC_WORD_EXERCISE] = "תרגיל",
    [DOC_WORD_SOLUTION] = "פתרון",
    [DOC_WORD_REMARK] = "הערה",
    [DOC_WORD_ASSUMPTION] = "הנחה",
    [DOC_WORD_HYPOTHESIS] = "השערה",
    [DOC_WORD_ALGORITHM] = "אלגוריתם",
    [DOC_WORD_PROOF] = "הוכחה",
    [DOC_WORD_LISTING] = "קטע קוד",
    [DOC_WORD_NOTE] = "הערה",
    [DOC_WORD_TIP] = "טיפ",
    [DOC_WORD_IMPORTANT] = "חשוב",
    [DOC_WORD_CAUTION] = "זהירות",
    [DOC_WORD_WARNING] = "אזהרה",
    [DOC_WORD_LIST_FIGURES] = "רשימת איורים",
    [DOC_WORD_LIST_TABLES] = "רשימת טבלאות",
    [DOC_WORD_LIST_LISTINGS] = "רשימת קטעי קוד",
};

static const struct {
    const char *lang;
    const char *const *words;
} languages[] = {{"ar", arabic}, {"fa", persian}, {"he", hebrew}, {"iw", hebrew}};

const char *doc_word_rtl(struct str primary, enum doc_word word) {
    for (size_t i = 0; i < ARRAY_LEN(languages); i++) {
        if (str_ieq(primary, str_of(languages[i].lang))) {
            return languages[i].words[word];
        }
    }
    return NULL;
}
