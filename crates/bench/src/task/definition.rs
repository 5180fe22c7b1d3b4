//! Task definitions of the software verification competition (`.yml`, formats 1.0 and 2.0).

use super::glob;
use crate::model::{DataModel, Expected};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use std::fmt;

/// What a definition says, with lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The programs as written, relative to the definition; patterns are allowed.
    pub inputs: Vec<(u32, String)>,
    /// The properties.
    pub properties: Vec<Property>,
    /// The data model, if there is one.
    pub data_model: Option<DataModel>,
}

/// A property of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The line of the property file's name.
    pub line: u32,
    /// The property file, relative to the definition.
    pub file: String,
    /// What is known.
    pub expected: Expected,
}

#[derive(serde::Deserialize)]
struct Raw {
    format_version: Spanned<Version>,
    input_files: Spanned<OneOrMore>,
    #[serde(default)]
    properties: Vec<RawProperty>,
    #[serde(default)]
    options: Option<RawOptions>,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Version {
    Text(String),
    Number(f64),
}

#[derive(serde::Deserialize)]
struct RawProperty {
    property_file: Spanned<String>,
    expected_verdict: Option<Spanned<bool>>,
    subproperty: Option<Spanned<String>>,
}

#[derive(serde::Deserialize)]
struct RawOptions {
    data_model: Option<Spanned<String>>,
}

/// A word, or a list of words.
enum OneOrMore {
    One(String),
    More(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = OneOrMore;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a file or a list of files")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore::One(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<OneOrMore, A::Error> {
                let mut all = Vec::new();
                while let Some(item) = items.next_element()? {
                    all.push(item);
                }
                Ok(OneOrMore::More(all))
            }
        }
        deserializer.deserialize_any(Words)
    }
}

fn line<T>(spanned: &Spanned<T>) -> u32 {
    u32::try_from(spanned.referenced.line()).unwrap_or(0)
}

/// Parses a definition; an error has its line if it has one.
pub fn parse(text: &str) -> Result<Definition, (Option<u32>, String)> {
    let raw: Raw = serde_saphyr::from_str(text).map_err(|e| {
        let line = e.location().and_then(|l| u32::try_from(l.line()).ok());
        let message = e.without_snippet().to_string();
        (line, format!("not a task definition: {}", message.lines().next().unwrap_or_default()))
    })?;
    let version = match &raw.format_version.value {
        Version::Text(text) => text.clone(),
        Version::Number(number) => format!("{number:.1}"),
    };
    if !(version.starts_with("1.") || version.starts_with("2.")) {
        let cause = format!("format_version {version} is not known (1.0 and 2.0 are)");
        return Err((Some(line(&raw.format_version)), cause));
    }
    let start = line(&raw.input_files);
    let inputs: Vec<(u32, String)> = match raw.input_files.value {
        OneOrMore::One(file) => vec![(start, file)],
        OneOrMore::More(files) => files.into_iter().map(|file| (line(&file), file.value)).collect(),
    };
    if inputs.is_empty() {
        return Err((Some(start), "the task has no input files".into()));
    }
    for (line, file) in &inputs {
        if glob::is_pattern(file) {
            glob::Glob::new(file).map_err(|cause| (Some(*line), cause))?;
        }
    }
    let data_model = match raw.options.and_then(|o| o.data_model) {
        None => None,
        Some(model) => Some(match model.value.as_str() {
            "ILP32" => DataModel::Ilp32,
            "LP64" => DataModel::Lp64,
            other => {
                return Err((Some(line(&model)), format!("data_model {other} is not known (ILP32 and LP64 are)")));
            }
        }),
    };
    let properties = raw.properties.into_iter().map(property).collect::<Result<_, _>>()?;
    Ok(Definition { inputs, properties, data_model })
}

fn property(raw: RawProperty) -> Result<Property, (Option<u32>, String)> {
    let verdict = raw.expected_verdict.as_ref().map(|verdict| verdict.value);
    if let Some(part) = &raw.subproperty
        && verdict != Some(false)
    {
        return Err((Some(line(part)), "a subproperty without an expected verdict that is false".into()));
    }
    let expected = match verdict {
        Some(true) => Expected::True,
        Some(false) => Expected::False(raw.subproperty.map(|part| part.value)),
        None => Expected::Nothing,
    };
    Ok(Property { line: line(&raw.property_file), file: raw.property_file.value, expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_one() {
        let text = "format_version: '1.0'\n\n# old file name: a.c\ninput_files: 'array-1.c'\n\nproperties:\n  \
                    - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n  \
                    - property_file: ../properties/coverage-branches.prp\n";
        let task = parse(text).unwrap();
        assert_eq!(task.inputs, [(4, "array-1.c".to_owned())]);
        assert_eq!(task.data_model, None);
        let found: Vec<_> = task.properties.iter().map(|p| (p.line, p.file.as_str(), &p.expected)).collect();
        let expected = [
            (7, "../properties/unreach-call.prp", &Expected::True),
            (9, "../properties/coverage-branches.prp", &Expected::Nothing),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn format_two() {
        let text = "format_version: 2.0\ninput_files:\n  - 'a.i'\n  - \"b*.i\"\nproperties:\n  \
                    - property_file: p.prp\n    expected_verdict: false\n    subproperty: valid-deref\n\
                    options:\n  language: C\n  data_model: LP64\nadditional_information: {x: 1}\n";
        let task = parse(text).unwrap();
        assert_eq!(task.inputs, [(3, "a.i".to_owned()), (4, "b*.i".to_owned())]);
        assert_eq!(task.data_model, Some(DataModel::Lp64));
        assert_eq!(task.properties[0].expected, Expected::False(Some("valid-deref".into())));
    }

    #[test]
    fn what_is_no_definition_is_said_with_its_line() {
        for (text, line, part) in [
            ("", None, "not a task definition"),
            ("input_files: a.c\n", Some(1), "format_version"),
            ("\nformat_version: '3.0'\ninput_files: a.c\n", Some(2), "3.0"),
            ("format_version: '2.0'\n", Some(1), "input_files"),
            ("format_version: '2.0'\ninput_files: []\n", Some(2), "no input files"),
            ("format_version: '2.0'\ninput_files: 'a[.c'\n", Some(2), "without `]`"),
            ("format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: LLP64\n", Some(4), "LLP64"),
            (
                "format_version: '2.0'\ninput_files: a.c\nproperties:\n- property_file: p\n  expected_verdict: maybe\n",
                Some(5),
                "not a task definition",
            ),
            (
                "format_version: '2.0'\ninput_files: a.c\nproperties:\n- property_file: p\n  subproperty: x\n",
                Some(5),
                "subproperty",
            ),
        ] {
            let (found, message) = parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
            if line.is_some() {
                assert_eq!(found, line, "{text}: {message}");
            }
        }
    }
}
