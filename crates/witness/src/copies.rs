//! A copy of the program that follows a witness.
//!
//! The copy has the same lines. For a violation witness it counts in a global variable how many
//! segments an execution has gone through; at the place of each waypoint stands what the waypoint
//! requires, and an execution that does not fit ends. So a violation of the copy, met in the last
//! segment, is one that the witness describes, whatever finds it. For a correctness witness each
//! invariant becomes a call of an error function of its own, made where the invariant does not
//! hold.

use crate::anchor::{self, Anchor, Wanted};
use crate::expression::{RESULT, harmless};
use crate::format::{Decision, Invariant, Malformed, Segment, Waypoint, WaypointKind};
use crate::source::{Source, StatementKind};
use crate::sources::Sources;
use adumbra_program::{Position, Program};
use std::collections::{BTreeMap, HashMap};

/// The variable that counts segments.
pub const COUNTER: &str = "__witness_segment";

/// What the names of the error functions of invariants begin with.
pub const INVARIANT: &str = "__witness_invariant_";

/// Declarations that a check needs.
const DECLARED: &str = "extern int __witness_segment; extern void __adumbra_assume(_Bool);";

/// Text to be inserted before or behind something.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Insertion {
    offset: usize,
    /// Does it close what an insertion at an earlier offset opened? Then that offset, else where
    /// its partner closes.
    closes: bool,
    partner: usize,
    /// 0 belongs to a statement, 1 to a condition, 2 to a call, which may be all of the condition.
    depth: u8,
    text: String,
}

impl Insertion {
    /// What closes comes before what opens; of those that open, the outer first; of those that
    /// close, the inner.
    fn key(&self) -> (usize, bool, std::cmp::Reverse<usize>, u8) {
        let depth = if self.closes { u8::MAX - self.depth } else { self.depth };
        (self.offset, !self.closes, std::cmp::Reverse(self.partner), depth)
    }
}

/// A copy of the files of a program.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    insertions: BTreeMap<usize, Vec<Insertion>>,
    /// The texts, by the number of the file.
    pub texts: Vec<Vec<u8>>,
    /// What of the witness could not be put in, and why.
    pub notes: Vec<String>,
}

impl Copies {
    /// Puts text at a place; whatever is wrapped there comes behind it.
    fn insert(&mut self, file: usize, offset: usize, text: String) {
        self.add(file, Insertion { offset, closes: false, partner: usize::MAX, depth: 0, text });
    }

    /// Puts texts around a part of the file.
    fn wrap(&mut self, file: usize, depth: u8, (start, end): (usize, usize), open: String, close: String) {
        self.add(file, Insertion { offset: start, closes: false, partner: end, depth, text: open });
        self.add(file, Insertion { offset: end, closes: true, partner: start, depth, text: close });
    }

    fn add(&mut self, file: usize, insertion: Insertion) {
        self.insertions.entry(file).or_default().push(insertion);
    }

    /// Makes the texts; `end` is added behind the first file.
    fn finish(mut self, sources: &Sources, end: &str) -> Self {
        for (number, (_, source)) in sources.files().enumerate() {
            let insertions = self.insertions.entry(number).or_default();
            insertions.sort_by_key(Insertion::key);
            let mut text = Vec::new();
            let mut copied = 0;
            for insertion in insertions.iter() {
                text.extend_from_slice(&source.text[copied..insertion.offset]);
                text.extend_from_slice(insertion.text.as_bytes());
                copied = insertion.offset;
            }
            text.extend_from_slice(&source.text[copied..]);
            if number == 0 {
                text.extend_from_slice(end.as_bytes());
            }
            self.texts.push(text);
        }
        self
    }

    /// The token of the original that a position of the copy belongs to, given the paths of the
    /// copies.
    pub fn original(
        &self,
        sources: &Sources,
        paths: &[String],
        program: &Program,
        position: Position,
    ) -> Option<(usize, usize)> {
        let path = &program.files[position.file].path;
        let number = paths.iter().position(|p| p == path)?;
        let (_, source) = sources.file(number)?;
        // Lines are the same, so insertions before the line do not matter.
        let line_start = source.byte_offset(position.line, 1)?;
        let mut column = (position.column as usize).checked_sub(1)?;
        let insertions = self.insertions.get(&number).map_or(&[][..], |v| v);
        let first = insertions.partition_point(|i| i.offset < line_start);
        for insertion in &insertions[first..] {
            let at = insertion.offset - line_start;
            if at > column {
                break;
            }
            column = column.saturating_sub(insertion.text.len()).max(at);
        }
        Some((number, source.token_at(line_start + column)?))
    }
}

/// What the waypoints of all segments require at one place.
#[derive(Default)]
struct Steps {
    /// Segment, follow or avoid, condition.
    steps: Vec<(usize, bool, String)>,
}

impl Steps {
    /// A statement that goes through the steps. Passing one waypoint may lead to the next at the
    /// same place only if `again`.
    fn text(&self, again: bool) -> String {
        let mut cases: BTreeMap<usize, (String, String)> = BTreeMap::new();
        for (segment, follow, condition) in &self.steps {
            let case = cases.entry(*segment).or_default();
            if *follow {
                let next = segment + 1;
                let after = if again { "__witness_passed = 1; continue;" } else { "break;" };
                let fail = if again { "if (!__witness_passed) __adumbra_assume(0);" } else { "__adumbra_assume(0);" };
                case.1 = format!("if ({condition}) {{ {COUNTER} = {next}; {after} }} {fail} break;");
            } else {
                case.0.push_str(&format!("__adumbra_assume(!({condition})); "));
            }
        }
        let mut out = format!("{{ {DECLARED} ");
        if again {
            out.push_str("int __witness_passed = 0; for (;;) { ");
        }
        out.push_str(&format!("switch ({COUNTER}) {{ "));
        for (segment, (avoid, follow)) in &cases {
            let end = if follow.is_empty() { "break;" } else { follow };
            out.push_str(&format!("case {segment}: {avoid}{end} "));
        }
        out.push_str(if again { "} break; } }" } else { "} }" });
        out
    }
}

/// A copy that follows the segments of a violation witness. Waypoints of `lenient` witnesses that
/// fit nothing are left out with a note; others are errors. Answers the copy and the segments it
/// follows; the number of the last one is in [`COUNTER`] when its target may be met.
pub fn follow(
    sources: &Sources,
    segments: &[Segment],
    error_functions: &[String],
    lenient: bool,
) -> Result<(Copies, Vec<Segment>), Malformed> {
    let mut copies = Copies::default();
    let mut kept = Vec::new();
    // Segments whose place is not found are left out, so the others are numbered anew.
    let mut number = 0;
    let mut places: Vec<(usize, Anchor, Steps)> = Vec::new();
    let mut place_of: HashMap<(usize, Anchor), usize> = HashMap::new();
    let mut target = None;
    for segment in segments {
        let waypoints = segment.avoid.iter().map(|w| (w, false)).chain([(&segment.follow, true)]);
        let mut found = Vec::new();
        for (waypoint, follow) in waypoints {
            match anchor::of_waypoint(sources, waypoint).and_then(|a| Ok((a, condition(sources, a, waypoint)?))) {
                Ok(((file, anchor), condition)) => found.push((file, anchor, follow, condition)),
                Err(error) if lenient => copies.notes.push(format!("left out: {error}")),
                Err(error) => return Err(error),
            }
        }
        let last = segment.follow.kind == WaypointKind::Target;
        let followed = found.iter().any(|f| f.2);
        if !followed && !last {
            continue;
        }
        for (file, anchor, follow, condition) in found {
            if follow && last {
                target = Some((file, anchor));
                continue;
            }
            let index = *place_of.entry((file, anchor)).or_insert_with(|| {
                places.push((file, anchor, Steps::default()));
                places.len() - 1
            });
            places[index].2.steps.push((number, follow, condition));
        }
        kept.push(segment.clone());
        number += usize::from(!last);
    }
    for (file, anchor, steps) in &places {
        let Some((_, source)) = sources.file(*file) else { continue };
        place(&mut copies, *file, source, *anchor, steps)?;
    }
    // A target inside an error function is met by every call of it.
    let inside = |&(file, anchor): &(usize, Anchor)| {
        let source = sources.file(file).map(|(_, source)| source);
        let function = source.and_then(|s| s.function_of(anchor::tokens(s, anchor).0));
        function.is_some_and(|f| error_functions.contains(&f.name))
    };
    if let Some(target) = target.filter(|t| !lenient && !inside(t)) {
        for (file, (_, source)) in sources.files().enumerate() {
            end_elsewhere(&mut copies, file, source, target, error_functions, number)?;
        }
    }
    let end = format!("\nint {COUNTER} = 0;\n");
    Ok((copies.finish(sources, &end), kept))
}

/// A call of an error function is a violation. Away from the target, and before the last segment,
/// the execution is not one of the witness and ends.
fn end_elsewhere(
    copies: &mut Copies,
    file: usize,
    source: &Source,
    target: (usize, Anchor),
    error_functions: &[String],
    last: usize,
) -> Result<(), Malformed> {
    let is_error = |token: usize| error_functions.iter().any(|f| f == source.word(token));
    let (first, end) = if target.0 == file { anchor::tokens(source, target.1) } else { (0, 0) };
    for token in (0..source.tokens.len()).filter(|t| is_error(*t)) {
        let Some(index) = source.statement_starting(token).filter(|_| source.call_named_at(token).is_some()) else {
            continue;
        };
        if source.function_of(token).is_some_and(|f| is_error(f.name_token)) {
            continue;
        }
        let condition = if first <= token && token < end { format!("{COUNTER} == {last}") } else { "0".to_owned() };
        let check = format!("{{ {DECLARED} __adumbra_assume({condition}); }}");
        before_statement(copies, file, source, index, &check)?;
    }
    Ok(())
}

/// The condition under which a waypoint is passed, as C.
fn condition(sources: &Sources, (file, anchor): (usize, Anchor), waypoint: &Waypoint) -> Result<String, Malformed> {
    let checked = |text: &str, result: bool| {
        harmless(text, result).map_err(|e| Malformed::at(waypoint.line, format!("`{text}`: {e}")))
    };
    Ok(match &waypoint.kind {
        WaypointKind::Assumption(expression) => checked(expression, false)?,
        WaypointKind::FunctionReturn(expression) => checked(expression, true)?,
        WaypointKind::FunctionEnter | WaypointKind::Target => "1".into(),
        WaypointKind::Branching(decision) => {
            let Anchor::Branching(branching) = anchor else { return Ok("1".into()) };
            match (decision, branching.switch) {
                (Decision::Truth(true), false) => "__witness_taken".into(),
                (Decision::Truth(false), false) => "!__witness_taken".into(),
                (Decision::Case(value), true) => format!("__witness_taken == {value}"),
                (Decision::Default, true) => {
                    let (_, source) = sources.file(file).ok_or_else(|| Malformed::at(waypoint.line, "no such file"))?;
                    default_condition(source, branching.token)
                }
                (_, true) => {
                    return Err(Malformed::at(waypoint.line, "a `switch` is decided by a number or `default`"));
                }
                (_, false) => {
                    return Err(Malformed::at(waypoint.line, "this branching is decided by `true` or `false`"));
                }
            }
        }
    })
}

/// No `case` of a `switch` has the value.
fn default_condition(source: &Source, keyword: usize) -> String {
    let Some(switch) = source.statement_starting(keyword) else { return "1".into() };
    let mut parts = Vec::new();
    for statement in
        source.statements.iter().filter(|s| s.kind == StatementKind::Label && source.word(s.first) == "case")
    {
        let mut parent = statement.parent;
        while let Some(p) = parent
            && source.statements[p].kind != StatementKind::Switch
        {
            parent = source.statements[p].parent;
        }
        if parent != Some(switch) {
            continue;
        }
        let end = statement.body.map_or(statement.last, |b| source.statements[b].first - 1);
        let words: Vec<&str> = (statement.first + 1..end).map(|t| source.word(t)).collect();
        match words.iter().position(|w| *w == "...") {
            Some(dots) => parts.push(format!(
                "(__witness_taken >= ({}) && __witness_taken <= ({}))",
                words[..dots].join(" "),
                words[dots + 1..].join(" ")
            )),
            None => parts.push(format!("__witness_taken == ({})", words.join(" "))),
        }
    }
    if parts.is_empty() { "1".into() } else { format!("!({})", parts.join(" || ")) }
}

/// Puts steps into the copy.
fn place(copies: &mut Copies, file: usize, source: &Source, anchor: Anchor, steps: &Steps) -> Result<(), Malformed> {
    let start = |token: usize| source.tokens.get(token).map_or(source.text.len(), |t| t.start);
    let end = |token: usize| source.tokens.get(token).map_or(source.text.len(), |t| t.end);
    match anchor {
        Anchor::Statement(index) => before_statement(copies, file, source, index, &steps.text(true))?,
        Anchor::Expression(..) => {}
        Anchor::Call(call) => {
            let range = (start(call_start(source, call.name)), end(call.close));
            let text = steps.text(false);
            if steps.steps.iter().any(|(_, _, condition)| condition.contains(RESULT)) {
                let open = format!("({{ __auto_type {RESULT} = ");
                copies.wrap(file, 2, range, open, format!("; {text} {RESULT}; }})"));
            } else {
                copies.wrap(file, 2, range, format!("({{ {text} "), "; })".into());
            }
        }
        Anchor::Branching(branching) => {
            let (first, behind) = branching.condition;
            let text = steps.text(false);
            if first == behind {
                copies.insert(file, start(first), format!("({{ int __witness_taken = 1; {text} __witness_taken; }})"));
            } else {
                let open = if branching.switch {
                    "({ __auto_type __witness_taken = ("
                } else {
                    "({ int __witness_taken = !!("
                };
                let close = format!("); {text} __witness_taken; }})");
                copies.wrap(file, 1, (start(first), end(behind - 1)), open.into(), close);
            }
        }
    }
    Ok(())
}

/// Where the expression of the called function begins: `s.p->f` for `f`.
fn call_start(source: &Source, name: usize) -> usize {
    let mut at = name;
    while at >= 2 && matches!(source.word(at - 1), "." | "->") {
        at -= 2;
        while matches!(source.word(at), ")" | "]") && source.partner(at) < at && at > 0 {
            let open = source.partner(at);
            let postfix = open > 0 && matches!(source.tokens[open - 1].kind, crate::source::TokenKind::Word);
            if !postfix && source.word(open) == "(" {
                return open;
            }
            at = open.saturating_sub(1);
        }
    }
    at
}

/// Puts text before a statement, so that it is executed whenever the statement is reached.
fn before_statement(
    copies: &mut Copies,
    file: usize,
    source: &Source,
    index: usize,
    text: &str,
) -> Result<(), Malformed> {
    let mut index = index;
    // Behind labels: those who jump to them must come by.
    while source.statements[index].kind == StatementKind::Label {
        match source.statements[index].body {
            Some(body) => index = body,
            None => {
                let offset = source.tokens[source.statements[index].last].end;
                copies.insert(file, offset, format!(" {text}"));
                return Ok(());
            }
        }
    }
    let statement = &source.statements[index];
    let mut outer = index;
    while let Some(parent) = source.statements[outer].parent
        && source.statements[parent].kind == StatementKind::Label
    {
        outer = parent;
    }
    let parent = source.statements[outer].parent.map(|p| source.statements[p].kind);
    let (first, last) = (source.tokens[statement.first].start, source.tokens[statement.last].end);
    match parent {
        None => copies.insert(file, source.tokens[statement.first].end, format!(" {text} ")),
        Some(StatementKind::Block) => copies.insert(file, first, format!("{text} ")),
        Some(_) if outer == index => copies.wrap(file, 0, (first, last), format!("{{ {text} "), " }".into()),
        Some(_) => {
            let (line, _) = source.line_and_column(first);
            return Err(Malformed::at(0, format!("a label without a block around it on line {line} is not supported")));
        }
    }
    Ok(())
}

/// A copy that calls an error function where an invariant does not hold: the copy and, for each
/// error function by its number, the index of the invariant.
pub fn check_invariants(sources: &Sources, invariants: &[Invariant]) -> Result<Copies, Malformed> {
    let mut copies = Copies::default();
    for (number, invariant) in invariants.iter().enumerate() {
        let expression = harmless(&invariant.expression, false)
            .map_err(|e| Malformed::at(invariant.line, format!("`{}`: {e}", invariant.expression)))?;
        let wanted = if invariant.of_loop { Wanted::Loop } else { Wanted::Statement };
        let (file, anchor) = anchor::find(sources, &invariant.place, wanted, invariant.line)?;
        let (Anchor::Statement(index), Some((_, source))) = (anchor, sources.file(file)) else { continue };
        let name = format!("{INVARIANT}{number}");
        let check = format!("{{ extern void {name}(void); if (!({expression})) {name}(); }}");
        if !invariant.of_loop {
            before_statement(&mut copies, file, source, index, &check)?;
            continue;
        }
        if let Some(shadowed) = shadowing(source, index, &expression) {
            let message = format!("`{shadowed}` may mean the variable of the loop or another one");
            return Err(Malformed::at(invariant.line, message));
        }
        let Some(branching) = source.branching_at(source.statements[index].first) else { continue };
        let (first, behind) = branching.condition;
        let start = source.tokens[first].start;
        if first == behind {
            // All checks of an empty condition go before the semicolon, joined by commas.
            let lone = copies.insertions.get(&file).is_none_or(|all| all.iter().all(|i| i.offset != start));
            copies.insert(file, start, format!("{}({{ {check} 1; }})", if lone { "" } else { ", " }));
        } else {
            let range = (start, source.tokens[behind - 1].end);
            copies.wrap(file, 1, range, format!("({{ {check} }}), ("), ")".into());
        }
    }
    Ok(copies.finish(sources, ""))
}

/// A name of the expression that the head of a `for` declares while the same name may mean
/// something else outside.
fn shadowing(source: &Source, index: usize, expression: &str) -> Option<String> {
    let statement = &source.statements[index];
    let (open, _) = statement.head.filter(|_| statement.kind == StatementKind::For)?;
    let end = source.separators(open).first().copied()?;
    let words: Vec<&str> = expression.split(' ').collect();
    for token in open + 2..end {
        let name = source.word(token);
        let declared = matches!(source.word(token + 1), "=" | "," | ";" | "[")
            && (source.word(token - 1) == ","
                || source.word(token - 1) == "*"
                || source.tokens[token - 1].kind == crate::source::TokenKind::Word);
        if !declared || !words.contains(&name) {
            continue;
        }
        let function = source.function_of(statement.first)?;
        let mut earlier = (0..statement.first).filter(|t| source.word(*t) == name);
        let visible = |token: usize| {
            if token < function.name_token {
                return source.function_of(token).is_none();
            }
            // Inside a statement that is over, it is not visible any more.
            let mut around = source.statement_around(token);
            while let Some(a) = around {
                let s = &source.statements[a];
                if matches!(s.kind, StatementKind::Block | StatementKind::For) && s.last < statement.first {
                    return false;
                }
                around = s.parent;
            }
            true
        };
        if earlier.any(visible) {
            return Some(name.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests;
