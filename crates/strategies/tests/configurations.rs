//! Configurations are read, and errors in them are told.

use adumbra_laws::sources::load_c;
use adumbra_stop::MILLISECOND;
use adumbra_strategies::Features;
use adumbra_strategies::configuration::*;

#[test]
fn turns_are_chosen_by_features() {
    let portfolio = read("test", "run = value 2 from 80ms if loops no-heap\nrun = interval").unwrap();
    let Plan::Portfolio(turns) = portfolio.plan else { panic!("no portfolio") };
    let chosen =
        |features: Features| turns.iter().filter(|t| t.fits(&features)).map(|t| (t.share, t.from)).collect::<Vec<_>>();
    assert_eq!(chosen(Features { loops: true, ..Features::default() }), [(2.0, 80 * MILLISECOND), (1.0, 0)]);
    assert_eq!(chosen(Features { loops: true, heap: true, ..Features::default() }), [(1.0, 0)]);
    assert_eq!(chosen(Features::default()), [(1.0, 0)]);
}

/// Calls through tables of functions are calls.
#[test]
fn recursion_is_seen_through_pointers() {
    let program = |table: &str| {
        let text = format!(
            "static int f(int n); static int g(int n) {{ return n + 1; }}
             static int (*const next[2])(int) = {{ {table} }};
             static int f(int n) {{ return n <= 0 ? 0 : next[n & 1](n - 1); }}
             int main(void) {{ return f(3); }}"
        );
        Features::of(&load_c(&text, "unreach-call", true)).recursion
    };
    assert!(program("g, f"));
    assert!(!program("g, g"));
}

#[test]
fn every_shipped_configuration_is_read() {
    for (name, text) in SHIPPED {
        let configuration = read(name, text).unwrap();
        assert!(!configuration.description.is_empty(), "{name} does not say what it is for");
        assert!(!configuration.parts().is_empty());
    }
}

#[test]
fn errors_name_line_and_cause() {
    for (text, error) in [
        ("# x\nparts = location vaule", "test: line 2: no option is called `vaule`; nearest: value"),
        (
            "parts = location\ntraversal = sideways",
            "test: line 2: traversal: `sideways` is not one of depth-first, breadth-first, reverse-postorder, call-depth, loop-iteration, random-path, coverage, mix",
        ),
        ("# nothing", "test: it has neither `parts` nor `run`"),
        ("run = value many", "test: line 1: run: `value many` is not a configuration and a share between 0.01 and 100"),
        ("run = value from 3", "test: line 1: run: `3` is not an amount of work such as 100ms or 2s"),
        (
            "parts = location callstack predicate\nmerge = join",
            "test: merge = join: the part `predicate` has no join of states that could be chosen",
        ),
        ("parts = random\nmerge = sep", "test: merge = sep: the part `random` has no states to merge"),
        (
            "parts = location value\nstop = join",
            "test: stop = join: the part `value` has joins that mean more than both states, so that they prove nothing",
        ),
        ("parts = powerset(location,random)", "test: line 1: no option is called `random`"),
        (
            "parts = location callstack bound\nmemoize = functions",
            "test: memoize = functions: the part `bound` cannot reduce its states to what matters in a block",
        ),
        (
            "parts = location interval\nmemoize = functions",
            "test: memoize = functions: the part `location` needs the parts location and callstack beside it for blocks",
        ),
        (
            "parts = location callstack interval\nmemoize = functions\ncovering = false",
            "test: memoize = functions: the part `location` has no blocks without covering: they stand for many paths",
        ),
        (
            "run = value 1 if no-loop",
            "test: line 1: run: `no-loop` is not a feature of programs, or `no-` and one: loops, recursion, arrays, floats, pointers, heap, lists, inputs",
        ),
    ] {
        assert_eq!(read("test", text).unwrap_err().to_string(), error);
    }
}

/// Operators of a product are refused where a part has none, or where they would prove nothing.
#[test]
fn operators_of_a_product_are_refused() {
    let read = |text: &str| read("own", text);
    let refused = |text: &str| read(text).unwrap_err().to_string();
    let more = refused("parts = location callstack value\nproduct-stop = pred-join");
    assert!(more.contains("product-stop = pred-join: the part `value` has joins that mean more"), "{more}");
    let more = refused("parts = location callstack interval\nproduct-stop = join");
    assert!(more.contains("product-stop = join"), "{more}");
    let none = refused("parts = location callstack value predicate\nproduct-merge = pred-join");
    assert!(none.contains("product-merge = pred-join: the part `predicate` has no join"), "{none}");
    for merge in ["parts", "sep", "pred-join", "join-shape", "join"] {
        read(&format!("parts = location callstack predicate interval\nproduct-merge = {merge}")).unwrap();
    }
    for stop in ["parts", "sep", "pred-join", "join"] {
        read(&format!("parts = powerset(location,callstack,interval)\nproduct-stop = {stop}")).unwrap();
    }
}
