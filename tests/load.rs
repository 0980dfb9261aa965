//! What stands on a disk is read without harm: links, pipes, output of earlier builds, limits, odd names.

use coursegen::load::{self, Inputs};
use coursegen::parse;
use std::fs;
use std::path::Path;

fn course(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn lessons(inputs: &Inputs) -> Vec<&str> {
    let lessons = inputs.lessons.iter();
    lessons
        .map(|lesson| inputs.sources.path(lesson.markdown))
        .collect()
}

fn codes(inputs: &Inputs) -> Vec<String> {
    let problems = inputs.diagnostics.iter();
    let line = |problem: &coursegen::diagnostic::Diagnostic| {
        let path = inputs.sources.path(problem.primary.span.file);
        format!("{path}: {}: {}", problem.code.id(), problem.message)
    };
    problems.map(line).collect()
}

#[test]
fn output_hidden_and_foreign_folders_are_passed_over() {
    let folder = course(&[
        ("a.md", "# a"),
        ("notes/b.MD", "# b"),
        ("notes/picture.PNG", "x"),
        ("notes/data.bin", "x"),
        (".git/c.md", "c"),
        (".hidden.md", "c"),
        ("node_modules/c.md", "c"),
        ("target/c.md", "c"),
        ("public/c.md", "c"),
        ("site/.coursegen-site", ""),
        ("site/c.md", "c"),
    ]);
    let inputs = load::load(folder.path()).expect("a course");
    assert_eq!(lessons(&inputs), ["a.md", "notes/b.MD"]);
    assert_eq!(
        inputs.assets.keys().collect::<Vec<_>>(),
        ["notes/picture.PNG"]
    );
    assert_eq!(inputs.diagnostics, []);
}

#[test]
fn only_the_wanted_files_are_read() {
    let folder = course(&[("a.md", "# a"), ("x.png", "X"), ("y.png", "Y")]);
    let mut inputs = load::load(folder.path()).expect("a course");
    assert!(inputs.assets["x.png"].is_empty());
    let wanted = ["y.png".to_owned(), "../secret.png".to_owned()].into();
    load::assets(folder.path(), &mut inputs, &wanted).expect("files");
    assert!(inputs.assets["x.png"].is_empty());
    assert_eq!(inputs.assets["y.png"], b"Y");
    assert_eq!(inputs.assets.len(), 2);
}

#[test]
fn a_lesson_that_is_too_large_is_reported_and_the_rest_is_read() {
    let large = "x".repeat(load::MAX_LESSON as usize + 1);
    let folder = course(&[("a.md", &large), ("b.md", "# b")]);
    let inputs = load::load(folder.path()).expect("a course");
    assert_eq!(lessons(&inputs), ["b.md"]);
    assert_eq!(
        codes(&inputs),
        ["a.md: too-large: the file has 5 MiB; it may have 4 MiB"]
    );
}

#[test]
fn an_empty_lesson_is_a_lesson() {
    let folder = course(&[("a.md", ""), ("b.md", "\u{feff}")]);
    let inputs = load::load(folder.path()).expect("a course");
    let (site, problems) = parse::parse(&inputs);
    let titles: Vec<&str> = site
        .lessons
        .iter()
        .map(|lesson| lesson.title.as_str())
        .collect();
    assert_eq!(titles, ["a", "b"]);
    assert_eq!(problems, []);
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_course_only() {
    use std::os::unix::fs::symlink;
    let secret = course(&[("secret.md", "# secret"), ("more/x.md", "# x")]);
    let folder = course(&[("bn/a.md", "# a"), ("course.yaml", "languages: [bn]\n")]);
    let link = |from: &Path, to: &str| symlink(from, folder.path().join(to)).expect("a link");
    link(&folder.path().join("bn/a.md"), "bn/b.md");
    link(&secret.path().join("secret.md"), "bn/c.md");
    link(&secret.path().join("more"), "bn/d");
    link(Path::new("nowhere"), "bn/e.md");
    // A folder that holds itself.
    link(folder.path(), "bn/f");
    let inputs = load::load(folder.path()).expect("a course");
    assert_eq!(lessons(&inputs), ["bn/a.md", "bn/b.md"]);
    let codes = codes(&inputs).join("\n").replace(
        &secret
            .path()
            .canonicalize()
            .expect("a path")
            .display()
            .to_string(),
        "SECRET",
    );
    assert_eq!(
        codes,
        "bn/c.md: outside-course: `bn/c.md` is a link that leaves the course, to `SECRET/secret.md`\n\
         bn/d: outside-course: `bn/d` is a link that leaves the course, to `SECRET/more`\n\
         bn/e.md: outside-course: `bn/e.md` is a link that leads nowhere"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_lesson_and_nothing_waits_for_it() {
    let folder = course(&[("a.md", "# a")]);
    let pipe = folder.path().join("b.md");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let inputs = load::load(folder.path()).expect("a course");
        assert_eq!(lessons(&inputs), ["a.md"]);
    }
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_a_link_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = course(&[("a.md", "old"), ("b/x", "")]);
    let (file, link) = (folder.path().join("a.md"), folder.path().join("b/link.md"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink(&file, &link).expect("a link");
    coursegen::write::file(&link, b"new").expect("written");
    assert_eq!(fs::read(&file).expect("a file"), b"new");
    assert!(link.is_symlink());
    assert_eq!(
        fs::metadata(&file).expect("a file").permissions().mode() & 0o777,
        0o640
    );
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 2);
    let failure = coursegen::write::file(&folder.path().join("no/where.md"), b"x");
    assert!(failure.is_err_and(|failure| failure.place.is_some()));
}

#[test]
fn a_course_from_memory_is_that_from_disk() {
    let files = [
        (
            "course.yaml",
            "languages: [bn, vi]\ntemplates: t\nstatic: s\n",
        ),
        ("bn/1.md", "# ১"),
        ("bn/1.yaml", "games: {heap: nim}\n"),
        ("vi/1.md", "# 1"),
        ("vi/a.png", ""),
        ("t/page.html", "page"),
        ("s/fonts/x.css", "css"),
        ("README.md", "about"),
    ];
    let folder = course(&files);
    let disk = load::load(folder.path()).expect("a course");
    let memory = load::memory(&files);
    assert_eq!(lessons(&disk), ["bn/1.md", "vi/1.md"]);
    assert_eq!(lessons(&disk), lessons(&memory));
    assert_eq!(
        disk.lessons[0].sidecar.is_some(),
        memory.lessons[0].sidecar.is_some()
    );
    assert_eq!(disk.assets, memory.assets);
    assert_eq!(disk.templates, memory.templates);
    assert_eq!(disk.statics, memory.statics);
    assert_eq!(disk.templates["page.html"], "page");
    assert_eq!(disk.statics["fonts/x.css"], b"css");
}
