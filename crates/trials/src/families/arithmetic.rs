//! Equivalences of arithmetic circuits: products, sums, quotients.

use super::Instance;
use std::fmt::Write;

fn script(width: u32, variables: &[&str], facts: &[String]) -> String {
    let mut text = String::from("(set-logic QF_BV)\n");
    for variable in variables {
        let _ = writeln!(text, "(declare-const {variable} (_ BitVec {width}))");
    }
    for fact in facts {
        let _ = writeln!(text, "(assert {fact})");
    }
    text.push_str("(check-sat)\n");
    text
}

fn constant(width: u32, value: u64) -> String {
    format!("(_ bv{value} {width})")
}

fn differ(a: &str, b: &str) -> String {
    format!("(not (= {a} {b}))")
}

/// The product of `x` and `y` by shifted rows.
fn rows(width: u32, x: &str, y: &str) -> String {
    let mut sum = constant(width, 0);
    for bit in 0..width {
        let row = format!(
            "(ite (= ((_ extract {bit} {bit}) {y}) #b1) (bvshl {x} {}) {})",
            constant(width, u64::from(bit)),
            constant(width, 0)
        );
        sum = format!("(bvadd {sum} {row})");
    }
    sum
}

/// Products.
pub fn multipliers(quick: bool) -> Vec<Instance> {
    let mut result = Vec::new();
    let mut push = |name: String, text: String, status| result.push(Instance::new(name, text, Some(status)));
    for width in 4..=if quick { 5 } else { 7 } {
        let fact = differ("(bvmul a (bvadd b c))", "(bvadd (bvmul a b) (bvmul a c))");
        push(format!("distributive-{width}"), script(width, &["a", "b", "c"], &[fact]), "unsat");
        let fact = differ("(bvmul (bvmul a b) c)", "(bvmul a (bvmul b c))");
        push(format!("associative-{width}"), script(width, &["a", "b", "c"], &[fact]), "unsat");
        let square = "(bvmul (bvadd a b) (bvadd a b))";
        let two = constant(width, 2);
        let expanded = format!("(bvadd (bvadd (bvmul a a) (bvmul {two} (bvmul a b))) (bvmul b b))");
        push(format!("square-{width}"), script(width, &["a", "b"], &[differ(square, &expanded)]), "unsat");
    }
    for width in 4..=if quick { 6 } else { 9 } {
        let fact = differ("(bvmul a b)", &rows(width, "a", "b"));
        push(format!("rows-{width}"), script(width, &["a", "b"], &[fact]), "unsat");
        let fact = differ("(bvmul a b)", &rows(width, "b", "a"));
        push(format!("columns-{width}"), script(width, &["a", "b"], &[fact]), "unsat");
    }
    for factor in [7u64, 13, 60, 255, 1000, 65599, 1_000_003] {
        let product = format!("(bvmul a {})", constant(32, factor));
        let mut sum = constant(32, 0);
        for bit in (0..32).filter(|bit| factor >> bit & 1 == 1) {
            sum = format!("(bvadd {sum} (bvshl a {}))", constant(32, bit));
        }
        push(format!("constant-{factor}"), script(32, &["a"], &[differ(&product, &sum)]), "unsat");
    }
    for (width, product) in [(16u32, 31_327u64), (20, 999_001), (24, 9_797_867), (28, 96_059_197)] {
        if quick && width > 20 {
            continue;
        }
        // Factors of a number, both at least 2 and small enough that nothing wraps.
        let half = constant(width, 1 << (width / 2));
        let facts = [
            format!("(= (bvmul a b) {})", constant(width, product)),
            format!("(bvult a {half})"),
            format!("(bvult b {half})"),
            format!("(bvult {} a)", constant(width, 1)),
            "(bvule a b)".to_owned(),
        ];
        result.push(Instance::new(format!("factors-{product}"), script(width, &["a", "b"], &facts), None));
    }
    result
}

/// Sums and comparisons.
pub fn adders(quick: bool) -> Vec<Instance> {
    let mut result = Vec::new();
    let mut push = |name: String, text: String, status| result.push(Instance::new(name, text, Some(status)));
    for width in if quick { vec![8, 16] } else { vec![8, 16, 32, 64] } {
        let names = ["a", "b", "c", "d", "e"];
        for count in 3..=5usize {
            let left = names[1..count].iter().fold(names[0].to_owned(), |sum, x| format!("(bvadd {sum} {x})"));
            let right = names[..count - 1]
                .iter()
                .rev()
                .fold(names[count - 1].to_owned(), |sum, x| format!("(bvadd {x} {sum})"));
            // Exclusive or with itself keeps a simplifier from seeing the same sum.
            let hidden = format!("(bvxor (bvxor {right} p) (bvor (bvand p (bvnot a)) (bvand p a)))");
            let mut variables = names[..count].to_vec();
            variables.push("p");
            push(format!("order-{count}-{width}"), script(width, &variables, &[differ(&left, &hidden)]), "unsat");
        }
        let fact = differ("(bvadd a b)", &format!("(bvadd (bvxor a b) (bvshl (bvand a b) {}))", constant(width, 1)));
        push(format!("carry-save-{width}"), script(width, &["a", "b"], &[fact]), "unsat");
        let fact = differ("(bvsub a b)", "(bvnot (bvadd (bvnot a) b))");
        push(format!("difference-{width}"), script(width, &["a", "b"], &[fact]), "unsat");
        let fact = differ("(bvsub (bvor a b) (bvand a b))", "(bvxor a b)");
        push(format!("or-minus-and-{width}"), script(width, &["a", "b"], &[fact]), "unsat");
        let less = "(ite (bvslt a b) #b1 #b0)";
        let sign = format!(
            "((_ extract {0} {0}) (bvor (bvand a (bvnot b)) (bvand (bvnot (bvxor a b)) (bvsub a b))))",
            width - 1
        );
        push(format!("less-by-sign-{width}"), script(width, &["a", "b"], &[differ(less, &sign)]), "unsat");
        let average = format!("(bvadd (bvand a b) (bvlshr (bvxor a b) {}))", constant(width, 1));
        let wide = format!("((_ extract {width} 1) (bvadd ((_ zero_extend 1) a) ((_ zero_extend 1) b)))");
        push(format!("average-{width}"), script(width, &["a", "b"], &[differ(&average, &wide)]), "unsat");
        let transitive = ["(bvslt a b)", "(bvslt b c)", "(bvslt c d)", "(not (bvslt a d))"].map(str::to_owned);
        push(format!("transitive-{width}"), script(width, &["a", "b", "c", "d"], &transitive), "unsat");
        push(
            format!("count-ones-{width}"),
            script(width, &["a"], &[differ(&ones_by_halves(width), &ones_by_bits(width))]),
            "unsat",
        );
    }
    result
}

fn ones_by_bits(width: u32) -> String {
    (0..width).fold(constant(width, 0), |sum, bit| {
        format!("(bvadd {sum} ((_ zero_extend {}) ((_ extract {bit} {bit}) a)))", width - 1)
    })
}

fn ones_by_halves(width: u32) -> String {
    let mut parts: Vec<String> =
        (0..width).map(|bit| format!("((_ zero_extend {}) ((_ extract {bit} {bit}) a))", width - 1)).collect();
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| format!("(bvadd {})", pair.join(" "))).collect();
    }
    parts.remove(0)
}

/// Quotients and remainders.
pub fn divisions(quick: bool) -> Vec<Instance> {
    let mut result = Vec::new();
    let mut push = |name: String, text: String, status| result.push(Instance::new(name, text, Some(status)));
    for width in if quick { vec![4, 6] } else { vec![4, 6, 8, 10] } {
        let zero = constant(width, 0);
        let facts = [differ("(bvadd (bvmul (bvudiv a b) b) (bvurem a b))", "a")];
        push(format!("euclid-{width}"), script(width, &["a", "b"], &facts), "unsat");
        let facts = [format!("(not (= b {zero}))"), "(not (bvult (bvurem a b) b))".to_owned()];
        push(format!("remainder-{width}"), script(width, &["a", "b"], &facts), "unsat");
        let facts = [differ("(bvadd (bvmul (bvsdiv a b) b) (bvsrem a b))", "a")];
        push(format!("signed-{width}"), script(width, &["a", "b"], &facts), "unsat");
    }
    for width in if quick { vec![8, 16] } else { vec![8, 16, 32] } {
        for divisor in [3u64, 7, 10, 13, 100] {
            let c = constant(width, divisor);
            let facts = [format!("(not (bvult (bvurem a {c}) {c}))")];
            push(format!("below-{divisor}-{width}"), script(width, &["a"], &facts), "unsat");
            let facts = ["(bvult a b)".to_owned(), format!("(bvult (bvudiv b {c}) (bvudiv a {c}))")];
            push(format!("monotone-{divisor}-{width}"), script(width, &["a", "b"], &facts), "unsat");
            let facts = [
                format!("(= (bvudiv a {c}) {})", constant(width, 17)),
                format!("(= (bvurem a {c}) {})", constant(width, divisor - 1)),
            ];
            let fits = 17 * divisor + divisor - 1 < 1 << width.min(63);
            push(
                format!("inverse-{divisor}-{width}"),
                script(width, &["a"], &facts),
                if fits { "sat" } else { "unsat" },
            );
            let facts = [
                format!("(= (bvsrem a {c}) (bvneg {}))", constant(width, 2)),
                format!("(bvslt a (bvneg {}))", constant(width, 20)),
            ];
            push(format!("signed-{divisor}-{width}"), script(width, &["a"], &facts), "sat");
        }
    }
    result
}
