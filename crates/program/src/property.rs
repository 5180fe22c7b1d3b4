//! Properties: which violations a verdict is about.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A way in which an execution can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Violation {
    /// The error function was called.
    ErrorCall,
    /// An `assert` failed.
    Assertion,
    /// A Rust panic.
    Panic,
    /// Access through a null pointer.
    NullAccess,
    /// Access through a pointer that has no object, or to memory that may not be accessed so.
    WildAccess,
    /// Access outside the bounds of the object.
    OutOfBounds,
    /// Access to freed memory.
    UseAfterFree,
    /// Access to a local variable whose scope or activation has ended.
    UseAfterScope,
    /// Write to a constant object.
    WriteToConstant,
    /// Free of memory that was freed already.
    DoubleFree,
    /// Free of a pointer that is not the base of a heap object.
    InvalidFree,
    /// Heap memory that no pointer reaches any more.
    LostMemory,
    /// Heap memory not freed when the program ends.
    UnfreedMemory,
    /// Signed arithmetic overflow.
    SignedOverflow,
    /// Shift amount negative or too large, or a bad left shift of a signed value.
    BadShift,
    /// Integer division by zero.
    DivisionByZero,
    /// A float too large for the integer type it is converted to.
    BadConversion,
    /// Control reached a point that the program declares unreachable.
    Unreachable,
    /// A compiler trap of another kind.
    Trap,
    /// A branch that depends on indeterminate memory.
    IndeterminateBranch,
    /// The call stack outgrew its limit.
    StackOverflow,
    /// A rule of the user's specification was broken. No edge of a program says this; what observes
    /// executions does.
    Specification,
}

impl Violation {
    /// Is it about memory: an access, a free, or what is left of the heap?
    pub fn is_of_memory(self) -> bool {
        use Violation::*;
        matches!(
            self,
            NullAccess
                | WildAccess
                | OutOfBounds
                | UseAfterFree
                | UseAfterScope
                | WriteToConstant
                | DoubleFree
                | InvalidFree
                | LostMemory
                | UnfreedMemory
        )
    }

    /// All kinds with their names in the textual form.
    pub const NAMES: &'static [(Violation, &'static str)] = &[
        (Violation::ErrorCall, "error-call"),
        (Violation::Assertion, "assertion"),
        (Violation::Panic, "panic"),
        (Violation::NullAccess, "null-access"),
        (Violation::WildAccess, "wild-access"),
        (Violation::OutOfBounds, "out-of-bounds"),
        (Violation::UseAfterFree, "use-after-free"),
        (Violation::UseAfterScope, "use-after-scope"),
        (Violation::WriteToConstant, "write-to-constant"),
        (Violation::DoubleFree, "double-free"),
        (Violation::InvalidFree, "invalid-free"),
        (Violation::LostMemory, "lost-memory"),
        (Violation::UnfreedMemory, "unfreed-memory"),
        (Violation::SignedOverflow, "signed-overflow"),
        (Violation::BadShift, "bad-shift"),
        (Violation::DivisionByZero, "division-by-zero"),
        (Violation::BadConversion, "bad-conversion"),
        (Violation::Unreachable, "unreachable"),
        (Violation::Trap, "trap"),
        (Violation::IndeterminateBranch, "indeterminate-branch"),
        (Violation::StackOverflow, "stack-overflow"),
        (Violation::Specification, "specification"),
    ];

    /// The kind's name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(v, _)| *v == self).map_or("?", |(_, n)| n)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What there is to know of an atomic property. What reads, writes or asks about properties does so
/// by this, and a new one needs nothing else if the analyses check its violations already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name on the command line and in verdicts.
    pub name: &'static str,
    /// How files of properties and witnesses write it, where that is the same for every program.
    pub formula: Option<&'static str>,
    /// What an execution does that violates it. No analysis decides a property of which no finite
    /// execution is a violation.
    pub violations: &'static [Violation],
    /// Why a slice for it would be the whole program, if it would.
    pub unsliced: Option<&'static str>,
}

/// The atomic properties, each with what there is to know of it.
macro_rules! properties {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $kind:ident $facts:tt)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* $kind,)*
        }

        impl $name {
            /// All of them with their names on the command line and in verdicts.
            pub const NAMES: &'static [($name, &'static str)] = &[$(($name::$kind, $name::$kind.about().name)),*];

            /// What there is to know of it.
            pub const fn about(self) -> &'static About {
                match self {
                    $($name::$kind => &About $facts,)*
                }
            }
        }
    };
}

properties! {
    /// One atomic property. A task's property is a set of them; see [`Property`].
    PropertyKind {
        /// The error function is never called.
        UnreachCall {
            name: "unreach-call",
            // It names the function.
            formula: None,
            violations: &[Violation::ErrorCall, Violation::Panic],
            unsliced: None,
        }
        /// No assertion fails. Part of the default property.
        Assertions {
            name: "assertions",
            // A failed `assert` is a call of a function.
            formula: None,
            violations: &[Violation::Assertion],
            unsliced: None,
        }
        /// No signed overflow and no bad shift.
        NoOverflow {
            name: "no-overflow",
            formula: Some("G ! overflow"),
            violations: &[Violation::SignedOverflow, Violation::BadShift],
            unsliced: None,
        }
        /// Every access is valid.
        ValidDeref {
            name: "valid-deref",
            formula: Some("G valid-deref"),
            violations: &[
                Violation::NullAccess,
                Violation::WildAccess,
                Violation::OutOfBounds,
                Violation::UseAfterFree,
                Violation::UseAfterScope,
                Violation::WriteToConstant,
            ],
            unsliced: None,
        }
        /// Every free is valid.
        ValidFree {
            name: "valid-free",
            formula: Some("G valid-free"),
            violations: &[Violation::DoubleFree, Violation::InvalidFree],
            unsliced: None,
        }
        /// No heap memory is lost.
        ValidMemtrack {
            name: "valid-memtrack",
            formula: Some("G valid-memtrack"),
            violations: &[Violation::LostMemory],
            unsliced: Some("it is about every pointer of the program"),
        }
        /// All heap memory is freed at exit.
        ValidMemcleanup {
            name: "valid-memcleanup",
            formula: Some("G valid-memcleanup"),
            violations: &[Violation::UnfreedMemory, Violation::LostMemory],
            unsliced: Some("it is about every pointer of the program"),
        }
        /// Every execution ends.
        Termination {
            name: "termination",
            formula: Some("F end"),
            violations: &[],
            unsliced: Some("it is about every loop of the program"),
        }
        /// No data races.
        NoDataRace {
            name: "no-data-race",
            formula: Some("G ! data-race"),
            violations: &[],
            unsliced: Some("it is about every access of the program"),
        }
        /// The rules of the user's specification are kept.
        Specification {
            name: "specification",
            // The language of properties has no words for a user's automata.
            formula: None,
            violations: &[Violation::Specification],
            unsliced: Some("the rules may look at any edge"),
        }
    }
}

impl PropertyKind {
    /// The name of the atomic property.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// The property that files of properties write so.
    pub fn by_formula(formula: &str) -> Option<PropertyKind> {
        Self::NAMES.iter().map(|(kind, _)| *kind).find(|kind| kind.about().formula == Some(formula))
    }

    /// Is an execution that does this a violation of the property?
    pub fn monitors(self, violation: Violation) -> bool {
        self.about().violations.contains(&violation)
    }

    /// Is there no finite execution that violates it, so that no analysis decides it yet?
    pub fn is_undecided(self) -> bool {
        self.about().violations.is_empty()
    }
}

/// What is to be shown about a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Property {
    /// Monitor everything: what `adumbra run` does without a property.
    Everything {
        /// Names of the error functions.
        error_functions: Vec<String>,
    },
    /// The conjunction of atomic properties.
    Conjunction {
        /// The atomic properties, sorted.
        kinds: Vec<PropertyKind>,
        /// Names of the error functions.
        error_functions: Vec<String>,
    },
}

impl Property {
    /// The names of the error functions when no property file names one.
    pub const DEFAULT_ERROR_FUNCTIONS: [&'static str; 2] = ["reach_error", "__VERIFIER_error"];

    /// Conjunctions with a name of their own.
    pub const GROUPS: &'static [(&'static str, &'static [PropertyKind])] = &[
        ("memsafety", &[PropertyKind::ValidDeref, PropertyKind::ValidFree, PropertyKind::ValidMemtrack]),
        ("memcleanup", &[PropertyKind::ValidMemcleanup]),
    ];

    fn default_error_functions() -> Vec<String> {
        Self::DEFAULT_ERROR_FUNCTIONS.map(String::from).to_vec()
    }

    /// Monitor everything.
    pub fn everything() -> Self {
        Property::Everything { error_functions: Self::default_error_functions() }
    }

    /// A conjunction of atomic properties with the default error functions.
    pub fn of(kinds: &[PropertyKind]) -> Self {
        let mut kinds = kinds.to_vec();
        kinds.sort();
        kinds.dedup();
        Property::Conjunction { kinds, error_functions: Self::default_error_functions() }
    }

    /// The property meant when none is given: no call of an error function, no failed assertion.
    pub fn unspecified() -> Self {
        Self::of(&[PropertyKind::UnreachCall, PropertyKind::Assertions])
    }

    /// A property by its name on the command line.
    pub fn by_name(name: &str) -> Option<Self> {
        if name == "everything" {
            return Some(Self::everything());
        }
        let name = if name == "valid-memsafety" { "memsafety" } else { name };
        let group = Self::GROUPS.iter().find(|(group, _)| *group == name).map(|(_, kinds)| Self::of(kinds));
        let atomic =
            || PropertyKind::NAMES.iter().find(|(_, atomic)| *atomic == name).map(|(kind, _)| Self::of(&[*kind]));
        group.or_else(atomic)
    }

    /// Is an execution that does this a violation?
    pub fn monitors(&self, violation: Violation) -> bool {
        match self {
            Property::Everything { .. } => true,
            Property::Conjunction { kinds, .. } => kinds.iter().any(|k| k.monitors(violation)),
        }
    }

    /// Does the property contain the atomic one? `Everything` contains all that can be monitored.
    pub fn contains(&self, kind: PropertyKind) -> bool {
        match self {
            // The rules of a specification are not the program's.
            Property::Everything { .. } => !kind.is_undecided() && kind != PropertyKind::Specification,
            Property::Conjunction { kinds, .. } => kinds.contains(&kind),
        }
    }

    /// Names of the error functions.
    pub fn error_functions(&self) -> &[String] {
        match self {
            Property::Everything { error_functions } | Property::Conjunction { error_functions, .. } => error_functions,
        }
    }

    /// Must the compiler insert overflow checks for it?
    pub fn needs_overflow_checks(&self) -> bool {
        self.contains(PropertyKind::NoOverflow)
    }

    /// Must accesses after the end of a scope be seen?
    pub fn needs_scopes(&self) -> bool {
        self.contains(PropertyKind::ValidDeref) || self.monitors(Violation::LostMemory)
    }
}
