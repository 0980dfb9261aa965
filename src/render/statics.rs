//! The files that every site carries: style, script, fonts. The course's own replace those of the same path.

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        /// Path below the site, and bytes.
        pub(crate) const FILES: &[(&str, &[u8])] = &[
            $(($path, include_bytes!(concat!("../../static/", $path)))),+
        ];
    };
}

files! {
    "assets/fonts/LICENSE-jetbrains-mono.txt",
    "assets/fonts/LICENSE-literata.txt",
    "assets/fonts/LICENSE-noto-serif-bengali.txt",
    "assets/fonts/jetbrains-mono-latin-wght-normal.woff2",
    "assets/fonts/jetbrains-mono-vietnamese-wght-normal.woff2",
    "assets/fonts/literata-latin-wght-italic.woff2",
    "assets/fonts/literata-latin-wght-normal.woff2",
    "assets/fonts/literata-vietnamese-wght-italic.woff2",
    "assets/fonts/literata-vietnamese-wght-normal.woff2",
    "assets/fonts/noto-serif-bengali-bengali-wght-normal.woff2",
    "assets/fonts/noto-serif-bengali-name.woff2",
    "assets/explore.js",
    "assets/icon.svg",
    "assets/katex/LICENSE.txt",
    "assets/katex/fonts/KaTeX_AMS-Regular.woff2",
    "assets/katex/fonts/KaTeX_Caligraphic-Bold.woff2",
    "assets/katex/fonts/KaTeX_Caligraphic-Regular.woff2",
    "assets/katex/fonts/KaTeX_Fraktur-Bold.woff2",
    "assets/katex/fonts/KaTeX_Fraktur-Regular.woff2",
    "assets/katex/fonts/KaTeX_Main-Bold.woff2",
    "assets/katex/fonts/KaTeX_Main-BoldItalic.woff2",
    "assets/katex/fonts/KaTeX_Main-Italic.woff2",
    "assets/katex/fonts/KaTeX_Main-Regular.woff2",
    "assets/katex/fonts/KaTeX_Math-BoldItalic.woff2",
    "assets/katex/fonts/KaTeX_Math-Italic.woff2",
    "assets/katex/fonts/KaTeX_SansSerif-Bold.woff2",
    "assets/katex/fonts/KaTeX_SansSerif-Italic.woff2",
    "assets/katex/fonts/KaTeX_SansSerif-Regular.woff2",
    "assets/katex/fonts/KaTeX_Script-Regular.woff2",
    "assets/katex/fonts/KaTeX_Size1-Regular.woff2",
    "assets/katex/fonts/KaTeX_Size2-Regular.woff2",
    "assets/katex/fonts/KaTeX_Size3-Regular.woff2",
    "assets/katex/fonts/KaTeX_Size4-Regular.woff2",
    "assets/katex/fonts/KaTeX_Typewriter-Regular.woff2",
    "assets/katex/katex.css",
    "assets/script.js",
    "assets/search.js",
    "assets/style.css",
    "sw.js",
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(folder: &std::path::Path, at: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{at}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                walk(&entry.path(), &format!("{path}/"), found);
            } else if !path.ends_with(".md") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_file_is_listed() {
        let mut found = Vec::new();
        walk(
            &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("static"),
            "",
            &mut found,
        );
        found.sort();
        assert_eq!(
            found,
            FILES.iter().map(|(path, _)| *path).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_style_sheet_stays_small_and_loads_nothing_from_elsewhere() {
        for (path, bytes) in FILES
            .iter()
            .filter(|(path, _)| path.ends_with(".css") || path.ends_with(".js"))
        {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(
                !text.contains("//cdn") && !text.contains("url(http") && !text.contains("@import"),
                "{path}"
            );
            if path.ends_with("style.css") {
                assert!(bytes.len() < 30_000, "{path} has {} bytes", bytes.len());
            }
        }
    }
}
