//! The compile line: which arguments clang gets, and why.
//!
//! What clang is asked for decides what a verdict means, so all of it is in [`clang_arguments`]:
//!
//! - **No optimisation, but markers.** `-O1 -Xclang -disable-llvm-passes` runs no pass. Unlike
//!   `-O0` it marks where the lifetime of a local begins and ends: a local of a loop body is
//!   indeterminate anew each time its declaration is reached, and an access after the end of its
//!   scope is seen. `-U__OPTIMIZE__ -fno-inline` make the preprocessor see what it sees at `-O0`.
//!   Bodies of C99 `inline` functions come as `available_externally` definitions, which have the
//!   meaning of the external definition that `-O0` would leave to the linker.
//! - **Nothing assumed.** `-ffp-contract=off -fno-strict-aliasing -fno-delete-null-pointer-checks`:
//!   no fused operations, no assumptions from types or dereferences.
//! - **Overflow.** If the property asks for it, clang's checks with traps, since its constant
//!   folding would hide `2147483647 + 1`; else `-fwrapv`: signed arithmetic wraps.
//! - **Positions.** `-g -gcolumn-info`; the compilation directory is written as `.` so that paths
//!   in the debug information are those that the user gave (a database's entries keep their
//!   directory).
//! - **Old C.** Implicit `int`, implicit declarations, mixed pointers and integers, functions of
//!   other types, a missing value in `return` and the like are warnings to clang that it counts as
//!   errors. `-Wno-everything` turns all warnings off, and with them these errors. `-std=gnu11`
//!   comes first and `-std=gnu89` after a failure.
//! - **Characters are classified by calls.** `-D__NO_CTYPE` keeps glibc's header from replacing
//!   `isspace` and its like by reads of a table, which are harder to reason about than the formulas
//!   of the models. The meaning is the same.
//! - **Preprocessed by GCC.** Such files use `_Float128` and its like as keywords, and GCC's atomic
//!   builtins on `_Atomic` objects; macros translate (see [`Scan::macros`](crate::source::Scan)).
//!   So the preprocessor runs again, without the macros whose names are plain words (`linux`,
//!   `unix`, `i386`).

use crate::inputs::Language;
use adumbra_program::{DataModel, Property};

/// What decides the arguments of one clang run.
#[derive(Clone, Debug)]
pub struct CompileLine<'a> {
    /// The language of the file.
    pub language: Language,
    /// The data model; `None` is the host's.
    pub data_model: Option<DataModel>,
    /// The property.
    pub property: &'a Property,
    /// The language standard, for C.
    pub standard: Option<&'a str>,
    /// Macros for what the file uses of GCC.
    pub macros: &'a [(&'static str, &'static str)],
    /// Library functions that the program defines itself: calls of them must not become the
    /// compiler's own version.
    pub redefined: &'a [String],
    /// The directory written into the debug information.
    pub debug_directory: &'a str,
    /// Flags of a compilation database.
    pub database_flags: &'a [String],
    /// Flags of the user; they come last.
    pub user_flags: &'a [String],
}

/// The arguments of clang for one file, without input and output.
pub fn clang_arguments(line: &CompileLine<'_>) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    let mut add = |flags: &[&str]| arguments.extend(flags.iter().map(|f| f.to_string()));
    add(&["-x", line.language.clang_name(), "-c", "-emit-llvm"]);
    match line.data_model {
        None => {}
        Some(DataModel::Ilp32) => add(&["-m32"]),
        Some(DataModel::Lp64) => add(&["-m64"]),
    }
    add(&["-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-fno-inline"]);
    add(&["-ffp-contract=off", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks"]);
    if line.property.needs_overflow_checks() {
        add(&["-fsanitize=signed-integer-overflow,shift", "-fsanitize-trap=signed-integer-overflow,shift"]);
        // One trap for each check, so that each has its own line.
        add(&["-fno-sanitize-merge"]);
    } else {
        add(&["-fwrapv"]);
    }
    // The storage of compound literals is known by its name.
    add(&["-fno-discard-value-names", "-g", "-gcolumn-info"]);
    arguments.push(format!("-fdebug-compilation-dir={}", line.debug_directory));
    if let Some(standard) = line.standard {
        arguments.push(format!("-std={standard}"));
    }
    arguments.push(if line.language.is_c() { "-Wno-everything" } else { "-w" }.into());
    if line.language.is_c() {
        arguments.push("-D__NO_CTYPE".into());
    }
    if line.language.is_preprocessed() {
        arguments.extend(["-Ulinux", "-Uunix", "-Ui386"].map(String::from));
    }
    arguments.extend(line.macros.iter().map(|(name, meaning)| format!("-D{name}={meaning}")));
    arguments.extend(line.redefined.iter().map(|f| format!("-fno-builtin-{f}")));
    arguments.extend(["-fno-color-diagnostics", "-ferror-limit=20"].map(String::from));
    arguments.extend_from_slice(line.database_flags);
    arguments.extend_from_slice(line.user_flags);
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::PropertyKind;

    fn line(property: &Property, language: Language, data_model: Option<DataModel>) -> String {
        clang_arguments(&CompileLine {
            language,
            data_model,
            property,
            standard: language.is_c().then_some("gnu11"),
            macros: if language.is_preprocessed() { &[("_Float128", "__float128")] } else { &[] },
            redefined: &[],
            debug_directory: ".",
            database_flags: &[],
            user_flags: &["-DU".into()],
        })
        .join(" ")
    }

    const MARKERS: &str = "-O1 -Xclang -disable-llvm-passes -U__OPTIMIZE__ -fno-inline";
    const ALWAYS: &str = "-ffp-contract=off -fno-strict-aliasing -fno-delete-null-pointer-checks";
    const CHECKS: &str = "-fsanitize=signed-integer-overflow,shift \
                          -fsanitize-trap=signed-integer-overflow,shift -fno-sanitize-merge";
    const DEBUG: &str = "-fno-discard-value-names -g -gcolumn-info -fdebug-compilation-dir=.";
    const OLD: &str = "-Wno-everything -D__NO_CTYPE";
    const END: &str = "-fno-color-diagnostics -ferror-limit=20 -DU";

    #[test]
    fn the_line_without_overflow_checks() {
        for property in [
            Property::unspecified(),
            Property::of(&[PropertyKind::UnreachCall]),
            Property::of(&[PropertyKind::ValidDeref, PropertyKind::ValidFree, PropertyKind::ValidMemtrack]),
            Property::of(&[PropertyKind::ValidMemcleanup]),
            Property::of(&[PropertyKind::Termination]),
            Property::of(&[PropertyKind::NoDataRace]),
        ] {
            assert_eq!(
                line(&property, Language::C, None),
                format!("-x c -c -emit-llvm {MARKERS} {ALWAYS} -fwrapv {DEBUG} -std=gnu11 {OLD} {END}"),
                "{property:?}"
            );
        }
    }

    #[test]
    fn the_line_with_overflow_checks() {
        for property in [Property::of(&[PropertyKind::NoOverflow]), Property::everything()] {
            assert_eq!(
                line(&property, Language::C, Some(DataModel::Lp64)),
                format!("-x c -c -emit-llvm -m64 {MARKERS} {ALWAYS} {CHECKS} {DEBUG} -std=gnu11 {OLD} {END}"),
                "{property:?}"
            );
        }
    }

    #[test]
    fn preprocessed_files_and_data_models() {
        let found = line(&Property::unspecified(), Language::PreprocessedC, Some(DataModel::Ilp32));
        let floats = "-Ulinux -Uunix -Ui386 -D_Float128=__float128";
        assert_eq!(
            found,
            format!("-x c -c -emit-llvm -m32 {MARKERS} {ALWAYS} -fwrapv {DEBUG} -std=gnu11 {OLD} {floats} {END}")
        );
    }

    #[test]
    fn cxx_has_no_old_c() {
        assert_eq!(
            line(&Property::unspecified(), Language::Cxx, None),
            format!("-x c++ -c -emit-llvm {MARKERS} {ALWAYS} -fwrapv {DEBUG} -w {END}")
        );
    }
}
