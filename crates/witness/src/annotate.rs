//! C texts with what was proved of them, as ACSL: contracts before functions, invariants before
//! loops.
//!
//! What has no words in C is left out, with a comment that says so. ACSL asks of an invariant that
//! it holds when the loop is come to; so what holds where a `do` loop evaluates its condition is
//! none.

use crate::contracts::Worded;
use crate::format::Invariant;
use crate::source::{Source, StatementKind};
use crate::sources::Sources;
use std::collections::BTreeMap;

/// Names that C knows and ACSL has taken.
const TAKEN: &[&str] = &["assert", "boolean", "integer", "real"];

/// What goes where.
#[derive(Default)]
struct Annotations {
    /// Lines before a token, by the file and where the token begins.
    before: BTreeMap<(usize, usize), Vec<String>>,
}

/// The texts of all files, annotated.
pub fn annotated(sources: &Sources, contracts: &[Worded], invariants: &[Invariant]) -> Vec<Vec<u8>> {
    let mut all = Annotations::default();
    for worded in contracts {
        let Some((file, first)) = worded.definition else { continue };
        let Some((_, source)) = sources.file(file) else { continue };
        all.before.insert((file, source.tokens[first].start), contract(worded));
    }
    for invariant in invariants {
        all.invariant(sources, invariant);
    }
    sources.files().enumerate().map(|(file, (_, source))| all.text(file, source)).collect()
}

impl Annotations {
    fn invariant(&mut self, sources: &Sources, invariant: &Invariant) {
        let place = &invariant.place;
        let Some(file) = sources.files().position(|(name, _)| name == place.file) else { return };
        let Some((_, source)) = sources.file(file) else { return };
        let token = place.column.and_then(|c| source.offset(place.line, c)).and_then(|offset| source.token_at(offset));
        let Some(token) = token else { return };
        let Some(index) = source.statement_starting(token) else { return };
        let lines = match source.statements[index].kind {
            StatementKind::Do => {
                vec!["/* What holds where this loop evaluates its condition is no invariant of ACSL. */".to_owned()]
            }
            _ if has_taken_name(&invariant.expression) => vec![left_out(1, "of this loop")],
            _ => vec![format!("/*@ loop invariant {}; */", invariant.expression)],
        };
        self.before.insert((file, source.tokens[token].start), lines);
    }

    /// The text of a file.
    fn text(&self, file: usize, source: &Source) -> Vec<u8> {
        let mut text = Vec::new();
        let mut copied = 0;
        for ((_, offset), lines) in self.before.range((file, 0)..(file + 1, 0)) {
            let line = source.text[..*offset].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            let indent = &source.text[line..*offset];
            let alone = line >= copied && indent.iter().all(u8::is_ascii_whitespace);
            text.extend_from_slice(&source.text[copied..*offset]);
            for line in lines {
                text.extend_from_slice(line.as_bytes());
                text.push(b'\n');
                if alone {
                    text.extend_from_slice(indent);
                }
            }
            copied = *offset;
        }
        text.extend_from_slice(&source.text[copied..]);
        text
    }
}

/// A contract, line by line.
fn contract(worded: &Worded) -> Vec<String> {
    let all = worded.lines();
    let (said, taken): (Vec<String>, Vec<String>) = all.into_iter().partition(|line| !has_taken_name(line));
    let mut lines = Vec::new();
    let missing = worded.left_out + taken.len();
    if missing > 0 {
        lines.push(left_out(missing, "of this contract"));
    }
    if worded.assigns.is_none() {
        lines.push("/* What the function may write has no words in C, or may be anything. */".to_owned());
    }
    let count = said.len();
    for (number, line) in said.into_iter().enumerate() {
        let open = if number == 0 { "/*@ " } else { "    " };
        let close = if number + 1 == count { " */" } else { "" };
        lines.push(format!("{open}{line}{close}"));
    }
    lines
}

fn left_out(count: usize, of: &str) -> String {
    match count {
        1 => format!("/* A clause {of} has no words in C. */"),
        _ => format!("/* {count} clauses {of} have no words in C. */"),
    }
}

/// Does a clause speak of a variable whose name means something else in ACSL?
fn has_taken_name(clause: &str) -> bool {
    let source = Source::new(clause.as_bytes().to_vec());
    (0..source.tokens.len()).any(|token| TAKEN.contains(&source.word(token)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Place;

    const TEXT: &str = "int g;\n  void f(int n)\n{\n  while (n) { n--; } do n++; while (n < 3);\n}\n";

    fn sources() -> Sources {
        Sources::new([("a.c".to_owned(), TEXT.as_bytes().to_vec())])
    }

    fn worded(left_out: usize, assigns: Option<Vec<String>>, ensures: &[&str]) -> Worded {
        Worded {
            function: "f".into(),
            place: adumbra_verdict::place::Place { file: "a.c".into(), line: 2, column: 0 },
            requires: Vec::new(),
            assigns,
            ensures: ensures.iter().map(|clause| (*clause).to_owned()).collect(),
            left_out,
            definition: Some((0, 3)),
        }
    }

    #[track_caller]
    fn check(contracts: &[Worded], invariants: &[(u32, &str)], expected: &[&str]) {
        let invariant = |(column, text): &(u32, &str)| Invariant {
            of_loop: true,
            place: Place { file: "a.c".into(), line: 4, column: Some(*column), function: None },
            expression: (*text).to_owned(),
            line: 0,
        };
        let invariants: Vec<Invariant> = invariants.iter().map(invariant).collect();
        let text = String::from_utf8(annotated(&sources(), contracts, &invariants).remove(0)).unwrap();
        let added: Vec<&str> = text.lines().filter(|line| !TEXT.lines().any(|own| own == *line)).collect();
        assert_eq!(added, expected, "{text}");
        // Nothing but comments was added.
        let words = |text: &str| {
            let source = Source::new(text.as_bytes().to_vec());
            (0..source.tokens.len()).map(|t| source.word(t).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(words(&text), words(TEXT));
    }

    #[test]
    fn contracts_stand_before_functions() {
        check(&[], &[], &[]);
        check(
            &[worded(0, Some(vec![]), &["\\result == 1", "g == 2"])],
            &[],
            &["  /*@ assigns \\nothing;", "      ensures \\result == 1;", "      ensures g == 2; */"],
        );
        check(
            &[worded(2, None, &["integer == 1"])],
            &[],
            &[
                "  /* 3 clauses of this contract have no words in C. */",
                "  /* What the function may write has no words in C, or may be anything. */",
            ],
        );
    }

    #[test]
    fn invariants_stand_before_loops() {
        check(&[], &[(3, "n >= 0")], &["  /*@ loop invariant n >= 0; */"]);
        check(&[], &[(3, "real >= 0")], &["  /* A clause of this loop has no words in C. */"]);
        check(
            &[],
            &[(22, "n >= 0")],
            &[
                "  while (n) { n--; } /* What holds where this loop evaluates its condition is no invariant of ACSL. */",
                "do n++; while (n < 3);",
            ],
        );
    }
}
