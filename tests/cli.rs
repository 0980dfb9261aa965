//! Transcripts of the command line: `tests/cli/NAME.toml` says what is called, `NAME.in` is the folder it is called in,
//! `NAME.stdout` and `NAME.stderr` are what it must say. `TRYCMD=overwrite cargo test --test cli` writes them; read them.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .expect("a variable")
        .case("tests/cli/*.toml")
        .case("tests/cli/*.trycmd");
}
