//! Property files of the software verification competition (`.prp`).
//!
//! A file holds one or more lines `CHECK( init(main()), LTL(FORMULA) )`; together they are one
//! conjunction. Formulas are `F end`, and `G` over a conjunction of `! call(f())`, `! overflow`,
//! `! data-race`, `valid-free`, `valid-deref`, `valid-memtrack` and `valid-memcleanup`. Spellings
//! of earlier years (other spacing, `call(f)` without inner parentheses, quoted names, `no-` words,
//! one `G` for each atom) mean the same.

use crate::error::FrontendError;
use crate::files;
use adumbra_program::{Property, PropertyKind};
use std::path::Path;

/// What a property file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    /// The property.
    pub property: Property,
    /// The function in `init(...)`.
    pub entry: String,
}

/// Reads a property file.
pub fn read(path: &Path) -> Result<PropertyFile, FrontendError> {
    let text = files::read_text(path)?;
    parse(&text).map_err(|(line, message)| FrontendError::Malformed { path: path.into(), line: Some(line), message })
}

/// Parses the text of a property file; an error carries its line.
pub fn parse(text: &str) -> Result<PropertyFile, (u32, String)> {
    let mut parser = Parser { tokens: tokenise(text), next: 0, kinds: Vec::new(), functions: Vec::new() };
    let mut entry: Option<String> = None;
    while !parser.at_end() {
        let this = parser.check()?;
        match &entry {
            Some(other) if *other != this => {
                return parser.fail(format!("two entry functions, {other} and {this}"));
            }
            _ => entry = Some(this),
        }
    }
    let Some(entry) = entry else { return Err((1, "no CHECK( … ) in the file".into())) };
    let mut property = Property::of(&parser.kinds);
    if let Property::Conjunction { error_functions, .. } = &mut property
        && !parser.functions.is_empty()
    {
        *error_functions = parser.functions;
    }
    Ok(PropertyFile { property, entry })
}

struct Token {
    text: String,
    line: u32,
}

/// Words (letters, digits, `_`, `-`, `.`, `$`, `@`) and single signs; comments from `//` or `#` to
/// the end of a line.
fn tokenise(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        let mut rest = line.trim_start();
        if rest.starts_with('#') {
            continue;
        }
        while let Some(c) = rest.chars().next() {
            let length = match rest.find(|c: char| !(c.is_alphanumeric() || "_-.$@".contains(c))) {
                Some(0) if rest.starts_with("&&") => 2,
                Some(0) => c.len_utf8(),
                Some(n) => n,
                None => rest.len(),
            };
            let (word, after) = rest.split_at(length);
            if !matches!(word, "\"" | "'" | ";") {
                tokens.push(Token { text: word.into(), line: number as u32 + 1 });
            }
            rest = after.trim_start();
        }
    }
    tokens
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    kinds: Vec<PropertyKind>,
    functions: Vec<String>,
}

impl Parser {
    fn at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }

    fn fail<T>(&self, message: String) -> Result<T, (u32, String)> {
        let token = self.tokens.get(self.next.saturating_sub(1)).or(self.tokens.last());
        Err((token.map_or(1, |t| t.line), message))
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.next).map_or("", |t| &t.text)
    }

    fn take(&mut self) -> String {
        let text = self.peek().to_owned();
        self.next += 1;
        text
    }

    fn skip(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), (u32, String)> {
        let found = self.take();
        if found == text {
            return Ok(());
        }
        let found = if found.is_empty() { "the end of the file".into() } else { format!("`{found}`") };
        self.fail(format!("expected `{text}`, found {found}"))
    }

    /// `f()` or `f`.
    fn function(&mut self) -> Result<String, (u32, String)> {
        let name = self.take();
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return self.fail(format!("expected the name of a function, found `{name}`"));
        }
        if self.skip("(") {
            while !matches!(self.peek(), ")" | "") {
                self.next += 1;
            }
            self.expect(")")?;
        }
        Ok(name)
    }

    /// `CHECK( init(f()), LTL(formula) )`; answers `f`.
    fn check(&mut self) -> Result<String, (u32, String)> {
        if self.peek() == "COVER" {
            self.next += 1;
            return self.fail("a coverage goal for test generators, not a property of executions".into());
        }
        for text in ["CHECK", "(", "init", "("] {
            self.expect(text)?;
        }
        let entry = self.function()?;
        for text in [")", ",", "LTL", "("] {
            self.expect(text)?;
        }
        self.conjunction()?;
        self.expect(")")?;
        self.expect(")")?;
        Ok(entry)
    }

    fn conjunction(&mut self) -> Result<(), (u32, String)> {
        self.atom()?;
        while self.skip("&&") || self.skip("&") || self.skip("∧") || self.skip("and") {
            self.atom()?;
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), (u32, String)> {
        if self.skip("(") {
            self.conjunction()?;
            return self.expect(")");
        }
        let word = self.take();
        let kind = match word.as_str() {
            "G" => return self.atom(),
            "F" => {
                self.expect("end")?;
                self.known("F end", "F end")?
            }
            "!" | "¬" | "not" => {
                let parenthesis = self.skip("(");
                let kind = self.negated()?;
                if parenthesis {
                    self.expect(")")?;
                }
                kind
            }
            other => match other.strip_prefix("no-") {
                Some(what) => self.known(&format!("G ! {what}"), other)?,
                None => self.known(&format!("G {other}"), other)?,
            },
        };
        self.kinds.push(kind);
        Ok(())
    }

    /// What stands behind a negation.
    fn negated(&mut self) -> Result<PropertyKind, (u32, String)> {
        let what = self.take();
        if what != "call" {
            return self.known(&format!("G ! {what}"), &format!("! {what}"));
        }
        self.expect("(")?;
        let function = self.function()?;
        self.expect(")")?;
        if !self.functions.contains(&function) {
            self.functions.push(function);
        }
        Ok(PropertyKind::UnreachCall)
    }

    /// The property of a formula, which the file writes in some way.
    fn known(&self, formula: &str, written: &str) -> Result<PropertyKind, (u32, String)> {
        match PropertyKind::by_formula(formula) {
            Some(kind) => Ok(kind),
            None => self.fail(format!("unknown proposition `{written}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PropertyKind::*;

    fn check(text: &str, kinds: &[PropertyKind], functions: &[&str]) {
        let file = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let Property::Conjunction { kinds: found, .. } = &file.property else { panic!("{text}: {:?}", file.property) };
        assert_eq!(found, kinds, "{text}");
        assert_eq!(file.property.error_functions(), functions, "{text}");
        assert_eq!(file.entry, "main");
    }

    const DEFAULT: &[&str] = &Property::DEFAULT_ERROR_FUNCTIONS;

    #[test]
    fn every_form_is_read() {
        check("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", &[UnreachCall], &["__VERIFIER_error"]);
        check("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n", &[UnreachCall], &["reach_error"]);
        check("CHECK(init(main()),LTL(G !call(f)))", &[UnreachCall], &["f"]);
        check("CHECK( init(main()), LTL(G ! call(\"f\"())) )", &[UnreachCall], &["f"]);
        check("CHECK( init(main()), LTL(G ! overflow) )", &[NoOverflow], DEFAULT);
        check("CHECK( init(main()), LTL(F end) )", &[Termination], DEFAULT);
        check("CHECK( init(main()), LTL(G ! data-race) )", &[NoDataRace], DEFAULT);
        check("CHECK( init(main()), LTL(G valid-memcleanup) )", &[ValidMemcleanup], DEFAULT);
    }

    /// What the table of properties says is how they are written.
    #[test]
    fn every_formula_is_read() {
        let formulas: Vec<_> = PropertyKind::NAMES.iter().filter_map(|(k, _)| Some((*k, k.about().formula?))).collect();
        assert_eq!(formulas.len(), 7);
        for (kind, formula) in formulas {
            check(&format!("CHECK( init(main()), LTL({formula}) )"), &[kind], DEFAULT);
        }
        check("CHECK( init(main()), LTL(no-overflow && ! (data-race)) )", &[NoOverflow, NoDataRace], DEFAULT);
    }

    #[test]
    fn conjunctions_in_one_line_or_several() {
        let all = &[ValidDeref, ValidFree, ValidMemtrack];
        check(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n",
            all,
            DEFAULT,
        );
        check("CHECK( init(main()), LTL(G valid-free && valid-deref && valid-memtrack) )", all, DEFAULT);
        check("CHECK( init(main()), LTL(G (valid-free && valid-deref) && G valid-memtrack) )", all, DEFAULT);
    }

    #[test]
    fn the_entry_function_is_the_one_in_init() {
        let file = parse("CHECK( init(start()), LTL(G ! overflow) )").unwrap();
        assert_eq!(file.entry, "start");
    }

    #[test]
    fn errors_have_a_line_and_a_cause() {
        for (text, line, part) in [
            ("", 1, "no CHECK"),
            ("\nCOVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", 2, "coverage"),
            ("CHECK( init(main()), LTL(G def-behavior) )", 1, "def-behavior"),
            ("CHECK( init(main()),\n LTL(G ! call(", 2, "name of a function"),
            ("CHECK( init(main()), LTL(F end)", 1, "end of the file"),
            ("CHECK( init(a()), LTL(F end) ) CHECK( init(b()), LTL(F end) )", 1, "two entry functions"),
        ] {
            let (l, message) = parse(text).unwrap_err();
            assert_eq!(l, line, "{text}");
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
