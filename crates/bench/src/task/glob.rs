//! File name patterns as shells have them: `*`, `?`, `[a-z]`, `[!a-z]`, and `**` across
//! directories.

use std::path::{Path, PathBuf};

/// A pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glob {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Char(char),
    /// One character that is no `/`.
    One,
    /// One of these ranges, or none of them.
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    /// Any number of characters that are no `/`.
    Star,
    /// Any number of characters.
    Across,
    /// Any number of directories: here between two of them, …
    Between,
    /// … and here in the name of one.
    Within,
}

/// Has the text characters that a pattern gives a meaning to?
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

impl Glob {
    /// Reads a pattern.
    pub fn new(pattern: &str) -> Result<Glob, String> {
        let mut parts = Vec::new();
        let mut rest = pattern.chars().peekable();
        while let Some(c) = rest.next() {
            let part = match c {
                '*' if rest.next_if_eq(&'*').is_some() => {
                    if rest.next_if_eq(&'/').is_some() {
                        parts.push(Part::Between);
                        Part::Within
                    } else {
                        Part::Across
                    }
                }
                '*' => Part::Star,
                '?' => Part::One,
                '[' => Self::class(&mut rest).ok_or_else(|| format!("a `[` without `]` in the pattern `{pattern}`"))?,
                c => Part::Char(c),
            };
            parts.push(part);
        }
        Ok(Glob { parts })
    }

    /// A pattern for names, in which `*` is any number of characters, `/` as well; without any of
    /// `*?[` it is a part of the name.
    pub fn of_name(pattern: &str) -> Result<Glob, String> {
        let mut glob = Glob::new(pattern)?;
        for part in &mut glob.parts {
            if *part == Part::Star {
                *part = Part::Across;
            }
        }
        if !is_pattern(pattern) {
            glob.parts.insert(0, Part::Across);
            glob.parts.push(Part::Across);
        }
        Ok(glob)
    }

    fn class(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Part> {
        let negated = rest.next_if(|c| matches!(c, '!' | '^')).is_some();
        let mut ranges = Vec::new();
        loop {
            let low = rest.next()?;
            // A `]` that comes first is a character.
            if low == ']' && !ranges.is_empty() {
                return Some(Part::Class { negated, ranges });
            }
            let mut ahead = rest.clone();
            match (ahead.next(), ahead.next()) {
                (Some('-'), Some(high)) if high != ']' => {
                    *rest = ahead;
                    ranges.push((low, high));
                }
                _ => ranges.push((low, low)),
            }
        }
    }

    /// Is the whole text one that the pattern describes?
    pub fn matches(&self, text: &str) -> bool {
        // All places in the pattern at which a match can be, after each character.
        let mut at = vec![false; self.parts.len() + 1];
        at[0] = true;
        self.skip_empty(&mut at);
        for c in text.chars() {
            let mut next = vec![false; self.parts.len() + 1];
            for (place, part) in self.parts.iter().enumerate().filter(|(place, _)| at[*place]) {
                match part {
                    Part::Char(own) => next[place + 1] |= *own == c,
                    Part::One => next[place + 1] |= c != '/',
                    Part::Class { negated, ranges } => {
                        let inside = ranges.iter().any(|(low, high)| (*low..=*high).contains(&c));
                        next[place + 1] |= c != '/' && inside != *negated;
                    }
                    Part::Star => next[place] |= c != '/',
                    Part::Across => next[place] = true,
                    Part::Between => next[if c == '/' { place } else { place + 1 }] = true,
                    Part::Within => next[if c == '/' { place - 1 } else { place }] = true,
                }
            }
            self.skip_empty(&mut next);
            at = next;
        }
        at[self.parts.len()]
    }

    fn skip_empty(&self, at: &mut [bool]) {
        for (place, part) in self.parts.iter().enumerate() {
            match part {
                Part::Star | Part::Across if at[place] => at[place + 1] = true,
                Part::Between if at[place] => at[place + 2] = true,
                _ => {}
            }
        }
    }
}

/// The files that a pattern relative to `base` describes, in order. Names that begin with a dot are
/// left out unless the pattern says the dot.
pub fn expand(base: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let components: Vec<&str> = pattern.split('/').filter(|c| !c.is_empty() && *c != ".").collect();
    let mut found = vec![if pattern.starts_with('/') { PathBuf::from("/") } else { base.to_owned() }];
    for component in components {
        let mut next = Vec::new();
        if component == "**" {
            for path in &found {
                directories_below(path, &mut next);
            }
        } else if is_pattern(component) {
            let glob = Glob::new(component)?;
            for path in &found {
                let fits = |name: &str| (component.starts_with('.') || !name.starts_with('.')) && glob.matches(name);
                next.extend(names_in(path).into_iter().filter(|name| fits(name)).map(|name| path.join(name)));
            }
        } else {
            next.extend(found.iter().map(|path| path.join(component)).filter(|path| path.exists()));
        }
        found = next;
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// A directory and all below it, without those whose name begins with a dot. Links to directories
/// are not followed.
fn directories_below(top: &Path, into: &mut Vec<PathBuf>) {
    let mut waiting = vec![top.to_owned()];
    while let Some(path) = waiting.pop() {
        for name in names_in(&path).into_iter().filter(|name| !name.starts_with('.')) {
            let below = path.join(name);
            if below.is_dir() && !below.is_symlink() {
                waiting.push(below);
            }
        }
        into.push(path);
    }
}

/// The names in a directory, sorted; none if it is none.
fn names_in(path: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    let mut names: Vec<String> = entries.flatten().filter_map(|e| e.file_name().into_string().ok()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, yes, no) in [
            ("locks/*.yml", vec!["locks/a.yml", "locks/.yml"], vec!["locks/a/b.yml", "xlocks/a.yml", "locks/a.yml2"]),
            ("a?c", vec!["abc", "aöc"], vec!["ac", "a/c", "abbc"]),
            ("[a-cx].c", vec!["b.c", "x.c"], vec!["d.c", "-.c"]),
            ("[!a-c].c", vec!["d.c"], vec!["b.c", "/.c"]),
            ("[]a]", vec!["]", "a"], vec!["b"]),
            ("[a-]", vec!["a", "-"], vec!["b"]),
            ("**/x.c", vec!["x.c", "a/x.c", "a/b/x.c"], vec!["a/y.c", "ax.c", "a/bx.c"]),
            ("a/**", vec!["a/", "a/b/c"], vec!["a", "b/c"]),
            ("*_true-*.i", vec!["q_true-unreach.i"], vec!["q_false.i"]),
            ("", vec![""], vec!["a"]),
        ] {
            let glob = Glob::new(pattern).unwrap();
            for text in yes {
                assert!(glob.matches(text), "{pattern} should match {text}");
            }
            for text in no {
                assert!(!glob.matches(text), "{pattern} should not match {text}");
            }
        }
        assert!(Glob::new("a[b").unwrap_err().contains("`a[b`"));
    }

    #[test]
    fn names_are_filtered_across_directories() {
        assert!(Glob::of_name("loops/*").unwrap().matches("loops/a/b.c"));
        assert!(Glob::of_name("ops/").unwrap().matches("loops/a.c"), "a part of the name");
        assert!(!Glob::of_name("ops/*").unwrap().matches("loops/a.c"), "the whole name");
    }

    #[test]
    fn files_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["a/x.yml", "a/y.yml", "a/.hidden.yml", "b/c/x.yml", "b/x.c"] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let found = expand(folder.path(), pattern).unwrap();
            found.iter().map(|p| p.strip_prefix(folder.path()).unwrap().display().to_string()).collect()
        };
        assert_eq!(found("a/*.yml"), ["a/x.yml", "a/y.yml"]);
        assert_eq!(found("*/x.*"), ["a/x.yml", "b/x.c"]);
        assert_eq!(found("**/x.yml"), ["a/x.yml", "b/c/x.yml"]);
        assert_eq!(found("b/x.c"), ["b/x.c"]);
        assert_eq!(found("nowhere/*.yml"), [""; 0]);
    }

    /// The same pattern as a regular expression.
    fn regex_of(pattern: &str) -> regex::Regex {
        let mut text = String::from("^(?s:");
        let mut rest = pattern.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '*' if rest.next_if_eq(&'*').is_some() => {
                    text.push_str(if rest.next_if_eq(&'/').is_some() { "(?:[^/]*/)*" } else { ".*" });
                }
                '*' => text.push_str("[^/]*"),
                '?' => text.push_str("[^/]"),
                c => text.push_str(&regex::escape(&c.to_string())),
            }
        }
        regex::Regex::new(&(text + ")$")).unwrap()
    }

    proptest! {
        #[test]
        fn a_pattern_is_a_regular_expression(pattern in "[ab/?]{0,3}(\\*[ab/.?]{0,3}){0,3}", text in "[ab/.]{0,9}") {
            prop_assert_eq!(Glob::new(&pattern).unwrap().matches(&text), regex_of(&pattern).is_match(&text));
        }

        #[test]
        fn no_pattern_panics(pattern in "[\\[\\]*?!^a\\-/ö]{0,8}", text in "[a\\-\\]/ö]{0,5}") {
            if let Ok(glob) = Glob::new(&pattern) {
                glob.matches(&text);
            }
        }
    }
}
