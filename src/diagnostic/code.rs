//! The closed list of codes: each with its severity, a headline and an explanation with an example.

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Stops publication, exit status 1.
    Error,
    /// Shown; nothing stops.
    Warning,
    /// For information.
    Note,
}

impl Severity {
    /// `error`, `warning`, `note`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $severity:ident, $explanation:literal;)+) => {
        /// Which kind of mistake a diagnostic reports.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// All codes, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The name that stands in messages and JSON, such as `wrong-nimber`.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),+ }
            }

            /// How grave it is.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),+ }
            }

            /// One sentence: what this kind of mistake is.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+).trim_ascii()),+ }
            }

            /// What it means, why it matters, how to mend it, with an example (Markdown).
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$name => $explanation),+ }
            }
        }
    };
}

codes! {
    /// A win or lose label disagrees with the solver.
    WrongOutcome = "wrong-outcome", Error, "A position is labelled won where the player to move loses, or the other way round.\n\n```text\nn:  0 1 2 3 4\n    L W W W W     <- wrong: from 4 every move (to 3, 2, 1) leads to W, so 4 is L\n```\n\nPut the label that the message names, or name the game that the figure is about with `<!-- game: NAME -->`.";
    /// A Grundy value disagrees with the solver.
    WrongNimber = "wrong-nimber", Error, "A Grundy value is not the mex (the least natural number missing) of the values of the options.\n\n```text\ntake {1, 3, 4}\nn:     0 1 2 3 4 5\nG(n):  0 1 0 1 2 2     <- wrong: from 5 moves lead to 4, 2, 1 with values 2, 0, 1; the mex is 3\n```";
    /// A move leads elsewhere, or is no move of the game.
    WrongMove = "wrong-move", Error, "A move list, or a reason beside a label, names a move that the rules do not allow or a position that the move does not lead to.\n\n```text\nn=3 : 1->1(W)     <- wrong: taking 1 from 3 leads to 2\n```";
    /// The list of options (next positions, or their values) disagrees with the rules.
    WrongOptions = "wrong-options", Error, "A table lists the positions that one move leads to, or their Grundy values; the list is not the one that the rules give.\n\n```text\ntake {1, 2}: from 4 -> {3, 1}     <- wrong: {3, 2}\n```";
    /// An equality between numbers does not hold.
    WrongArithmetic = "wrong-arithmetic", Error, "A sum, a nim-sum (XOR), a remainder, a mex or a binary numeral states a value that it does not have.\n\n```text\n3 ^ 4 ^ 5 = 3     <- wrong: the nim-sum is 2\n```";
    /// A statement about all positions is false.
    WrongLaw = "wrong-law", Error, "A law such as `n % 4 == 0 <=> L` or `G(n) = n mod 4` or \"period 3\" has a counter-example, which the message shows. Laws are decided for all n by the period of the game, not sampled, wherever the game has one.";
    /// A shown output is not what the program prints.
    WrongOutput = "wrong-output", Error, "The output shown beside or below a code sample is not what the sample prints when it runs.\n\n```python\nprint(2 + 2)  # 5     <- wrong: it prints 4\n```";
    /// A sample stopped with an exception.
    SampleFailed = "sample-failed", Error, "A code sample with a shown output, or with assertions, stopped with an exception that the lesson does not show.";
    /// A line that is said to be an excerpt stands nowhere in the code above.
    WrongExcerpt = "wrong-excerpt", Error, "A fence quotes lines of an earlier sample, and a line differs from the sample.";
    /// A figure was not checked.
    NotChecked = "not-checked", Warning, "A figure could not be checked; the message says why. `checks: {unchecked: error}` in course.yaml makes this an error. To leave a figure unchecked on purpose, put `<!-- not-checked: REASON -->` before it.";
    /// A figure names a game that the lesson does not declare.
    UnknownGame = "unknown-game", Error, "`<!-- game: NAME -->` or `{game=NAME}` names a game that stands neither under `games:` of the lesson nor is a rule that the tool knows.";
    /// A rule under `games:` is not a rule that the tool knows.
    WrongRule = "wrong-rule", Error, "Rules are `nim`, `wythoff`, `lasker`, `grundy`, `{subtraction: [1, 3, 4]}`, `{octal: \"0.77\"}`, `{graph: [[0, 1], [0, 2]]}`, `{sum: NAME}` and so on; each may have `play: misere`.";
    /// A graph that a figure draws has a cycle.
    CyclicGraph = "cyclic-graph", Error, "A game on a graph must end: the graph has a cycle, which the message shows.";
    /// The front matter, a sidecar file or course.yaml is not valid YAML.
    BrokenYaml = "broken-yaml", Error, "The YAML does not parse; the message says where and why.";
    /// A key that the tool does not know.
    UnknownKey = "unknown-key", Error, "A key of the front matter or of course.yaml is unknown; the message names the nearest known one.";
    /// A key has a value of another form than it must have.
    WrongValue = "wrong-value", Error, "A key of the front matter or of course.yaml has a value of the wrong form; the message says which form it must have.";
    /// A lesson does not name its source.
    NoSource = "no-source", Error, "Every lesson of a course with course.yaml names its source, in `source:` of its front matter or in a `<div class=\"problem-source\" markdown=\"1\">` box.";
    /// Two lessons have one address.
    SameAddress = "same-address", Error, "Two lessons would be published at one address. Rename one of the files.";
    /// A link leads nowhere.
    BrokenLink = "broken-link", Warning, "A link leads to a lesson or file of the course that does not exist. The page shows its text without the link.";
    /// A link leads out of the course.
    OutsideCourse = "outside-course", Error, "A path leaves the folder of the course. Nothing outside the course is read.";
    /// A fence, a tab or a box is opened and not closed.
    Unclosed = "unclosed", Error, "A code fence, a `<div markdown=\"1\">` or a display formula is opened and never closed.";
    /// A formula does not parse.
    BrokenFormula = "broken-formula", Error, "KaTeX cannot read a formula; the message says where and why.";
    /// A file is not valid UTF-8.
    NotUtf8 = "not-utf8", Error, "A lesson or YAML file is not valid UTF-8. Save it as UTF-8.";
    /// A lesson is too large or too deep.
    TooLarge = "too-large", Error, "A lesson exceeds a limit that keeps the build fast and safe; the message names it.";
    /// Raw HTML that could run a program was left out.
    UnsafeHtml = "unsafe-html", Warning, "Scripts, event handlers and other active HTML of a lesson are not published.";
}
