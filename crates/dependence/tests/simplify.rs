//! Simplified programs: executions stay what they were. What is left of small ones is in
//! `filetests/simplify`.

use crate::common::tricky::TRICKY;
use crate::common::{Known, load_file, load_for};
use adumbra_dependence::simplify::{Simplified, simplify};
use adumbra_interpreter::eval::{Value, fold_words};
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{Environment, Interpreter, Options, Outcome, Question, Tracer, Undetermined, View};
use adumbra_program::*;

pub fn simplified(program: &Program) -> (Program, Simplified) {
    simplify(program, &|pool, expr, ty| fold_words(pool, expr, ty, &program.layout))
}

/// What a slice leaves of a loop that is gone is no loop.
#[test]
fn sli_32_a_loop_outside_the_slice_is_none() {
    let program = load_for(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
         int main(void) { int x = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < x; i++) s += i; if (x == 7) reach_error(); return s; }",
        "unreach-call",
        DataModel::Lp64,
        true,
    );
    let known = Known::about(program);
    let graph =
        adumbra_dependence::DependenceGraph::new(&known.program, &known.points_to, &known.regions, &Default::default());
    let errors = known.program.edges.iter().filter(|(_, d)| matches!(d.op, Op::Violation(_)));
    let criteria: Vec<_> = errors.map(|(e, _)| adumbra_dependence::Criterion::Edge(e)).collect();
    let sliced = graph.sliced(&known.program, &graph.slice(&known.program, &criteria));
    let loops = |program: &Program| {
        graph::FunctionGraph::new(program, program.entry).map(|g| g.loops().iter().count()).unwrap_or_default()
    };
    let (result, counts) = simplified(&sliced);
    assert_eq!((loops(&known.program), loops(&sliced), loops(&result)), (1, 1, 0), "{counts:?}");
}

/// Values by a seed and the place that asks.
struct Seeded(u64, u64);

impl Environment for Seeded {
    fn value(&mut self, _: Question<'_>, _: Type, width: u32) -> Result<Value, Undetermined> {
        self.1 = (self.1 ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ self.0;
        let value = if self.1 >> 60 < 8 { self.1 >> 20 & 7 } else { self.1 };
        Ok(Value::from_words(&vec![value; width.div_ceil(64) as usize], width))
    }

    fn memory_byte(&mut self, _: &ObjectKey, _: u32, offset: u64) -> Result<u8, Undetermined> {
        Ok((self.0 ^ offset) as u8)
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        Ok(None)
    }

    fn write_byte(&mut self, _: i32, _: u8) {}
}

/// The edges of a run that do something in a program.
struct Acting<'a>(&'a Program, Vec<Edge>);

impl Tracer for Acting<'_> {
    fn edge(&mut self, _: &View<'_>, edge: Edge) {
        let acts = match self.0.edges[edge].op {
            Op::Nop => false,
            Op::Assume { condition, .. } => !matches!(self.0.exprs.get(condition), Expr::Const(_)),
            _ => true,
        };
        if acts {
            self.1.push(edge);
        }
    }
}

/// Runs a program and its simplification; how many edges were compared, and how many were taken
/// away?
fn follow(name: &str, program: &Program) -> (usize, usize) {
    let (result, counts) = simplified(program);
    let mut compared = 0;
    for seed in [1, 4, 9] {
        let run = |executed: &Program| {
            let options = Options { max_steps: 30_000, ..Options::new(program.property.clone()) };
            let mut acting = Acting(&result, Vec::new());
            let outcome = Interpreter::new(executed, options).run(&mut Seeded(seed, seed), Some(&mut acting)).outcome;
            (outcome, acting.1)
        };
        let ((before, expected), (after, found)) = (run(program), run(&result));
        // Steps are counted with those that do nothing, so a limit stops one of them later.
        let limited = matches!(before, Outcome::Limit(_));
        if !limited {
            assert_eq!(std::mem::discriminant(&before), std::mem::discriminant(&after), "{name}: {before:?} {after:?}");
            assert_eq!(found.len(), expected.len(), "{name}");
        }
        let n = found.len().min(expected.len());
        assert_eq!(found[..n], expected[..n], "{name}, seed {seed}");
        compared += n;
    }
    (compared, counts.edges)
}

#[test]
fn sli_32_executions_stay_what_they_were() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/verify");
    let (mut compared, mut removed) = (0, 0);
    for family in ["branches", "functions", "loops", "memory", "heap"] {
        let mut files: Vec<_> = std::fs::read_dir(folder.join(family)).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")).step_by(2) {
            if let Some(program) = load_file(file, "unreach-call", DataModel::Lp64, true) {
                let (n, edges) = follow(&file.display().to_string(), &program);
                (compared, removed) = (compared + n, removed + edges);
            }
        }
    }
    for (name, text) in TRICKY {
        let (n, edges) = follow(name, &load_for(text, "memsafety", DataModel::Lp64, true));
        (compared, removed) = (compared + n, removed + edges);
    }
    println!("{compared} steps compared, {removed} edges removed");
    assert!(compared > 50_000 && removed > 10, "{compared} {removed}");
}
