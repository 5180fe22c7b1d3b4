//! Command lines with holes: `{file}`, `{cpu_seconds}` and so on.
//!
//! A word of a command is a text with holes. A hole that stands for several words, such as
//! `{files}`, is a word of its own. A group of words is left out if a hole in it has no value:
//! `["--timeout", "{cpu_seconds}"]` without a limit.

use std::collections::BTreeMap;

/// Holes that stand for one text, with what they stand for.
pub const SINGLE: &[(&str, &str)] = &[
    ("executable", "the path of the executable"),
    ("file", "the program or formula; the first one if there are several"),
    ("property", "the name of the property"),
    ("property_file", "a property file: that of the task, or one that is written for it"),
    ("property_or_file", "the property file of the task, or the name of the property if there is none"),
    ("data_model", "ILP32 or LP64"),
    ("bits", "32 or 64"),
    ("cpu_seconds", "the limit of processor time in whole seconds"),
    ("wall_seconds", "the limit of time on the clock in whole seconds"),
    ("memory_mib", "the limit of memory in MiB"),
    ("memory_bytes", "the limit of memory in bytes"),
    ("cores", "how many processor cores there are to use"),
    ("scratch", "a directory for files of this run alone; it is the working directory"),
    ("configuration", "the configuration that was chosen"),
    ("parameter", "the name of a parameter that is tuned"),
    ("value", "its value"),
    ("seed", "the seed of a run that is tuned"),
    ("limit", "how much a run may count of what is tuned"),
];

/// Holes that stand for any number of words, with what they stand for.
pub const LIST: &[(&str, &str)] = &[
    ("files", "all programs or formulas"),
    ("options", "the options that the user gave"),
    ("arguments", "the arguments that the task itself has for our own tool"),
    ("property_arguments", "the arguments for the property"),
    ("data_model_arguments", "the arguments for the data model"),
    ("configuration_arguments", "the arguments for the configuration, if one was chosen"),
];

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Hole(String),
}

/// A text with holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pieces: Vec<Piece>,
}

/// A word of a command, or a group of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// One word, or as many as its hole stands for.
    One(Text),
    /// Words that are there only if all their holes have values.
    Group(Vec<Text>),
}

/// What holes stand for.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Those that stand for one text; without an entry there is no value.
    pub single: BTreeMap<&'static str, String>,
    /// Those that stand for any number of words.
    pub list: BTreeMap<&'static str, Vec<String>>,
}

impl Text {
    /// Reads a text with holes. A hole is a name of small letters and `_` in braces; other braces
    /// are what they are.
    pub fn new(text: &str) -> Result<Text, String> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, from) = rest.split_at(open);
            plain.push_str(before);
            let name = from[1..].split_once('}').map_or("", |(name, _)| name);
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
                plain.push('{');
                rest = &from[1..];
                continue;
            }
            if !SINGLE.iter().chain(LIST).any(|(known, _)| *known == name) {
                let known: Vec<String> = SINGLE.iter().chain(LIST).map(|(name, _)| format!("{{{name}}}")).collect();
                return Err(format!("nothing is known to fill in for `{{{name}}}`; known are {}", known.join(" ")));
            }
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Hole(name.to_owned()));
            rest = &from[name.len() + 2..];
        }
        plain.push_str(rest);
        if !plain.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        let is_list = |piece: &Piece| matches!(piece, Piece::Hole(name) if LIST.iter().any(|(list, _)| list == name));
        if pieces.len() > 1 && pieces.iter().any(is_list) {
            return Err(format!("`{text}`: a hole that stands for several words is a word of its own"));
        }
        Ok(Text { pieces })
    }

    /// Is there this hole?
    pub fn has(&self, hole: &str) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Hole(name) if name == hole))
    }

    /// The words that the text stands for; an error is the hole that has no value.
    pub fn fill(&self, values: &Values) -> Result<Vec<String>, String> {
        if let [Piece::Hole(name)] = self.pieces.as_slice()
            && LIST.iter().any(|(list, _)| list == name)
        {
            return Ok(values.list.get(name.as_str()).cloned().unwrap_or_default());
        }
        let mut word = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => word.push_str(text),
                Piece::Hole(name) => word.push_str(values.single.get(name.as_str()).ok_or_else(|| name.clone())?),
            }
        }
        Ok(vec![word])
    }
}

impl Word {
    /// Is there this hole?
    pub fn has(&self, hole: &str) -> bool {
        match self {
            Word::One(text) => text.has(hole),
            Word::Group(texts) => texts.iter().any(|text| text.has(hole)),
        }
    }
}

/// Fills all holes; an error is the hole that has no value.
pub fn fill(words: &[Word], values: &Values) -> Result<Vec<String>, String> {
    let mut filled = Vec::new();
    for word in words {
        match word {
            Word::One(text) => filled.extend(text.fill(values)?),
            Word::Group(texts) => {
                let group: Result<Vec<Vec<String>>, String> = texts.iter().map(|text| text.fill(values)).collect();
                filled.extend(group.unwrap_or_default().into_iter().flatten());
            }
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Values {
        let mut values = Values::default();
        values.single.insert("file", "a.c".into());
        values.single.insert("bits", "32".into());
        values.list.insert("options", vec!["-x".into(), "-y".into()]);
        values
    }

    #[test]
    fn holes_are_filled() {
        let fill = |text: &str| Text::new(text).unwrap().fill(&values());
        assert_eq!(fill("--arch={bits}bit"), Ok(vec!["--arch=32bit".to_owned()]));
        assert_eq!(fill("{options}"), Ok(vec!["-x".to_owned(), "-y".to_owned()]));
        assert_eq!(fill("{arguments}"), Ok(vec![]));
        assert_eq!(fill("int f() { return 1; } {file}{"), Ok(vec!["int f() { return 1; } a.c{".to_owned()]));
        assert_eq!(fill(""), Ok(vec![String::new()]));
        assert_eq!(fill("{cpu_seconds}s"), Err("cpu_seconds".to_owned()));
    }

    #[test]
    fn groups_without_values_are_left_out() {
        let text = |text: &str| Text::new(text).unwrap();
        let words = [
            Word::Group(vec![text("--time"), text("{cpu_seconds}")]),
            Word::Group(vec![text("--bits"), text("{bits}")]),
            Word::One(text("{file}")),
        ];
        assert_eq!(fill(&words, &values()), Ok(["--bits", "32", "a.c"].map(String::from).to_vec()));
    }

    #[test]
    fn unknown_holes_are_said() {
        assert!(Text::new("{fiel}").unwrap_err().contains("`{fiel}`; known are {executable}"));
        assert!(Text::new("x{files}").unwrap_err().contains("a word of its own"));
    }
}
