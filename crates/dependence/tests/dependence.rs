//! Dependence graphs and slices: the examples of the slicing specification, and closedness.

use crate::common::tricky::TRICKY;
use crate::common::{Known, load_c};
use adumbra_dependence::*;
use adumbra_program::*;
use std::collections::BTreeSet;

/// A program with its graph.
struct Sliced {
    known: Known,
    graph: DependenceGraph,
}

impl Sliced {
    fn about(program: Program, options: &DependenceOptions) -> Sliced {
        let known = Known::about(program);
        let graph = DependenceGraph::new(&known.program, &known.points_to, &known.regions, options);
        Sliced { known, graph }
    }

    /// From the functions of a textual program.
    fn read(functions: &str) -> Sliced {
        Sliced::about(read(functions), &DependenceOptions::default())
    }

    fn of(text: &str) -> Sliced {
        Sliced::about(load_c(text, DataModel::Lp64, true), &DependenceOptions::default())
    }

    fn program(&self) -> &Program {
        &self.known.program
    }

    fn edge(&self, from: u32, to: u32) -> Edge {
        let program = self.program();
        let mut found = program.out_edges(Location::from_u32(from)).filter(|e| program.edges[*e].to.as_u32() == to);
        found.next().unwrap_or_else(|| panic!("no edge from {from} to {to}"))
    }

    /// The violation that calls of the error function lead to.
    fn errors(&self) -> Vec<Criterion> {
        let edges = self.program().edges.iter();
        let errors = edges.filter(|(_, d)| matches!(d.op, Op::Violation(_))).map(|(e, _)| Criterion::Edge(e));
        let errors: Vec<_> = errors.collect();
        assert!(!errors.is_empty());
        errors
    }

    /// The lines of the source of a slice for the errors.
    fn lines(&self) -> BTreeSet<u32> {
        let slice = self.graph.slice(self.program(), &self.errors());
        slice.edges().filter_map(|e| self.program().edges[e].position).map(|p| p.line).collect()
    }
}

fn read(functions: &str) -> Program {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"error\"\nentry @main\n\
         {functions}\nsymbol sym0 \"nondet\"\n"
    );
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The running example of the slicing specification, whose slices are checked where it stands.
fn running() -> Sliced {
    let program = text::parse(include_str!("../filetests/running_example/running.cfa"));
    Sliced::about(program.unwrap(), &DependenceOptions::default())
}

/// The levels of a graph: how many nodes of each standing there are, row by row.
fn rows(levels: &[Vec<Standing>]) -> Vec<[usize; 4]> {
    let kinds = [Standing::Criterion, Standing::Inside, Standing::Outside, Standing::Memory];
    levels.iter().map(|row| kinds.map(|kind| row.iter().filter(|k| **k == kind).count())).collect()
}

/// Backward: the question, the error, its branch and the entry, what the branch reads, the loop
/// that decides about that. From the entry: what no branch decides about, the loops and the branch,
/// what is in them.
#[test]
fn sli_33_the_levels_of_the_running_example() {
    let sliced = running();
    let criteria = [Criterion::Edge(sliced.edge(13, 14))];
    let slice = sliced.graph.slice(sliced.program(), &criteria);
    let levels = sliced.graph.levels_from_criteria(sliced.program(), &criteria, false, &slice);
    assert_eq!(rows(&levels), [[1, 0, 0, 0], [1, 0, 0, 0], [0, 3, 0, 0], [0, 3, 0, 0], [0, 2, 0, 0]]);
    let levels = sliced.graph.levels_from_entry(sliced.program(), &criteria, &slice);
    let all: usize = levels.iter().map(Vec::len).sum();
    // All edges, the entry, the exit and no parameter but the rest of the arguments.
    assert_eq!(all, sliced.graph.counts().nodes);
    assert_eq!(rows(&levels)[0], [0, 1, 0, 0]);
    let sum = rows(&levels).into_iter().fold([0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]));
    assert_eq!((sum[0], sum[1]), (1, 8), "the error, and the slice without it, with the entry");
    // Forwards: what the first input has an effect on.
    let criteria = [Criterion::Edge(sliced.edge(2, 3))];
    let slice = sliced.graph.forward(sliced.program(), &criteria);
    let levels = sliced.graph.levels_from_criteria(sliced.program(), &criteria, true, &slice);
    let all = levels.iter().map(Vec::len).sum::<usize>();
    assert!(all > slice.len() && rows(&levels)[..2] == [[1, 0, 0, 0], [1, 0, 0, 0]], "{:?}", rows(&levels));
    assert!(levels.iter().flatten().all(|s| *s != Standing::Outside), "{:?}", rows(&levels));
}

/// Branches use x, y and w, and what flows into them are constants and inputs.
#[test]
fn sli_34_the_relevant_variables_of_the_running_example() {
    let sliced = running();
    let found = sliced.graph.relevant_variables(sliced.program(), &sliced.known.regions);
    assert_eq!((found.registers.len(), found.regions.len()), (3, 0));
    // Through memory, a parameter and a result; what nobody asks for is none.
    let sliced = Sliced::of(
        "extern int __VERIFIER_nondet_int(void); void reach_error(void); int used, noise;
         static int twice(int a, int b) { noise = b; return 2 * a; }
         int main(void) { used = __VERIFIER_nondet_int(); noise = __VERIFIER_nondet_int(); if (twice(used, noise) == 4) reach_error(); return noise; }",
    );
    let found = sliced.graph.relevant_variables(sliced.program(), &sliced.known.regions);
    let named = |name: &str| {
        let global = sliced.program().global_named(name).unwrap();
        sliced.known.regions.touched(AbstractObject::Global(global), 0, 4)
    };
    assert!(named("used").iter().all(|r| found.regions.contains(r)), "{found:?}");
    assert!(named("noise").iter().all(|r| !found.regions.contains(r)), "{found:?}");
}

#[test]
fn sli_17_fig_10_the_smallest_graph() {
    let sliced = Sliced::read(
        "function @main() {\n entry l0 exit l1\n reg %0.a %1.b: i32\n l0 -> l2: %0.a = 0\n l2 -> l3: %1.b = %0.a + 1\n l3 -> l1: return\n}\n",
    );
    let counts = sliced.graph.counts();
    assert_eq!((counts.control, counts.memory, counts.calls), (0, 0, 0));
    assert_eq!(sliced.graph.definitions(sliced.edge(2, 3)), [sliced.edge(0, 2)]);
    assert!(sliced.graph.depends(sliced.program(), sliced.edge(2, 3), sliced.edge(0, 2)));
    let dot = sliced.graph.dot(sliced.program(), None);
    assert!(dot.contains("entry of main") && dot.contains("style=dashed") && dot.starts_with("digraph"), "{dot}");
}

#[test]
fn sli_17_only_the_parameter_that_matters() {
    let text = "void reach_error(void);\nint nondet(void);\n\
        static int f(int a, int b) {\n  int r = a;\n  b = b + 1;\n  return r + (b - b) * 0 * 0;\n}\n\
        int main(void) {\n  int x = nondet();\n  int y = nondet();\n  y = y * 3;\n  if (f(x, 0) == 5)\n    reach_error();\n  return y;\n}\n";
    let text = text.replace("r + (b - b) * 0 * 0", "r").replace("f(x, 0)", "f(x, y)");
    let sliced = Sliced::of(&text);
    let lines = sliced.lines();
    assert!(lines.contains(&9) && lines.contains(&12) && lines.contains(&6), "{lines:?}");
    assert!(!lines.contains(&11) && !lines.contains(&5), "{lines:?}");
}

/// What is passed by one call does not come back by another.
#[test]
fn sli_17_calls_are_kept_apart_if_asked_for() {
    let text = "void reach_error(void);\nint nondet(void);\nstatic int id(int a) {\n  return a + 1;\n}\n\
        int main(void) {\n  int x = nondet();\n  int y = nondet();\n  x = id(x);\n  y = y - 7;\n  y = id(y);\n  if (x == 5)\n    reach_error();\n  return y;\n}\n";
    let together = Sliced::of(text).lines();
    let options = DependenceOptions { context_sensitive: true, ..DependenceOptions::default() };
    let apart = Sliced::about(load_c(text, DataModel::Lp64, true), &options);
    assert!(apart.graph.counts().summaries >= 2);
    let apart = apart.lines();
    assert!(together.contains(&10) && !apart.contains(&10), "{together:?} {apart:?}");
    assert!(apart.contains(&4) && apart.contains(&9) && apart.is_subset(&together), "{together:?} {apart:?}");
}

#[test]
fn sli_17_a_store_through_an_alias_is_in_the_slice() {
    let text = "void reach_error(void);\nint main(void) {\n  int x = 0;\n  int z = 0;\n  int *p = &x;\n  int *q = &z;\n  *p = -1;\n  *q = 5;\n  if (x < 0)\n    reach_error();\n  return z;\n}\n";
    let lines = Sliced::of(text).lines();
    assert!(lines.contains(&7) && lines.contains(&9), "{lines:?}");
    assert!(!lines.contains(&8) && !lines.contains(&3), "the first value is overwritten: {lines:?}");
}

#[test]
fn sli_17_arrays_passed_by_reference() {
    let text = "void reach_error(void);\nstatic void set(int *a, int *b) {\n  a[0] = 3;\n  b[1] = 4;\n}\n\
        int main(void) {\n  int a[4], b[4];\n  set(a, b);\n  if (a[0] == 3)\n    reach_error();\n  return b[1];\n}\n";
    let lines = Sliced::of(text).lines();
    assert!(lines.contains(&3) && lines.contains(&8) && !lines.contains(&4), "{lines:?}");
}

/// What is used behind the target only is not needed.
#[test]
fn sli_18_only_conditions_on_the_way_count() {
    let text = "void reach_error(void);\nint nondet(void);\nint main(void) {\n  int x = nondet();\n  int later = nondet();\n  later = later / 3;\n  if (x == 1)\n    reach_error();\n  while (later > 0)\n    later--;\n  return later;\n}\n";
    let lines = Sliced::of(text).lines();
    assert!(lines.contains(&4) && lines.contains(&7), "{lines:?}");
    assert!(lines.is_disjoint(&[6, 9, 10].into()), "{lines:?}");
}

/// Whatever an edge of a slice depends on is in the slice; forwards and backwards agree.
#[test]
fn sli_18_slices_are_closed() {
    for (name, text) in TRICKY.iter().step_by(3) {
        for options in [
            DependenceOptions::default(),
            DependenceOptions { termination_sensitive: true, validity: true, ..DependenceOptions::default() },
        ] {
            let sliced = Sliced::about(load_c(text, DataModel::Lp64, true), &options);
            let program = sliced.program();
            let edges: Vec<Edge> = program.edges.keys().collect();
            let some: Vec<Edge> = edges.iter().copied().step_by(edges.len().div_ceil(12).max(1)).collect();
            let forward: Vec<Slice> =
                some.iter().map(|e| sliced.graph.forward(program, &[Criterion::Edge(*e)])).collect();
            for edge in &some {
                let slice = sliced.graph.slice(program, &[Criterion::Edge(*edge)]);
                assert!(slice.contains(*edge) && slice.edges().count() == slice.len());
                for inner in slice.edges() {
                    let controls = sliced.graph.controllers(program.edges[inner].from);
                    for branch in controls.flat_map(|l| program.out_edges(l)) {
                        assert!(slice.contains(branch), "{name}: {inner} is controlled by {branch}");
                    }
                }
                for (other, forward) in some.iter().zip(&forward) {
                    assert_eq!(slice.contains(*other), forward.contains(*edge), "{name}: {edge} {other}");
                }
            }
        }
    }
}
