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

    fn ends(&self, edges: impl Iterator<Item = Edge>) -> BTreeSet<(u32, u32)> {
        let edges = edges.map(|e| &self.program().edges[e]);
        edges.map(|e| (e.from.as_u32(), e.to.as_u32())).collect()
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

/// Locations are the lines of the example, the exit aside: it is l1.
const RUNNING: &str = "function @main() {
  entry l0 exit l1
  reg %0.x %1.y %2.w: i32
  l0 -> l2: nop
  l2 -> l3: %0.x = input nondet \"nondet\"
  l3 -> l4: %2.w = input nondet \"nondet\"
  l4 -> l5: %1.y = 1
  l5 -> l6: [0:i32 <s %0.x]
  l5 -> l9: [!(0:i32 <s %0.x)]
  l6 -> l5: %0.x = %0.x - 1
  l7 stop
  l8 stop
  l9 -> l12: %2.w = %2.w + 1
  l10 stop
  l11 stop
  l12 -> l13: [(%0.x <s 0) & (%1.y <s 0)]
  l12 -> l15: [!((%0.x <s 0) & (%1.y <s 0))]
  l13 -> l14: violation error-call
  l14 -> l1: return
  l15 -> l16: [%1.y <s %2.w]
  l15 -> l18: [!(%1.y <s %2.w)]
  l16 -> l15: %1.y = %1.y + 1
  l17 stop
  l18 -> l1: return
}
";

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
    let sliced = Sliced::read(RUNNING);
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
    let sliced = Sliced::read(RUNNING);
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
fn sli_18_running_example_has_a_slice_of_eight_edges() {
    let sliced = Sliced::read(RUNNING);
    let slice = sliced.graph.slice(sliced.program(), &[Criterion::Edge(sliced.edge(13, 14))]);
    let expected = [(2, 3), (4, 5), (5, 6), (5, 9), (6, 5), (12, 13), (12, 15), (13, 14)];
    assert_eq!(sliced.ends(slice.edges()), expected.into());
    assert_eq!(slice.len(), 8);
    // Several criteria: the union.
    let other = sliced.graph.slice(sliced.program(), &[Criterion::Edge(sliced.edge(9, 12))]);
    let criteria = [Criterion::Edge(sliced.edge(13, 14)), Criterion::Edge(sliced.edge(9, 12))];
    let mut both = slice.clone();
    both.union(&other);
    assert_eq!(sliced.graph.slice(sliced.program(), &criteria), both);
    assert_eq!(both.len(), 10);
    // If loops need not end, the first one decides nothing new, and the second is behind the error.
    let sensitive = DependenceOptions { termination_sensitive: true, ..DependenceOptions::default() };
    let sensitive = Sliced::about(read(RUNNING), &sensitive);
    let slice = sensitive.graph.slice(sensitive.program(), &[Criterion::Edge(sensitive.edge(18, 1))]);
    assert!(sensitive.ends(slice.edges()).is_superset(&[(15, 16), (15, 18), (9, 12), (16, 15)].into()));
    let slice = sliced.graph.slice(sliced.program(), &[Criterion::Edge(sliced.edge(18, 1))]);
    assert!(!sliced.ends(slice.edges()).contains(&(15, 16)));
}

/// The flow edges of the example: a use that two definitions reach has two.
#[test]
fn sli_12_running_example_flows() {
    let sliced = Sliced::read(RUNNING);
    let flows = |from, to| sliced.ends(sliced.graph.definitions(sliced.edge(from, to)).into_iter());
    for (from, to) in [(5, 6), (5, 9), (6, 5)] {
        assert_eq!(flows(from, to), [(2, 3), (6, 5)].into());
    }
    for (from, to) in [(12, 13), (12, 15)] {
        assert_eq!(flows(from, to), [(2, 3), (6, 5), (4, 5)].into());
    }
    assert_eq!(flows(9, 12), [(3, 4)].into());
    for (from, to) in [(15, 16), (15, 18)] {
        assert_eq!(flows(from, to), [(4, 5), (16, 15), (9, 12)].into());
    }
    assert_eq!(flows(16, 15), [(4, 5), (16, 15)].into());
    let all: usize = sliced.program().edges.keys().map(|e| sliced.graph.definitions(e).len()).sum();
    assert_eq!(all, 21);
}

#[test]
fn sli_19_the_sliced_running_example() {
    let sliced = Sliced::read(RUNNING);
    let slice = sliced.graph.slice(sliced.program(), &[Criterion::Edge(sliced.edge(13, 14))]);
    let program = sliced.graph.sliced(sliced.program(), &slice);
    validate(&program).unwrap();
    let op = |from, to| &program.edges[sliced.edge(from, to)].op;
    for (from, to) in [(3, 4), (9, 12), (16, 15)] {
        assert_eq!(*op(from, to), Op::Nop);
    }
    // The loop that was removed is passed.
    let always = |op: &Op| match op {
        Op::Assume { condition, truth } => (program.exprs.get(*condition), *truth),
        op => panic!("{op:?}"),
    };
    assert_eq!(always(op(15, 18)), (Expr::Const(1), true));
    assert_eq!(always(op(15, 16)), (Expr::Const(1), false));
    assert!(text::print(&program).contains("nop"));
    for edge in slice.edges() {
        assert_eq!(program.edges[edge].op, sliced.program().edges[edge].op);
    }
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

#[test]
fn sli_18_values_at_a_location() {
    let sliced = Sliced::read(RUNNING);
    let criterion = |at: u32, register: u32| Criterion::Values {
        at: Location::from_u32(at),
        registers: vec![Register::from_u32(register)],
    };
    let slice = |c| sliced.ends(sliced.graph.slice(sliced.program(), &[c]).edges());
    assert_eq!(slice(criterion(12, 1)), [(4, 5)].into());
    assert_eq!(slice(criterion(12, 2)), [(3, 4), (9, 12)].into());
    assert!(slice(criterion(18, 1)).is_superset(&[(4, 5), (16, 15), (15, 16), (12, 15), (2, 3)].into()));
}
