//! Nothing that is read makes it panic, and what is read keeps its invariants.

use adumbra_tune::journal::{self, Journal};
use adumbra_tune::random::Random;
use adumbra_tune::space::Space;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_parameter_file_is_read_or_refused(text in "[ab|{}\\[\\],=# \\n12in]{0,80}") {
        if let Ok(space) = Space::read(&text) {
            let _ = space.check();
            prop_assert_eq!(space.configuration(&[9, 9, 9]), space.configuration(space.configuration(&[9, 9, 9]).places()));
        }
    }

    /// Files of the right form, with conditions and forbidden combinations: what is generated is
    /// canonical and allowed, and neighbours are neighbours of each other where no other parameter
    /// gains or loses its effect.
    #[test]
    fn configurations_keep_their_invariants(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut text = String::new();
        let count = 1 + random.below(6);
        for p in 0..count {
            text += &format!("p{p} {{0,1,2}}[{}]\n", random.below(3));
            for _ in 0..random.below(3) {
                if p > 0 {
                    text += &format!("p{p} | p{} in {{{}}}\n", random.below(p), random.below(3));
                }
            }
        }
        for _ in 0..random.below(3) {
            text += &format!("{{p{}={},p{}={}}}\n", random.below(count), random.below(3), random.below(count), random.below(3));
        }
        let space = Space::read(&text).map_err(|e| TestCaseError::fail(format!("{e}: {text}")))?;
        prop_assume!(space.check().is_ok());
        for _ in 0..10 {
            let one = space.random(&mut random);
            prop_assert!(!space.is_forbidden(&one));
            prop_assert_eq!(&space.configuration(one.places()), &one);
            let active = space.active(&one);
            prop_assert_eq!(space.settings(&one).count(), active.iter().filter(|active| **active).count());
            for next in space.neighbours(&one) {
                prop_assert!(next != one && !space.is_forbidden(&next));
                prop_assert_ne!(space.name(&next), space.name(&one));
                if space.active(&next) == active {
                    prop_assert!(space.neighbours(&next).contains(&one));
                }
            }
        }
    }

    #[test]
    fn any_journal_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("journal");
        std::fs::write(&path, &bytes).unwrap();
        prop_assert!(journal::read(&path).is_err());
        prop_assert!(Journal::open(&path).is_err());
        prop_assert_eq!(std::fs::read(&path).unwrap(), bytes, "what is refused is not changed");
        prop_assert!(Journal::create(&path).is_err(), "what is there is not overwritten");
    }
}
