//! How a solver is started.

use std::fmt;

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// A text that is no command line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// There is no word.
    #[error("a command line has at least a program")]
    Empty,
    /// A quote has no end.
    #[error("`{0}`: a quote is not closed")]
    Quote(String),
}

/// What solvers need to read commands from their input, for a command line of the bare name.
const KNOWN: &[(&str, &[&str])] = &[
    ("z3", &["-in"]),
    ("cvc5", &["--incremental", "--lang", "smt2"]),
    ("boolector", &["--smt2", "--incremental"]),
    ("yices-smt2", &["--incremental"]),
];

impl CommandLine {
    /// A program with arguments.
    pub fn new(program: impl Into<String>, arguments: impl IntoIterator<Item = String>) -> CommandLine {
        CommandLine { program: program.into(), arguments: arguments.into_iter().collect() }
    }

    /// Reads words separated by spaces, with single or double quotes around what holds spaces. The
    /// bare name of a well-known solver gets the arguments it needs.
    pub fn parse(text: &str) -> Result<CommandLine, CommandLineError> {
        let mut words: Vec<String> = Vec::new();
        let mut open = false;
        let mut quote = None;
        for c in text.chars() {
            match (quote, c) {
                (Some(q), c) if c == q => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(c);
                    if !std::mem::replace(&mut open, true) {
                        words.push(String::new());
                    }
                }
                (None, c) if c.is_whitespace() => open = false,
                (_, c) => {
                    if !std::mem::replace(&mut open, true) {
                        words.push(String::new());
                    }
                    if let Some(word) = words.last_mut() {
                        word.push(c);
                    }
                }
            }
        }
        if quote.is_some() {
            return Err(CommandLineError::Quote(text.to_owned()));
        }
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandLineError::Empty)?;
        let mut command = CommandLine::new(program, words);
        if command.arguments.is_empty()
            && let Some((_, needed)) = KNOWN.iter().find(|(name, _)| *name == command.name())
        {
            command.arguments = needed.iter().map(|word| (*word).to_owned()).collect();
        }
        Ok(command)
    }

    /// What to call the solver: the program without its directory.
    pub fn name(&self) -> &str {
        self.program.rsplit('/').next().unwrap_or(&self.program)
    }

    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        let command = CommandLine::parse("  /opt/z3 -in 'a b'\"c\" '' ").unwrap();
        assert_eq!((command.program(), command.name()), ("/opt/z3", "z3"));
        assert_eq!(command.arguments(), ["-in", "a bc", ""]);
        assert_eq!(CommandLine::parse("cvc5").unwrap().to_string(), "cvc5 --incremental --lang smt2");
        assert_eq!(CommandLine::parse(" "), Err(CommandLineError::Empty));
        assert!(CommandLine::parse("a 'b").is_err());
    }
}
