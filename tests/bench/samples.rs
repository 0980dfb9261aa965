//! A generated course of 1,300 samples: how long it takes to check cold, and where nothing changed.
//!
//! ```text
//! cargo bench --bench samples
//! ```

use coursegen::check::output::{check, run_all};
use coursegen::figure::outputs::{Reading, read};
use coursegen::run::Runner;
use coursegen::{load, parse};
use std::time::Instant;

const LESSONS: usize = 65;
const SAMPLES: usize = 20;

/// A sample of one of several sorts, with what it prints.
fn sample(number: usize) -> String {
    let n = number % 50 + 3;
    match number % 6 {
        0 => format!(
            "def grundy(n):\n    return n % 4\n\nprint([grundy(n) for n in range({n})][-1])  # {}\n",
            (n - 1) % 4
        ),
        1 => format!(
            "from functools import lru_cache\n\n@lru_cache(maxsize=None)\ndef win(n):\n    return any(n >= m and not win(n - m) for m in (1, 2, 3))\n\nprint(win({n}))  # {}\n",
            if n.is_multiple_of(4) {
                "False (L)"
            } else {
                "True (W)"
            }
        ),
        2 => format!(
            "x = 0\nfor heap in [{n}, {n}, 5]:\n    x ^= heap\nprint(\"XOR:\", x)  # XOR: 5\n"
        ),
        3 => format!(
            "from collections import defaultdict\nseen = defaultdict(list)\nfor i in range({n}):\n    seen[i % 3].append(i)\nprint(len(seen[0]))  # {}\n",
            n.div_ceil(3)
        ),
        4 => format!(
            "import heapq\nheap = [{n}, 1, 7]\nheapq.heapify(heap)\nprint(heapq.heappop(heap), len(heap))  # 1 2\n"
        ),
        _ => format!("for n in range(3):\n    print(n, n * {n})\n"),
    }
}

fn course() -> Vec<(String, String)> {
    (0..LESSONS)
        .map(|lesson| {
            let mut text = format!("# Bài {lesson}\n\n");
            for place in 0..SAMPLES {
                let number = lesson * SAMPLES + place;
                text += &format!("```python\n{}```\n\n", sample(number));
                if number % 6 == 5 {
                    let n = number % 50 + 3;
                    text += &format!("Kết quả:\n\n```text\n0 0\n1 {n}\n2 {}\n```\n\n", 2 * n);
                }
            }
            (format!("vi/{lesson:03}.md"), text)
        })
        .collect()
}

#[allow(clippy::print_stdout, clippy::unwrap_used)]
fn main() {
    let files = course();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let cache = tempfile::tempdir().unwrap();
    let runner = Runner {
        executable: env!("CARGO_BIN_EXE_coursegen").into(),
        cache: Some(cache.path().to_owned()),
        compiler: None,
    };
    for name in ["cold", "again"] {
        let started = Instant::now();
        let inputs = load::memory(&files);
        let (site, _) = parse::parse(&inputs);
        let readings: Vec<Reading> = site
            .lessons
            .iter()
            .map(|lesson| read(&inputs.sources, &lesson.blocks))
            .collect();
        let ran = run_all(&readings.iter().collect::<Vec<_>>(), &runner);
        let (mut confirmed, mut other) = (0, 0);
        for (reading, ran) in readings.iter().zip(&ran) {
            let checked = check(&inputs.sources, reading, ran);
            for figure in &checked.figures {
                let counts = figure.counts();
                confirmed += counts.0;
                other += counts.1 + counts.2;
            }
            other += checked.unclear.len();
        }
        let samples: usize = readings.iter().map(|reading| reading.samples.len()).sum();
        println!(
            "{name}: {samples} samples, {confirmed} outputs confirmed, {other} not, {:.2} s",
            started.elapsed().as_secs_f64()
        );
        assert_eq!(other, 0);
    }
}
