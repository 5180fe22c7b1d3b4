//! Who knows whom: the engine and what is below it know no judges.

use std::path::Path;

/// The crates of ours that a crate names, in its manifest.
fn named(package: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("Cargo.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("adumbra-")?.split(['.', ' ']).next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_engine_is_built_without_judges() {
    assert_eq!(named("verdict"), ["program", "terms"]);
    let engine = named("engine");
    assert!(engine.iter().any(|name| name == "verdict"), "{engine:?}");
    for other in ["judges", "solver", "interpreter", "formula"] {
        assert!(!engine.iter().any(|name| name == other), "the engine names {other}");
    }
}
