//! Reading the directives of a file.

use crate::Run;
use regex::Regex;
use std::cell::Cell;

/// What stands behind `; test`: a name, and words that are options.
#[derive(Debug)]
pub struct Command {
    name: String,
    options: Vec<CommandOption>,
}

#[derive(Debug)]
struct CommandOption {
    key: String,
    value: Option<String>,
    /// Was it read by what executes the command?
    known: Cell<bool>,
}

impl Command {
    fn parse(text: &str) -> Option<Command> {
        let mut words = text.split_whitespace();
        let name = words.next()?.to_owned();
        let option = |word: &str| {
            let (key, value) = word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value.to_owned())));
            CommandOption { key: key.to_owned(), value, known: Cell::new(false) }
        };
        Some(Command { name, options: words.map(option).collect() })
    }

    /// The name of the command.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of the option `KEY=VALUE`.
    pub fn value(&self, key: &str) -> Option<&str> {
        let option = self.options.iter().find(|o| o.key == key && o.value.is_some())?;
        option.known.set(true);
        option.value.as_deref()
    }

    /// Is the word an option of the command?
    pub fn flag(&self, word: &str) -> bool {
        let option = self.options.iter().find(|o| o.key == word && o.value.is_none());
        option.inspect(|o| o.known.set(true)).is_some()
    }

    /// The error for a name that the crate has no command for.
    pub fn unknown(&self) -> Result<String, String> {
        Err(format!("there is no command `{}`", self.name))
    }

    /// What the command prints. An option that nothing read is an error.
    pub(crate) fn execute(&self, text: &str, run: Run<'_>) -> Result<String, String> {
        let output = run(self, text)?;
        match self.options.iter().find(|o| !o.known.get()) {
            Some(option) => Err(format!("`{}` is no option of `{}` here", option.key, self.name)),
            None => Ok(output),
        }
    }
}

/// A directive about an output.
#[derive(Debug)]
pub(crate) struct Check {
    /// Its line in the file, from 1.
    pub line: usize,
    pub kind: Kind,
    pub text: String,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// A later line.
    Later(Regex),
    /// The line that follows.
    Next(Regex),
    /// What no line up to the next match contains.
    Absent,
    /// The next line of the whole output.
    Output,
}

/// A command and its checks.
#[derive(Debug)]
pub(crate) struct Test {
    /// The line of the command in the file, from 1.
    pub line: usize,
    pub command: Command,
    pub checks: Vec<Check>,
}

impl Test {
    /// Do the checks say all of the output?
    pub(crate) fn is_whole(&self) -> bool {
        self.checks.iter().all(|c| matches!(c.kind, Kind::Output))
    }
}

/// The tests of a file.
#[derive(Debug)]
pub(crate) struct TestFile {
    pub tests: Vec<Test>,
}

impl TestFile {
    /// Reads the directives; where they are wrong, the first line that is, and why.
    pub(crate) fn read(text: &str) -> Result<TestFile, (usize, String)> {
        let mut tests: Vec<Test> = Vec::new();
        for (line, written) in (1..).zip(text.lines()) {
            let Some(directive) = written.trim_start().strip_prefix(';') else { continue };
            let directive = directive.trim();
            if let Some(command) = directive.strip_prefix("test ").and_then(Command::parse) {
                tests.push(Test { line, command, checks: Vec::new() });
                continue;
            }
            let check = check(line, directive).map_err(|message| (line, message))?;
            match tests.last_mut() {
                Some(test) => test.checks.push(check),
                None => return Err((line, "a check before the first `; test`".into())),
            }
        }
        if tests.is_empty() {
            return Err((1, "the file has no `; test`".into()));
        }
        tests.iter().try_for_each(consistent)?;
        Ok(TestFile { tests })
    }
}

fn check(line: usize, directive: &str) -> Result<Check, String> {
    let (word, text) = directive.split_once(':').unwrap_or((directive, ""));
    let text = text.trim().to_owned();
    let kind = match word {
        "output" => Kind::Output,
        "check" => Kind::Later(whole_line(&text)?),
        "nextln" => Kind::Next(whole_line(&text)?),
        "not" if text.is_empty() => return Err("`not` without a text".into()),
        "not" if text.contains("{{") => return Err("`not` takes no regular expression".into()),
        "not" => Kind::Absent,
        _ => return Err(format!("`{word}` is no directive; comments start with `//`")),
    };
    Ok(Check { line, kind, text })
}

/// Could each of the checks fail?
fn consistent(test: &Test) -> Result<(), (usize, String)> {
    let whole = test.checks.iter().filter(|c| matches!(c.kind, Kind::Output)).count();
    if whole > 0 && whole < test.checks.len() {
        return Err((test.line, "`output` stands beside other checks".into()));
    }
    if !test.checks.is_empty() && test.checks.iter().all(|c| matches!(c.kind, Kind::Absent)) {
        return Err((test.line, "only `not`, which holds for an empty output".into()));
    }
    let pairs = test.checks.windows(2);
    match pairs.into_iter().find(|p| matches!(p[0].kind, Kind::Absent) && matches!(p[1].kind, Kind::Next(_))) {
        Some(pair) => Err((pair[0].line, "`not` before `nextln`, between which there is no line".into())),
        None => Ok(()),
    }
}

/// The expression for a line whose parts in `{{…}}` are regular expressions.
fn whole_line(text: &str) -> Result<Regex, String> {
    let mut expression = String::from("^");
    let mut rest = text;
    while let Some((literal, behind)) = rest.split_once("{{") {
        let (inner, after) = behind.split_once("}}").ok_or("`{{` without `}}`")?;
        expression += &format!("{}(?:{inner})", regex::escape(literal));
        rest = after;
    }
    expression += &regex::escape(rest);
    expression.push('$');
    let regex = Regex::new(&expression).map_err(|e| e.to_string())?;
    if regex.is_match("") { Err("the check matches an empty line".into()) } else { Ok(regex) }
}
