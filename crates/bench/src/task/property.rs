//! Properties by name, and the property files (`.prp`) of the software verification competition.
//!
//! A file holds one or more lines `CHECK( init(main()), LTL(FORMULA) )`. Their conjunction has a
//! name here: `unreach-call`, `valid-memsafety` and so on, whatever the file is called.
//! `COVER( … )` is a goal for test generators, no property.

use std::path::{Path, PathBuf};

/// All names, with what is meant.
pub const NAMES: &[(&str, &str)] = &[
    ("unreach-call", "the error function is never called"),
    ("no-overflow", "no signed arithmetic overflows"),
    ("valid-memsafety", "accesses and frees are valid and no memory is lost"),
    ("valid-memcleanup", "all memory is freed at the end"),
    ("termination", "every execution ends"),
    ("no-data-race", "no data races"),
    ("valid-deref", "accesses are valid"),
    ("valid-free", "frees are valid"),
    ("valid-memtrack", "no memory is lost"),
    ("assertions", "no assertion fails"),
    ("specification", "rules in a file of their own are kept"),
    ("default", "no error function is called and no assertion fails"),
    (FORMULA, "whether a formula has a model"),
    (QUERIES, "whether each of several formulas has a model, in one script"),
];

/// The name of the question that formulas ask.
pub const FORMULA: &str = "sat";

/// The name of the questions of a script that asks several.
pub const QUERIES: &str = "queries";

/// The name of a property that someone wrote, perhaps a short one or a file's; `None` if there is
/// no such property.
pub fn canonical(written: &str) -> Option<&'static str> {
    let stem = written.strip_suffix(".prp").unwrap_or(written);
    let name = match stem {
        "memsafety" => "valid-memsafety",
        "memcleanup" => "valid-memcleanup",
        "overflow" => "no-overflow",
        "reach" | "unreach" | "reachsafety" => "unreach-call",
        other => other,
    };
    NAMES.iter().map(|(known, _)| *known).find(|known| *known == name)
}

/// What a property file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A property that has a name.
    Named(&'static str),
    /// A coverage goal.
    Cover,
    /// Neither: the line and what is wrong with it.
    Malformed(u32, String),
    /// There is no such file, or it cannot be read.
    Missing(String),
}

/// Reads a property file.
pub fn read(path: &Path) -> Content {
    match std::fs::read_to_string(path) {
        Ok(text) => parse(&text),
        Err(cause) => Content::Missing(cause.to_string()),
    }
}

/// Parses the text of a property file.
pub fn parse(text: &str) -> Content {
    let mut atoms: Vec<&'static str> = Vec::new();
    let (mut last, mut cover) = (1, false);
    // A statement may go over several lines; it ends where its parentheses do.
    let mut statement = String::new();
    let (mut begun, mut depth) = (1, 0i64);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split("//").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if statement.is_empty() {
            begun = number;
        }
        last = number;
        for c in line.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | ';')) {
            statement.push(c);
            depth += i64::from(c == '(') - i64::from(c == ')');
            if c == ')' && depth <= 0 {
                match atoms_of(&statement) {
                    Ok(Some(found)) => atoms.extend(found),
                    Ok(None) => cover = true,
                    Err(cause) => return Content::Malformed(begun, cause),
                }
                statement.clear();
                (depth, begun) = (0, number);
            }
        }
    }
    if !statement.is_empty() {
        return Content::Malformed(begun, format!("`{statement}` has no end"));
    }
    atoms.sort_unstable();
    atoms.dedup();
    match atoms.as_slice() {
        [] if cover => Content::Cover,
        [] => Content::Malformed(last, "no CHECK( … ) in the file".into()),
        _ if cover => Content::Malformed(last, "a coverage goal and a property in one file".into()),
        [one] => Content::Named(one),
        ["valid-deref", "valid-free", "valid-memtrack"] => Content::Named("valid-memsafety"),
        several => Content::Malformed(last, format!("the conjunction of {} has no name here", several.join(", "))),
    }
}

/// The atoms of a statement without spaces; `None` for a coverage goal.
fn atoms_of(statement: &str) -> Result<Option<Vec<&'static str>>, String> {
    if statement.starts_with("COVER(") {
        return Ok(None);
    }
    let formula = statement
        .strip_prefix("CHECK(init(")
        .and_then(|rest| rest.strip_suffix("))"))
        .and_then(|rest| rest.split_once(",LTL("))
        .map(|(_, formula)| formula)
        .ok_or_else(|| format!("`{statement}` is no CHECK( init(main()), LTL(FORMULA) )"))?;
    formula.replace('∧', "&&").split("&&").map(atom).collect::<Result<Vec<_>, _>>().map(Some)
}

fn atom(written: &str) -> Result<&'static str, String> {
    let plain = written.trim_start_matches('(');
    let opened = written.len() - plain.len();
    let mut plain = plain;
    if opened > 0 {
        plain = plain.trim_end_matches(')');
    }
    let plain = plain.strip_prefix('G').map_or(plain, |rest| rest.trim_start_matches('('));
    let plain = plain.strip_prefix('¬').map_or_else(|| plain.to_owned(), |rest| format!("!{rest}"));
    Ok(match plain.as_str().trim_end_matches(')') {
        "Fend" => "termination",
        "!overflow" | "no-overflow" => "no-overflow",
        "!data-race" | "no-data-race" => "no-data-race",
        "valid-deref" => "valid-deref",
        "valid-free" => "valid-free",
        "valid-memtrack" => "valid-memtrack",
        "valid-memcleanup" => "valid-memcleanup",
        call if call.starts_with("!call(") => "unreach-call",
        other => return Err(format!("unknown property `{other}`")),
    })
}

/// The text of a property file for a property that has one in the competition.
pub fn text_of(name: &str) -> Option<String> {
    let formula = match name {
        "unreach-call" => "G ! call(reach_error())",
        "no-overflow" => "G ! overflow",
        "termination" => "F end",
        "no-data-race" => "G ! data-race",
        "valid-deref" | "valid-free" | "valid-memtrack" | "valid-memcleanup" => &format!("G {name}"),
        "valid-memsafety" => {
            return Some(
                ["valid-free", "valid-deref", "valid-memtrack"].iter().filter_map(|part| text_of(part)).collect(),
            );
        }
        _ => return None,
    };
    Some(format!("CHECK( init(main()), LTL({formula}) )\n"))
}

/// Property files that were read already.
#[derive(Debug, Default)]
pub struct Cache {
    files: std::collections::HashMap<PathBuf, Content>,
}

impl Cache {
    /// What a file says.
    pub fn read(&mut self, path: &Path) -> &Content {
        self.files.entry(path.to_owned()).or_insert_with(|| read(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_its_name() {
        for (text, name) in [
            ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", "unreach-call"),
            ("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n", "unreach-call"),
            ("CHECK(init(main()),LTL(G !call(f)))", "unreach-call"),
            ("CHECK( init(main()), LTL(G ! overflow) )", "no-overflow"),
            ("CHECK( init(main()),\n  LTL(F end) )", "termination"),
            ("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race"),
            ("CHECK( init(main()), LTL(G valid-memcleanup) )", "valid-memcleanup"),
            ("CHECK( init(main()), LTL(G valid-free && valid-deref && valid-memtrack) )", "valid-memsafety"),
            ("CHECK( init(main()), LTL(G (valid-free && valid-deref) && G valid-memtrack) )", "valid-memsafety"),
            (
                "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\nCHECK( init(main()), LTL(G valid-memtrack) )",
                "valid-memsafety",
            ),
        ] {
            assert_eq!(parse(text), Content::Named(name), "{text}");
        }
        assert_eq!(parse("COVER( init(main()), FQL(COVER EDGES(@CALL(__VERIFIER_error))) )"), Content::Cover);
    }

    #[test]
    fn what_is_unknown_is_said_with_its_line() {
        for (text, line, part) in [
            ("", 1, "no CHECK"),
            ("\n\nCHECK( init(main()), LTL(G def-behavior) )", 3, "unknown property `def-behavior`"),
            ("CHECK( init(main()), LTL(G valid-free && ! overflow) )", 1, "no-overflow, valid-free has no name"),
            ("# x\nCHECK( init(main()), LTL(G ! overflow)", 2, "has no end"),
            ("hello()", 1, "is no CHECK"),
        ] {
            let Content::Malformed(found, cause) = parse(text) else { panic!("{text}") };
            assert!(found == line && cause.contains(part), "{text}: {found} {cause}");
        }
    }

    #[test]
    fn written_files_are_read_back() {
        for (name, _) in NAMES {
            if let Some(text) = text_of(name) {
                assert_eq!(parse(&text), Content::Named(name));
            }
        }
    }

    #[test]
    fn short_names_are_known() {
        assert_eq!(canonical("memsafety"), Some("valid-memsafety"));
        assert_eq!(canonical("no-overflow.prp"), Some("no-overflow"));
        assert_eq!(canonical("coverage-branches"), None);
    }
}
