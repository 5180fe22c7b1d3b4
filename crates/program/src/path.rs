//! Paths through the automata of a program, calls and returns included.

use crate::ids::{Edge, Function, Location};
use crate::model::Program;
use crate::op::{Callee, Op};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One move of an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Move {
    /// Along an edge within a function. Along a call edge: the call of a function without a body,
    /// which returns at once.
    Edge(Edge),
    /// Along a call edge into the entry of a function that has a body.
    Enter {
        /// The call edge.
        call: Edge,
        /// The function.
        callee: Function,
    },
    /// From the exit of a function to the location behind the call; the results are assigned.
    Leave {
        /// The call edge that entered the function.
        call: Edge,
        /// The function that is left.
        callee: Function,
    },
}

impl Move {
    /// The edge whose operation is executed; for a return, the call edge.
    pub fn edge(self) -> Edge {
        match self {
            Move::Edge(edge) | Move::Enter { call: edge, .. } | Move::Leave { call: edge, .. } => edge,
        }
    }

    /// The location where the move starts.
    pub fn from(self, program: &Program) -> Option<Location> {
        match self {
            Move::Edge(edge) | Move::Enter { call: edge, .. } => Some(program.edges[edge].from),
            Move::Leave { callee, .. } => program.body(callee).map(|b| b.exit),
        }
    }

    /// The location where the move leads.
    #[inline]
    pub fn to(self, program: &Program) -> Option<Location> {
        match self {
            Move::Edge(edge) | Move::Leave { call: edge, .. } => Some(program.edges[edge].to),
            Move::Enter { callee, .. } => program.body(callee).map(|b| b.entry),
        }
    }
}

/// A path of a program from the entry of its entry function.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Path {
    /// The moves, in order.
    pub moves: Vec<Move>,
}

/// Why a sequence of moves is no path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {index} of the path {problem}")]
pub struct BrokenPath {
    /// The index of the first move that does not fit.
    pub index: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

impl Path {
    /// Checks that the moves are connected, that calls enter functions that they may enter, and
    /// that returns go back to the call that they belong to.
    pub fn check(&self, program: &Program) -> Result<(), BrokenPath> {
        let mut at = program.body(program.entry).map(|b| b.entry);
        let mut calls = Vec::new();
        for (index, step) in self.moves.iter().enumerate() {
            let broken = |problem| Err(BrokenPath { index, problem });
            if step.from(program) != at || at.is_none() {
                return broken("does not start where the one before ends");
            }
            let op = &program.edges[step.edge()].op;
            match (*step, op) {
                (Move::Edge(_), Op::Call { callee: Callee::Direct(f), .. }) if program.body(*f).is_some() => {
                    return broken("passes over a call of a function that has a body");
                }
                (Move::Edge(_), _) => {}
                (Move::Enter { call, callee }, Op::Call { callee: named, .. }) => {
                    if matches!(named, Callee::Direct(f) if *f != callee) {
                        return broken("enters another function than the call names");
                    }
                    calls.push((call, callee));
                }
                (Move::Leave { call, callee }, _) => {
                    if calls.pop() != Some((call, callee)) {
                        return broken("returns to another call than the last one that is open");
                    }
                }
                (Move::Enter { .. }, _) => return broken("enters a function by an edge that is no call"),
            }
            at = step.to(program);
        }
        Ok(())
    }

    /// The location where the path ends.
    pub fn end(&self, program: &Program) -> Option<Location> {
        match self.moves.last() {
            Some(last) => last.to(program),
            None => program.body(program.entry).map(|b| b.entry),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Edge(edge) => write!(f, "{edge}"),
            Move::Enter { call, callee } => write!(f, "{call}:enter {callee}"),
            Move::Leave { call, callee } => write!(f, "{call}:leave {callee}"),
        }
    }
}
