//! What `get-interpolants` is asked about: assertions in groups, the groups in a tree.
//!
//! In text, groups stand in post-order, and a bracket is a subtree to the right of what stands
//! before it: `F1 (F2 (F3) F4) F5` has the root `F5` over `F1` and `F4`, which is over `F2` and
//! `F3`. Without brackets it is a sequence. A group is a name, or `(and A B)` for several; `and` is
//! a reserved word, so a bracket that begins with it is no subtree.

use super::command::Reader;
use super::lex::{Cause, ReadError, Token, is_simple};
use std::fmt;

/// Groups of named assertions in a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    /// The groups in post-order; each has at least one name.
    pub groups: Vec<Vec<String>>,
    /// For each group the first group of its subtree.
    pub starts: Vec<usize>,
}

impl Partition {
    /// Groups in sequence.
    pub fn sequence(groups: Vec<Vec<String>>) -> Partition {
        let starts = vec![0; groups.len()];
        Partition { groups, starts }
    }

    /// Whether no group has two below it.
    pub fn is_sequence(&self) -> bool {
        self.starts.iter().all(|start| *start == 0)
    }
}

/// As it stands in `get-interpolants`.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The last group whose subtree begins at a place: the root of the bracket that opens there.
        let mut roots: Vec<usize> = (0..self.groups.len()).collect();
        for (place, start) in self.starts.iter().enumerate() {
            if let Some(root) = roots.get_mut(*start) {
                *root = place;
            }
        }
        for (place, (group, start)) in self.groups.iter().zip(&self.starts).enumerate() {
            if place > 0 {
                write!(f, " ")?;
            }
            if place > 0 && *start == place {
                write!(f, "(")?;
            }
            match &group[..] {
                [name] => write_name(f, name)?,
                names => {
                    write!(f, "(and")?;
                    for name in names {
                        write!(f, " ")?;
                        write_name(f, name)?;
                    }
                    write!(f, ")")?;
                }
            }
            if *start > 0 && roots.get(*start) == Some(&place) {
                write!(f, ")")?;
            }
        }
        Ok(())
    }
}

fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if is_simple(name) && name != "and" { write!(f, "{name}") } else { write!(f, "|{name}|") }
}

/// A bracket that is being read.
struct Bracket {
    start: usize,
    /// Whether the last thing in it was a group, and not a bracket.
    rooted: bool,
}

impl Reader<'_> {
    /// Groups with brackets for subtrees, up to the end of the command.
    pub(super) fn tree(&mut self) -> Result<Partition, ReadError> {
        let mut partition = Partition { groups: Vec::new(), starts: Vec::new() };
        let mut inner = Bracket { start: 0, rooted: false };
        let mut outer: Vec<Bracket> = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Symbol(name) | Token::Quoted(name) => {
                    partition.groups.push(vec![self.known_name(name)?]);
                    partition.starts.push(inner.start);
                    inner.rooted = true;
                }
                Token::Open => {
                    let before = self.lexer.clone();
                    if self.lexer.next()? == Token::Symbol("and") {
                        partition.groups.push(self.group()?);
                        partition.starts.push(inner.start);
                        inner.rooted = true;
                        continue;
                    }
                    self.lexer = before;
                    inner.rooted = false;
                    let start = partition.groups.len();
                    outer.push(std::mem::replace(&mut inner, Bracket { start, rooted: false }));
                }
                Token::Close if partition.groups.is_empty() && outer.is_empty() => {
                    return self.lexer.expected("the name of an assertion", Token::Close);
                }
                Token::Close if !inner.rooted => {
                    let cause = match (outer.is_empty(), inner.start == partition.groups.len()) {
                        (_, true) => "a subtree without an assertion",
                        (true, false) => "the last assertion is the root of the tree, so no subtree can follow it",
                        (false, false) => {
                            "the last assertion in brackets is the root of the subtree, so no subtree can follow it"
                        }
                    };
                    return Err(self.lexer.error(Cause::Tree(cause)));
                }
                Token::Close => match outer.pop() {
                    Some(bracket) => inner = bracket,
                    None => return Ok(partition),
                },
                token => return self.lexer.expected("the name of an assertion", token),
            }
        }
    }

    /// The names of a group up to its closing bracket.
    pub(super) fn group(&mut self) -> Result<Vec<String>, ReadError> {
        let mut group = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close if !group.is_empty() => return Ok(group),
                Token::Symbol(name) | Token::Quoted(name) => group.push(self.known_name(name)?),
                token => return self.lexer.expected("the name of an assertion", token),
            }
        }
    }
}
