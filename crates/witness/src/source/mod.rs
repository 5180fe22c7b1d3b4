//! A C source text as witnesses see it: places of statements, loops, branchings and calls.
//!
//! Witnesses speak of lines and columns of the text, the program model of lines and columns of the
//! compiler. This is a small reader of C that knows where statements begin and end and which
//! parentheses belong to which keyword or call. It knows no types. What it does not understand has
//! no place: then a witness that needs it says less, or is not accepted.

mod lexer;
mod statements;

pub use lexer::{Token, TokenKind, tokenise};
pub use statements::{Statement, StatementKind};

/// A text with its tokens and statements.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text.
    pub text: Vec<u8>,
    /// Where each line starts.
    lines: Vec<usize>,
    /// The tokens.
    pub tokens: Vec<Token>,
    /// For each opening or closing bracket the index of its partner, else its own index.
    partners: Vec<usize>,
    /// The functions that are defined, in order.
    pub functions: Vec<FunctionText>,
    /// The statements of all functions; a statement comes before those it contains.
    pub statements: Vec<Statement>,
}

/// The definition of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionText {
    /// Its name.
    pub name: String,
    /// The token with its name.
    pub name_token: usize,
    /// The tokens of the braces around its body.
    pub body: (usize, usize),
}

/// A place where control branches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branching {
    /// The token `if`, `while`, `for`, `do`, `switch` or `?`.
    pub token: usize,
    /// The first token of the controlling expression and the one after its last; empty for
    /// `for (;;)`.
    pub condition: (usize, usize),
    /// Is it a `switch`?
    pub switch: bool,
}

/// A call in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CallText {
    /// The token with the function's name.
    pub name: usize,
    /// The token with the right parenthesis.
    pub close: usize,
}

/// Words before a parenthesis that do not make it a call.
const NOT_CALLED: &[&str] = &[
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "case",
    "do",
    "else",
    "goto",
    "typeof",
    "__typeof__",
    "__typeof",
    "_Alignof",
    "__alignof__",
    "__attribute__",
    "__attribute",
    "_Static_assert",
    "asm",
    "__asm__",
    "__asm",
    "__extension__",
    "int",
    "char",
    "short",
    "long",
    "unsigned",
    "signed",
    "float",
    "double",
    "void",
    "_Bool",
    "const",
    "volatile",
    "struct",
    "union",
    "enum",
    "_Generic",
    "__builtin_offsetof",
    "__builtin_va_arg",
];

impl Source {
    /// Reads a text.
    pub fn new(text: Vec<u8>) -> Source {
        let mut lines = vec![0];
        lines.extend(text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        let tokens = tokenise(&text);
        let mut source = Source { text, lines, tokens, partners: vec![], functions: vec![], statements: vec![] };
        source.partners = source.match_brackets();
        source.functions = source.find_functions();
        source.statements = statements::parse(&source);
        source
    }

    /// The text of a token; nothing for one that does not exist.
    pub fn word(&self, token: usize) -> &str {
        let bytes = self.tokens.get(token).and_then(|t| self.text.get(t.start..t.end)).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The partner of a bracket.
    pub fn partner(&self, token: usize) -> usize {
        self.partners.get(token).copied().unwrap_or(token)
    }

    /// Line and column of an offset, both from 1; columns count characters.
    pub fn line_and_column(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line.saturating_sub(1)];
        let before = &self.text[start..offset.min(self.text.len())];
        (line as u32, String::from_utf8_lossy(before).chars().count() as u32 + 1)
    }

    /// The bytes of a line, without its end.
    pub fn line(&self, line: u32) -> Option<&[u8]> {
        let range = self.line_range(line)?;
        let bytes = &self.text[range];
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        Some(bytes.strip_suffix(b"\r").unwrap_or(bytes))
    }

    /// The offsets of a line, its end included.
    fn line_range(&self, line: u32) -> Option<std::ops::Range<usize>> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.lines.get(index)?;
        Some(start..self.lines.get(index + 1).copied().unwrap_or(self.text.len()))
    }

    /// The offset of a line and a column that counts characters.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = self.line_range(line)?.start;
        let bytes = self.line(line)?;
        let text = String::from_utf8_lossy(bytes);
        let (at, _) = text.char_indices().nth((column as usize).checked_sub(1)?)?;
        // Bytes that are no UTF-8 were replaced by longer ones; then only positions before them are
        // right.
        (at < bytes.len()).then_some(start + at)
    }

    /// The offset of a line and a column that counts bytes, as compilers do.
    pub fn byte_offset(&self, line: u32, column: u32) -> Option<usize> {
        let range = self.line_range(line)?;
        let offset = range.start + (column as usize).checked_sub(1)?;
        range.contains(&offset).then_some(offset)
    }

    /// The token that contains an offset.
    pub fn token_at(&self, offset: usize) -> Option<usize> {
        let index = self.tokens.partition_point(|t| t.end <= offset);
        self.tokens.get(index).filter(|t| t.start <= offset).map(|_| index)
    }

    /// The tokens that begin on a line.
    pub fn tokens_of_line(&self, line: u32) -> std::ops::Range<usize> {
        let Some(range) = self.line_range(line) else { return 0..0 };
        let first = self.tokens.partition_point(|t| t.start < range.start);
        first..self.tokens.partition_point(|t| t.start < range.end)
    }

    /// The function whose body contains a token.
    pub fn function_of(&self, token: usize) -> Option<&FunctionText> {
        let index = self.functions.partition_point(|f| f.body.1 < token);
        self.functions.get(index).filter(|f| f.body.0 <= token)
    }

    /// The first token of a function's definition: behind what ends before it.
    pub fn first_of(&self, function: &FunctionText) -> usize {
        let mut at = function.name_token;
        while at > 0 {
            let before = at - 1;
            let open = self.partner(before);
            at = match self.word(before) {
                ";" => break,
                "}" if open < before && self.is_type_body(open) => open,
                "}" => break,
                ")" | "]" if open < before => open,
                _ => before,
            };
        }
        at
    }

    /// Does this brace open the body of a `struct`, `union` or `enum`?
    fn is_type_body(&self, open: usize) -> bool {
        let is_keyword = |back: usize| {
            let token = open.checked_sub(back);
            token.is_some_and(|token| matches!(self.word(token), "struct" | "union" | "enum"))
        };
        is_keyword(1) || is_keyword(2)
    }

    /// The words of declarations outside of functions that end before a token: not in parentheses
    /// and braces.
    pub fn declared_before(&self, token: usize) -> std::collections::HashSet<&str> {
        let mut found = std::collections::HashSet::new();
        let mut at = 0;
        while at < token {
            match self.word(at) {
                "(" | "{" | "[" => at = self.partner(at).max(at),
                word if self.tokens[at].kind == TokenKind::Word => drop(found.insert(word)),
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// The call whose name is this token.
    pub fn call_named_at(&self, token: usize) -> Option<CallText> {
        let called = self.tokens.get(token)?.kind == TokenKind::Word
            && self.word(token + 1) == "("
            && !NOT_CALLED.contains(&self.word(token))
            && self.function_of(token).is_some_and(|f| token > f.body.0);
        let close = self.partner(token + 1);
        (called && close > token + 1).then_some(CallText { name: token, close })
    }

    /// The call whose arguments end with this parenthesis.
    pub fn call_closed_at(&self, token: usize) -> Option<CallText> {
        let open = self.partner(token);
        if self.word(token) != ")" || open >= token {
            return None;
        }
        self.call_named_at(open.checked_sub(1)?)
    }

    /// The innermost statement that contains a token.
    pub fn statement_around(&self, token: usize) -> Option<usize> {
        // Statements are sorted by their first token, and those around a statement come before it.
        let mut index = self.statements.partition_point(|s| s.first <= token).checked_sub(1)?;
        while self.statements[index].last < token {
            index = self.statements[index].parent?;
        }
        Some(index)
    }

    /// The outermost of the statements that begin with a token.
    pub fn statement_starting(&self, token: usize) -> Option<usize> {
        let index = self.statements.partition_point(|s| s.first < token);
        self.statements.get(index).filter(|s| s.first == token).map(|_| index)
    }

    /// The branching of a keyword or of a `?`.
    pub fn branching_at(&self, token: usize) -> Option<Branching> {
        let word = self.word(token);
        if word == "?" {
            return Some(Branching { token, condition: (self.start_of_condition(token)?, token), switch: false });
        }
        let statement = &self.statements[self.statement_starting(token)?];
        let (open, close) = statement.head?;
        let inside = |token: &usize| *token > open && *token < close;
        let condition = match statement.kind {
            StatementKind::If | StatementKind::While | StatementKind::Do | StatementKind::Switch => (open + 1, close),
            StatementKind::For => {
                let mut signs = self.separators(open).into_iter().filter(inside);
                let (first, second) = (signs.next()?, signs.next()?);
                (first + 1, second)
            }
            _ => return None,
        };
        Some(Branching { token, condition, switch: statement.kind == StatementKind::Switch })
    }

    /// The semicolons directly inside a parenthesis.
    pub fn separators(&self, open: usize) -> Vec<usize> {
        let close = self.partner(open);
        let mut found = Vec::new();
        let mut at = open + 1;
        while at < close {
            match self.word(at) {
                ";" => found.push(at),
                "(" | "[" | "{" => at = self.partner(at).max(at),
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// Where the condition before a `?` begins.
    fn start_of_condition(&self, question: usize) -> Option<usize> {
        let mut at = question;
        while at > 0 {
            let before = at - 1;
            match self.word(before) {
                ")" | "]" | "}" if self.partner(before) < before => at = self.partner(before),
                "(" | "[" | "{" | "}" | "," | ";" | "?" | ":" | "return" | "case" | "else" | "do" => break,
                "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => break,
                _ => at = before,
            }
        }
        (at < question).then_some(at)
    }

    /// Brackets that do not fit are left alone. A closing brace closes what was left open inside
    /// it.
    fn match_brackets(&self) -> Vec<usize> {
        let mut partners: Vec<usize> = (0..self.tokens.len()).collect();
        let mut open: Vec<usize> = Vec::new();
        let mut braces: Vec<usize> = Vec::new();
        for index in 0..self.tokens.len() {
            let fits = |wanted: &str| open.last().is_some_and(|o| self.word(*o) == wanted);
            let partner = match self.word(index) {
                word @ ("(" | "[" | "{") => {
                    if word == "{" {
                        braces.push(open.len());
                    }
                    open.push(index);
                    continue;
                }
                ")" if fits("(") => open.pop(),
                "]" if fits("[") => open.pop(),
                "}" => braces.pop().and_then(|at| {
                    let brace = open.get(at).copied();
                    open.truncate(at);
                    brace
                }),
                _ => None,
            };
            if let Some(partner) = partner {
                partners[partner] = index;
                partners[index] = partner;
            }
        }
        partners
    }

    fn find_functions(&self) -> Vec<FunctionText> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let close = self.partner(at);
            if self.word(at) == "{" && close > at {
                if let Some(name_token) = self.function_before(at) {
                    let name = self.word(name_token).to_owned();
                    found.push(FunctionText { name, name_token, body: (at, close) });
                }
                at = close;
            }
            at += 1;
        }
        found
    }

    /// The name of the function whose body begins with this brace, if it is a function's.
    fn function_before(&self, brace: usize) -> Option<usize> {
        let mut at = brace.checked_sub(1)?;
        if self.word(at) == ";" {
            // Parameters declared in the old way: back to the parameter list.
            while self.word(at) != ")" {
                if matches!(self.word(at), "}" | "=" | "{") {
                    return None;
                }
                at = at.checked_sub(1)?;
            }
        }
        loop {
            if self.word(at) != ")" {
                return None;
            }
            let name = self.partner(at).checked_sub(1)?;
            if self.word(name).starts_with("__attribute") || self.word(name).starts_with("__asm") {
                at = name.checked_sub(1)?;
                continue;
            }
            let word = self.tokens[name].kind == TokenKind::Word && !NOT_CALLED.contains(&self.word(name));
            return word.then_some(name);
        }
    }
}

#[cfg(test)]
mod tests;
