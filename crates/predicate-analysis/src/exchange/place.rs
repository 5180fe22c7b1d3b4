//! Where predicates are tracked, in words.

use super::{clean, function_named};
use adumbra_analyses::location::Places;
use adumbra_program::{Body, Location, Program};
use std::fmt;
use std::str::FromStr;

/// Where a predicate of a file is tracked.
///
/// ```
/// use adumbra_predicate_analysis::{PredicatePlace, Spot};
/// let place: PredicatePlace = "main loop 2".parse()?;
/// assert_eq!(place, PredicatePlace::At("main".into(), Spot::Loop(2)));
/// assert_eq!(place.to_string(), "main loop 2");
/// assert_eq!("*".parse(), Ok(PredicatePlace::Everywhere));
/// assert!("main loop two".parse::<PredicatePlace>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PredicatePlace {
    /// `*`: everywhere.
    Everywhere,
    /// `f`: in a function.
    Function(String),
    /// `f loop 2`, and the like: at locations of a function.
    At(String, Spot),
}

/// Locations of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// `entry`.
    Entry,
    /// `exit`.
    Exit,
    /// `loop 2`: the head of the second loop.
    Loop(u32),
    /// `line 7`: wherever something of this line of the source comes next.
    Line(u32),
    /// `location 5`: the fifth location behind the first.
    Location(u32),
}

impl fmt::Display for PredicatePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PredicatePlace::Everywhere => f.write_str("*"),
            PredicatePlace::Function(function) => f.write_str(function),
            PredicatePlace::At(function, Spot::Entry) => write!(f, "{function} entry"),
            PredicatePlace::At(function, Spot::Exit) => write!(f, "{function} exit"),
            PredicatePlace::At(function, Spot::Loop(number)) => write!(f, "{function} loop {number}"),
            PredicatePlace::At(function, Spot::Line(line)) => write!(f, "{function} line {line}"),
            PredicatePlace::At(function, Spot::Location(number)) => write!(f, "{function} location {number}"),
        }
    }
}

impl FromStr for PredicatePlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u32>().map_err(|_| format!("`{word}` is no number"));
        match *words {
            ["*"] => Ok(PredicatePlace::Everywhere),
            [function] => Ok(PredicatePlace::Function(function.to_owned())),
            [function, "entry"] => Ok(PredicatePlace::At(function.to_owned(), Spot::Entry)),
            [function, "exit"] => Ok(PredicatePlace::At(function.to_owned(), Spot::Exit)),
            [function, "loop", n] => Ok(PredicatePlace::At(function.to_owned(), Spot::Loop(number(n)?))),
            [function, "line", n] => Ok(PredicatePlace::At(function.to_owned(), Spot::Line(number(n)?))),
            [function, "location", n] => Ok(PredicatePlace::At(function.to_owned(), Spot::Location(number(n)?))),
            _ => Err(format!(
                "`{text}` is no place: expected `*`, or a function, alone or with `entry`, `exit`, `loop N`, `line N` or `location N`"
            )),
        }
    }
}

impl PredicatePlace {
    /// The place of a location.
    pub fn of(program: &Program, places: &Places, location: Location) -> PredicatePlace {
        let function = program.function_of(location);
        let name = clean(&program.functions[function].name);
        let Some(body) = program.body(function) else { return PredicatePlace::Function(name) };
        let spot = if location == body.entry {
            Spot::Entry
        } else if location == body.exit {
            Spot::Exit
        } else if let Some(number) = loop_heads(places, body).position(|head| head == location) {
            Spot::Loop(number as u32 + 1)
        } else {
            Spot::Location(location.as_u32() - body.locations.0.as_u32())
        };
        PredicatePlace::At(name, spot)
    }

    /// The locations that are meant; `None` for all of the function. `same`: does the function look
    /// as it did when the place was written down?
    pub(super) fn locations(
        &self,
        program: &Program,
        places: &Places,
        same: bool,
    ) -> Result<Option<Vec<Location>>, String> {
        let PredicatePlace::At(name, spot) = self else { return Ok(None) };
        let body = function_named(program, name).and_then(|function| program.body(function));
        let Some(body) = body else { return Err(format!("there is no function `{name}`")) };
        let found: Vec<Location> = match spot {
            Spot::Entry => vec![body.entry],
            Spot::Exit => vec![body.exit],
            Spot::Loop(number) => {
                loop_heads(places, body).nth((*number as usize).wrapping_sub(1)).into_iter().collect()
            }
            Spot::Location(_) if !same => return Ok(None),
            Spot::Location(number) => body.location_ids().nth(*number as usize).into_iter().collect(),
            Spot::Line(line) => {
                let here = |location: &Location| {
                    let mut edges = program.out_edges(*location).map(|edge| program.edges[edge].position);
                    edges.any(|position| position.is_some_and(|p| p.line == *line))
                };
                body.location_ids().filter(here).collect()
            }
        };
        if found.is_empty() { Err(format!("there is no `{self}`")) } else { Ok(Some(found)) }
    }
}

fn loop_heads(places: &Places, body: &Body) -> impl Iterator<Item = Location> {
    body.location_ids().filter(|location| places.is_loop_head(*location))
}
