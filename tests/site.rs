//! A whole site from memory: every link leads somewhere, nothing is loaded from elsewhere, the bytes are always the same,
//! figures are drawn from what was confirmed, and nothing of a hostile lesson runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use coursegen::load::{self, Inputs};
use coursegen::render::{self, Pages};
use coursegen::{Checked, Options};
use std::collections::BTreeSet;

const COURSE: &str = "title: {bn: খেলা, vi: Trò chơi}\nlanguages: {bn: {name: বাংলা, folder: bn}, vi: {name: Tiếng Việt, folder: vi}}\nsources:\n  winning-ways: {title: Winning Ways, authors: [Berlekamp, Conway, Guy], license: all rights reserved}\n";

const BENGALI: &str = r##"---
title: পাথর <b>খেলা</b> & "চাল"
number: 1
source: {original: ছোট খেলা, platforms: [{name: A, url: "https://a.example/x?y=1&z=2"}], ids: [winning-ways]}
concepts: [nim]
games: {heap: {subtraction: [1, 2]}}
---

# পাথর <b>খেলা</b> {#top-title}

প্রথম অনুচ্ছেদ: $\sqrt2 \le n^2$, `n % 3`, [পরেরটা](2-next.md#part), [নিচে](#strip), [নেই](no.md)।[^a]

## ফালি {#strip}

```text
n:  0 1 2 3 4 5 6
    L W W L W W L
```

<details><summary>উত্তর</summary>

এখানে **উত্তর**।

</details>

<script>alert(1)</script><p onclick="x()" class="kept">ক<br>খ</p>

- [ ] একটা
- [x] দুইটা

=== "C++"

    ```cpp
    int main() { return 0; }
    ```

=== "Python"

    ```python
    print(1 < 2)
    ```

!!! warning "সাবধান <i>"

    লেখা

??? tip

    লুকানো

| ক | খ |
| --- | ---: |
| $|S|$ | 2 |

![ছবি](pic.png) ![বাইরে](https://b.example/x.png)

[^a]: টীকা $x$।
"##;

const NEXT: &str = "---\ntitle: দ্বিতীয়\nnumber: 2\nsource: {original: x}\ninherits: [1, 99]\n---\n\n## অংশ {#part}\n\nলেখা।\n";

const VIETNAMESE: &str = r##"---
title: Lấy sỏi
number: 1
source: {original: x, license: CC BY}
concepts: [nim]
games: {dag: {graph: [[0, 1], [0, 2], [1, 2]]}}
---

## Đồ thị

```mermaid
graph LR
    0 --> 1
    0 --> 2
    1 --> 2
```

```mermaid
sequenceDiagram
    A->>B: x
```

$$\text{Người thắng} \neq 0$$
"##;

fn course(lessons: &[(&str, &str)]) -> Checked {
    let mut files = vec![("course.yaml", COURSE), ("bn/pic.png", "png")];
    files.extend(lessons);
    coursegen::check_inputs(load::memory(&files), &Options::default())
}

fn whole() -> Checked {
    course(&[
        ("bn/1-first.md", BENGALI),
        ("bn/2-next.md", NEXT),
        ("vi/1-soi.md", VIETNAMESE),
    ])
}

fn render(checked: &Checked) -> Pages {
    render::render(&checked.site, &checked.report, &checked.inputs)
        .unwrap()
        .0
}

fn page<'p>(pages: &'p Pages, path: &str) -> &'p str {
    let bytes = pages
        .get(path)
        .unwrap_or_else(|| panic!("{path} is not among {:?}", pages.keys()));
    std::str::from_utf8(bytes).unwrap()
}

/// The values of an attribute in start tags.
fn values<'h>(html: &'h str, attribute: &str) -> Vec<&'h str> {
    let start = format!(" {attribute}=\"");
    html.match_indices(&start)
        .filter_map(|(at, _)| html[at + start.len()..].split('"').next())
        .collect()
}

fn decoded(text: &str) -> String {
    let text = text.replace("&amp;", "&").replace("&#39;", "'");
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex: Vec<u8> = rest.by_ref().take(2).collect();
            bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Every link that leads nowhere, every request that leaves the site, every identifier that stands twice.
fn faults(pages: &Pages) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, bytes) in pages.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).unwrap();
        let ids = values(html, "id");
        if ids.iter().collect::<BTreeSet<_>>().len() != ids.len() {
            faults.push(format!("{path}: an identifier stands twice"));
        }
        for address in values(html, "src") {
            if address.contains("//") {
                faults.push(format!("{path}: loads {address}"));
            }
        }
        let hrefs = values(html, "href");
        for address in hrefs.iter().chain(&values(html, "src")) {
            if address.starts_with("http") || address.starts_with("mailto:") {
                continue;
            }
            let address = decoded(address);
            let (to, fragment) = address.split_once('#').unwrap_or((&address, ""));
            let mut parts: Vec<&str> = path.split('/').collect();
            if !to.is_empty() {
                parts.pop();
                for part in to.split('/') {
                    if part == ".." {
                        parts.pop();
                    } else {
                        parts.push(part);
                    }
                }
            }
            let target = parts.join("/");
            match pages.get(&target) {
                None => faults.push(format!("{path}: {address} leads nowhere")),
                Some(bytes) if !fragment.is_empty() && target.ends_with(".html") => {
                    let html = std::str::from_utf8(bytes).unwrap();
                    if !values(html, "id").iter().any(|id| decoded(id) == fragment) {
                        faults.push(format!("{path}: {address} has no such place"));
                    }
                }
                Some(_) => {}
            }
        }
    }
    faults
}

#[test]
fn every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere() {
    let pages = render(&whole());
    assert_eq!(faults(&pages), Vec::<String>::new());
    for path in [
        "index.html",
        "bn/index.html",
        "vi/index.html",
        "bn/1-first/index.html",
        "concepts/nim/index.html",
        "sources/index.html",
        "404.html",
    ] {
        assert!(pages.contains_key(path), "{path}");
    }
    assert!(!pages.contains_key("sitemap.xml"), "there is no base_url");
}

#[test]
fn a_lesson_page_has_what_the_lesson_says() {
    let pages = render(&whole());
    let html = page(&pages, "bn/1-first/index.html");
    assert!(
        html.starts_with("<!doctype html>\n<html lang=\"bn\""),
        "{html}"
    );
    for part in [
        "<title>পাথর &lt;b&gt;খেলা&lt;/b&gt; &amp; &quot;চাল&quot; · খেলা</title>",
        "<h1 id=\"top-title\">",
        "href=\"../2-next/index.html#part\"",
        "href=\"#strip\"",
        "<th scope=\"col\">ক</th>",
        "<td class=\"right\">2</td>",
        "<details><summary>উত্তর</summary>",
        "<p class=\"kept\">ক<br>খ</p>",
        "<label for=\"tabs-1-1\">Python</label>",
        "<details class=\"note tip\"><summary>পরামর্শ</summary>",
        "id=\"footnote-1\"",
        "href=\"https://a.example/x?y=1&amp;z=2\"",
        "<img src=\"../pic.png\" alt=\"ছবি\" loading=\"lazy\">",
        "<a href=\"https://b.example/x.png\">বাইরে</a>",
        "rel=\"next\"",
        "hreflang=\"vi\"",
        "class=\"katex\"",
        "<math",
    ] {
        assert!(html.contains(part), "no {part} in\n{html}");
    }
    for part in ["alert(1)", "onclick", "href=\"no.md\"", "$"] {
        let body = &html[html.find("<div class=\"body\">").unwrap()..];
        assert!(!body.contains(part), "{part} in\n{body}");
    }
    // The language switch leads to the lesson on the same concept.
    assert!(
        html.contains("href=\"../../vi/1-soi/index.html\" lang=\"vi\""),
        "{html}"
    );
    assert!(
        page(&pages, "bn/2-next/index.html").contains("href=\"../../vi/index.html\" lang=\"vi\"")
    );
    assert!(page(&pages, "bn/2-next/index.html").contains("<a href=\"../1-first/index.html\">পাথর"));
}

#[test]
fn what_a_lesson_may_not_do_is_reported() {
    let checked = whole();
    let examined = render::examine(&checked.site, &checked.inputs).unwrap();
    let messages: Vec<&str> = examined
        .diagnostics
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(messages, ["not published: <script>, onclick"]);
    assert_eq!(examined.assets.iter().collect::<Vec<_>>(), ["bn/pic.png"]);
    let broken = course(&[(
        "vi/1.md",
        "---\nsource: {original: x}\n---\n\n# a\n\nđống $\\frac{1$ và $\\nonsense$.\n",
    )]);
    let examined = render::examine(&broken.site, &broken.inputs).unwrap();
    let places: Vec<&str> = examined
        .diagnostics
        .iter()
        .map(|one| broken.inputs.sources.slice(one.primary.span))
        .collect();
    assert_eq!(places.len(), 2, "{:?}", examined.diagnostics);
    assert_eq!(places[1], "\\nonsense");
    assert!(page(&render(&broken), "vi/1/index.html").contains("<code class=\"broken\""));
}

#[test]
fn figures_are_drawn_with_their_marks() {
    let pages = render(&whole());
    let html = page(&pages, "bn/1-first/index.html");
    let figure = &html[html.find("<figure class=\"shown drawn\">").unwrap()..];
    let figure = &figure[..figure.find("</figure>").unwrap()];
    assert_eq!(
        figure.matches("<td class=\"previous\"").count(),
        3,
        "{figure}"
    );
    assert_eq!(figure.matches("<td class=\"next\"").count(), 4, "{figure}");
    assert!(
        figure.contains("data-n=\"4\" data-moves=\"3 2\""),
        "{figure}"
    );
    for part in [
        "class=\"mark verified\"",
        "টি মান",
        "subtraction {1, 2}",
        "n = 0 থেকে 6",
        "class=\"as-text\"",
        "    L W W L W W L",
    ] {
        assert!(figure.contains(part), "no {part} in\n{figure}");
    }
    let html = page(&pages, "vi/1-soi/index.html");
    assert!(html.contains("<svg class=\"graph\" role=\"img\""), "{html}");
    assert!(html.contains("Từ 0 (giá trị 2) đến 1, 2"), "{html}");
    assert!(
        html.contains("sequenceDiagram"),
        "a diagram that is no graph is shown as it stands"
    );
}

#[test]
fn a_bit_diagram_shows_its_columns_and_the_odd_ones() {
    let lesson = "---\nsource: {original: x}\ngames: {piles: nim}\n---\n\n# Bit\n\n[3, 4, 5]:\n\n```text\n       4 2 1\n  3 =  0 1 1\n  4 =  1 0 0\n  5 =  1 0 1\n  ----------\nXOR =  0 1 0 = 2\n```\n";
    let pages = render(&course(&[("vi/1.md", lesson)]));
    let html = page(&pages, "vi/1/index.html");
    let table = &html[html.find("<table class=\"grid").unwrap()..];
    let table = &table[..table.find("</table>").unwrap()];
    for heading in ["4", "2", "1"] {
        assert!(
            table.contains(&format!("<th scope=\"col\">{heading}</th>")),
            "{table}"
        );
    }
    assert_eq!(table.matches("<td class=\"odd\">").count(), 4, "{table}");
}

#[test]
fn the_style_of_a_page_finds_its_fonts() {
    let pages = render(&whole());
    let html = page(&pages, "bn/1-first/index.html");
    assert!(html.contains("url(../../assets/fonts/literata-latin-wght-normal.woff2)"));
    assert!(!html.contains("url(fonts/"));
    assert!(page(&pages, "index.html").contains("url(assets/fonts/"));
}

#[test]
fn the_same_course_gives_the_same_bytes() {
    let checked = whole();
    let first = render(&checked);
    for threads in [1, 4] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        assert!(pool.install(|| render(&checked)) == first);
    }
}

#[test]
fn a_base_address_gives_canonical_addresses_and_a_sitemap() {
    let course = format!("{COURSE}base_url: https://a.example/course/\n");
    let dated = NEXT.replace("{original: x}", "{original: x, retrieved: 2024-05-06}");
    let files = [
        ("course.yaml", course.as_str()),
        ("bn/1-first.md", BENGALI),
        ("bn/2-next.md", &dated),
        ("vi/1-soi.md", VIETNAMESE),
    ];
    let pages = render(&coursegen::check_inputs(
        load::memory(&files),
        &Options::default(),
    ));
    assert!(
        page(&pages, "sitemap.xml").contains("<loc>https://a.example/course/bn/1-first/</loc>")
    );
    assert!(
        page(&pages, "bn/1-first/index.html")
            .contains("<link rel=\"canonical\" href=\"https://a.example/course/bn/1-first/\">")
    );
    assert!(
        page(&pages, "bn/1-first/index.html")
            .contains("hreflang=\"vi\" href=\"https://a.example/course/vi/1-soi/\"")
    );
    assert!(page(&pages, "bn/feed.xml").contains("<updated>2024-05-06T00:00:00Z</updated>"));
    assert!(
        !pages.contains_key("vi/feed.xml"),
        "no lesson says when it was made"
    );
}

#[test]
fn a_course_replaces_templates_and_static_files() {
    let course = format!("{COURSE}templates: own\nstatic: files\n");
    let files = [
        ("course.yaml", course.as_str()),
        ("bn/1-first.md", BENGALI),
        (
            "own/language.html",
            "{% extends \"base.html\" %}{% block main %}<h1>নিজের</h1>{% endblock main %}",
        ),
        ("own/language/bn.yaml", "name: বাংলা\ntexts: {next: এরপর}\n"),
        ("files/assets/style.css", "body{}"),
        ("files/CNAME", "a.example"),
    ];
    let checked = coursegen::check_inputs(load::memory(&files), &Options::default());
    let pages = render(&checked);
    assert!(page(&pages, "bn/index.html").contains("<h1>নিজের</h1>"));
    assert_eq!(page(&pages, "assets/style.css"), "body{}");
    assert_eq!(page(&pages, "CNAME"), "a.example");
    let mut broken: Inputs = checked.inputs.clone();
    broken
        .templates
        .insert("lesson.html".to_owned(), "{{ lesson.nothing }}".to_owned());
    let failure = render::render(&checked.site, &checked.report, &broken).unwrap_err();
    assert_eq!(failure.place.as_deref(), Some("templates/lesson.html:1:11"));
}

#[test]
fn strange_lessons_give_whole_pages() {
    let wide = format!(
        "# w\n\n|{}\n|{}\n|{}\n",
        " a |".repeat(60),
        " --- |".repeat(60),
        " 1 |".repeat(60)
    );
    let many: String = (0..500).map(|n| format!("## h {n}\n\ntext\n\n")).collect();
    let word = format!("# {}\n\n{}\n", "x".repeat(3000), "ক".repeat(3000));
    let raw = "# r\n\n</main></body><div><table><td>\n\n<a href=\"java\nscript:x\">y</a>\n";
    let files = [
        ("wide.md", wide.as_str()),
        ("many.md", many.as_str()),
        ("word.md", word.as_str()),
        ("raw.md", raw),
        ("README.md", "# Home\n\n[raw](raw.md)\n"),
        ("empty.md", ""),
    ];
    let checked = coursegen::check_inputs(load::memory(&files), &Options::default());
    let pages = render(&checked);
    assert_eq!(faults(&pages), Vec::<String>::new());
    for (path, bytes) in pages
        .iter()
        .filter(|(path, _)| path.ends_with("index.html"))
    {
        let html = std::str::from_utf8(bytes).unwrap();
        assert_eq!(html.matches("</main>").count(), 1, "{path}");
        assert_eq!(
            html.matches("<div").count(),
            html.matches("</div>").count(),
            "{path}"
        );
    }
}
