//! Compilation databases (`compile_commands.json`).
//!
//! A database says how each file of a project is compiled. Its flags were written for another
//! compiler and for machine code, so only those are kept that decide what the program *means*:
//! macros, include paths, the language standard, the data model and the few `-f` flags that change
//! the language.

use crate::error::FrontendError;
use crate::files;
use crate::shell;
use crate::unit::{Language, Unit};
use adumbra_program::DataModel;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// Which entries of a database belong to the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DatabaseFilter {
    /// Keep only files that match one of these: the end of a path, or a pattern with `*`. Empty
    /// keeps all.
    pub files: Vec<String>,
    /// Keep only entries whose output is this, or lies in a directory of this name (`NAME` or
    /// `NAME.dir`).
    pub target: Option<String>,
}

#[derive(Deserialize)]
struct RawEntry {
    directory: PathBuf,
    file: String,
    arguments: Option<Vec<String>>,
    command: Option<String>,
    output: Option<String>,
}

/// Reads a database and answers its entries as units to compile, in order, each file once.
pub fn read(path: &Path, filter: &DatabaseFilter) -> Result<Vec<Unit>, FrontendError> {
    let malformed = |line: Option<u32>, message: String| FrontendError::Malformed { path: path.into(), line, message };
    let bytes = files::read(path)?;
    let entries: Vec<RawEntry> = serde_json::from_slice(&bytes)
        .map_err(|e| malformed(Some(e.line() as u32), format!("not a compilation database: {e}")))?;
    let base = std::path::absolute(path.parent().unwrap_or(Path::new("")).join("."))
        .map_err(FrontendError::system(format!("{}: absolute path", path.display())))?;
    let mut units = Vec::new();
    let mut seen = HashSet::new();
    let mut passed_over = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let arguments = match (&entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => shell::split(command)
                .ok_or_else(|| malformed(None, format!("entry {}: a quote is not closed", number + 1)))?,
            (None, None) => {
                return Err(malformed(None, format!("entry {}: neither arguments nor command", number + 1)));
            }
        };
        let directory = normal(&base.join(&entry.directory));
        let file = normal(&directory.join(&entry.file));
        let command = keep_meaning(&arguments, &entry.file, &file, &directory);
        let output = entry.output.clone().or(command.output);
        if !filter.accepts(&file, output.as_deref()) {
            passed_over.push(output.unwrap_or_else(|| entry.file.clone()));
            continue;
        }
        let Some(language) = command.language.or_else(|| Language::of(&file)) else {
            continue; // assembly and the like
        };
        if seen.insert(file.clone()) {
            units.push(Unit {
                display: file.display().to_string(),
                path: file,
                language,
                directory: Some(directory),
                flags: command.flags,
                data_model: command.data_model,
            });
        }
    }
    if units.is_empty() {
        passed_over.truncate(5);
        let there = if passed_over.is_empty() { String::new() } else { format!("; it has {}", passed_over.join(", ")) };
        return Err(malformed(None, format!("no entry of the database is selected{there}")));
    }
    Ok(units)
}

impl DatabaseFilter {
    fn accepts(&self, file: &Path, output: Option<&str>) -> bool {
        let by_target = self.target.as_deref().is_none_or(|target| {
            let in_dir = format!("{target}.dir");
            output.map(Path::new).is_some_and(|o| {
                o.ends_with(target)
                    || o.components().any(|c| matches!(c, Component::Normal(n) if n == target || n == in_dir.as_str()))
            })
        });
        let file_text = file.to_string_lossy();
        by_target
            && (self.files.is_empty()
                || self.files.iter().any(|p| file.ends_with(p) || (p.contains('*') && matches_end(p, &file_text))))
    }
}

/// Does a pattern with `*` match the whole text or an end of it that starts after a `/`?
fn matches_end(pattern: &str, text: &str) -> bool {
    fn matches(pattern: &[u8], text: &[u8]) -> bool {
        let (mut p, mut t, mut star) = (0, 0, None);
        while t < text.len() {
            if p < pattern.len() && pattern[p] == b'*' {
                star = Some((p, t));
                p += 1;
            } else if p < pattern.len() && pattern[p] == text[t] {
                (p, t) = (p + 1, t + 1);
            } else if let Some((sp, st)) = star {
                star = Some((sp, st + 1));
                (p, t) = (sp + 1, st + 1);
            } else {
                return false;
            }
        }
        pattern[p..].iter().all(|c| *c == b'*')
    }
    matches(pattern.as_bytes(), text.as_bytes())
        || text.match_indices('/').any(|(i, _)| matches(pattern.as_bytes(), &text.as_bytes()[i + 1..]))
}

/// Removes `.` and `..` by name; the databases of build systems are full of them.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// What of a command line is kept.
#[derive(Default, PartialEq, Eq, Debug)]
struct Kept {
    flags: Vec<String>,
    data_model: Option<DataModel>,
    language: Option<Language>,
    output: Option<String>,
}

/// Flags with a value, joined or as the next word, that say what the program means.
const KEPT_WITH_VALUE: &[&str] = &[
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "--sysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-D",
    "-U",
    "-I",
    "-std",
    "--std",
    "-stdlib",
];
/// Flags whose value is the next word and which are dropped with it.
const DROPPED_WITH_VALUE: &[&str] = &[
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-T",
    "-u",
    "-z",
    "-l",
    "-L",
    "-arch",
    "-target",
    "--target",
    "--param",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "-G",
    "-mllvm",
    "-B",
    "-e",
    "-h",
];
/// Flags without a value that are kept.
const KEPT: &[&str] = &["-ansi", "-pthread", "-nostdinc", "-nostdinc++", "-undef", "-trigraphs", "-traditional-cpp"];
/// What follows `-f` or `-fno-` in flags that are kept.
const KEPT_F: &[&str] = &[
    "signed-char",
    "unsigned-char",
    "signed-bitfields",
    "short-enums",
    "short-wchar",
    "common",
    "freestanding",
    "hosted",
    "gnu89-inline",
    "ms-extensions",
    "pack-struct",
    "exceptions",
    "rtti",
    "char8_t",
    "permissive",
    "builtin",
    "asm",
    "gnu-keywords",
    "operator-names",
    "dollars-in-identifiers",
    "blocks",
    "coroutines",
    "concepts",
    "sized-deallocation",
    "aligned-allocation",
    "strict-flex-arrays",
    "rounding-math",
    "math-errno",
];

fn keep_meaning(arguments: &[String], file: &str, absolute: &Path, directory: &Path) -> Kept {
    let mut kept = Kept::default();
    let is_input = |a: &str| a == file || normal(&directory.join(a)) == *absolute;
    // The compiler, perhaps behind a wrapper such as ccache.
    let start = arguments.iter().position(|a| a.starts_with('-') || is_input(a)).unwrap_or(arguments.len());
    if arguments[..start].iter().any(|a| a.ends_with("++") || a.contains("++-")) {
        kept.language = match Language::of(absolute) {
            Some(Language::C) => Some(Language::Cxx),
            Some(Language::PreprocessedC) => Some(Language::PreprocessedCxx),
            _ => None,
        };
    }
    let mut words = arguments[start..].iter();
    while let Some(word) = words.next() {
        let word = word.as_str();
        if word == "-o" {
            kept.output = words.next().cloned();
        } else if word == "-x" {
            kept.language = words.next().and_then(|l| Language::named(l));
        } else if DROPPED_WITH_VALUE.contains(&word) {
            words.next();
        } else if let Some(flag) = KEPT_WITH_VALUE.iter().find(|f| word.starts_with(**f)) {
            kept.flags.push(word.into());
            if word == *flag {
                kept.flags.extend(words.next().cloned());
            }
        } else if word == "-m32" {
            kept.data_model = Some(DataModel::Ilp32);
        } else if word == "-m64" {
            kept.data_model = Some(DataModel::Lp64);
        } else if KEPT.contains(&word) || (word.starts_with("-m") && !word.starts_with("-mtune")) {
            kept.flags.push(word.into());
        } else if let Some(rest) = word.strip_prefix("-f") {
            let rest = rest.strip_prefix("no-").unwrap_or(rest);
            let name = rest.split('=').next().unwrap_or(rest);
            if KEPT_F.contains(&name) || name.starts_with("builtin-") {
                kept.flags.push(word.into());
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(command: &str) -> Kept {
        keep_meaning(&shell::split(command).unwrap(), "../src/a.c", Path::new("/p/src/a.c"), Path::new("/p/build"))
    }

    #[test]
    fn flags_that_carry_meaning_are_kept() {
        let k = kept(
            "ccache gcc -DA=1 -D B -UC -I../include -isystem /x -include cfg.h -std=c99 -O2 -g3 -Wall -MD -MT a.o -MF a.d \
             -fPIC -fno-builtin -funsigned-char -fstack-protector-strong -pipe -m32 -msse4 -o CMakeFiles/sed.dir/a.c.o -c ../src/a.c",
        );
        assert_eq!(
            k.flags,
            [
                "-DA=1",
                "-D",
                "B",
                "-UC",
                "-I../include",
                "-isystem",
                "/x",
                "-include",
                "cfg.h",
                "-std=c99",
                "-fno-builtin",
                "-funsigned-char",
                "-msse4"
            ]
        );
        assert_eq!(k.data_model, Some(DataModel::Ilp32));
        assert_eq!(k.output.as_deref(), Some("CMakeFiles/sed.dir/a.c.o"));
        assert_eq!(k.language, None);
    }

    #[test]
    fn the_compiler_may_decide_the_language() {
        assert_eq!(kept("x86_64-linux-gnu-g++-12 -c ../src/a.c").language, Some(Language::Cxx));
        assert_eq!(kept("cc -x c++ -c /p/src/a.c").language, Some(Language::Cxx));
    }

    fn database(text: &str, filter: &DatabaseFilter) -> Result<Vec<Unit>, FrontendError> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("compile_commands.json");
        std::fs::write(&path, text).unwrap();
        read(&path, filter)
    }

    const TWO: &str = r#"[
      {"directory": "/p/build", "file": "../src/a.c", "command": "cc -DX='\"s p\"' -c ../src/a.c -o CMakeFiles/one.dir/a.o"},
      {"directory": "/p/build", "file": "/p/src/b.c", "arguments": ["cc", "-c", "/p/src/b.c"], "output": "CMakeFiles/two.dir/b.o"},
      {"directory": "/p/build", "file": "/p/src/b.c", "arguments": ["cc", "-c", "/p/src/b.c"], "output": "CMakeFiles/one.dir/b.o"},
      {"directory": "/p/build", "file": "/p/src/start.s", "arguments": ["cc", "-c", "/p/src/start.s"]}]"#;

    #[test]
    fn entries_become_units_once() {
        let units = database(TWO, &DatabaseFilter::default()).unwrap();
        let files: Vec<_> = units.iter().map(|u| u.display.as_str()).collect();
        assert_eq!(files, ["/p/src/a.c", "/p/src/b.c"]);
        assert_eq!(units[0].flags, ["-DX=\"s p\""]);
        assert_eq!(units[0].directory.as_deref(), Some(Path::new("/p/build")));
    }

    #[test]
    fn a_filter_selects() {
        let files = |filter: DatabaseFilter| {
            database(TWO, &filter).map(|units| units.into_iter().map(|u| u.display).collect::<Vec<_>>())
        };
        let by_target = |t: &str| DatabaseFilter { target: Some(t.into()), ..DatabaseFilter::default() };
        let by_file = |f: &str| DatabaseFilter { files: vec![f.into()], ..DatabaseFilter::default() };
        assert_eq!(files(by_target("two")).unwrap(), ["/p/src/b.c"]);
        assert_eq!(files(by_target("one")).unwrap(), ["/p/src/a.c", "/p/src/b.c"]);
        assert_eq!(files(by_file("src/a.c")).unwrap(), ["/p/src/a.c"]);
        assert_eq!(files(by_file("src/*.c")).unwrap().len(), 2);
        assert!(files(by_file("rc/a.c")).is_err());
        let message = files(by_target("three")).unwrap_err().to_string();
        assert!(message.contains("CMakeFiles/one.dir/a.o"), "{message}");
    }

    #[test]
    fn what_is_no_database_is_refused() {
        for text in ["", "{}", "[{}]", r#"[{"directory": "/", "file": "a.c"}]"#, "[]"] {
            assert!(
                matches!(database(text, &DatabaseFilter::default()), Err(FrontendError::Malformed { .. })),
                "{text}"
            );
        }
        let open = r#"[{"directory": "/", "file": "a.c", "command": "cc 'a.c"}]"#;
        assert!(database(open, &DatabaseFilter::default()).unwrap_err().to_string().contains("quote"));
    }
}
