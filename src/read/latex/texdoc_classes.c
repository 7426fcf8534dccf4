/* SPDX-License-Identifier: MIT */
/* Classes of letters and CVs. For each class, this file has LaTeX definitions of its commands. They
 * are read before the document. An empty argument prints neither text nor a comma. */
#include "read/latex/texdoc_model.h"

#include "core/base/word_list.h"

/* The class `letter` and classes based on it: the sender and the date at the right, the recipient,
 * the closing. */
static const char letter[] =
    "\\def\\dossiername{}\\def\\dossiersign{}\\def\\dossiersender{}\\def\\dossierto{}"
    "\\def\\dossierdate{\\today}\\def\\dossierplace{}"
    "\\newcommand{\\name}[1]{\\gdef\\dossiername{#1}}"
    "\\newcommand{\\signature}[1]{\\gdef\\dossiersign{#1}}"
    "\\newcommand{\\address}[1]{\\gdef\\dossiersender{#1\\\\}}"
    "\\newcommand{\\location}[1]{}\\newcommand{\\telephone}[1]{}\\newcommand{\\makelabels}{}"
    "\\newcommand{\\date}[1]{\\gdef\\dossierdate{#1}}"
    "\\newenvironment{letter}[2][]{\\def\\dossierto{#2}}{}"
    "\\newcommand{\\opening}[1]{\\begin{flushright}\\dossiersender\\par \\dossierdate"
    "\\end{flushright}\\par\\begin{recipient}\\noindent \\dossierto\\end{recipient}\\noindent "
    "#1\\par}"
    "\\newcommand{\\closing}[1]{\\par\\begin{closing}\\noindent #1\\end{closing}\\begin{signature}"
    "\\noindent \\ifdefempty{\\dossiersign}{\\dossiername}{\\dossiersign}\\end{signature}\\par}"
    "\\newcommand{\\cc}[1]{\\par\\noindent cc: #1\\par}"
    "\\newcommand{\\encl}[1]{\\par\\noindent encl: #1\\par}"
    "\\newcommand{\\ps}{\\par\\noindent}"
    "\\newcommand{\\startbreaks}{}\\newcommand{\\stopbreaks}{}";

/* KOMA-Script's letters, which have the sender and the subject in variables (KOMA-Script manual,
 * chapter 4). */
static const char koma_letter[] =
    "\\def\\dossierfromname{}\\def\\dossierfromaddress{}\\def\\dossiersubject{}"
    "\\def\\dossierfromemail{}"
    "\\def\\dossierfromphone{}\\def\\dossierplace{}\\def\\dossiersignature{}\\def\\dossierdate{"
    "\\today}"
    "\\NewDocumentCommand{\\setkomavar}{smom}{\\expandafter\\gdef\\csname dossier#2\\endcsname{#4}}"
    "\\newcommand{\\usekomavar}[2][]{\\csname dossier#2\\endcsname}"
    "\\newcommand{\\KOMAoptions}[1]{}\\newcommand{\\date}[1]{\\gdef\\dossierdate{#1}}"
    "\\newcommand{\\LoadLetterOption}[1]{}"
    "\\newenvironment{letter}[2][]{\\def\\dossierto{#2}}{}"
    "\\newcommand{\\opening}[1]{\\begin{flushright}\\dossierfromname\\\\ \\dossierfromaddress"
    "\\ifdefempty{\\dossierfromphone}{}{\\\\ \\dossierfromphone}"
    "\\ifdefempty{\\dossierfromemail}{}{\\\\ \\dossierfromemail}\\end{flushright}"
    "\\begin{recipient}\\noindent \\dossierto\\end{recipient}"
    "\\begin{flushright}\\ifdefempty{\\dossierplace}{}{\\dossierplace, "
    "}\\dossierdate\\end{flushright}"
    "\\ifdefempty{\\dossiersubject}{}{\\par\\textbf{\\dossiersubject}}\\par\\noindent #1\\par}"
    "\\newcommand{\\closing}[1]{\\par\\noindent #1\\par\\begin{signature}\\noindent "
    "\\ifdefempty{\\dossiersignature}{\\dossierfromname}{\\dossiersignature}\\end{signature}\\par}"
    "\\newcommand{\\cc}[1]{\\par\\noindent cc: #1\\par}\\newcommand{\\ps}{\\par\\noindent}"
    "\\newcommand{\\encl}[1]{\\par\\noindent encl: #1\\par}";

/* The class `moderncv`. A line of the CV becomes an item of a description list. */
static const char moderncv[] =
    "\\def\\dossierfirst{}\\def\\dossierlast{}\\def\\dossierrole{}\\def\\dossiercontact{}"
    "\\def\\dossierquote{}\\def\\refname{Publications}"
    "\\newcommand{\\name}[2]{\\gdef\\dossierfirst{#1}\\gdef\\dossierlast{#2}"
    "\\hypersetup{pdftitle={#1 #2}}}"
    "\\newcommand{\\firstname}[1]{\\gdef\\dossierfirst{#1}}"
    "\\newcommand{\\familyname}[1]{\\gdef\\dossierlast{#1}}"
    "\\newcommand{\\lastname}[1]{\\gdef\\dossierlast{#1}}"
    "\\newcommand{\\title}[1]{\\gdef\\dossierrole{\\\\ #1}}"
    "\\newcommand{\\address}[3]{\\gdef\\dossierplace{\\\\ #1\\ifstrempty{#2}{}{, #2}"
    "\\ifstrempty{#3}{}{, #3}}}"
    "\\def\\dossierplace{}\\def\\dossierphone{}\\def\\dossiermail{}\\def\\dossierpage{}"
    "\\def\\dossiersocial{}\\def\\dossiersociala{}\\def\\dossiersocialb{}\\def\\dossierextra{}"
    "\\newcommand{\\phone}[2][]{\\gdef\\dossierphone{\\\\ #2}}"
    "\\newcommand{\\mobile}[1]{\\gdef\\dossierphone{\\\\ #1}}"
    "\\newcommand{\\fax}[1]{}"
    "\\newcommand{\\email}[1]{\\gdef\\dossiermail{\\\\ \\href{mailto:#1}{#1}}}"
    "\\newcommand{\\homepage}[1]{\\gdef\\dossierpage{\\\\ \\href{https://#1}{#1}}}"
    "\\NewDocumentCommand{\\social}{omo}{\\ifdefempty{\\dossiersocial}"
    "{\\gdef\\dossiersocial{\\\\ \\IfValueTF{#1}{#1: }{}#2}}"
    "{\\ifdefempty{\\dossiersociala}{\\gdef\\dossiersociala{\\\\ \\IfValueTF{#1}{#1: }{}#2}}"
    "{\\gdef\\dossiersocialb{\\\\ \\IfValueTF{#1}{#1: }{}#2}}}}"
    "\\newcommand{\\extrainfo}[1]{\\gdef\\dossierextra{\\\\ #1}}"
    "\\newcommand{\\quote}[1]{\\gdef\\dossierquote{\\\\ \\textit{#1}}}"
    "\\NewDocumentCommand{\\photo}{oom}{}"
    "\\NewDocumentCommand{\\moderncvstyle}{om}{}"
    "\\NewDocumentCommand{\\moderncvtheme}{om}{}\\newcommand{\\nopagenumbers}{}"
    "\\newcommand{\\moderncvicons}[1]{}"
    "\\newcommand{\\makecvtitle}{\\begin{minipage}{0.5\\textwidth}{\\Huge \\dossierfirst{} "
    "\\dossierlast}\\dossierrole\\end{minipage}\\begin{minipage}{0.5\\textwidth}\\begin{flushright}"
    "\\dossierplace\\dossierphone\\dossiermail\\dossierpage\\dossiersocial\\dossiersociala"
    "\\dossiersocialb\\dossierextra\\end{flushright}\\end{minipage}\\par"
    "\\ifdefempty{\\dossierquote}{}{\\begin{center}\\dossierquote\\end{center}}}"
    "\\newcommand{\\makecvfooter}{}\\newcommand{\\makecvhead}{}"
    "\\newcommand{\\cvitem}[3][]{\\begin{description}\\item[#2] #3\\end{description}}"
    "\\newcommand{\\cventry}[7][]{\\cvitem{#2}{\\textbf{#3}\\ifstrempty{#4}{}{, \\textit{#4}}"
    "\\ifstrempty{#5}{}{, #5}\\ifstrempty{#6}{}{, #6}\\ifstrempty{#7}{}{\\newline #7}}}"
    "\\newcommand{\\cvitemwithcomment}[4][]{\\cvitem{#2}{#3\\ifstrempty{#4}{}"
    "{ \\hfill \\textit{#4}}}}"
    "\\newcommand{\\cvdoubleitem}[5][]{\\cvitem{#2}{#3}\\cvitem{#4}{#5}}"
    "\\newcommand{\\cvlistitem}[2][]{\\begin{itemize}\\item #2\\end{itemize}}"
    "\\newcommand{\\cvlistdoubleitem}[3][]{\\begin{itemize}\\item #2\\ifstrempty{#3}{}{\\item #3}"
    "\\end{itemize}}"
    "\\newcommand{\\cvline}[3][]{\\cvitem{#2}{#3}}"
    "\\newcommand{\\cvlanguage}[4][]{\\cvitemwithcomment{#2}{#3}{#4}}"
    "\\newcommand{\\cvcomputer}[5][]{\\cvitem{#2}{#3}\\cvitem{#4}{#5}}"
    "\\newcommand{\\cvsection}[1]{\\section{#1}}"
    "\\newenvironment{cvcolumns}{}{}\\newcommand{\\cvcolumn}[3][]{\\par\\textbf{#2}\\par #3\\par}"
    "\\newcommand{\\recipient}[2]{\\gdef\\dossierto{#1\\\\ #2}}"
    "\\newcommand{\\opening}[1]{\\gdef\\dossieropening{#1}}"
    "\\newcommand{\\closing}[1]{\\gdef\\dossierclosing{#1}}"
    "\\newcommand{\\enclosure}[2][]{\\gdef\\dossierencl{#1: #2}}"
    "\\def\\dossierto{}\\def\\dossieropening{}\\def\\dossierclosing{}\\def\\dossierencl{}"
    "\\newcommand{\\makelettertitle}{\\makecvtitle\\par \\dossierto\\par \\dossieropening\\par}"
    "\\newcommand{\\makeletterclosing}{\\par \\dossierclosing\\par \\dossierfirst{} \\dossierlast"
    "\\par \\dossierencl\\par}";

/* The class `res`, which centres the name and two addresses at the top. */
static const char res[] =
    "\\newcommand{\\name}[1]{\\gdef\\dossiername{#1}}"
    "\\newcommand{\\address}[1]{\\ifdefempty{\\dossieraddress}{\\gdef\\dossieraddress{\\\\ #1}}"
    "{\\gdef\\dossierother{\\\\ #1}}}"
    "\\def\\dossiername{}\\def\\dossieraddress{}\\def\\dossierother{}"
    "\\newenvironment{resume}{\\begin{center}{\\Large\\bfseries \\dossiername}\\dossieraddress"
    "\\dossierother\\end{center}}{}"
    "\\newenvironment{format}{}{}\\newenvironment{position}{}{}"
    "\\newcommand{\\employer}[1]{#1 }\\newcommand{\\title}[1]{#1 }\\newcommand{\\dates}[1]{#1 }"
    "\\newcommand{\\body}{}\\newcommand{\\sectionskip}{}";

struct str texdoc_class(struct str name) {
    if (str_among(name, "letter newlfm brief")) {
        return str_of(letter);
    }
    if (str_starts(name, STR("scrlttr"))) {
        return str_of(koma_letter);
    }
    if (str_is(name, "moderncv")) {
        return str_of(moderncv);
    }
    return str_is(name, "res") || str_is(name, "resume") ? str_of(res) : STR_EMPTY;
}
