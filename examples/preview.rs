use coursegen::check::report::{CheckedFigure, LessonReport, Proof, Report, Verdict};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let root = std::path::Path::new(&args[1]);
    let mut inputs = coursegen::load::load(root).unwrap();
    let (site, diagnostics) = coursegen::parse::parse(&inputs);
    for d in &diagnostics {
        println!(
            "{:?} {} {:?}",
            d.code,
            d.message,
            inputs.sources.start(d.primary.span)
        );
    }
    let lessons = site
        .lessons
        .iter()
        .map(|lesson| {
            let reading = coursegen::figure::read(&inputs.sources, lesson, None);
            LessonReport {
                figures: reading
                    .figures
                    .into_iter()
                    .map(|figure| CheckedFigure {
                        verdicts: figure
                            .claims
                            .iter()
                            .map(|_| Verdict::Confirmed(Proof::Searched))
                            .collect(),
                        figure,
                    })
                    .collect(),
                opted_out: reading.opted_out,
            }
        })
        .collect();
    let report = Report {
        lessons,
        diagnostics,
    };
    let t = std::time::Instant::now();
    let examined = coursegen::render::examine(&site, &inputs).unwrap();
    println!("examine {:?}", t.elapsed());
    for d in &examined.diagnostics {
        println!(
            "{:?} {} {:?}",
            d.code,
            d.message,
            inputs.sources.start(d.primary.span)
        );
    }
    coursegen::load::assets(root, &mut inputs, &examined.assets).unwrap();
    let t = std::time::Instant::now();
    let (pages, _) = coursegen::render::render(&site, &report, &inputs).unwrap();
    println!("render {:?} {} pages", t.elapsed(), pages.len());
    coursegen::write::site(&pages, std::path::Path::new(&args[2])).unwrap();
}
