//! Where statements begin and end.
//!
//! An explicit stack holds the statements that wait for a part; a long chain of `else if` is as
//! deep as it is long.

use super::Source;

/// What a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `{ … }`.
    Block,
    /// `if`.
    If,
    /// `while`.
    While,
    /// `for`.
    For,
    /// `do … while`.
    Do,
    /// `switch`.
    Switch,
    /// A label, `case` or `default`, with the statement behind it.
    Label,
    /// Up to a semicolon: an expression, a declaration, a jump.
    Simple,
}

impl StatementKind {
    /// Is it a loop?
    pub fn is_loop(self) -> bool {
        matches!(self, StatementKind::While | StatementKind::For | StatementKind::Do)
    }
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Its first token.
    pub first: usize,
    /// Its last token.
    pub last: usize,
    /// The parentheses after its keyword.
    pub head: Option<(usize, usize)>,
    /// The first statement inside: a loop's body, what follows a condition.
    pub body: Option<usize>,
    /// The statement that contains it.
    pub parent: Option<usize>,
}

/// What the statement on the stack waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    /// More statements, up to the brace.
    Block,
    /// What follows the condition; an `else` may come.
    Then,
    /// Its last part.
    Last,
    /// The body of `do`.
    Do,
}

/// The statements of all functions.
pub(super) fn parse(source: &Source) -> Vec<Statement> {
    let mut statements = Vec::new();
    for function in &source.functions {
        let mut parser = Parser { source, end: function.body.1, statements: &mut statements, stack: Vec::new() };
        // A text that is not understood keeps the statements found so far; those still open end
        // with the body.
        if parser.body(function.body.0).is_none() {
            let open: Vec<usize> = parser.stack.iter().map(|(s, _)| *s).collect();
            for statement in open {
                statements[statement].last = function.body.1;
            }
        }
    }
    statements
}

struct Parser<'s> {
    source: &'s Source,
    /// The brace that ends the function.
    end: usize,
    statements: &'s mut Vec<Statement>,
    stack: Vec<(usize, Waiting)>,
}

impl Parser<'_> {
    /// Reads a body; `None` if something is not understood.
    fn body(&mut self, brace: usize) -> Option<()> {
        let mut at = self.begin(brace)?;
        while let Some(&(_, waiting)) = self.stack.last() {
            if at > self.end {
                return None;
            }
            at = match (waiting, self.source.word(at)) {
                (Waiting::Block, "}") => self.complete(at)?,
                _ => self.begin(at)?,
            };
        }
        Some(())
    }

    /// Begins the statement at a token; answers where the next one begins.
    fn begin(&mut self, at: usize) -> Option<usize> {
        let source = self.source;
        let parent = self.stack.last().map(|(s, _)| *s);
        let index = self.statements.len();
        if let Some(parent) = parent
            && self.statements[parent].body.is_none()
        {
            self.statements[parent].body = Some(index);
        }
        let mut add = |kind, head| {
            self.statements.push(Statement { kind, first: at, last: at, head, body: None, parent });
        };
        let head = |keyword: usize| {
            let (open, close) = (keyword + 1, source.partner(keyword + 1));
            (source.word(open) == "(" && close > open).then_some((open, close))
        };
        let (waiting, next) = match source.word(at) {
            "{" => {
                add(StatementKind::Block, None);
                (Waiting::Block, at + 1)
            }
            "if" => {
                let head = head(at)?;
                add(StatementKind::If, Some(head));
                (Waiting::Then, head.1 + 1)
            }
            word @ ("while" | "for" | "switch") => {
                let head = head(at)?;
                let kind = match word {
                    "while" => StatementKind::While,
                    "for" => StatementKind::For,
                    _ => StatementKind::Switch,
                };
                add(kind, Some(head));
                (Waiting::Last, head.1 + 1)
            }
            "do" => {
                add(StatementKind::Do, None);
                (Waiting::Do, at + 1)
            }
            _ => match self.label_end(at) {
                Some(colon) => {
                    self.statements.push(Statement {
                        kind: StatementKind::Label,
                        first: at,
                        last: at,
                        head: None,
                        body: None,
                        parent,
                    });
                    (Waiting::Last, colon + 1)
                }
                None => {
                    let end = self.simple_end(at)?;
                    self.statements.push(Statement {
                        kind: StatementKind::Simple,
                        first: at,
                        last: end,
                        head: None,
                        body: None,
                        parent,
                    });
                    return self.part_done(end);
                }
            },
        };
        self.stack.push((index, waiting));
        // A label may stand before the brace that ends a block.
        if waiting == Waiting::Last && source.word(next) == "}" {
            return self.complete(next - 1);
        }
        Some(next)
    }

    /// The colon of a label, if the statement is one.
    fn label_end(&self, at: usize) -> Option<usize> {
        let source = self.source;
        match source.word(at) {
            "case" => {
                let mut questions = 0;
                let mut token = at + 1;
                while token < self.end {
                    match source.word(token) {
                        "?" => questions += 1,
                        ":" if questions == 0 => return Some(token),
                        ":" => questions -= 1,
                        ";" | "{" | "}" => return None,
                        "(" => token = source.partner(token).max(token),
                        _ => {}
                    }
                    token += 1;
                }
                None
            }
            _ => {
                let word = source.tokens.get(at)?.kind == super::TokenKind::Word;
                (word && source.word(at + 1) == ":").then_some(at + 1)
            }
        }
    }

    /// The semicolon that ends a simple statement.
    fn simple_end(&self, mut at: usize) -> Option<usize> {
        while at < self.end {
            match self.source.word(at) {
                ";" => return Some(at),
                "}" => return None,
                "(" | "[" | "{" => {
                    let partner = self.source.partner(at);
                    if partner <= at {
                        return None;
                    }
                    at = partner;
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The innermost open statement ends with this token.
    fn complete(&mut self, last: usize) -> Option<usize> {
        let (index, _) = self.stack.pop()?;
        self.statements[index].last = last;
        if self.stack.is_empty() { Some(last + 1) } else { self.part_done(last) }
    }

    /// A part of the innermost open statement ends with this token.
    fn part_done(&mut self, mut last: usize) -> Option<usize> {
        while let Some(&(index, waiting)) = self.stack.last() {
            match waiting {
                Waiting::Block => break,
                Waiting::Then if self.source.word(last + 1) == "else" => {
                    if let Some(top) = self.stack.last_mut() {
                        top.1 = Waiting::Last;
                    }
                    return Some(last + 2);
                }
                Waiting::Do => {
                    let (keyword, open) = (last + 1, last + 2);
                    let close = self.source.partner(open);
                    if self.source.word(keyword) != "while" || self.source.word(open) != "(" || close <= open {
                        return None;
                    }
                    self.statements[index].head = Some((open, close));
                    last = if self.source.word(close + 1) == ";" { close + 1 } else { close };
                }
                Waiting::Then | Waiting::Last => {}
            }
            self.statements[index].last = last;
            self.stack.pop();
        }
        Some(last + 1)
    }
}
