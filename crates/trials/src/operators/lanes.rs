//! Unit propagation over clauses for 64 assignments at a time.

use adumbra_sat::Lit;

/// Clauses and, for each literal, the assignments under which it is true.
pub struct Lanes {
    /// Literals of all clauses, as indices.
    lits: Vec<u32>,
    /// Where each clause ends.
    ends: Vec<u32>,
    /// By index of a literal: in which lanes it is true.
    holds: Vec<u64>,
}

impl Lanes {
    /// Lanes over clauses of DIMACS numbers.
    pub fn new(vars: usize, clauses: &[Vec<i32>]) -> Lanes {
        let mut lanes = Lanes { lits: Vec::new(), ends: Vec::new(), holds: vec![0; 2 * vars] };
        // Gates have higher numbers than what they are made of, so that this is an order from
        // inputs to outputs.
        let mut ordered: Vec<&Vec<i32>> = clauses.iter().collect();
        ordered.sort_by_key(|clause| clause.iter().map(|n| n.unsigned_abs()).max());
        for clause in ordered {
            lanes.lits.extend(clause.iter().map(|n| 2 * (n.unsigned_abs() - 1) + u32::from(*n < 0)));
            lanes.ends.push(lanes.lits.len() as u32);
        }
        lanes
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.holds.fill(0);
    }

    /// Makes a literal true in these lanes and false in the others.
    pub fn assume(&mut self, lit: Lit, lanes: u64) {
        self.holds[lit.index()] = lanes;
        self.holds[(!lit).index()] = !lanes;
    }

    /// The literal of a variable that was assumed in a lane.
    pub fn as_assumed(&self, lit: Lit, lane: u32) -> Lit {
        if self.holds[lit.index()] >> lane & 1 == 1 { lit } else { !lit }
    }

    /// Makes true what a clause forces, until nothing changes. Mostly once is enough.
    pub fn propagate(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            let mut start = 0;
            for &end in &self.ends {
                let clause = &self.lits[start as usize..end as usize];
                start = end;
                // Lanes in which no, and exactly one, literal is not false.
                let (mut none, mut one) = (u64::MAX, 0);
                for lit in clause {
                    let open = !self.holds[(lit ^ 1) as usize];
                    one = one & !open | none & open;
                    none &= !open;
                }
                if one == 0 {
                    continue;
                }
                for lit in clause {
                    let forced = one & !self.holds[(lit ^ 1) as usize] & !self.holds[*lit as usize];
                    if forced != 0 {
                        self.holds[*lit as usize] |= forced;
                        changed = true;
                    }
                }
            }
        }
    }

    /// The number that a word has in a lane, if all of its bits have a value.
    pub fn value(&self, word: &[Lit], lane: u32) -> Option<u64> {
        word.iter().enumerate().try_fold(0, |value, (i, lit)| {
            let (yes, no) = (self.holds[lit.index()] >> lane & 1, self.holds[(!*lit).index()] >> lane & 1);
            (yes != no).then_some(value | yes << i)
        })
    }

    /// The lanes in which every clause is true, and no literal along with its negation.
    pub fn models(&self) -> u64 {
        let mut good = self.holds.chunks_exact(2).fold(u64::MAX, |good, pair| good & !(pair[0] & pair[1]));
        let mut start = 0;
        for &end in &self.ends {
            let clause = &self.lits[start as usize..end as usize];
            start = end;
            good &= clause.iter().fold(0, |some, lit| some | self.holds[*lit as usize]);
        }
        good
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conjunction_is_propagated_in_all_lanes() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let mut lanes = Lanes::new(3, &[vec![-3, 1], vec![-3, 2], vec![3, -1, -2]]);
        lanes.assume(lit(1), 0b1010);
        lanes.assume(lit(2), 0b1100);
        lanes.propagate();
        for lane in 0..4 {
            assert_eq!(lanes.value(&[lit(3)], lane), Some(u64::from(lane == 3)));
        }
        assert_eq!(lanes.models() & 15, 15);
        assert_eq!(lanes.as_assumed(lit(1), 0), lit(-1));
        // A contradiction is no model, and an open literal has no value.
        let mut lanes = Lanes::new(2, &[vec![1], vec![-1]]);
        lanes.propagate();
        assert_eq!(lanes.models(), 0);
        assert_eq!(lanes.value(&[lit(2)], 0), None);
    }
}
