//! Random programs in C whose functions call each other.

use adumbra_testing::Random;
use std::fmt::Write;

/// Functions of a random program, besides `main`.
const FUNCTIONS: usize = 4;

/// Writes the text of a program.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
}

impl Writer<'_> {
    fn number(&mut self) -> i64 {
        self.random.below(9) as i64 - 3
    }

    fn value(&mut self) -> String {
        match self.random.below(7) {
            0 => "x".into(),
            1 => "y".into(),
            2 => "g0".into(),
            3 => "g1".into(),
            4 => "*p".into(),
            5 => "t[x & 1]".into(),
            _ => self.number().to_string(),
        }
    }

    fn expr(&mut self) -> String {
        let (a, b) = (self.value(), self.value());
        match self.random.below(5) {
            0 => format!("{a} + {b}"),
            1 => format!("{a} - {b}"),
            2 => format!("({a} & 7)"),
            _ => a,
        }
    }

    fn place(&mut self) -> &'static str {
        let places = ["y", "g0", "g1", "*p", "t[0]", "t[g0 & 1]"];
        places[self.random.below(places.len())]
    }

    fn pointer(&mut self) -> &'static str {
        let pointers = ["&y", "&g0", "p", "&t[1]", "t", "q"];
        pointers[self.random.below(pointers.len())]
    }

    fn call(&mut self) -> String {
        let callee = self.random.below(FUNCTIONS);
        let pointer = self.pointer();
        let argument = self.expr();
        format!("f{callee}(n - 1, {argument}, {pointer})")
    }

    fn statement(&mut self) -> String {
        let (place, expr) = (self.place(), self.expr());
        match self.random.below(14) {
            0 | 1 => {
                let call = self.call();
                format!("{place} = {call};")
            }
            2 => {
                let call = self.call();
                format!("if ({expr} > {}) {place} = {call};", self.number())
            }
            3 => {
                let a = self.value();
                format!("if ({a} == {}) {{ if ({expr} == {}) reach_error(); }}", self.number(), self.number())
            }
            4 => format!("for (int i = 0; i < {}; i++) {place} = {expr};", self.random.below(3) + 1),
            5 => format!("if ({expr} < {}) q = {}; else q = {};", self.number(), self.pointer(), self.pointer()),
            6 => format!("*q = {expr};"),
            7 => format!("{place} = __VERIFIER_nondet_int() & 3;"),
            8 => {
                let (call, way) = (self.call(), self.way_out());
                format!("for (int i = 0; i < 2; i++) {{ {place} = {expr}; {way} y = {call}; }}")
            }
            9 => {
                let (inner, way, other) = (self.place(), self.way_out(), self.way_out());
                let value = self.value();
                format!(
                    "for (int i = 0; i < 3; i++) {{ {way} for (int j = i; j < 3; j++) {{ {inner} = {value} + j; {other} }} {place} = {expr}; }}"
                )
            }
            10 => {
                let (call, way) = (self.call(), self.way_out());
                format!(
                    "{{ int k = 3, z[1] = {{{expr}}}; p = {}; do {{ {place} = z[0]; {way} z[0] = {call}; }} while (--k > 0); }}",
                    self.pointer()
                )
            }
            _ => format!("{place} = {expr};"),
        }
    }

    /// How a loop may be left, or be gone on with.
    fn way_out(&mut self) -> String {
        let condition = format!("if ({} == {})", self.value(), self.number());
        let ways = ["break;", "continue;", "return y & 7;", "goto out;", "exit(64);", "reach_error();", ";", ";"];
        format!("{condition} {}", ways[self.random.below(ways.len())])
    }

    fn body(&mut self, statements: usize) {
        let number = self.number();
        let _ = writeln!(self.text, "  int y = {number}, t[2] = {{1, 2}}; int *q = &y;");
        for _ in 0..statements {
            let statement = self.statement();
            let _ = writeln!(self.text, "  {statement}");
        }
    }
}

/// The text of a random program in C whose functions call each other, themselves too, with pointers
/// to callers' variables, and whose loops are left in many ways. It may end by `exit(64)`; `main`
/// returns less.
pub fn random_calls(random: &mut Random) -> String {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void exit(int);\nint g0 = 1, g1;\n".to_owned();
    let mut writer = Writer { random, text };
    for function in 0..FUNCTIONS {
        let _ = writeln!(writer.text, "int f{function}(int n, int x, int *p);");
    }
    for function in 0..FUNCTIONS {
        let _ = writeln!(writer.text, "int f{function}(int n, int x, int *p) {{\n  if (n <= 0) return x & 7;");
        let statements = 2 + writer.random.below(4);
        writer.body(statements);
        let result = writer.expr();
        let _ = writeln!(writer.text, "out:\n  return {result};\n}}");
    }
    // The depth of the calls is known or not.
    let depth = if writer.random.below(2) == 0 { "__VERIFIER_nondet_int() & 3" } else { "2" };
    let _ = writeln!(writer.text, "int main(void) {{\n  int n = {depth}, x = 0, v = 0; int *p = &v;");
    let statements = 2 + writer.random.below(4);
    writer.body(statements);
    let result = writer.expr();
    let _ = writeln!(writer.text, "out:\n  return ({result}) & 63;\n}}");
    writer.text
}
