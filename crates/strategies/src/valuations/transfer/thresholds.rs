//! Where the ranges of a coarse variable begin: at the numbers that it is compared with or given.

use super::{Given, Transfer};
use crate::valuations::diagram::Level;
use adumbra_program::*;
use std::sync::Arc;

impl Transfer {
    /// The numbers that variables are compared with or given. Variables that are copied from each
    /// other share theirs.
    pub(super) fn find_thresholds(&mut self) -> Vec<Vec<i64>> {
        let program = Arc::clone(&self.program);
        let mut found: Vec<Vec<i64>> = vec![Vec::new(); self.variables.len()];
        let mut group: Vec<Level> = (0..self.variables.len() as Level).collect();
        let mut moves: Vec<Move> = Vec::new();
        for (edge, data) in program.edges.iter() {
            match &data.op {
                Op::Call { callee: Callee::Direct(callee), .. } if program.body(*callee).is_some() => {
                    moves.push(Move::Enter { call: edge, callee: *callee });
                    moves.push(Move::Leave { call: edge, callee: *callee });
                }
                Op::Call { .. } => {}
                _ => moves.push(Move::Edge(edge)),
            }
        }
        for step in moves {
            let step = self.step(step);
            if let Some((code, _)) = &step.condition {
                code.support.iter().for_each(|level| found[*level as usize].extend(&code.cuts));
            }
            for (level, given) in &step.given {
                let Given::Code(code) = given else { continue };
                match code.copy {
                    Some(from) => {
                        let (a, b) = (root(&mut group, from), root(&mut group, *level));
                        group[a as usize] = b;
                    }
                    None if code.support.is_empty() => {
                        let keys = self.codes.evaluate(code, &[]).keys(self.variables.width(*level));
                        found[*level as usize]
                            .extend(keys.iter().flat_map(|(low, high)| [*low, high.saturating_add(1)]));
                    }
                    None => {}
                }
            }
        }
        for level in 0..found.len() as Level {
            let to = root(&mut group, level);
            if to != level {
                let mut own = std::mem::take(&mut found[level as usize]);
                found[to as usize].append(&mut own);
            }
        }
        for numbers in &mut found {
            numbers.sort_unstable();
            numbers.dedup();
        }
        for level in 0..found.len() as Level {
            let from = root(&mut group, level);
            if from != level {
                found[level as usize] = found[from as usize].clone();
            }
        }
        found
    }
}

/// Who stands for the group of a variable.
fn root(group: &mut [Level], level: Level) -> Level {
    let mut at = level;
    while group[at as usize] != at {
        group[at as usize] = group[group[at as usize] as usize];
        at = group[at as usize];
    }
    at
}
