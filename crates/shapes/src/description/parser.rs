//! From words to the syntax of descriptions, with names as they are written.
//!
//! What the names mean is settled afterwards (`resolve.rs`), since a definition may use one that
//! comes later.

use super::lexer::{Cause, Problem, Word, words};
use crate::formula::{Formula, Var, not};

/// A predicate as it is written: `*` is no name and stands for every pointer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Written {
    pub name: String,
    pub arguments: Vec<String>,
    pub line: u32,
}

/// A formula with the line where it begins.
pub struct Line<T> {
    pub value: T,
    pub line: u32,
}

/// An operation as it is written.
pub enum WrittenPattern {
    Null(String),
    Copy(String, String),
    Load(String, String, String),
    Clear(String, String),
    Link(String, String, String),
    Malloc(String),
    Unknown(String),
    UnknownLink(String, String),
}

/// A predicate schema as it is written.
pub struct WrittenSchema {
    pub name: String,
    /// Names, and whether they are links.
    pub parameters: Vec<(String, bool)>,
    pub arity: usize,
    pub definition: Line<Formula<Written>>,
    pub rules: Vec<Line<Formula<Written>>>,
    pub updates: Vec<(WrittenPattern, Line<Formula<Written>>)>,
    pub line: u32,
}

/// A structure as it is written.
pub struct WrittenStructure {
    pub name: String,
    pub links: Vec<String>,
    pub found_by: Vec<(String, super::LinkBy, u32)>,
    pub refines: Vec<Written>,
    pub families: Vec<(String, Vec<Written>, u32)>,
    pub invariants: Vec<Line<Formula<Written>>>,
    pub line: u32,
}

/// What a file has.
pub struct File {
    pub schemas: Vec<WrittenSchema>,
    pub structures: Vec<WrittenStructure>,
}

/// How deeply formulas may be nested.
const MOST_DEPTH: usize = 64;

/// How large the two sides of an equivalence may be.
const MOST_SIZE: usize = 1_000;

struct Parser<'a> {
    file: &'a str,
    words: Vec<(Word, u32)>,
    at: usize,
    /// The variables in scope, innermost last, and how many there were.
    scope: Vec<(String, Var)>,
    used: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Problem>;

/// Reads a file.
pub fn parse(file: &str, text: &str) -> Parsed<File> {
    let words = words(file, text)?;
    let mut parser = Parser { file, words, at: 0, scope: Vec::new(), used: 0, depth: 0 };
    let mut result = File { schemas: Vec::new(), structures: Vec::new() };
    loop {
        if parser.keyword("predicate") {
            result.schemas.push(parser.schema()?);
        } else if parser.keyword("structure") {
            result.structures.push(parser.structure()?);
        } else if parser.peek() == &Word::End {
            return Ok(result);
        } else {
            return Err(parser.unexpected("predicate or structure"));
        }
    }
}

impl Parser<'_> {
    fn peek(&self) -> &Word {
        &self.words[self.at.min(self.words.len() - 1)].0
    }

    fn line(&self) -> u32 {
        self.words[self.at.min(self.words.len() - 1)].1
    }

    fn problem(&self, cause: Cause) -> Problem {
        Problem { file: self.file.to_owned(), line: self.line(), cause }
    }

    fn unexpected(&self, expected: &'static str) -> Problem {
        self.problem(Cause::Unexpected { expected, found: self.peek().to_string() })
    }

    fn keyword(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Word::Name(name) if name == word);
        self.at += usize::from(is);
        is
    }

    fn mark(&mut self, mark: &str) -> bool {
        let is = matches!(self.peek(), Word::Mark(other) if *other == mark);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, mark: &'static str) -> Parsed<()> {
        if self.mark(mark) { Ok(()) } else { Err(self.unexpected(mark)) }
    }

    fn name(&mut self, expected: &'static str) -> Parsed<String> {
        let Word::Name(name) = self.peek().clone() else { return Err(self.unexpected(expected)) };
        self.at += 1;
        Ok(name)
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.mark(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn schema(&mut self) -> Parsed<WrittenSchema> {
        let line = self.line();
        let name = self.name("the name of a predicate")?;
        let mut parameters = Vec::new();
        if self.mark("[") {
            parameters = self.list(|parser| {
                let name = parser.name("a parameter")?;
                parser.expect(":")?;
                match (parser.keyword("pointer"), parser.keyword("link")) {
                    (true, _) => Ok((name, false)),
                    (_, true) => Ok((name, true)),
                    _ => Err(parser.unexpected("pointer or link")),
                }
            })?;
            self.expect("]")?;
        }
        self.expect("(")?;
        let own = self.list(|parser| parser.name("a variable"))?;
        self.expect(")")?;
        if own.len() > 2 {
            return Err(self.problem(Cause::TooWide));
        }
        self.expect(":=")?;
        let definition = self.body(&own)?;
        let (mut rules, mut updates) = (Vec::new(), Vec::new());
        loop {
            if self.keyword("rule") {
                rules.push(self.rule()?);
            } else if self.keyword("on") {
                let pattern = self.pattern()?;
                self.expect(":")?;
                updates.push((pattern, self.body(&own)?));
            } else {
                return Ok(WrittenSchema { name, parameters, arity: own.len(), definition, rules, updates, line });
            }
        }
    }

    /// A formula over the given variables.
    fn body(&mut self, own: &[String]) -> Parsed<Line<Formula<Written>>> {
        let line = self.line();
        (self.scope, self.used) = ((0..).zip(own).map(|(var, name)| (name.clone(), var)).collect(), own.len());
        Ok(Line { value: self.formula()?, line })
    }

    /// A formula whose free variables are those that occur: it holds for all nodes.
    fn rule(&mut self) -> Parsed<Line<Formula<Written>>> {
        let mut names = Vec::new();
        // The variables of a rule are what stands in round brackets and is bound by no quantifier.
        let (start, mut bound) = (self.at, Vec::new());
        let mut depth = 0;
        while !matches!(self.peek(), Word::End) {
            match self.peek().clone() {
                Word::Name(word) if ["rule", "on", "predicate", "structure"].contains(&word.as_str()) => break,
                Word::Name(word) if word == "exists" || word == "forall" => {
                    self.at += 1;
                    bound.extend(self.list(|parser| parser.name("a variable"))?);
                    continue;
                }
                Word::Mark("[") => depth += 1,
                Word::Mark("]") => depth -= 1,
                Word::Name(word) if depth == 0 => {
                    let next = self.words.get(self.at + 1).map(|(word, _)| word);
                    let applied = matches!(next, Some(Word::Mark("(" | "[" | "*" | "+")));
                    if !applied && !["true", "false", "if", "then", "else"].contains(&word.as_str()) {
                        names.push(word);
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = start;
        names.retain(|name| !bound.contains(name));
        names.sort();
        names.dedup();
        self.body(&names)
    }

    fn pattern(&mut self) -> Parsed<WrittenPattern> {
        let target = self.name("a pointer")?;
        if self.mark("->") {
            let link = self.name("a link")?;
            self.expect("=")?;
            if self.mark("?") {
                return Ok(WrittenPattern::UnknownLink(target, link));
            }
            let source = self.name("null, ? or a pointer")?;
            return Ok(match source.as_str() {
                "null" => WrittenPattern::Clear(target, link),
                _ => WrittenPattern::Link(target, link, source),
            });
        }
        self.expect("=")?;
        if self.mark("?") {
            return Ok(WrittenPattern::Unknown(target));
        }
        let source = self.name("null, malloc, ? or a pointer")?;
        Ok(match source.as_str() {
            "null" => WrittenPattern::Null(target),
            "malloc" => WrittenPattern::Malloc(target),
            _ if self.mark("->") => WrittenPattern::Load(target, source, self.name("a link")?),
            _ => WrittenPattern::Copy(target, source),
        })
    }

    fn formula(&mut self) -> Parsed<Formula<Written>> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.problem(Cause::TooDeep));
        }
        let left = self.disjunction()?;
        let result = if self.mark("=>") {
            let right = self.formula()?;
            Formula::Or(vec![not(left), right])
        } else if self.mark("<=>") {
            let right = self.disjunction()?;
            // Both sides are written twice, and so is what is nested in them.
            if left.size() + right.size() > MOST_SIZE {
                return Err(self.problem(Cause::TooDeep));
            }
            let both = Formula::Or(vec![not(left.clone()), right.clone()]);
            Formula::And(vec![both, Formula::Or(vec![left, not(right)])])
        } else {
            left
        };
        self.depth -= 1;
        Ok(result)
    }

    fn disjunction(&mut self) -> Parsed<Formula<Written>> {
        let mut parts = vec![self.conjunction()?];
        while self.mark("|") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Formula::Or(parts) })
    }

    fn conjunction(&mut self) -> Parsed<Formula<Written>> {
        let mut parts = vec![self.simple()?];
        while self.mark("&") {
            parts.push(self.simple()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Formula::And(parts) })
    }

    fn simple(&mut self) -> Parsed<Formula<Written>> {
        if self.mark("!") {
            self.depth += 1;
            if self.depth > MOST_DEPTH {
                return Err(self.problem(Cause::TooDeep));
            }
            let inner = self.simple()?;
            self.depth -= 1;
            return Ok(not(inner));
        }
        if matches!(self.peek(), Word::Mark("(")) {
            if let Some(path) = self.path()? {
                return Ok(path);
            }
            self.expect("(")?;
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.keyword("true") {
            return Ok(Formula::Constant(true));
        }
        if self.keyword("false") {
            return Ok(Formula::Constant(false));
        }
        if self.keyword("recompute") {
            return Ok(Formula::Recompute);
        }
        if self.keyword("if") {
            let condition = self.formula()?;
            if !self.keyword("then") {
                return Err(self.unexpected("then"));
            }
            let then = self.formula()?;
            if !self.keyword("else") {
                return Err(self.unexpected("else"));
            }
            return Ok(Formula::If(Box::new(condition), Box::new(then), Box::new(self.formula()?)));
        }
        for (word, universal) in [("exists", false), ("forall", true)] {
            if self.keyword(word) {
                return self.quantified(universal);
            }
        }
        self.atom()
    }

    fn quantified(&mut self, universal: bool) -> Parsed<Formula<Written>> {
        let names = self.list(|parser| parser.name("a variable"))?;
        self.expect(".")?;
        let mut vars = Vec::new();
        for name in names {
            let var = Var::try_from(self.used).map_err(|_| self.problem(Cause::TooMany))?;
            self.used += 1;
            self.scope.push((name, var));
            vars.push(var);
        }
        let mut body = self.formula()?;
        for var in vars.into_iter().rev() {
            body = match universal {
                true => Formula::forall(var, body),
                false => Formula::Exists(var, Box::new(body)),
            };
            self.scope.pop();
        }
        Ok(body)
    }

    fn variable(&mut self) -> Parsed<Var> {
        let name = self.name("a variable")?;
        let found = self.scope.iter().rev().find(|(known, _)| *known == name).map(|(_, var)| *var);
        found.ok_or_else(|| {
            self.at -= 1;
            self.problem(Cause::UnknownVariable(name))
        })
    }

    fn written(&mut self) -> Parsed<Written> {
        let line = self.line();
        let name = self.name("a predicate")?;
        let mut arguments = Vec::new();
        if self.mark("[") {
            arguments =
                self.list(
                    |parser| {
                        if parser.mark("*") { Ok("*".to_owned()) } else { parser.name("a pointer, a link or *") }
                    },
                )?;
            self.expect("]")?;
        }
        Ok(Written { name, arguments, line })
    }

    /// `(a | ~b)*(u, v)`: a path whose steps are several links. Nothing if it is no path.
    fn path(&mut self) -> Parsed<Option<Formula<Written>>> {
        let start = self.at;
        self.at += 1;
        let mut steps = Vec::new();
        loop {
            let back = self.mark("~");
            if !matches!(self.peek(), Word::Name(_)) {
                break;
            }
            steps.push((self.written()?, back));
            if !self.mark("|") {
                break;
            }
        }
        if !steps.is_empty() && self.mark(")") && matches!(self.peek(), Word::Mark("*" | "+")) {
            return self.ends(steps).map(Some);
        }
        self.at = start;
        Ok(None)
    }

    fn ends(&mut self, steps: Vec<(Written, bool)>) -> Parsed<Formula<Written>> {
        let reflexive = self.mark("*");
        if !reflexive {
            self.expect("+")?;
        }
        self.expect("(")?;
        let from = self.variable()?;
        self.expect(",")?;
        let to = self.variable()?;
        self.expect(")")?;
        Ok(Formula::Closure { steps, reflexive, from, to })
    }

    fn atom(&mut self) -> Parsed<Formula<Written>> {
        let next = self.words.get(self.at + 1).map(|(word, _)| word.clone());
        if let Some(Word::Mark(mark @ ("=" | "!="))) = next {
            let left = self.variable()?;
            self.at += 1;
            let equal = Formula::Equal(left, self.variable()?);
            return Ok(if mark == "=" { equal } else { not(equal) });
        }
        let predicate = self.written()?;
        if matches!(self.peek(), Word::Mark("*" | "+")) {
            return self.ends(vec![(predicate, false)]);
        }
        self.expect("(")?;
        let vars = self.list(Parser::variable)?;
        self.expect(")")?;
        match (&vars[..], predicate.name.as_str(), predicate.arguments.is_empty()) {
            ([var], "new", true) => Ok(Formula::New(*var)),
            _ => Ok(Formula::Atom(predicate, vars)),
        }
    }

    fn structure(&mut self) -> Parsed<WrittenStructure> {
        let line = self.line();
        let name = self.name("the name of a structure")?;
        self.expect("(")?;
        let links = self.list(|parser| parser.name("a link"))?;
        self.expect(")")?;
        let mut result = WrittenStructure {
            name,
            links,
            found_by: Vec::new(),
            refines: Vec::new(),
            families: Vec::new(),
            invariants: Vec::new(),
            line,
        };
        loop {
            if self.keyword("link") {
                let line = self.line();
                let name = self.name("a link")?;
                self.expect(":")?;
                let by = if self.keyword("field") {
                    super::LinkBy::Field(self.name("the name of a field")?)
                } else if self.keyword("offset") {
                    let Word::Number(offset) = *self.peek() else { return Err(self.unexpected("a number")) };
                    self.at += 1;
                    super::LinkBy::Offset(offset)
                } else {
                    return Err(self.unexpected("field or offset"));
                };
                result.found_by.push((name, by, line));
            } else if self.keyword("refines") {
                result.refines.extend(self.list(|parser| {
                    let line = parser.line();
                    let name = parser.name("a structure")?;
                    parser.expect("(")?;
                    let arguments = parser.list(|parser| parser.name("a link"))?;
                    parser.expect(")")?;
                    Ok(Written { name, arguments, line })
                })?);
            } else if self.keyword("family") {
                let line = self.line();
                let name = self.name("the name of a family")?;
                self.expect(":")?;
                result.families.push((name, self.list(Parser::written)?, line));
            } else if self.keyword("invariant") {
                result.invariants.push(self.body(&[])?);
            } else {
                return Ok(result);
            }
        }
    }
}
