//! Reading specifications. Errors name file, line, column and cause.

use super::lex::{Token, Word, words};
use super::syntax::*;
use adumbra_program::Violation;
use thiserror::Error;

/// Why a text is no specification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct SpecificationError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// Reads a specification; the name of the file is for messages.
pub fn parse(file: &str, text: &str) -> Result<Specification, SpecificationError> {
    let words = words(file, text)?;
    let mut parser = Parser { file, words: &words, at: 0, parameter: None, names: Vec::new(), mentioned: false };
    let mut specification = Specification::default();
    while *parser.peek() != Token::End {
        let word = parser.here();
        let automaton = parser.automaton()?;
        if specification.automata.iter().any(|a| a.name == automaton.name) {
            return parser.fail_at(word, format!("there are two automata `{}`", automaton.name));
        }
        specification.automata.push(automaton);
    }
    match specification.automata.is_empty() {
        true => parser.fail("there is no automaton; one begins with `automaton NAME {`"),
        false => Ok(specification),
    }
}

struct Parser<'a> {
    file: &'a str,
    words: &'a [Word],
    at: usize,
    /// The parameter of the automaton that is being read.
    parameter: Option<String>,
    /// What the trigger that was read last names.
    names: Vec<String>,
    /// Does that trigger mention the parameter?
    mentioned: bool,
}

type Parsed<T> = Result<T, SpecificationError>;

/// Words that are no names of states.
const RESERVED: &[&str] = &["error", "stop"];

impl<'a> Parser<'a> {
    fn here(&self) -> &'a Word {
        // The last word is the end, and nothing goes past it.
        &self.words[self.at.min(self.words.len() - 1)]
    }

    fn peek(&self) -> &'a Token {
        &self.here().token
    }

    fn take(&mut self) -> &'a Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn fail_at<T>(&self, word: &Word, message: impl Into<String>) -> Parsed<T> {
        Err(SpecificationError {
            file: self.file.to_owned(),
            line: word.line,
            column: word.column,
            message: message.into(),
        })
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.fail_at(self.here(), message)
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        self.fail(format!("expected {what}, found {}", self.peek().describe()))
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    fn skip_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.skip_sign(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    fn keyword(&mut self, keyword: &str) -> Parsed<()> {
        match self.peek() {
            Token::Name(name) if name == keyword => {
                self.at += 1;
                Ok(())
            }
            _ => self.expected(&format!("`{keyword}`")),
        }
    }

    /// A name as C has them, of something described by `what`.
    fn name(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) if !name.contains(['*', '.']) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => self.expected(what),
        }
    }

    fn automaton(&mut self) -> Parsed<Automaton> {
        self.keyword("automaton")?;
        let name = self.name("the name of the automaton")?;
        self.parameter = None;
        if self.skip_sign("(") {
            match self.peek() {
                Token::Parameter(parameter) => self.parameter = Some(parameter.clone()),
                _ => return self.expected("the parameter, such as `$x`"),
            }
            self.at += 1;
            self.sign(")")?;
        }
        self.sign("{")?;
        let names = self.state_names()?;
        let mut states = Vec::new();
        while !self.skip_sign("}") {
            states.push(self.state(&names)?);
        }
        Ok(Automaton { name, parameter: self.parameter.clone(), states })
    }

    /// The names of the states that follow, without reading them.
    fn state_names(&self) -> Parsed<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        let mut depth = 0;
        for pair in self.words[self.at.min(self.words.len() - 1)..].windows(2) {
            match (&pair[0].token, &pair[1].token) {
                (Token::Sign("{"), _) => depth += 1,
                (Token::Sign("}"), _) if depth == 0 => break,
                (Token::Sign("}"), _) => depth -= 1,
                (Token::Name(keyword), Token::Name(name)) if depth == 0 && keyword == "state" => {
                    if names.contains(name) {
                        return self.fail_at(&pair[1], format!("there are two states `{name}`"));
                    }
                    if RESERVED.contains(&name.as_str()) {
                        return self.fail_at(&pair[1], format!("`{name}` cannot be the name of a state"));
                    }
                    names.push(name.clone());
                }
                _ => {}
            }
        }
        if names.is_empty() { self.fail("the automaton has no state") } else { Ok(names) }
    }

    fn state(&mut self, names: &[String]) -> Parsed<State> {
        self.keyword("state")?;
        let name = self.name("the name of the state")?;
        self.sign("{")?;
        let mut rules = Vec::new();
        while !self.skip_sign("}") {
            rules.push(self.rule(names)?);
        }
        Ok(State { name, rules })
    }

    fn rule(&mut self, names: &[String]) -> Parsed<Rule> {
        self.names.clear();
        let trigger = self.trigger()?;
        self.mentioned = trigger.patterns().contains(&Pattern::Parameter);
        let condition = match self.peek() {
            Token::Name(name) if name == "assuming" => {
                self.at += 1;
                Some(self.condition(0)?)
            }
            _ => None,
        };
        self.sign("->")?;
        let action = self.action(names)?;
        self.sign(";")?;
        Ok(Rule { trigger, condition, action })
    }

    fn action(&mut self, names: &[String]) -> Parsed<Action> {
        let word = self.here();
        let name = self.name("a state, `error` or `stop`")?;
        match name.as_str() {
            "stop" => Ok(Action::Stop),
            "error" => match self.take() {
                Token::Text(message) => Ok(Action::Error(message.clone())),
                _ => {
                    self.at -= 1;
                    self.expected("the message of the error, in quotes")
                }
            },
            _ => match names.iter().position(|n| *n == name) {
                Some(number) => Ok(Action::Go(number)),
                None => self.fail_at(word, format!("there is no state `{name}`; there are {}", names.join(", "))),
            },
        }
    }

    fn trigger(&mut self) -> Parsed<Trigger> {
        const WHAT: &str = "`call`, `return`, `line`, `branch`, `exit` or `violation`";
        let Token::Name(kind) = self.peek() else { return self.expected(WHAT) };
        let kind = kind.as_str();
        if !["call", "return", "line", "branch", "exit", "violation"].contains(&kind) {
            return self.expected(WHAT);
        }
        self.at += 1;
        Ok(match kind {
            "call" => Trigger::Call { function: self.function()?, arguments: self.arguments()? },
            "return" => Trigger::Return {
                function: self.function()?,
                result: if self.skip_sign("=") { Some(self.pattern()?) } else { None },
            },
            "line" => Trigger::Line(self.place()?),
            "branch" => {
                let place = self.place()?;
                match self.take() {
                    Token::Name(truth) if truth == "true" => Trigger::Branch(place, true),
                    Token::Name(truth) if truth == "false" => Trigger::Branch(place, false),
                    _ => {
                        self.at -= 1;
                        return self.expected("`true` or `false`");
                    }
                }
            }
            "exit" => Trigger::Exit,
            _ => Trigger::Violation(self.violation()?),
        })
    }

    fn function(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) | Token::Text(name) if !name.is_empty() => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => self.expected("the name of a function"),
        }
    }

    fn arguments(&mut self) -> Parsed<Option<Arguments>> {
        if !self.skip_sign("(") {
            return Ok(None);
        }
        let mut arguments = Arguments { first: Vec::new(), more: false };
        if self.skip_sign(")") {
            return Ok(Some(arguments));
        }
        loop {
            if self.skip_sign("...") {
                arguments.more = true;
                break;
            }
            arguments.first.push(self.pattern()?);
            if !self.skip_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        Ok(Some(arguments))
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        if matches!(self.peek(), Token::Parameter(_)) {
            self.parameter()?;
            return Ok(Pattern::Parameter);
        }
        if let Some(number) = self.number()? {
            return Ok(Pattern::Number(number));
        }
        let word = self.here();
        let name = self.name("`_`, a number, `null`, a name or the parameter")?;
        match name.as_str() {
            "_" => Ok(Pattern::Any),
            "null" => Ok(Pattern::Null),
            _ if self.names.contains(&name) => self.fail_at(word, format!("two arguments are called `{name}`")),
            _ => {
                self.names.push(name.clone());
                Ok(Pattern::Name(name))
            }
        }
    }

    /// The automaton's parameter.
    fn parameter(&mut self) -> Parsed<()> {
        match (self.peek(), &self.parameter) {
            (Token::Parameter(name), Some(declared)) if name == declared => {
                self.at += 1;
                Ok(())
            }
            (Token::Parameter(name), Some(declared)) => {
                self.fail(format!("the automaton's parameter is `${declared}`, not `${name}`"))
            }
            (Token::Parameter(name), None) => {
                self.fail(format!("the automaton has no parameter; declare it: `automaton NAME(${name})`"))
            }
            _ => self.expected("the parameter"),
        }
    }

    fn number(&mut self) -> Parsed<Option<i128>> {
        let negative = self.skip_sign("-");
        match self.peek() {
            Token::Number(n) => {
                self.at += 1;
                Ok(Some(if negative { -*n } else { *n }))
            }
            _ if negative => self.expected("a number"),
            _ => Ok(None),
        }
    }

    fn place(&mut self) -> Parsed<Place> {
        let file = match self.peek() {
            Token::Text(file) => {
                self.at += 1;
                self.sign(":")?;
                Some(file.clone())
            }
            _ => None,
        };
        let word = self.here();
        match self.number()?.map(u32::try_from) {
            Some(Ok(line)) if line > 0 => Ok(Place { file, line }),
            _ => self.fail_at(word, format!("expected the number of a line, found {}", word.token.describe())),
        }
    }

    /// A kind of violation: words joined by `-`.
    fn violation(&mut self) -> Parsed<Violation> {
        let word = self.here();
        let mut name = self.name("the kind of a violation")?;
        while self.is_sign("-") && matches!(self.words.get(self.at + 1), Some(Word { token: Token::Name(_), .. })) {
            self.at += 1;
            name = format!("{name}-{}", self.name("a word")?);
        }
        match Trigger::VIOLATIONS.iter().find(|v| v.name() == name) {
            Some(violation) => Ok(*violation),
            None => {
                let all: Vec<&str> = Trigger::VIOLATIONS.iter().map(|v| v.name()).collect();
                self.fail_at(word, format!("`{name}` is not one of {}", all.join(", ")))
            }
        }
    }

    fn deeper(&self, depth: usize) -> Parsed<usize> {
        if depth >= MAX_NESTING { self.fail("the condition is nested too deeply") } else { Ok(depth + 1) }
    }

    fn condition(&mut self, depth: usize) -> Parsed<Condition> {
        let depth = self.deeper(depth)?;
        let mut condition = self.conjunction(depth)?;
        let mut length = 0;
        while self.skip_sign("||") {
            length = self.deeper(length)?;
            condition = Condition::Or(Box::new(condition), Box::new(self.conjunction(depth)?));
        }
        Ok(condition)
    }

    fn conjunction(&mut self, depth: usize) -> Parsed<Condition> {
        let mut condition = self.atom(depth)?;
        let mut length = 0;
        while self.skip_sign("&&") {
            length = self.deeper(length)?;
            condition = Condition::And(Box::new(condition), Box::new(self.atom(depth)?));
        }
        Ok(condition)
    }

    fn atom(&mut self, depth: usize) -> Parsed<Condition> {
        if self.skip_sign("!") {
            if !self.is_sign("(") && !self.is_sign("!") {
                return self.expected("`(` behind `!`");
            }
            let depth = self.deeper(depth)?;
            return Ok(Condition::Not(Box::new(self.atom(depth)?)));
        }
        if self.skip_sign("(") {
            let condition = self.condition(depth)?;
            self.sign(")")?;
            return Ok(condition);
        }
        let left = self.operand()?;
        let Some((comparison, sign)) = Comparison::SIGNS.iter().find(|(_, sign)| self.is_sign(sign)) else {
            return self.expected("a comparison");
        };
        self.sign(sign)?;
        Ok(Condition::Compare(left, *comparison, self.operand()?))
    }

    fn operand(&mut self) -> Parsed<Operand> {
        if matches!(self.peek(), Token::Parameter(_)) {
            let word = self.here();
            self.parameter()?;
            if !self.mentioned {
                return self.fail_at(word, "the condition is about the parameter, but the trigger does not mention it");
            }
            return Ok(Operand::Parameter);
        }
        if let Some(number) = self.number()? {
            return Ok(Operand::Number(number));
        }
        let word = self.here();
        let name = self.name("a number, `null`, a name or the parameter")?;
        match name.as_str() {
            "null" => Ok(Operand::Null),
            _ if self.names.contains(&name) => Ok(Operand::Name(name)),
            _ => self.fail_at(word, format!("nothing in the trigger is called `{name}`")),
        }
    }
}
