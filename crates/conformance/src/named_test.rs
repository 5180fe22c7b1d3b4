//! A test as the table names it, and how to find it in the repository.

use std::fmt;

/// A test named in the table: `path::function`, or the path of a file that is itself a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedTest {
    /// The file, from the repository's root.
    pub path: String,
    /// The test function in it.
    pub function: Option<String>,
}

/// Why a name is not that of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestProblem {
    /// The path leaves the repository.
    Outside,
    /// There is no such file.
    NoFile,
    /// The file has no such function.
    NoFunction,
    /// The function is there, but not marked as a test.
    NotATest,
    /// The test is marked as ignored, so that it shows nothing.
    Ignored,
    /// A Rust file was named without a function, and its documentation has no example.
    NoExample,
    /// The file is empty.
    Empty,
}

impl fmt::Display for TestProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TestProblem::Outside => "not a path inside the repository",
            TestProblem::NoFile => "no such file",
            TestProblem::NoFunction => "no such function in the file",
            TestProblem::NotATest => "the function is not marked as a test",
            TestProblem::Ignored => "the test is ignored",
            TestProblem::NoExample => "the file's documentation has no example; name a test function",
            TestProblem::Empty => "the file is empty",
        })
    }
}

impl fmt::Display for NamedTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.function {
            Some(function) => write!(f, "{}::{function}", self.path),
            None => f.write_str(&self.path),
        }
    }
}

impl NamedTest {
    /// Splits a name at its last `::`. Modules between file and function may be written; they are
    /// not checked.
    pub fn parse(text: &str) -> Self {
        match text.split_once("::") {
            Some((path, rest)) => {
                let function = rest.rsplit("::").next().unwrap_or(rest);
                NamedTest { path: path.to_string(), function: Some(function.to_string()) }
            }
            None => NamedTest { path: text.to_string(), function: None },
        }
    }

    /// Is it a test that runs? `file` gives the text of a file by its path.
    pub fn find(&self, file: &dyn Fn(&str) -> Option<String>) -> Result<(), TestProblem> {
        if self.path.starts_with('/') || self.path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(TestProblem::Outside);
        }
        let text = file(&self.path).ok_or(TestProblem::NoFile)?;
        match &self.function {
            Some(function) => find_function(&text, function),
            None if text.trim().is_empty() => Err(TestProblem::Empty),
            None if self.path.ends_with(".rs") && !has_example(&text) => Err(TestProblem::NoExample),
            None => Ok(()),
        }
    }
}

/// Looks for a function of this name that is marked as a test. Functions of the same name in other
/// modules of the file do not matter.
fn find_function(text: &str, name: &str) -> Result<(), TestProblem> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut result = Err(TestProblem::NoFunction);
    for (index, line) in lines.iter().enumerate() {
        if !defines(line, name) {
            continue;
        }
        // Attributes and comments stand directly above the function.
        let above = lines[..index].iter().rev().take_while(|l| l.starts_with("#[") || l.starts_with("//"));
        let attributes: Vec<&str> = above.filter(|l| l.starts_with("#[")).copied().collect();
        let is_test = attributes.iter().any(|a| attribute_name(a).ends_with("test"));
        let ignored = attributes.iter().any(|a| attribute_name(a) == "ignore");
        match (is_test, ignored) {
            (true, false) => return Ok(()),
            (true, true) => result = Err(TestProblem::Ignored),
            (false, _) if result == Err(TestProblem::NoFunction) => result = Err(TestProblem::NotATest),
            (false, _) => {}
        }
    }
    result
}

/// Does the line start the definition of a function of this name?
fn defines(line: &str, name: &str) -> bool {
    let rest = line.strip_prefix("pub ").unwrap_or(line);
    let rest = rest.strip_prefix("async ").unwrap_or(rest);
    rest.strip_prefix("fn ").and_then(|r| r.strip_prefix(name)).is_some_and(|r| r.trim_start().starts_with(['(', '<']))
}

/// `test` of `#[test]`, `ignore` of `#[ignore = "slow"]`, `tokio::test` of `#[tokio::test(…)]`.
fn attribute_name(attribute: &str) -> &str {
    let inner = attribute.trim_start_matches("#[");
    inner.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).next().unwrap_or(inner)
}

/// Does the documentation in a Rust file hold an example that is run?
fn has_example(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .filter_map(|l| l.strip_prefix("//!").or_else(|| l.strip_prefix("///")))
        .any(|l| matches!(l.trim(), "```" | "```rust" | "```should_panic"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        //! ```text
        //! no example
        //! ```text
        fn helper() {}
        #[test]
        /// Documented.
        #[should_panic]
        fn runs() {}
        #[test]
        #[ignore = \"slow\"]
        fn sleeps() {}
        #[proptest]
        fn holds<'a>(x: &'a u32) {}
        // fn commented() {}
    ";

    fn check(name: &str, expected: Result<(), TestProblem>) {
        let files = |path: &str| match path {
            "a.rs" => Some(SOURCE.to_string()),
            "doc.rs" => Some("//! ```\n//! let x = 1;\n//! ```".to_string()),
            "task.c" => Some("int main(void) { return 0; }".to_string()),
            "empty.c" => Some("\n".to_string()),
            _ => None,
        };
        assert_eq!(NamedTest::parse(name).find(&files), expected, "{name}");
    }

    #[test]
    fn finds_tests() {
        check("a.rs::runs", Ok(()));
        check("a.rs::tests::runs", Ok(()));
        check("a.rs::holds", Ok(()));
        check("doc.rs", Ok(()));
        check("task.c", Ok(()));
    }

    #[test]
    fn rejects_what_is_no_test() {
        check("a.rs::helper", Err(TestProblem::NotATest));
        check("a.rs::sleeps", Err(TestProblem::Ignored));
        check("a.rs::commented", Err(TestProblem::NoFunction));
        check("a.rs::run", Err(TestProblem::NoFunction));
        check("a.rs::", Err(TestProblem::NoFunction));
        check("b.rs::runs", Err(TestProblem::NoFile));
        check("a.rs", Err(TestProblem::NoExample));
        check("empty.c", Err(TestProblem::Empty));
        check("../a.rs::runs", Err(TestProblem::Outside));
        check("/a.rs::runs", Err(TestProblem::Outside));
    }
}
