//! Descriptions of tools, in TOML: how they are found, what they are asked, and what their output
//! means.

use super::ToolError;
use super::answer::{Rule, Said, Stream};
use super::template::{Text, Values, Word};
use crate::task::property;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// What kind of tool it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It takes programs.
    Verifier,
    /// It takes formulas.
    Solver,
}

/// A description that was understood.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name by which it is chosen.
    pub name: String,
    /// What the tool is.
    pub about: String,
    /// Where it comes from: the names of packages.
    pub install: String,
    /// What kind of tool it is.
    pub kind: Kind,
    /// Names of the executable, the best one first.
    pub executables: Vec<String>,
    /// Is it our own, to be looked for beside this executable first?
    pub own: bool,
    /// The endings of the files that it takes.
    pub extensions: Vec<String>,
    /// The arguments that make it say its version.
    pub version_arguments: Vec<String>,
    /// Where the version is in what it says: the first group, or all that matches.
    pub version_pattern: Regex,
    /// What to call the version of a tool that does not say it, if the pattern is there.
    pub version_says: Option<String>,
    /// The command.
    pub command: Vec<Word>,
    /// The arguments for a configuration, if the tool has any.
    pub configuration: Option<Vec<Text>>,
    /// The configuration if none was chosen.
    pub default_configuration: Option<String>,
    /// The arguments that set one parameter, with the holes `{parameter}` and `{value}`, if it can
    /// be tuned.
    pub parameters: Option<Vec<Text>>,
    /// The arguments that set the seed, with the hole `{seed}`, if it has one.
    pub seed: Option<Vec<Text>>,
    /// Environment variables.
    pub environment: Vec<(String, Text)>,
    /// The properties that it decides, with the arguments for each.
    pub properties: BTreeMap<String, Vec<Text>>,
    /// The arguments for `ILP32` and `LP64`. If there are any, a data model without an entry is not
    /// supported.
    pub data_models: BTreeMap<String, Vec<Text>>,
    /// Files that are written before it runs.
    pub files: Vec<Written>,
    /// What its output and its exit codes mean, in this order.
    pub rules: Vec<Rule>,
    /// Numbers that it writes about itself.
    pub values: Vec<Counted>,
    /// The description as it was written.
    pub text: String,
}

/// A number that a tool writes about itself.
#[derive(Clone, Debug)]
pub struct Counted {
    /// What it is called in tables.
    pub name: String,
    /// Where it is looked for.
    pub stream: Stream,
    /// The pattern; its first group is the number. The last place that fits counts.
    pub pattern: Regex,
    /// The arguments that make the tool give up when it has counted to `{limit}`, if it can.
    pub limit: Option<Vec<Text>>,
}

/// A file that is written into the scratch directory before the tool runs.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: Text,
    /// Only for these properties, if there are any.
    pub properties: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Raw {
    name: Spanned<String>,
    about: String,
    install: String,
    kind: Kind,
    executables: Spanned<Vec<String>>,
    #[serde(default)]
    own: bool,
    extensions: Spanned<Vec<String>>,
    version: RawVersion,
    command: Spanned<Vec<Spanned<RawWord>>>,
    configuration: Option<Vec<Spanned<String>>>,
    default_configuration: Option<Spanned<String>>,
    parameters: Option<Spanned<Vec<Spanned<String>>>>,
    seed: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    environment: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    property: BTreeMap<String, Spanned<RawArguments>>,
    #[serde(default)]
    data_model: BTreeMap<String, Spanned<RawArguments>>,
    #[serde(default)]
    file: Vec<RawFile>,
    #[serde(default)]
    output: Vec<RawOutput>,
    #[serde(default)]
    exit: Vec<Spanned<RawExit>>,
    #[serde(default)]
    value: Vec<RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawValue {
    name: Spanned<String>,
    #[serde(default)]
    stream: Stream,
    pattern: Spanned<String>,
    limit: Option<Spanned<Vec<Spanned<String>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVersion {
    arguments: Vec<String>,
    pattern: Spanned<String>,
    says: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawWord {
    One(String),
    Group(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArguments {
    #[serde(default)]
    arguments: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    name: Spanned<String>,
    text: Spanned<String>,
    #[serde(default)]
    property: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOutput {
    #[serde(default)]
    stream: Stream,
    pattern: Spanned<String>,
    answer: Spanned<String>,
    detail: Option<Spanned<String>>,
    #[serde(default)]
    property: Vec<Spanned<String>>,
    #[serde(default)]
    code: Vec<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExit {
    code: Option<i32>,
    signal: Option<i32>,
    answer: Spanned<String>,
    detail: Option<String>,
}

/// Turns places in a text into errors with lines.
struct Place<'a> {
    file: &'a str,
    text: &'a str,
}

impl Place<'_> {
    fn error(&self, start: Option<usize>, cause: String) -> ToolError {
        let line = start.map(|start| {
            let before = self.text.as_bytes().get(..start).unwrap_or_default();
            before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1
        });
        ToolError::Malformed { file: self.file.to_owned(), line, cause }
    }

    fn at<T>(&self, spanned: &Spanned<T>, cause: impl Into<String>) -> ToolError {
        self.error(Some(spanned.span().start), cause.into())
    }

    fn text(&self, written: &Spanned<String>) -> Result<Text, ToolError> {
        Text::new(written.get_ref()).map_err(|cause| self.at(written, cause))
    }

    fn texts(&self, written: &[Spanned<String>]) -> Result<Vec<Text>, ToolError> {
        written.iter().map(|word| self.text(word)).collect()
    }

    /// Texts that must have some holes, for what is added to the options of a tool.
    fn with_holes(
        &self,
        written: Option<&Spanned<Vec<Spanned<String>>>>,
        holes: &[&str],
    ) -> Result<Option<Vec<Text>>, ToolError> {
        let Some(words) = written else { return Ok(None) };
        let texts = self.texts(words.get_ref())?;
        match holes.iter().find(|hole| !texts.iter().any(|text| text.has(hole))) {
            Some(hole) => Err(self.at(words, format!("{{{hole}}} is needed here"))),
            None => Ok(Some(texts)),
        }
    }

    fn regex(&self, written: &Spanned<String>) -> Result<Regex, ToolError> {
        RegexBuilder::new(written.get_ref()).multi_line(true).build().map_err(|cause| {
            let cause = cause.to_string();
            let last = cause.lines().last().unwrap_or_default().to_owned();
            self.at(written, format!("the pattern `{}` is wrong: {last}", written.get_ref()))
        })
    }

    fn word(&self, word: &Spanned<RawWord>) -> Result<Word, ToolError> {
        let text = |text: &String| Text::new(text).map_err(|cause| self.at(word, cause));
        Ok(match word.get_ref() {
            RawWord::One(one) => Word::One(text(one)?),
            RawWord::Group(group) => Word::Group(group.iter().map(text).collect::<Result<_, _>>()?),
        })
    }

    fn said(&self, written: &Spanned<String>) -> Result<Said, ToolError> {
        Said::by_name(written.get_ref()).ok_or_else(|| {
            self.at(written, format!("unknown answer `{}`; known are {}", written.get_ref(), Said::names()))
        })
    }

    fn properties(&self, written: &[Spanned<String>]) -> Result<Vec<String>, ToolError> {
        let known = |name: &Spanned<String>| match property::canonical(name.get_ref()) {
            Some(known) if known == name.get_ref() => Ok(known.to_owned()),
            _ => Err(self.at(name, format!("unknown property `{}`", name.get_ref()))),
        };
        written.iter().map(known).collect()
    }

    fn rule(&self, raw: &RawOutput) -> Result<Rule, ToolError> {
        let pattern = self.regex(&raw.pattern)?;
        if let Some(detail) = &raw.detail {
            let groups = Regex::new(r"\$\{?(\w+)").map_err(|e| self.at(detail, e.to_string()))?;
            for group in groups.captures_iter(detail.get_ref()).filter_map(|found| found.get(1)) {
                let known = match group.as_str().parse::<usize>() {
                    Ok(number) => number < pattern.captures_len(),
                    Err(_) => pattern.capture_names().flatten().any(|name| name == group.as_str()),
                };
                if !known {
                    return Err(self.at(detail, format!("the pattern has no group `{}`", group.as_str())));
                }
            }
        }
        Ok(Rule::Output {
            stream: raw.stream,
            pattern,
            said: self.said(&raw.answer)?,
            detail: raw.detail.as_ref().map(|detail| detail.get_ref().clone()),
            properties: self.properties(&raw.property)?,
            codes: raw.code.clone(),
        })
    }

    fn value(&self, raw: &RawValue) -> Result<Counted, ToolError> {
        let pattern = self.regex(&raw.pattern)?;
        if pattern.captures_len() < 2 {
            return Err(self.at(&raw.pattern, "the pattern needs a group for the number"));
        }
        let limit = self.with_holes(raw.limit.as_ref(), &["limit"])?;
        Ok(Counted { name: raw.name.get_ref().clone(), stream: raw.stream, pattern, limit })
    }

    fn exit(&self, raw: &Spanned<RawExit>) -> Result<Rule, ToolError> {
        let RawExit { code, signal, answer, detail } = raw.get_ref();
        if code.is_some() == signal.is_some() {
            return Err(self.at(raw, "either a code or a signal is needed"));
        }
        Ok(Rule::Exit { code: *code, signal: *signal, said: self.said(answer)?, detail: detail.clone() })
    }
}

impl Counted {
    /// The arguments that make the tool give up when it has counted so far, if it can.
    pub fn limited(&self, limit: u64) -> Option<Vec<String>> {
        filled(self.limit.as_deref()?, &[("limit", limit.to_string())])
    }
}

/// The words of texts of which these holes have values; `None` if there are others.
fn filled(texts: &[Text], holes: &[(&'static str, String)]) -> Option<Vec<String>> {
    let values = Values { single: holes.iter().cloned().collect(), ..Values::default() };
    Some(texts.iter().map(|text| text.fill(&values).ok()).collect::<Option<Vec<_>>>()?.concat())
}

impl Description {
    /// The arguments that set a parameter, if the tool can be told so.
    pub fn parameter(&self, name: &str, value: &str) -> Option<Vec<String>> {
        filled(self.parameters.as_deref()?, &[("parameter", name.to_owned()), ("value", value.to_owned())])
    }

    /// The arguments that set the seed, if it has one.
    pub fn seeded(&self, seed: u64) -> Option<Vec<String>> {
        filled(self.seed.as_deref()?, &[("seed", seed.to_string())])
    }

    /// Does it take tasks of several files? The command then says so.
    pub fn takes_several(&self) -> bool {
        self.command.iter().any(|word| word.has("files")) || self.files.iter().any(|file| file.text.has("files"))
    }

    /// Reads a description; errors name the file and the line.
    pub fn parse(file: &str, text: &str) -> Result<Description, ToolError> {
        let place = Place { file, text };
        let raw: Raw = toml::from_str(text)
            .map_err(|cause| place.error(cause.span().map(|span| span.start), cause.message().to_owned()))?;
        let good_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if raw.name.get_ref().is_empty() || !raw.name.get_ref().chars().all(good_name) {
            return Err(place.at(&raw.name, "a name has letters, digits, `-`, `_` and `.` only"));
        }
        if raw.executables.get_ref().is_empty() {
            return Err(place.at(&raw.executables, "at least one executable is needed"));
        }
        if raw.extensions.get_ref().is_empty() {
            return Err(place.at(&raw.extensions, "at least one ending of files is needed"));
        }
        let command: Vec<Word> = raw.command.get_ref().iter().map(|w| place.word(w)).collect::<Result<_, _>>()?;
        let files: Vec<Written> = raw
            .file
            .iter()
            .map(|file| {
                let name = file.name.get_ref();
                if name.is_empty() || name.starts_with('.') || name.contains('/') {
                    return Err(place.at(&file.name, "the file needs a plain name"));
                }
                Ok(Written {
                    name: name.clone(),
                    text: place.text(&file.text)?,
                    properties: place.properties(&file.property)?,
                })
            })
            .collect::<Result<_, _>>()?;
        // A task that the command does not mention would never be looked at.
        let mentions = |hole| command.iter().any(|w| w.has(hole)) || files.iter().any(|f| f.text.has(hole));
        if !mentions("executable") || !(mentions("file") || mentions("files")) {
            return Err(place.at(&raw.command, "the command needs {executable}, and {file} or {files}"));
        }
        if raw.configuration.is_some() && !mentions("configuration_arguments") {
            return Err(
                place.at(&raw.command, "there are configurations, so the command needs {configuration_arguments}")
            );
        }
        if let (None, Some(chosen)) = (&raw.configuration, &raw.default_configuration) {
            return Err(place.at(chosen, "a default configuration, but no `configuration` with its arguments"));
        }
        let parameters = place.with_holes(raw.parameters.as_ref(), &["parameter", "value"])?;
        let seed = place.with_holes(raw.seed.as_ref(), &["seed"])?;
        if (parameters.is_some() || seed.is_some()) && !mentions("options") {
            return Err(place.at(&raw.command, "there are parameters, so the command needs {options}"));
        }
        for (name, arguments) in &raw.property {
            if property::canonical(name) != Some(name) {
                return Err(place.at(arguments, format!("unknown property `{name}`")));
            }
        }
        if raw.property.is_empty() {
            return Err(place.at(&raw.name, "no property is supported; a [property.NAME] is needed"));
        }
        for (name, arguments) in &raw.data_model {
            if !matches!(name.as_str(), "ILP32" | "LP64") {
                return Err(place.at(arguments, format!("unknown data model `{name}`; known are ILP32 and LP64")));
            }
        }
        let arguments = |all: &BTreeMap<String, Spanned<RawArguments>>| {
            let filled = |(name, of): (&String, &Spanned<RawArguments>)| {
                Ok((name.clone(), place.texts(&of.get_ref().arguments)?))
            };
            all.iter().map(filled).collect::<Result<BTreeMap<_, _>, ToolError>>()
        };
        let mut rules: Vec<Rule> = raw.output.iter().map(|output| place.rule(output)).collect::<Result<_, _>>()?;
        rules.extend(raw.exit.iter().map(|exit| place.exit(exit)).collect::<Result<Vec<_>, _>>()?);
        let values: Vec<Counted> = raw.value.iter().map(|value| place.value(value)).collect::<Result<_, _>>()?;
        if let Some(twice) = (1..values.len()).find(|n| values[..*n].iter().any(|v| v.name == values[*n].name)) {
            return Err(place.at(&raw.value[twice].name, "there is a value of this name already"));
        }
        if !rules.iter().any(|rule| rule.said().is_verdict()) {
            return Err(place.at(&raw.name, "no [[output]] and no [[exit]] stands for a verdict"));
        }
        Ok(Description {
            values,
            parameters,
            seed,
            about: raw.about,
            install: raw.install,
            kind: raw.kind,
            own: raw.own,
            version_pattern: place.regex(&raw.version.pattern)?,
            version_arguments: raw.version.arguments,
            version_says: raw.version.says,
            command,
            configuration: raw.configuration.as_deref().map(|words| place.texts(words)).transpose()?,
            default_configuration: raw.default_configuration.map(Spanned::into_inner),
            environment: raw
                .environment
                .iter()
                .map(|(name, value)| Ok((name.clone(), place.text(value)?)))
                .collect::<Result<_, ToolError>>()?,
            properties: arguments(&raw.property)?,
            data_models: arguments(&raw.data_model)?,
            files,
            rules,
            text: text.to_owned(),
            name: raw.name.into_inner(),
            executables: raw.executables.into_inner(),
            extensions: raw.extensions.into_inner(),
        })
    }
}
