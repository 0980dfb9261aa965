fn main() {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == coursegen::run::child::WORD)
    {
        coursegen::run::child::main();
    }
}
