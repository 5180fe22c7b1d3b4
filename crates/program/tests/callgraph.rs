//! The call graph of small programs.

use crate::common;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::*;

const PROGRAM: &str = "
function @even(%0: i32) -> i32 { entry l0 exit l1
  reg %0 %1: i32
  l0 -> l2: %1 = call @odd(%0 - 1)
  l2 -> l1: return %1
}
function @odd(%2: i32) -> i32 { entry l3 exit l4
  reg %2 %3: i32
  l3 -> l5: %3 = call @even(%2 - 1)
  l5 -> l4: return %3
}
function @leaf(%4: i32) -> i32 address-taken { entry l6 exit l7
  reg %4: i32
  l6 -> l7: return %4
}
function @two(%5: i32, %6: i32) -> i32 address-taken { entry l8 exit l9
  reg %5 %6: i32
  l8 -> l9: return %5
}
function @print(ptr, ...) -> i32 address-taken
function @procedure(%7: i32) address-taken { entry l10 exit l11
  reg %7: i32
  l10 -> l11: return
}
function @hidden(%8: i32) -> i32 { entry l12 exit l13
  reg %8 %9: i32
  l12 -> l14: %9 = call @hidden(%8)
  l14 -> l13: return %9
}
function @main() { entry l15 exit l16
  reg %10: i32
  reg %11: ptr
  l15 -> l17: %10 = call @even(1:i32)
  l17 -> l18: %10 = call *(%11)(%10)
  l18 -> l19: call *(%11)(%10)
  l19 -> l20: %10 = call *(%11)(%11, %10)
  l20 -> l21: call *(@procedure)(%10)
  l21 -> l22: %10 = call *(@procedure)(%10)
  l22 -> l16: return
}
";

fn names(program: &Program, functions: &[Function]) -> Vec<String> {
    functions.iter().map(|f| program.functions[*f].name.clone()).collect()
}

/// The targets of the nth edge of main and whether there may be others.
fn targets(program: &Program, graph: &CallGraph, nth: usize) -> (Vec<String>, bool) {
    let edge = program.body(program.entry).unwrap().edge_ids().nth(nth).unwrap();
    let targets = graph.targets(edge);
    (names(program, targets.functions), targets.unsupported_rest)
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|n| n.to_string()).collect()
}

#[test]
fn direct_calls_have_one_target_and_indirect_calls_the_compatible_ones_and_a_rest() {
    let program = common::read(PROGRAM);
    let graph = CallGraph::new(&program);
    assert_eq!(targets(&program, &graph, 0), (owned(&["even"]), false));
    assert_eq!(targets(&program, &graph, 1), (owned(&["leaf", "print"]), true), "an int is expected");
    assert_eq!(targets(&program, &graph, 2), (owned(&["leaf", "print", "procedure"]), true), "the result is ignored");
    assert_eq!(targets(&program, &graph, 3), (owned(&["two", "print"]), true), "varargs accept more");
    assert_eq!(targets(&program, &graph, 4), (owned(&["procedure"]), false), "a known address");
    assert_eq!(targets(&program, &graph, 5), (owned(&[]), true), "a known address that does not fit");
    assert_eq!(targets(&program, &graph, 6), (owned(&[]), false), "no call");
}

#[test]
fn callers_and_callees() {
    let program = common::read(PROGRAM);
    let graph = CallGraph::new(&program);
    let f = |name: &str| program.function_named(name).unwrap();
    assert_eq!(names(&program, graph.callees(f("main"))), ["even", "leaf", "two", "print", "procedure"]);
    assert_eq!(names(&program, graph.callers(f("even"))), ["odd", "main"]);
    assert_eq!(names(&program, graph.callers(f("hidden"))), ["hidden"]);
    assert!(graph.has_unsupported_rest(f("main")) && !graph.has_unsupported_rest(f("even")));
    let reachable = names(&program, &graph.reachable());
    assert_eq!(reachable, ["even", "odd", "leaf", "two", "print", "procedure", "main"]);
}

#[test]
fn recursion_and_bottom_up_order() {
    let program = common::read(PROGRAM);
    let graph = CallGraph::new(&program);
    let f = |name: &str| program.function_named(name).unwrap();
    for (name, recursive) in [("even", true), ("odd", true), ("hidden", true), ("leaf", false), ("main", false)] {
        assert_eq!(graph.is_recursive(f(name)), recursive, "{name}");
    }
    assert!(graph.are_mutually_recursive(f("even"), f("odd")));
    assert!(!graph.are_mutually_recursive(f("even"), f("hidden")));
    let order: Vec<_> = graph.bottom_up().collect();
    assert!(order.contains(&vec![f("even"), f("odd")]));
    let place = |function: Function| order.iter().position(|group| group.contains(&function)).unwrap();
    for function in program.functions.keys() {
        for callee in graph.callees(function) {
            assert!(place(*callee) <= place(function));
        }
    }
    assert_eq!(order.iter().map(Vec::len).sum::<usize>(), program.functions.len());
}
