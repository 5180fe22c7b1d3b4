//! Does a script repeat its path?

use adumbra_interpreter::Options;
use adumbra_judges::feasibility::{self, Feasibility};
use adumbra_judges::{NoTest, repeat};
use adumbra_program::text;
use adumbra_program::{Edge, Move, Path};

const SIGN: &str = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n\
    function @main() -> i32 {\n  entry l0 exit l1\n  reg %0.z: i32\n  l0 -> l2: %0.z = input nondet \"z\"\n  l2 -> l3: [!(%0.z <s 1)]\n\
    \x20 l2 -> l4: [%0.z <s 1]\n  l3 -> l4: %0.z = %0.z - 1\n  l4 -> l1: return %0.z\n}\n\nsymbol sym0 \"z\"\n";

/// Fig. 6: inputs for both paths; each repeats its own path and not the other.
#[test]
fn a_script_repeats_its_own_path_only() {
    let program = text::parse(SIGN).unwrap();
    let edges: Vec<Edge> = program.edges.keys().collect();
    let path = |numbers: &[usize]| Path { moves: numbers.iter().map(|n| Move::Edge(edges[*n])).collect() };
    let paths = [path(&[0, 1, 3, 4]), path(&[0, 2, 4])];
    let options = Options::new(program.property.clone());
    let scripts =
        paths.clone().map(|path| match feasibility::check(&program, &path, None, &feasibility::Options::default()) {
            Feasibility::Feasible(script) => *script,
            other => panic!("{other:?}"),
        });
    for (i, path) in paths.iter().enumerate() {
        for (j, script) in scripts.iter().enumerate() {
            let repeated = repeat(&program, path, script, &options);
            assert_eq!(repeated.is_ok(), i == j, "{repeated:?}");
        }
        let short = Path { moves: path.moves[..path.moves.len() - 1].to_vec() };
        assert_eq!(repeat(&program, &short, &scripts[i], &options), Err(NoTest::Strays));
    }
}
