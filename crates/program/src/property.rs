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

/// One atomic property. A task's property is a set of them; see [`Property`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PropertyKind {
    /// The error function is never called.
    UnreachCall,
    /// No assertion fails. Part of the default property.
    Assertions,
    /// No signed overflow and no bad shift.
    NoOverflow,
    /// Every access is valid.
    ValidDeref,
    /// Every free is valid.
    ValidFree,
    /// No heap memory is lost.
    ValidMemtrack,
    /// All heap memory is freed at exit.
    ValidMemcleanup,
    /// Every execution ends.
    Termination,
    /// No data races.
    NoDataRace,
    /// The rules of the user's specification are kept.
    Specification,
}

impl PropertyKind {
    /// Names on the command line and in verdicts.
    pub const NAMES: &'static [(PropertyKind, &'static str)] = &[
        (PropertyKind::UnreachCall, "unreach-call"),
        (PropertyKind::Assertions, "assertions"),
        (PropertyKind::NoOverflow, "no-overflow"),
        (PropertyKind::ValidDeref, "valid-deref"),
        (PropertyKind::ValidFree, "valid-free"),
        (PropertyKind::ValidMemtrack, "valid-memtrack"),
        (PropertyKind::ValidMemcleanup, "valid-memcleanup"),
        (PropertyKind::Termination, "termination"),
        (PropertyKind::NoDataRace, "no-data-race"),
        (PropertyKind::Specification, "specification"),
    ];

    /// The name of the atomic property.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(v, _)| *v == self).map_or("?", |(_, n)| n)
    }

    /// Is an execution that does this a violation of the property?
    pub fn monitors(self, violation: Violation) -> bool {
        use Violation::*;
        match self {
            PropertyKind::UnreachCall => matches!(violation, ErrorCall | Panic),
            PropertyKind::Assertions => matches!(violation, Assertion),
            PropertyKind::NoOverflow => matches!(violation, SignedOverflow | BadShift),
            PropertyKind::ValidDeref => matches!(
                violation,
                NullAccess | WildAccess | OutOfBounds | UseAfterFree | UseAfterScope | WriteToConstant
            ),
            PropertyKind::ValidFree => matches!(violation, DoubleFree | InvalidFree),
            PropertyKind::ValidMemtrack => matches!(violation, LostMemory),
            PropertyKind::ValidMemcleanup => matches!(violation, UnfreedMemory | LostMemory),
            PropertyKind::Specification => matches!(violation, Specification),
            PropertyKind::Termination | PropertyKind::NoDataRace => false,
        }
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
        use PropertyKind::*;
        Some(match name {
            "everything" => Self::everything(),
            "memsafety" | "valid-memsafety" => Self::of(&[ValidDeref, ValidFree, ValidMemtrack]),
            "memcleanup" => Self::of(&[ValidMemcleanup]),
            _ => Self::of(&[PropertyKind::NAMES.iter().find(|(_, n)| *n == name)?.0]),
        })
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
            Property::Everything { .. } => {
                !matches!(kind, PropertyKind::Termination | PropertyKind::NoDataRace | PropertyKind::Specification)
            }
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
