//! A program as a tree of lines, of which parts can be left out.

use std::collections::BTreeSet;

/// A part of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A line.
    Line(String),
    /// A line that begins something, what it holds, and the line that ends it.
    Block(String, Vec<Part>, String),
    /// A global variable: its name and its declaration.
    Global(String, String),
}

impl Part {
    /// A line.
    pub fn line(text: impl Into<String>) -> Part {
        Part::Line(text.into())
    }

    /// A block in braces.
    pub fn block(head: impl Into<String>, body: Vec<Part>) -> Part {
        Part::Block(format!("{} {{", head.into()), body, "}".into())
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Types, globals and functions.
    pub parts: Vec<Part>,
    /// What it is made of, by name.
    pub constructs: BTreeSet<&'static str>,
    /// May locals of the entry function be all that holds memory of the heap?
    pub main_holds: bool,
    /// Does it do the same where `int` is as wide, and `long` and pointers have 32 bits?
    pub means_the_same_with_32_bits: bool,
}

/// What every program begins with.
const HEAD: &str = "\
#ifdef JUDGE
#include \"judge.h\"
#else
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
extern void abort(void) __attribute__((noreturn));
extern void exit(int) __attribute__((noreturn));
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
#define INPUT(type, bits) (__VERIFIER_nondet_##type() & ((1 << (bits)) - 1))
#endif

";

impl Program {
    /// The C text, for the verifier and, with `JUDGE` defined, for the judge.
    pub fn text(&self) -> String {
        let mut text = String::from(HEAD);
        let mut globals = Vec::new();
        for part in &self.parts {
            write(part, 0, &mut text, &mut globals);
        }
        text += &format!("\n#ifdef JUDGE\nint judge_main_holds = {};\n", u8::from(self.main_holds));
        text += "void judge_globals(void)\n{\n";
        for global in globals {
            text += &format!("    judge_global(&{global}, sizeof {global});\n");
        }
        text + "}\n#endif\n"
    }

    /// The number of parts.
    pub fn size(&self) -> usize {
        count(&self.parts)
    }

    /// The program without the part of a number, counted as they are written; of a block only the
    /// ends, if that is wanted.
    pub fn without(&self, number: usize, keep_body: bool) -> Program {
        let mut left = number;
        let parts = without(&self.parts, &mut left, keep_body);
        Program { parts, ..self.clone() }
    }
}

fn count(parts: &[Part]) -> usize {
    let of = |part: &Part| match part {
        Part::Block(_, body, _) => 1 + count(body),
        Part::Line(_) | Part::Global(..) => 1,
    };
    parts.iter().map(of).sum()
}

fn without(parts: &[Part], left: &mut usize, keep_body: bool) -> Vec<Part> {
    let mut kept = Vec::new();
    for part in parts {
        let is_it = *left == 0;
        *left = left.wrapping_sub(1);
        match part {
            Part::Block(_, body, _) if is_it && keep_body => kept.extend(body.iter().cloned()),
            _ if is_it => {}
            Part::Block(head, body, tail) => {
                kept.push(Part::Block(head.clone(), without(body, left, keep_body), tail.clone()));
            }
            Part::Line(_) | Part::Global(..) => kept.push(part.clone()),
        }
    }
    kept
}

fn write(part: &Part, depth: usize, text: &mut String, globals: &mut Vec<String>) {
    let mut line = |content: &str| *text += &format!("{}{content}\n", "    ".repeat(depth));
    match part {
        Part::Line(content) => line(content),
        Part::Global(name, declaration) => {
            line(declaration);
            globals.push(name.clone());
        }
        Part::Block(head, body, tail) => {
            line(head);
            for part in body {
                write(part, depth + 1, text, globals);
            }
            *text += &format!("{}{tail}\n", "    ".repeat(depth));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_left_out_by_number() {
        let body = vec![Part::line("a;"), Part::block("if (b)", vec![Part::line("c;")]), Part::line("d;")];
        let parts = vec![Part::Global("g".into(), "int g;".into()), Part::block("int main(void)", body)];
        let program =
            Program { parts, constructs: BTreeSet::new(), main_holds: false, means_the_same_with_32_bits: false };
        assert_eq!(program.size(), 6);
        let lines = |program: &Program| {
            let text = program.text();
            let from = text.find("#endif\n\n").unwrap() + 8;
            text[from..text.find("\n#ifdef JUDGE\nint").unwrap()].split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(lines(&program), "int g; int main(void) { a; if (b) { c; } d; }");
        assert_eq!(lines(&program.without(0, false)), "int main(void) { a; if (b) { c; } d; }");
        assert_eq!(lines(&program.without(3, false)), "int g; int main(void) { a; d; }");
        assert_eq!(lines(&program.without(3, true)), "int g; int main(void) { a; c; d; }");
        assert_eq!(lines(&program.without(5, false)), "int g; int main(void) { a; if (b) { c; } }");
        assert!(program.text().contains("judge_global(&g, sizeof g);"));
        assert!(!program.without(0, false).text().contains("judge_global(&g"));
    }
}
