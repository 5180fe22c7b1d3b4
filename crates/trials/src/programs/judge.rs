//! What native runs on all inputs say of a program.
//!
//! The program is compiled by clang with checks of addresses and of arithmetic, and run by
//! `judge.c`, which is compiled once.

use crate::run::TrialError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What runs show of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Runs violate it: how many, and the inputs of the first.
    Violated(u64, String),
    /// No run was seen to violate it, but not all could be judged.
    Unclear,
}

/// What all runs show: a property that is not listed holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The number of runs.
    pub runs: u64,
    /// By the name of the atomic property.
    pub truths: BTreeMap<String, Truth>,
}

impl Judgement {
    /// What speaks against an answer of the verifier to a question about some properties, if
    /// anything does.
    pub fn contradicts(&self, answer: &str, asked: &[&str]) -> Option<String> {
        if answer == "TRUE" {
            return asked.iter().find_map(|property| match self.truths.get(*property) {
                Some(Truth::Violated(runs, inputs)) => Some(format!(
                    "TRUE, but {runs} of {} runs violate {property}, the first with the inputs {inputs}",
                    self.runs
                )),
                _ => None,
            });
        }
        let property = answer.strip_prefix("FALSE(")?.strip_suffix(')')?;
        let all = self.runs;
        let unseen = asked.contains(&property) && self.truths.contains_key(property);
        (!unseen).then(|| format!("FALSE({property}), but none of all {all} runs violates it"))
    }
}

/// The judge, ready to compile and run programs.
#[derive(Debug)]
pub struct Judge {
    folder: tempfile::TempDir,
    clang: String,
}

/// What a program was judged to be, or why it was not.
pub type Judged = Result<Judgement, String>;

impl Judge {
    /// Compiles the judge.
    pub fn new() -> Result<Judge, TrialError> {
        let failed = |reason: String| TrialError::Rival { solver: "the native judge".into(), reason };
        let folder = tempfile::tempdir().map_err(|e| failed(e.to_string()))?;
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write("judge.h", include_str!("judge.h")).map_err(|e| failed(e.to_string()))?;
        write("judge.c", include_str!("judge.c")).map_err(|e| failed(e.to_string()))?;
        let clang = std::env::var("ADUMBRA_CLANG").unwrap_or_else(|_| "clang-22".into());
        let judge = Judge { folder, clang };
        let arguments = ["-O1", "-w", "-rdynamic", "-fsanitize=address"];
        judge.compile(&arguments, "judge.c", "judge").map_err(failed)?;
        Ok(judge)
    }

    /// A file in the folder of the judge.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn compile(&self, arguments: &[&str], from: &str, to: &str) -> Result<(), String> {
        let folder: &Path = self.folder.path();
        let made = Command::new(&self.clang).args(arguments).args([from, "-o", to]).current_dir(folder).output();
        let made = made.map_err(|e| format!("{}: {e}", self.clang))?;
        match made.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&made.stderr).into_owned()),
        }
    }

    /// Judges the program in a file of the folder.
    pub fn judge(&self, file: &str) -> Judged {
        let checks = "address,signed-integer-overflow,shift,integer-divide-by-zero";
        let (sanitize, recover) = (format!("-fsanitize={checks}"), format!("-fsanitize-recover={checks}"));
        let arguments = [
            "-O0",
            "-w",
            "-DJUDGE",
            "-shared",
            "-fPIC",
            &sanitize,
            &recover,
            "-fno-sanitize-recover=address",
            "-ffp-contract=off",
            "-fno-strict-aliasing",
        ];
        self.compile(&arguments, file, "program.so")?;
        let ran = Command::new(self.path("judge")).arg(self.path("program.so")).output().map_err(|e| e.to_string())?;
        read(&String::from_utf8_lossy(&ran.stdout))
    }
}

/// What the judge printed.
fn read(text: &str) -> Judged {
    let mut judgement = Judgement::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["failed", ..] => return Err(line.strip_prefix("failed ").unwrap_or(line).to_owned()),
            ["runs", runs] => judgement.runs = runs.parse().map_err(|_| line.to_owned())?,
            ["violated", property, runs, "by", inputs @ ..] => {
                let runs = runs.parse().map_err(|_| line.to_owned())?;
                judgement.truths.insert((*property).to_owned(), Truth::Violated(runs, inputs.join(" ")));
            }
            ["unclear", property] => {
                judgement.truths.insert((*property).to_owned(), Truth::Unclear);
            }
            _ => return Err(format!("the judge says `{line}`")),
        }
    }
    if judgement.runs == 0 { Err("the judge says nothing".into()) } else { Ok(judgement) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(body: &str, globals: &str) -> Judgement {
        let judge = Judge::new().unwrap();
        let text = format!(
            "#include \"judge.h\"\n{globals}\nint main(void) {{ {body} return 0; }}\n\
             int judge_main_holds = 0;\nvoid judge_globals(void) {{ }}\n"
        );
        std::fs::write(judge.path("program.c"), text).unwrap();
        judge.judge("program.c").unwrap()
    }

    fn check(globals: &str, body: &str, expected: &[(&str, u64)]) {
        let judgement = judged(body, globals);
        let violated = judgement.truths.iter().filter_map(|(property, truth)| match truth {
            Truth::Violated(runs, _) => Some((property.as_str(), *runs)),
            Truth::Unclear => None,
        });
        assert_eq!(violated.collect::<Vec<_>>(), expected, "{body}");
    }

    #[test]
    fn each_property_is_judged_on_all_inputs() {
        check("", "int x = INPUT(uchar, 3); assert(x != 5);", &[("assertions", 1)]);
        check("", "if (INPUT(uchar, 3) > INPUT(uchar, 3)) { reach_error(); abort(); }", &[("unreach-call", 28)]);
        check("", "int x = INPUT(int, 3) + 2147483643; x++;", &[("no-overflow", 4)]);
        check("", "int x = -1; x <<= INPUT(int, 1);", &[("no-overflow", 2)]);
        check("int a[3];", "a[INPUT(uchar, 2)] = 1;", &[("valid-deref", 1)]);
        check("", "int a[3] = {0}; int *p = a; return p[INPUT(uchar, 2)];", &[("valid-deref", 1)]);
        check("", "int *p = 0; if (INPUT(uchar, 2)) *p = 1;", &[("valid-deref", 3)]);
        check("int *f(void) { int x = 1; int *p = &x; return p; }", "return *f();", &[("valid-deref", 1)]);
        check("", "int *p = malloc(8); free(p); if (INPUT(uchar, 1)) p[1] = 2;", &[("valid-deref", 1)]);
        check("", "int *p = malloc(8); free(p); if (INPUT(uchar, 1)) free(p);", &[("valid-free", 1)]);
        let lost = [("valid-memcleanup", 2), ("valid-memtrack", 2)];
        check("", "int *p = malloc(8); if (INPUT(uchar, 2) < 2) free(p);", &lost);
        check("", "int x = INPUT(uchar, 1); assert(8 / x == 8);", &[]);
    }

    #[test]
    fn answers_are_compared_with_runs() {
        let judgement = judged("int x = INPUT(uchar, 3); assert(x != 5);", "");
        let against = |answer: &str| judgement.contradicts(answer, &["unreach-call", "assertions"]).is_some();
        assert!(against("TRUE") && against("FALSE(unreach-call)") && against("FALSE(no-overflow)"));
        assert!(!against("FALSE(assertions)") && !against("UNKNOWN(timeout)"));
        assert_eq!(judgement.contradicts("TRUE", &["no-overflow"]), None);
    }
}
