//! The marked source as a page that needs nothing else.

use super::Sliced;
use super::lines::Mark;
use super::text::source;
use adumbra_text::markup;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The page.
pub(super) fn render(sliced: &Sliced<'_>) -> String {
    let about = sliced.about.join(", ");
    let direction = if sliced.forward { "What depends on" } else { "What bears on" };
    let title = markup(&format!("{direction} {about}"));
    let mut out = String::new();
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    counts(&mut out, sliced);
    out.push_str(
        "<p class=\"key\"><span class=\"c\">criterion</span> <span class=\"k\">in the slice</span> \
         <span class=\"r\">removed</span> <span class=\"n\">no code of its own</span></p>\n",
    );
    for (file, lines) in &sliced.lines {
        let path = &sliced.program.files[*file].path;
        let _ = writeln!(out, "<h2>{}</h2>", markup(path));
        let Some(text) = source(sliced, *file) else {
            out.push_str("<p>The file cannot be read.</p>\n");
            continue;
        };
        out.push_str("<pre>");
        for (number, line) in (1..).zip(text.lines()) {
            let class = match lines.get(&number) {
                Some(Mark::Criterion) => "c",
                Some(Mark::Kept) => "k",
                Some(Mark::Removed) => "r",
                None => "n",
            };
            let code = line.trim_start();
            let (indent, code) = (markup(&line[..line.len() - code.len()]), markup(code));
            let _ = writeln!(out, "<span class=\"{class}\"><i>{number}</i>{indent}<u>{code}</u></span>");
        }
        out.push_str("</pre>\n");
    }
    let times = sliced.times.map(|(name, time)| format!("{name} {:.2} s", time.as_secs_f64()));
    let _ = write!(out, "<p class=\"times\">{}</p>\n</body>\n</html>\n", times.join(" · "));
    out
}

/// A table of what is kept, each row with a bar.
fn counts(out: &mut String, sliced: &Sliced<'_>) {
    out.push_str("<table>\n<tr><th></th><th>kept</th><th>of</th><th class=\"bar\"></th></tr>\n");
    for (name, share) in sliced.counts.rows() {
        let percent = 100.0 * share.kept as f64 / share.all.max(1) as f64;
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td>{}</td><td>{}</td><td class=\"bar\"><b style=\"width:{percent:.1}%\"></b></td></tr>",
            share.kept, share.all
        );
    }
    out.push_str("</table>\n");
}
