//! Where pointers point to: the laws, on executions.

use adumbra_analyses::pointers::Pointers;
use adumbra_analyses::pointing::Pointing;
use adumbra_interpreter::Externals;
use adumbra_laws::*;

#[test]
fn pointers_obey_the_laws() {
    let done = check(80, false, |program, _| {
        let externals = Externals::Pure;
        let pointers = Pointers::new(program, externals);
        (Pointing::new(program, &pointers, externals), Facts::new(Naming::ByPointers), vec![])
    });
    assert!(done.facts as u64 > 1000 * programs(80), "{done:?}");
}
