//! Specifications as trees, and their textual form.

use adumbra_program::Violation;
use std::fmt;

/// A specification: automata that observe a program side by side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    /// The automata.
    pub automata: Vec<Automaton>,
}

/// An automaton. Its first state is where it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// Its name.
    pub name: String,
    /// The name of its parameter: then there is one instance of it for each value of the parameter.
    pub parameter: Option<String>,
    /// The states, at least one.
    pub states: Vec<State>,
}

/// A state of an automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// What can happen in it. Of the rules that fit what happens, the first one is taken; if none
    /// fits, the state stays.
    pub rules: Vec<Rule>,
}

/// When something happens, what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What happens.
    pub trigger: Trigger,
    /// What must hold of the values that the trigger names.
    pub condition: Option<Condition>,
    /// What follows.
    pub action: Action,
}

/// Something that a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// It calls a function.
    Call {
        /// The name of the function; `*` stands for any characters.
        function: String,
        /// What the arguments must be; `None` if nothing is said about them.
        arguments: Option<Arguments>,
    },
    /// A function returns.
    Return {
        /// The name of the function; `*` stands for any characters.
        function: String,
        /// What the result must be.
        result: Option<Pattern>,
    },
    /// It executes something that stands at a line.
    Line(Place),
    /// It takes a branch: a condition at the line has this value.
    Branch(Place, bool),
    /// It ends: the entry function returns, or `exit`, `abort` or the like is called.
    Exit,
    /// It does something that is wrong by itself.
    Violation(Violation),
}

/// The arguments of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// The first of them.
    pub first: Vec<Pattern>,
    /// May there be more?
    pub more: bool,
}

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The end of the path of the file; `None` for any file of the program.
    pub file: Option<String>,
    /// The line.
    pub line: u32,
}

/// What an argument or a result must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Anything.
    Any,
    /// This number, at the width of the argument.
    Number(i128),
    /// A null pointer.
    Null,
    /// Anything; the condition calls it by this name.
    Name(String),
    /// The value of the automaton's parameter.
    Parameter,
}

/// A condition on values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A comparison.
    Compare(Operand, Comparison, Operand),
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// One of them holds.
    Or(Box<Condition>, Box<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

/// One side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A number.
    Number(i128),
    /// The null pointer.
    Null,
    /// What a pattern named.
    Name(String),
    /// The value of the automaton's parameter.
    Parameter,
}

/// How two values are compared. Numbers are signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// What follows when a rule is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The automaton is in this state now, by its number.
    Go(usize),
    /// The specification is violated.
    Error(String),
    /// The automaton does not look at the rest of the execution.
    Stop,
}

/// How deep conditions may be nested.
pub const MAX_NESTING: usize = 64;

impl Comparison {
    /// All comparisons with their signs.
    pub const SIGNS: &'static [(Comparison, &'static str)] = &[
        (Comparison::Equal, "=="),
        (Comparison::Different, "!="),
        (Comparison::Less, "<"),
        (Comparison::AtMost, "<="),
        (Comparison::Greater, ">"),
        (Comparison::AtLeast, ">="),
    ];

    /// The comparison of the operands the other way round.
    pub fn mirrored(self) -> Self {
        match self {
            Comparison::Equal | Comparison::Different => self,
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
        }
    }

    fn sign(self) -> &'static str {
        Self::SIGNS.iter().find(|(c, _)| *c == self).map_or("?", |(_, s)| s)
    }
}

impl Trigger {
    /// The violations that a rule can name: those that are operations of a program, whatever it was
    /// loaded for.
    pub const VIOLATIONS: &'static [Violation] = &[
        Violation::ErrorCall,
        Violation::Assertion,
        Violation::Panic,
        Violation::DivisionByZero,
        Violation::BadConversion,
        Violation::Unreachable,
    ];

    /// The patterns in it.
    pub fn patterns(&self) -> &[Pattern] {
        match self {
            Trigger::Call { arguments: Some(arguments), .. } => &arguments.first,
            Trigger::Return { result: Some(pattern), .. } => std::slice::from_ref(pattern),
            _ => &[],
        }
    }
}

impl Specification {
    /// Does it speak of lines? Moving locals to registers removes statements, so such a
    /// specification is only checked on a program whose locals are in memory.
    pub fn speaks_of_lines(&self) -> bool {
        let rules = self.automata.iter().flat_map(|a| &a.states).flat_map(|s| &s.rules);
        rules.into_iter().any(|r| matches!(r.trigger, Trigger::Line(_)))
    }
}

/// Is a text a name that needs no quotes?
pub(super) fn is_plain_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '*')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '*' | '.'))
}

/// A text in quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

fn function_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if is_plain_name(name) { f.write_str(name) } else { write!(f, "{}", Quoted(name)) }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}:{}", Quoted(file), self.line),
            None => write!(f, "{}", self.line),
        }
    }
}

/// A tree together with the name of the automaton's parameter.
struct In<'a, T>(&'a T, &'a str);

impl fmt::Display for In<'_, Pattern> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Pattern::Any => f.write_str("_"),
            Pattern::Number(n) => write!(f, "{n}"),
            Pattern::Null => f.write_str("null"),
            Pattern::Name(name) => f.write_str(name),
            Pattern::Parameter => write!(f, "${}", self.1),
        }
    }
}

impl fmt::Display for In<'_, Operand> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Operand::Number(n) => write!(f, "{n}"),
            Operand::Null => f.write_str("null"),
            Operand::Name(name) => f.write_str(name),
            Operand::Parameter => write!(f, "${}", self.1),
        }
    }
}

impl Condition {
    /// How strongly the operator binds.
    fn strength(&self) -> u8 {
        match self {
            Condition::Or(..) => 1,
            Condition::And(..) => 2,
            Condition::Compare(..) | Condition::Not(_) => 3,
        }
    }

    fn show(&self, parameter: &str, weakest: u8) -> String {
        let text = match self {
            Condition::Compare(a, comparison, b) => {
                format!("{} {} {}", In(a, parameter), comparison.sign(), In(b, parameter))
            }
            Condition::And(a, b) => format!("{} && {}", a.show(parameter, 2), b.show(parameter, 3)),
            Condition::Or(a, b) => format!("{} || {}", a.show(parameter, 1), b.show(parameter, 2)),
            Condition::Not(a) if matches!(**a, Condition::Not(_)) => return format!("!{}", a.show(parameter, 3)),
            Condition::Not(a) => return format!("!({})", a.show(parameter, 1)),
        };
        if self.strength() < weakest { format!("({text})") } else { text }
    }
}

impl fmt::Display for In<'_, Trigger> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Trigger::Call { function, arguments } => {
                f.write_str("call ")?;
                function_name(f, function)?;
                let Some(arguments) = arguments else { return Ok(()) };
                let mut shown: Vec<String> = arguments.first.iter().map(|p| In(p, self.1).to_string()).collect();
                if arguments.more {
                    shown.push("...".into());
                }
                write!(f, "({})", shown.join(", "))
            }
            Trigger::Return { function, result } => {
                f.write_str("return ")?;
                function_name(f, function)?;
                match result {
                    Some(pattern) => write!(f, " = {}", In(pattern, self.1)),
                    None => Ok(()),
                }
            }
            Trigger::Line(place) => write!(f, "line {place}"),
            Trigger::Branch(place, truth) => write!(f, "branch {place} {truth}"),
            Trigger::Exit => f.write_str("exit"),
            Trigger::Violation(violation) => write!(f, "violation {violation}"),
        }
    }
}

impl Automaton {
    /// A rule as text.
    pub fn show_rule(&self, rule: &Rule) -> String {
        let parameter = self.parameter.as_deref().unwrap_or_default();
        let mut text = In(&rule.trigger, parameter).to_string();
        if let Some(condition) = &rule.condition {
            text += &format!(" assuming {}", condition.show(parameter, 1));
        }
        match &rule.action {
            Action::Go(state) => text += &format!(" -> {}", self.states.get(*state).map_or("?", |s| s.name.as_str())),
            Action::Error(message) => text += &format!(" -> error {}", Quoted(message)),
            Action::Stop => text += " -> stop",
        }
        text + ";"
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "automaton {}", self.name)?;
        if let Some(parameter) = &self.parameter {
            write!(f, "(${parameter})")?;
        }
        writeln!(f, " {{")?;
        for state in &self.states {
            writeln!(f, "    state {} {{", state.name)?;
            for rule in &state.rules {
                writeln!(f, "        {}", self.show_rule(rule))?;
            }
            writeln!(f, "    }}")?;
        }
        writeln!(f, "}}")
    }
}

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, automaton) in self.automata.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{automaton}")?;
        }
        Ok(())
    }
}
