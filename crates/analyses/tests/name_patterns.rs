//! Patterns of names in specifications.

use adumbra_analyses::automaton::name_fits;

#[test]
fn stars_stand_for_any_characters() {
    for (pattern, name, fits) in [
        ("lock", "lock", true),
        ("lock", "locks", false),
        ("*lock", "unlock", true),
        ("*lock", "locked", false),
        ("spin_*", "spin_lock", true),
        ("spin_*", "spin", false),
        ("*_lock_*", "raw_spin_lock_irq", true),
        ("a*b*a", "aba", true),
        ("a*b*a", "aa", false),
        ("ab*ba", "aba", false),
        ("*", "", true),
    ] {
        assert_eq!(name_fits(pattern, name), fits, "{pattern} {name}");
    }
}
