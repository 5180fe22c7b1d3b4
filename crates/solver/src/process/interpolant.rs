//! Interpolants of solvers that can be asked for them: cvc5, about two sides.
//!
//! It is asked in a process of its own, since what it needs for interpolants changes how it answers
//! everything else. Nothing is believed: the caller checks the formula. A solver that knows none,
//! takes too long, or ends with an error gives no answer, and somebody else is asked.

use super::command_line::CommandLine;
use super::talk::{End, Talk};
use super::text::items;
use crate::declare::Declarations;
use adumbra_sat::Limits;
use adumbra_stop::SECOND;
use adumbra_terms::smtlib::{Command, Reader, write_term};
use adumbra_terms::{Substitution, Symbol, Term, Terms};

/// What another solver's interpolants are called.
pub const SOURCE: &str = "another solver";

/// The solvers that can be asked, each with the argument that this takes.
const ASKED: &[(&str, &str)] = &[("cvc5", "--produce-interpolants")];

/// Longer than this no solver thinks about an interpolant.
const PATIENCE: u64 = 2 * SECOND;

/// A formula that is meant to be an interpolant of two sides; none if there is no answer, such as
/// where the sides have a model.
pub(super) fn of(
    command: &CommandLine,
    logic: &str,
    terms: &mut Terms,
    sides: [&[Term]; 2],
    limits: &Limits,
) -> Option<Term> {
    let (_, argument) = ASKED.iter().find(|(name, _)| *name == command.name())?;
    let arguments = command.arguments().iter().cloned().chain([(*argument).to_owned()]);
    let command = CommandLine::new(command.program(), arguments);
    let limits = Limits { stop: limits.stop.within(PATIENCE), ..limits.clone() };
    asked(&command, logic, terms, sides, &limits).ok().flatten()
}

fn asked(
    command: &CommandLine,
    logic: &str,
    terms: &mut Terms,
    [left, right]: [&[Term]; 2],
    limits: &Limits,
) -> Result<Option<Term>, End> {
    let mut known = Declarations::new();
    let (mut symbols, mut declared) = (Vec::new(), String::new());
    for term in left.iter().chain(right) {
        known.declare(terms, *term, &mut symbols, &mut declared);
    }
    let mut text = |term: &Term| {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_term(&mut text, terms, &known.names, *term);
        text
    };
    let left: String = left.iter().map(|term| format!("(assert {})\n", text(term))).collect();
    let right: Vec<String> = right.iter().map(&mut text).collect();
    let right = format!("(and true true {})", right.join(" "));
    // What it keeps for cores it cannot keep for interpolants.
    let mut talk = Talk::start_with(command, logic, "")?;
    talk.limit(limits);
    talk.say(&declared);
    talk.say(&format!("(push 1)\n{left}(assert {right})\n(check-sat)\n"));
    if talk.ask(limits)? != "unsat" {
        return Ok(None);
    }
    talk.say(&format!("(pop 1)\n{left}(get-interpolant interpolant! (not {right}))\n"));
    let answer = talk.ask(limits)?;
    Ok(items(&answer).and_then(|_| read(terms, &symbols, &declared, &answer)))
}

/// The formula of `(define-fun interpolant! () Bool …)`, over the symbols that were declared.
fn read(terms: &mut Terms, symbols: &[Symbol], declared: &str, answer: &str) -> Option<Term> {
    let script = format!("{declared}{answer}");
    let mut reader = Reader::new(&script);
    let mut own = symbols.iter();
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    loop {
        match reader.next(terms).ok()?? {
            Command::Declare(read) => {
                let symbol = *own.next()?;
                // One that has another name in text is another one there.
                if read != symbol {
                    if !terms.symbol(symbol).parameters.is_empty() {
                        return None;
                    }
                    pairs.push((terms.symbol_var(read), terms.symbol_var(symbol)));
                }
            }
            Command::Define(_, parameters, body) if parameters.is_empty() && terms.is_bool(body) => {
                return Some(Substitution::new(terms, pairs).apply(terms, body));
            }
            _ => return None,
        }
    }
}
