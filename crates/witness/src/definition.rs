//! The definition of a function in a C text, and what names mean there.

use crate::source::{FunctionText, Source};
use crate::sources::Sources;
use adumbra_program::{Function, Program};
use std::collections::HashSet;

/// Words before the name of a function that say nothing of its type.
const ASIDE: &[&str] = &[
    "static",
    "extern",
    "inline",
    "__inline",
    "__inline__",
    "const",
    "volatile",
    "_Noreturn",
    "__extension__",
    "__attribute__",
    "__attribute",
];

/// Where a function is defined.
pub struct Definition<'s> {
    /// The number of the file.
    pub file: usize,
    /// The first token.
    pub first: usize,
    /// The token behind the right parenthesis, or behind old declarations of parameters.
    pub body: usize,
    source: &'s Source,
    name: usize,
    declared: HashSet<&'s str>,
}

impl<'s> Definition<'s> {
    /// The definition of a function of a program.
    pub fn of(program: &Program, sources: &'s Sources, function: Function) -> Option<Definition<'s>> {
        let data = &program.functions[function];
        let position = data.position?;
        let path = &program.files[position.file].path;
        let file = sources.files().position(|(name, _)| name == path)?;
        let (_, source) = sources.file(file)?;
        let line_of = |token: usize| source.line_and_column(source.tokens[token].start).0;
        let holds = |text: &&FunctionText| {
            let lines = line_of(source.first_of(text))..=line_of(text.body.0);
            lines.contains(&position.line) && data.name.starts_with(&text.name)
        };
        let mut fitting = source.functions.iter().filter(holds);
        let text = fitting.next()?;
        fitting.next().is_none().then(|| Definition::at(file, source, text))
    }

    /// A definition in a text.
    pub fn at(file: usize, source: &'s Source, text: &FunctionText) -> Definition<'s> {
        let first = source.first_of(text);
        let declared = source.declared_before(first);
        Definition { file, first, body: text.body.0, source, name: text.name_token, declared }
    }

    /// Is a name declared before the definition, outside of functions?
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// Does it return a signed integer type? None if the text does not say.
    pub fn returns_signed(&self) -> Option<bool> {
        let mut words = Vec::new();
        let mut at = self.first;
        while at < self.name {
            match self.source.word(at) {
                "(" | "{" => at = self.source.partner(at).max(at),
                word if ASIDE.contains(&word) => {}
                word => words.push(word),
            }
            at += 1;
        }
        if words.iter().any(|word| matches!(*word, "unsigned" | "_Bool")) {
            return (!words.contains(&"*")).then_some(false);
        }
        let integers = ["int", "short", "long", "signed"];
        let plain = |word: &&str| integers.contains(word) || *word == "char" && words.contains(&"signed");
        (!words.is_empty() && words.iter().all(plain)).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_definition_returns_and_sees() {
        let check = |text: &str, first: &str, signed: Option<bool>| {
            let text = format!("int a; struct s {{ int b; }}; void g(int c);\n{text}");
            let source = Source::new(text.into_bytes());
            let definition = Definition::at(0, &source, &source.functions[0]);
            assert_eq!(source.word(definition.first), first);
            assert_eq!(definition.returns_signed(), signed);
            assert!(definition.declares("a") && !definition.declares("b") && !definition.declares("c"));
        };
        check("int f(int x) { return x; }", "int", Some(true));
        check("static inline unsigned long f(void) { return 1; }", "static", Some(false));
        check("signed char f(void) { return 1; }", "signed", Some(true));
        check("char f(void) { return 1; }", "char", None);
        check("size_t f(void) { return 1; }", "size_t", None);
        check("unsigned *f(void) { return 0; }", "unsigned", None);
        check("struct t { int b; } f(void) { struct t x; return x; }", "struct", None);
        check(
            "_Static_assert(1, \"\"); __attribute__((noinline)) int\nf(x) int x; { return x; }",
            "__attribute__",
            Some(true),
        );
    }
}
