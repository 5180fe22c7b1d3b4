//! Formulas as tasks: SMT-LIB scripts with the status they declare, and DIMACS files.

use crate::model::Expected;

/// What an SMT-LIB script says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// What it declares about each question, in turn.
    pub known: Vec<Known>,
    /// What it declared since the last question.
    next: Known,
}

/// The status of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Known {
    /// `sat`.
    Sat,
    /// `unsat`.
    Unsat,
    /// None, or `unknown`.
    #[default]
    Nothing,
}

impl Script {
    /// What is known of its answers.
    pub fn expected(&self) -> Expected {
        if let [known] = self.known[..] {
            return match known {
                Known::Sat => Expected::Sat,
                Known::Unsat => Expected::Unsat,
                Known::Nothing => Expected::Nothing,
            };
        }
        let word = |known: &Known| match known {
            Known::Sat => "sat",
            Known::Unsat => "unsat",
            Known::Nothing => "?",
        };
        Expected::Answers(self.known.iter().map(word).collect::<Vec<_>>().join(" "))
    }
}

/// Reads what matters of a script: its `check-sat` commands, each with the `(set-info :status …)`
/// before it. An error has its line.
pub fn scan(text: &[u8]) -> Result<Script, (u32, String)> {
    let mut script = Script { known: Vec::new(), next: Known::Nothing };
    let (mut depth, mut line) = (0usize, 1u32);
    // The first words of the command at the top.
    let mut words: Vec<&[u8]> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += 1;
        match text[start] {
            b'\n' => line += 1,
            c if c.is_ascii_whitespace() => {}
            b';' => at = end_of(text, start, |c| c == b'\n'),
            b'(' => {
                depth += 1;
                if depth == 1 {
                    words.clear();
                }
            }
            b')' => {
                depth = depth.checked_sub(1).ok_or((line, "a `)` without `(`".to_owned()))?;
                if depth == 0 {
                    script.command(&words, line)?;
                }
            }
            quote @ (b'"' | b'|') => {
                let end = end_of(text, at, |c| c == quote);
                line += text[start..end].iter().filter(|c| **c == b'\n').count() as u32;
                at = end + 1;
                if end == text.len() {
                    return Err((line, format!("a `{}` that is not closed", quote as char)));
                }
            }
            _ => {
                at = end_of(text, start, |c| c.is_ascii_whitespace() || matches!(c, b'(' | b')' | b'"' | b'|' | b';'));
                if depth == 1 && words.len() < 3 {
                    words.push(&text[start..at]);
                }
            }
        }
    }
    if depth > 0 {
        return Err((line, format!("{depth} `(` that are not closed")));
    }
    Ok(script)
}

/// Where the first such byte is, from a place on; the end if there is none.
fn end_of(text: &[u8], from: usize, is: impl Fn(u8) -> bool) -> usize {
    text[from..].iter().position(|c| is(*c)).map_or(text.len(), |n| from + n)
}

impl Script {
    fn command(&mut self, words: &[&[u8]], line: u32) -> Result<(), (u32, String)> {
        match words {
            [b"set-info", b":status", status] => {
                self.next = match *status {
                    b"sat" => Known::Sat,
                    b"unsat" => Known::Unsat,
                    b"unknown" => Known::Nothing,
                    other => return Err((line, format!("unknown status `{}`", String::from_utf8_lossy(other)))),
                };
            }
            [b"check-sat" | b"check-sat-assuming", ..] => self.known.push(std::mem::take(&mut self.next)),
            _ => {}
        }
        Ok(())
    }
}

/// Checks that a DIMACS file has its first line, and reads a comment `c status sat` or
/// `c status unsat` before it. An error has its line.
pub fn scan_dimacs(text: &[u8]) -> Result<Expected, (u32, String)> {
    let mut expected = Expected::Nothing;
    for (number, line) in (1..).zip(text.split(|c| *c == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"c") {
            match line {
                b"c status sat" => expected = Expected::Sat,
                b"c status unsat" => expected = Expected::Unsat,
                _ => {}
            }
            continue;
        }
        let is_header = line.starts_with(b"p cnf ") || line.starts_with(b"p\tcnf");
        return if is_header {
            Ok(expected)
        } else {
            Err((number, "`p cnf VARIABLES CLAUSES` should come first".into()))
        };
    }
    Err((1, "no `p cnf` line".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_of_a_script_is_found() {
        let text = b"; (set-info :status sat)\n(set-info :source |(set-info :status sat)\n \" ; |)\n\
            (set-logic QF_BV)(set-info\n :status unsat)\n(assert (= \"a;\" \"(\"))(check-sat)\n(exit)";
        let expected = |text: &[u8]| scan(text).map(|script| script.expected());
        assert_eq!(expected(text), Ok(Expected::Unsat));
        assert_eq!(expected(b"(assert true)(check-sat)"), Ok(Expected::Nothing));
        let thrice = b"(set-info :status sat)(check-sat)(check-sat)(set-info :status unsat)(check-sat-assuming (a))";
        assert_eq!(expected(thrice), Ok(Expected::Answers("sat ? unsat".into())));
    }

    #[test]
    fn what_is_no_script_is_said_with_its_line() {
        for (text, line, part) in [
            ("(assert true)\n)", 2, "without `(`"),
            ("(assert\n(", 2, "2 `(`"),
            ("\n(set-info :source |x\ny", 3, "not closed"),
            ("\n(set-info :status maybe)", 2, "maybe"),
        ] {
            let (found, cause) = scan(text.as_bytes()).unwrap_err();
            assert!(found == line && cause.contains(part), "{text}: {found} {cause}");
        }
    }

    #[test]
    fn dimacs_files_have_a_first_line() {
        assert_eq!(scan_dimacs(b"c x\n\np cnf 1 1\n1 0\n"), Ok(Expected::Nothing));
        assert_eq!(scan_dimacs(b"c status unsat\np cnf 1 1\n1 0\n"), Ok(Expected::Unsat));
        assert_eq!(scan_dimacs(b"c x\n1 0\n").unwrap_err().0, 2);
        assert!(scan_dimacs(b"").is_err());
    }
}
