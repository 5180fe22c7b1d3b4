//! The worked examples of the specifications, as programs that are loaded, drawn and run.
//!
//! Automata are compared by their skeleton: the paths between the entry, the exit, branches and
//! joins, with the operations on them. Copies between registers and empty steps are left out, and
//! registers are called by the name of their variable, so that the numbering of locations and
//! registers does not matter.

use crate::common::{Place, Ran, need_llvm};
use adumbra_frontend::{LoadOptions, load};
use adumbra_program::callgraph::CallGraph;
use adumbra_program::{Callee, Op, Property};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::process::Command;

/// An edge of the textual form: from, to, operation.
type Edge = (String, String, String);

/// The automaton of a function, as `adumbra cfa` prints it.
fn edges(place: &Place, file: &str, function: &str, flags: &[&str]) -> Vec<Edge> {
    let ran = place.run(&[&["cfa", "--function", function, file], flags].concat());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let body = ran.stdout.lines().skip_while(|l| !l.starts_with(&format!("function @{function}("))).skip(1);
    body.take_while(|l| !l.starts_with('}'))
        .filter_map(|line| {
            let (path, rest) = line.trim().split_once(": ")?;
            let (from, to) = path.split_once(" -> ")?;
            let op = rest.rsplit_once("  ;").map_or(rest, |(op, _)| op);
            Some((from.to_owned(), to.to_owned(), op.to_owned()))
        })
        .collect()
}

/// An operation with registers by the names of their variables; `None` for copies and empty steps.
fn label(op: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = op;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = after.strip_prefix('.').unwrap_or(after);
        out.push_str(if name.len() == after.len() { "_" } else { "" });
        rest = name;
    }
    out.push_str(rest);
    let is_copy =
        |part: &str| part.split_once(" = ").is_some_and(|(_, value)| !value.contains(' ') && !value.contains('('));
    let trivial = out == "nop" || (op.starts_with('%') && out.split(", ").all(is_copy));
    (!trivial).then_some(out)
}

/// The skeleton: one line a path, `from: operations => to`, with the entry as 0 and the rest in
/// breadth-first order.
fn skeleton(edges: &[Edge]) -> Vec<String> {
    let degree = |place: &str, pick: fn(&Edge) -> &str| edges.iter().filter(|e| pick(e) == place).count();
    let is_node = |at: &str| degree(at, |e| &e.0) != 1 || degree(at, |e| &e.1) != 1;
    let entry = edges[0].0.as_str();
    let mut numbers = BTreeMap::from([(entry, 0)]);
    let mut queue = VecDeque::from([entry]);
    let mut lines = Vec::new();
    while let Some(node) = queue.pop_front() {
        for first in edges.iter().filter(|e| e.0 == node) {
            let mut operations: Vec<String> = label(&first.2).into_iter().collect();
            let mut at = first.1.as_str();
            while !is_node(at) {
                let Some(next) = edges.iter().find(|e| e.0 == at) else { break };
                operations.extend(label(&next.2));
                at = &next.1;
            }
            let next = numbers.len();
            let number = *numbers.entry(at).or_insert_with(|| {
                queue.push_back(at);
                next
            });
            lines.push(format!("{}: {} => {number}", numbers[node], operations.join("; ")));
        }
    }
    lines
}

#[track_caller]
fn check(place: &Place, file: &str, function: &str, expected: &[&str]) {
    let found = skeleton(&edges(place, file, function, &[]));
    assert_eq!(found, expected, "{function} of {file}");
}

fn run(place: &Place, arguments: &[&str]) -> Ran {
    place.run(&[&["run"], arguments].concat())
}

const LIST: &str = "#include <stdlib.h>\n\
    #include <assert.h>\n\
    extern _Bool __VERIFIER_nondet_bool(void);\n\
    struct node { int data; struct node *next; };\n\
    int main(void) {\n\
      struct node *a, *p, *t; int x;\n\
      a = malloc(sizeof(struct node)); p = a;\n\
      while (__VERIFIER_nondet_bool()) { p->data = 1; t = malloc(sizeof(struct node)); p->next = t; p = p->next; }\n\
      p->data = 0; p = a; x = p->data;\n\
      while (x == 1) { p = p->next; x = p->data; }\n\
      assert(x == 0);\n\
      return 0;\n\
    }\n";

const SAFE: &str = "extern void error(void);\n\
    int f(int x) { if (x <= 0) return x; else { int tmp = f(x - 1); return tmp + 1; } }\n\
    int main() { int a = 2; int b = f(a); if (b != 2) error(); return 0; }\n";

const UNSAFE: &str = "extern void error(void); extern int __VERIFIER_nondet_int(void);\n\
    int f(int x) { if (x <= 0) return 0; else { int tmp = f(x - 1); return tmp + 1; } }\n\
    int main() { int a = __VERIFIER_nondet_int(); int b = f(a); if (b == 1) error(); return 0; }\n";

const COUNT_C: &str = "int x = 10;\n\
    int decr(int x) { return x - 1; }\n\
    int main() { while (x > 0) { x = decr(x); } }\n";

const COUNT_LLVM: &str = include_str!("../../../tasks/ll/countdown.ll");

/// Runs with a script of inputs.
fn run_with(place: &Place, file: &str, property: &str, inputs: &[(&str, i64)]) -> Ran {
    let inputs: Vec<Value> = inputs.iter().map(|(name, v)| json!({"name": name, "value": v.to_string()})).collect();
    let script = json!({"version": 1, "inputs": inputs, "unlisted": "zero"});
    std::fs::write(place.path("script.json"), script.to_string()).unwrap();
    place.run(&["run", "--json", "--property", property, "--script", "script.json", file])
}

fn kind_of_violation(ran: &Ran) -> Value {
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    answer["details"]["kind"].clone()
}

#[test]
fn cpa_1_x1_list_of_ones_has_the_stated_automaton() {
    need_llvm();
    let place = Place::new(&[("list.c", LIST.as_bytes())]);
    // `while (*)` is an input and a branch on it; the last assignment of `p` before the second loop
    // is part of the loop's φ, which is a copy.
    check(
        &place,
        "list.c",
        "main",
        &[
            "0: a = call @malloc(16:i64) => 1",
            r#"1: _ = input nondet "__VERIFIER_nondet_bool" => 2"#,
            "2: [_]; store 1:i32 to p; t = call @malloc(16:i64); store t to p + 8; p = load p + 8 => 1",
            "2: [!_]; store 0:i32 to p; x = load a => 3",
            "3: [x == 1]; p = load p + 8; x = load p => 3",
            "3: [!(x == 1)] => 4",
            "4: [x == 0]; return 0:i32 => 5",
            "4: [!(x == 0)]; call @__assert_fail(@.str, @.str.1, 11:i32, @__PRETTY_FUNCTION__.main); \
             violation unreachable => 6",
        ],
    );
}

#[test]
fn cpa_1_a_failed_assertion_is_an_error() {
    need_llvm();
    let wrong = LIST.replace("p->data = 0;", "p->data = 2;");
    let place = Place::new(&[("list.c", LIST.as_bytes()), ("wrong.c", wrong.as_bytes())]);
    let twice = [("__VERIFIER_nondet_bool", 1), ("__VERIFIER_nondet_bool", 1), ("__VERIFIER_nondet_bool", 0)];
    for inputs in [&twice[2..], &twice[1..], &twice] {
        let ran = run_with(&place, "list.c", "unreach-call", inputs);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let ran = run_with(&place, "wrong.c", "everything", inputs);
        assert_eq!((ran.code, kind_of_violation(&ran)), (Some(10), json!("assertion")), "{ran:?}");
    }
}

#[test]
fn bam_1_e1_and_e2_have_the_stated_automata() {
    need_llvm();
    let place = Place::new(&[("safe.c", SAFE.as_bytes()), ("unsafe.c", UNSAFE.as_bytes())]);
    check(
        &place,
        "safe.c",
        "main",
        &[
            "0: b = call @f(2:i32) => 1",
            "1: [b != 2]; call @error() => 2",
            "1: [!(b != 2)] => 2",
            "2: return 0:i32 => 3",
        ],
    );
    check(
        &place,
        "unsafe.c",
        "main",
        &[
            r#"0: a = input nondet "__VERIFIER_nondet_int"; b = call @f(a) => 1"#,
            "1: [b == 1]; call @error() => 2",
            "1: [!(b == 1)] => 2",
            "2: return 0:i32 => 3",
        ],
    );
    // The recursive call is one edge from its call site to the location after it; `ret` is the φ
    // before the return.
    let f = ["0: [x <=s 0] => 1", "0: [!(x <=s 0)]; tmp = call @f(x - 1); _ = tmp + 1 => 1", "1: return _ => 2"];
    check(&place, "safe.c", "f", &f);
    check(&place, "unsafe.c", "f", &f);
}

#[test]
fn bam_1_calls_connect_the_automata() {
    need_llvm();
    let place = Place::new(&[("safe.c", SAFE.as_bytes())]);
    let options = LoadOptions::new([place.path("safe.c")]).property(Property::by_name("unreach-call").unwrap());
    let program = load(&options).unwrap_or_else(|e| panic!("{e}")).into_program();
    let graph = CallGraph::new(&program);
    let [main, f] = ["main", "f"].map(|name| program.function_named(name).unwrap());
    assert!(graph.callees(main).contains(&f) && graph.callees(f) == [f]);
    assert!(graph.is_recursive(f) && !graph.is_recursive(main));
    for function in [main, f] {
        let body = program.body(function).unwrap();
        assert!(program.in_edges(body.entry).is_empty());
        assert_eq!(program.out_edges(body.exit).len(), 0);
        let returns = program.in_edges(body.exit);
        assert!(returns.iter().all(|e| matches!(program.edges[*e].op, Op::Return { .. })) && !returns.is_empty());
    }
    let calls: Vec<_> = program
        .body(f)
        .unwrap()
        .edge_ids()
        .filter(|e| matches!(program.edges[*e].op, Op::Call { callee: Callee::Direct(g), .. } if g == f))
        .collect();
    assert_eq!(calls.len(), 1);
    assert_eq!(graph.targets(calls[0]).functions, [f]);
}

#[test]
fn bam_1_calls_in_expressions_get_temporaries_and_scopes_keep_names_apart() {
    need_llvm();
    let text = "int g(int a) { return a + 1; }\n\
        int x = 1;\n\
        int main() {\n\
          int x = g(1);\n\
          {\n\
            int x = g(2) + g(g(3));\n\
            if (x > 5) { int x = g(4); g(x); }\n\
            g(x);\n\
          }\n\
          return x;\n\
        }\n";
    let place = Place::new(&[("scopes.c", text.as_bytes())]);
    check(
        &place,
        "scopes.c",
        "main",
        &[
            "0: x = call @g(1:i32); _ = call @g(2:i32); _ = call @g(3:i32); _ = call @g(_); x = _ + _ => 1",
            "1: [5:i32 <s x]; x = call @g(4:i32); _ = call @g(x) => 2",
            "1: [!(5:i32 <s x)] => 2",
            "2: _ = call @g(x); return x => 3",
        ],
    );
    let options = LoadOptions::new([place.path("scopes.c")]).property(Property::by_name("unreach-call").unwrap());
    let program = load(&options).unwrap_or_else(|e| panic!("{e}")).into_program();
    let main = program.body(program.function_named("main").unwrap()).unwrap();
    let lines: Vec<u32> = main
        .register_ids()
        .filter_map(|r| program.registers[r].variable.as_ref())
        .filter(|v| v.name == "x")
        .filter_map(|v| v.declared.map(|p| p.line))
        .collect();
    assert_eq!(lines, [4, 6, 7]);
    let ran = run(&place, &["--json", "scopes.c"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains(r#""status":2"#), "{ran:?}");
}

#[test]
fn bam_2_a_call_of_the_error_function_is_a_target() {
    need_llvm();
    let property = |name: &str| format!("CHECK( init(main()), LTL(G ! call({name}())) )\n");
    let place = Place::new(&[
        ("safe.c", SAFE.as_bytes()),
        ("unsafe.c", UNSAFE.as_bytes()),
        ("reach.c", UNSAFE.replace("error()", "reach_error()").replace("error(void)", "reach_error(void)").as_bytes()),
        (
            "old.c",
            UNSAFE.replace("error()", "__VERIFIER_error()").replace("error(void)", "__VERIFIER_error(void)").as_bytes(),
        ),
        ("error.prp", property("error").as_bytes()),
        ("old.prp", property("__VERIFIER_error").as_bytes()),
    ]);
    let a = |value| [("__VERIFIER_nondet_int", value)];
    for (file, property) in
        [("unsafe.c", "error.prp"), ("reach.c", "unreach-call"), ("old.c", "old.prp"), ("old.c", "unreach-call")]
    {
        let ran = run_with(&place, file, property, &a(1));
        assert_eq!((ran.code, kind_of_violation(&ran)), (Some(10), json!("error-call")), "{file} {ran:?}");
        for other in [0, 2, 5] {
            let ran = run_with(&place, file, property, &a(other));
            assert_eq!(ran.code, Some(0), "{file} {ran:?}");
        }
    }
    let ran = run_with(&place, "safe.c", "error.prp", &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    // Another property does not care about this function.
    let ran = run_with(&place, "unsafe.c", "unreach-call", &a(1));
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn sli_30_fig_15b_is_read_as_text_and_as_bitcode() {
    need_llvm();
    let place = Place::new(&[("count.ll", COUNT_LLVM.as_bytes())]);
    let text = place.run(&["cfa", "--write-bitcode", "count.bc", "--no-promote", "count.ll"]);
    let bitcode = place.run(&["cfa", "--no-promote", "count.bc"]);
    assert_eq!((text.code, bitcode.code), (Some(0), Some(0)), "{text:?} {bitcode:?}");
    // In memory, each alloca, store and load of the figure is there.
    for file in ["count.ll", "count.bc"] {
        let found = skeleton(&edges(&place, file, "decr", &["--no-promote"]));
        assert_eq!(found.len(), 1, "{found:?}");
        let shape = ["allocate stack 4", "; store _ to _; _ = load _; return _ - 1 => 1"];
        assert!(shape.iter().all(|part| found[0].contains(part)), "{found:?}");
    }
}

#[test]
fn sli_31_fig_23_the_automaton_of_c_and_llvm() {
    need_llvm();
    let place = Place::new(&[("count.c", COUNT_C.as_bytes()), ("count.ll", COUNT_LLVM.as_bytes())]);
    for file in ["count.c", "count.ll"] {
        check(
            &place,
            file,
            "main",
            &[
                "0:  => 1",
                "1: _ = load @x => 2",
                "2: [0:i32 <s _]; _ = load @x; _ = call @decr(_); store _ to @x => 1",
                "2: [!(0:i32 <s _)]; return 0:i32 => 3",
            ],
        );
    }
    check(&place, "count.c", "decr", &["0: return x - 1 => 1"]);
    check(&place, "count.ll", "decr", &["0: return _ - 1 => 1"]);
    // Ten rounds, and zero in the end.
    let ran = run(&place, &["--trace", "--property", "unreach-call", "count.c"]);
    let values: Vec<&str> = ran.stderr.lines().filter_map(|l| l.trim().strip_prefix("x = ")).collect();
    assert_eq!(values, ["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"], "{ran:?}");
    let steps = ["count.c", "count.ll"].map(|file| {
        let ran = run(&place, &["--json", "--property", "unreach-call", file]);
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
        (answer["outcome"].clone(), answer["steps"].clone())
    });
    assert_eq!(steps[0], steps[1]);
    assert_eq!(steps[0].0, "exited");
}

#[test]
fn sli_31_c_and_its_llvm_have_the_same_outcome() {
    need_llvm();
    let place = Place::new(&[]);
    let tasks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/run");
    let names = [
        "assertion",
        "recursion",
        "switch_chain",
        "function_pointers",
        "varargs",
        "struct_by_value",
        "null_read",
        "error_function_defined",
        "inline_assembly",
        "inline_assembly_not_reached",
        "setjmp",
        "longjmp",
    ];
    for name in names {
        let (source, llvm) = (tasks.join(format!("{name}.c")), place.path(&format!("{name}.ll")));
        let mut clang = Command::new("clang-22");
        clang.args(["-O0", "-g", "-S", "-emit-llvm"]).arg(&source).arg("-o").arg(&llvm);
        assert!(clang.status().unwrap().success(), "{name}");
        let outcomes = [&source, &llvm].map(|path| {
            let ran = run(&place, &["--json", path.to_str().unwrap()]);
            let answer: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{name}: {e} {ran:?}"));
            let line = &answer["details"]["position"]["line"];
            (ran.code, answer["outcome"].clone(), line.clone(), answer["stdout"].clone())
        });
        assert_eq!(outcomes[0], outcomes[1], "{name}");
        let code = match name {
            "assertion" | "error_function_defined" | "null_read" => Some(10),
            "inline_assembly" | "longjmp" => Some(5),
            _ => Some(0),
        };
        assert_eq!(outcomes[0].0, code, "{name}");
    }
}

#[test]
fn ins_1_t01_the_loop_in_c_and_llvm() {
    need_llvm();
    let c = "extern int __VERIFIER_nondet_int(void);\n\
        int function(int y) { int x = __VERIFIER_nondet_int(); while (x < y) x++; return 0; }\n";
    let place = Place::new(&[("loop.c", c.as_bytes())]);
    let mut clang = Command::new("clang-22");
    clang.args(["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm"]);
    clang.arg(place.path("loop.c")).arg("-o").arg(place.path("loop.ll"));
    assert!(clang.status().unwrap().success());
    for file in ["loop.c", "loop.ll"] {
        let found = skeleton(&edges(&place, file, "function", &["--entry", "function"]));
        let expected = [
            r#"0: x = input nondet "__VERIFIER_nondet_int" => 1"#,
            "1: [x <s y]; x = x + 1 => 1",
            "1: [!(x <s y)]; return 0:i32 => 2",
        ];
        assert_eq!(found, expected, "{file}");
    }
}
