//! The directory of tests: a file is there as soon as its test is confirmed, whole.

use crate::failure::{Exit, Failure};
use crate::whole_file;
use adumbra_judges::TestEnd;
use adumbra_program::{DataModel, Program};
use adumbra_report::test_suite::{Input, Metadata, metadata, test_case};
use adumbra_strategies::test_generation::{Test, TestCounts};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// A directory that tests are written to.
pub(super) struct Suite {
    directory: PathBuf,
    next: AtomicU64,
}

impl Suite {
    /// Makes the directory, without tests of an earlier run.
    pub(super) fn new(directory: &Path, file: &Path, program: &Program, entry: &str) -> Result<Self, Failure> {
        let failed =
            |e: std::io::Error| Failure::new(Exit::Input, format!("--export-tests: {}: {e}", directory.display()));
        fs::create_dir_all(directory).map_err(failed)?;
        for old in fs::read_dir(directory).map_err(failed)?.flatten().filter(|old| is_test(&old.path())) {
            fs::remove_file(old.path()).map_err(failed)?;
        }
        let model: DataModel = program.layout.model;
        let content = fs::read(file).unwrap_or_default();
        let name = file.to_string_lossy();
        let about = Metadata { file: &name, content: &content, entry, model, time: SystemTime::now() };
        whole_file::replace(&directory.join("metadata.xml"), metadata(&about).as_bytes()).map_err(failed)?;
        Ok(Suite { directory: directory.to_owned(), next: AtomicU64::new(1) })
    }

    /// Writes a test, with a harness if it has one.
    pub(super) fn add(&self, test: &Test, harness: Option<&str>) -> std::io::Result<()> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let inputs: Vec<Input<'_>> =
            test.inputs.iter().map(|input| (input.function.as_str(), input.ty, input.value.as_str())).collect();
        let (violates, remark) = match test.end {
            TestEnd::Exited(status) => (false, format!("the program ends with status {}", status & 0xff)),
            TestEnd::Stopped(kind) => (false, format!("the execution ends at something not asked about: {kind}")),
            TestEnd::Violation(kind) => (true, format!("the property is violated: {kind}")),
        };
        if let Some(harness) = harness {
            whole_file::replace(&self.directory.join(format!("testcase-{number}.c")), harness.as_bytes())?;
        }
        let text = test_case(&inputs, violates, &remark);
        whole_file::replace(&self.directory.join(format!("testcase-{number}.xml")), text.as_bytes())
    }

    /// What is said about it in the end.
    pub(super) fn closing(directory: &Path, counts: TestCounts) -> String {
        let TestCounts { written, repeated, infeasible, unconfirmed } = counts;
        let directory = directory.display();
        format!(
            "tests: {written} in {directory}, {unconfirmed} unconfirmed ({infeasible} paths infeasible, {repeated} with equal inputs)"
        )
    }
}

/// Is it a file that an earlier run wrote?
fn is_test(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|s| s.to_str()).and_then(|s| s.strip_prefix("testcase-"));
    let ours = path.extension().is_some_and(|e| e == "xml" || e == "c");
    ours && stem.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
