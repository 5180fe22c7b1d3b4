//! The C models of the library, compiled to bitcode when this crate was built.
//!
//! The sources are in `models/`: small units, one a header or less, so that a program is linked
//! with what it uses only. Every definition is weak: where a program defines a function of the
//! library itself, the program's counts.
//!
//! **Invariant:** no name is defined by two units of one data model.

use adumbra_program::DataModel;

/// One compiled model file.
#[derive(Clone, Copy, Debug)]
pub struct ModelUnit {
    /// The name of the source file without `.c`.
    pub name: &'static str,
    /// The functions and objects that the unit defines for others, sorted.
    pub defines: &'static [&'static str],
    /// LLVM bitcode.
    pub bitcode: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// All units for a data model.
pub fn units(model: DataModel) -> &'static [ModelUnit] {
    match model {
        DataModel::Lp64 => LP64,
        DataModel::Ilp32 => ILP32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(model: DataModel, symbol: &str) -> Option<&'static str> {
        units(model).iter().find(|u| u.defines.contains(&symbol)).map(|u| u.name)
    }

    #[test]
    fn units_define_functions_and_objects() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            assert_eq!(unit(model, "strlen"), Some("string"));
            assert_eq!(unit(model, "printf"), Some("printf"));
            assert_eq!(unit(model, "stdin"), Some("stdio"));
            assert_eq!(unit(model, "no_such_function"), None);
        }
        assert!(units(DataModel::Lp64).iter().all(|u| u.bitcode.starts_with(b"BC")));
    }

    #[test]
    fn sizes_follow_the_data_model() {
        assert_eq!(unit(DataModel::Lp64, "_Znwm"), Some("cxx"));
        assert_eq!(unit(DataModel::Lp64, "_Znwj"), None);
        assert_eq!(unit(DataModel::Ilp32, "_Znwj"), Some("cxx"));
        assert_eq!(unit(DataModel::Ilp32, "_Znwm"), None);
    }

    #[test]
    fn no_path_of_the_building_machine_is_embedded() {
        let holds = |unit: &ModelUnit, text: &[u8]| unit.bitcode.windows(text.len()).any(|w| w == text);
        for unit in units(DataModel::Lp64).iter().chain(units(DataModel::Ilp32)) {
            assert!(holds(unit, b"<library>"), "{}", unit.name);
            assert!(!holds(unit, env!("CARGO_MANIFEST_DIR").as_bytes()), "{}", unit.name);
            assert!(!holds(unit, b"/include/") || holds(unit, b"<compiler>/include/"), "{}", unit.name);
            assert!(!holds(unit, b"/lib/"), "{}", unit.name);
        }
    }
}
