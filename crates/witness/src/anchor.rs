//! Where in the text a waypoint or an invariant belongs.

use crate::format::{Malformed, Place, Waypoint, WaypointKind};
use crate::source::{Branching, CallText, Source, StatementKind};
use crate::sources::Sources;

/// Something in the text that a witness points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// A statement, by its index.
    Statement(usize),
    /// A full expression in the head of a statement: its first token and the one after its last.
    Expression(usize, usize),
    /// A call.
    Call(CallText),
    /// A branching.
    Branching(Branching),
}

/// What a place must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted<'a> {
    /// The beginning of a statement.
    Statement,
    /// The beginning of a statement or of a full expression.
    Target,
    /// The right parenthesis of a call, of this function if it is named.
    Call(Option<&'a str>),
    /// A keyword or `?`.
    Branching,
    /// The keyword of a loop.
    Loop,
}

impl Wanted<'_> {
    fn name(self) -> &'static str {
        match self {
            Wanted::Statement => "statement",
            Wanted::Target => "statement or full expression",
            Wanted::Call(_) => "right parenthesis of a call",
            Wanted::Branching => "branching",
            Wanted::Loop => "loop",
        }
    }
}

/// Finds what a waypoint points to: the number of the file, and the anchor.
pub fn of_waypoint(sources: &Sources, waypoint: &Waypoint) -> Result<(usize, Anchor), Malformed> {
    let wanted = match &waypoint.kind {
        WaypointKind::Assumption(_) => Wanted::Statement,
        WaypointKind::Branching(_) => Wanted::Branching,
        WaypointKind::FunctionEnter | WaypointKind::FunctionReturn(_) => Wanted::Call(waypoint.called.as_deref()),
        WaypointKind::Target => Wanted::Target,
    };
    find(sources, &waypoint.place, wanted, waypoint.line)
}

/// Finds what a place points to.
pub fn find(sources: &Sources, place: &Place, wanted: Wanted<'_>, line: u32) -> Result<(usize, Anchor), Malformed> {
    let unfit = |message: String| Malformed::at(line, message);
    let file = sources
        .named(&place.file)
        .ok_or_else(|| unfit(format!("the witness speaks of {}, which is no file of the program", place.file)))?;
    let Some((name, source)) = sources.file(file) else { return Err(unfit("no such file".into())) };
    let Some(text) = source.line(place.line) else {
        return Err(unfit(format!("the witness speaks of line {} of {name}, which has fewer lines", place.line)));
    };
    let fits = |token: usize| match wanted {
        Wanted::Statement => source.statement_starting(token).map(Anchor::Statement),
        Wanted::Target => source.statement_starting(token).map(Anchor::Statement).or_else(|| expression(source, token)),
        Wanted::Call(called) => {
            source.call_closed_at(token).filter(|c| called.is_none_or(|f| f == source.word(c.name))).map(Anchor::Call)
        }
        Wanted::Branching => source.branching_at(token).map(Anchor::Branching),
        Wanted::Loop => {
            source.statement_starting(token).filter(|s| source.statements[*s].kind.is_loop()).map(Anchor::Statement)
        }
    };
    let found = match place.column {
        None => source.tokens_of_line(place.line).find_map(|t| fits(t).map(|a| (t, a))),
        Some(column) => {
            let offset = source.offset(place.line, column).ok_or_else(|| {
                let length = String::from_utf8_lossy(text).chars().count();
                unfit(format!("the witness speaks of column {column} of {name}:{}, which has {length}", place.line))
            })?;
            let token = source.token_at(offset).filter(|t| source.tokens[*t].start == offset);
            token.and_then(|t| fits(t).map(|a| (t, a)))
        }
    };
    let Some((token, anchor)) = found else {
        return Err(unfit(format!("the witness speaks of a {} at {place}, where none is", wanted.name())));
    };
    let function = source.function_of(token).map(|f| f.name.as_str());
    if let (Some(said), Some(is)) = (&place.function, function)
        && said != is
    {
        return Err(unfit(format!("{place} is in the function {is}, not in {said} as the witness says")));
    }
    Ok((file, anchor))
}

/// The full expression of a statement's head that begins with a token.
fn expression(source: &Source, token: usize) -> Option<Anchor> {
    let statement = &source.statements[source.statement_around(token)?];
    let (open, close) = statement.head?;
    if !(open < token && token < close) {
        return None;
    }
    let mut bounds = vec![open];
    if statement.kind == StatementKind::For {
        bounds.extend(source.separators(open));
    }
    bounds.push(close);
    bounds.windows(2).find(|w| w[0] + 1 == token).map(|w| Anchor::Expression(token, w[1]))
}

/// The tokens of an anchor: the first, and the one after the last.
pub fn tokens(source: &Source, anchor: Anchor) -> (usize, usize) {
    match anchor {
        Anchor::Statement(index) => source.statements.get(index).map_or((0, 0), |s| (s.first, s.last + 1)),
        Anchor::Expression(first, end) => (first, end),
        Anchor::Call(call) => (call.name, call.close + 1),
        Anchor::Branching(branching) => (branching.token, branching.token + 1),
    }
}
