//! Certificates of unsatisfiable answers: a tracer that checks every step when it is made, and
//! writes the last refutation for others.
//!
//! A query with assumptions is refuted by a clause that consists of negated assumptions. With the
//! assumptions as unit clauses beside the clauses of the formula that is a refutation in the
//! ordinary sense, and so it is written: a DIMACS file, and an LRAT proof of the steps that it
//! takes.

use crate::lrat_check::Checker;
use crate::{Lit, Tracer};
use adumbra_terms::dimacs::Cnf;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Write};

/// Numbers of many steps in one vector.
#[derive(Debug)]
struct Lists<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

impl<T: Copy> Lists<T> {
    fn new() -> Self {
        Lists { items: Vec::new(), ends: Vec::new() }
    }

    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len());
    }

    fn get(&self, index: usize) -> &[T] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[index]]
    }
}

/// All clauses so far, with what they follow from: nothing, for those of the formula.
#[derive(Debug)]
struct Record {
    ids: Vec<u64>,
    lits: Lists<i32>,
    antecedents: Lists<u64>,
    derived: Vec<bool>,
}

#[derive(Debug, Clone)]
struct Conclusion {
    core: Vec<i32>,
    clause: Option<u64>,
    /// How many clauses there were.
    steps: usize,
}

/// Checks proofs while they are made, keeps them to be written, or both.
#[derive(Debug)]
pub struct Certifier {
    checker: Option<Checker>,
    record: Option<Record>,
    answers: u64,
    last: Option<Conclusion>,
    error: Option<String>,
}

impl Certifier {
    /// A certifier that checks, or keeps, or both.
    pub fn new(check: bool, keep: bool) -> Certifier {
        let record = Record { ids: Vec::new(), lits: Lists::new(), antecedents: Lists::new(), derived: Vec::new() };
        Certifier {
            checker: check.then(Checker::new),
            record: keep.then_some(record),
            answers: 0,
            last: None,
            error: None,
        }
    }

    /// The number of unsatisfiable answers, each of them checked if checking was asked for and
    /// nothing is wrong.
    pub fn answers(&self) -> u64 {
        self.answers
    }

    /// The first thing that is wrong with the proof.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    fn note(&mut self, result: Result<(), impl std::fmt::Display>) {
        if let Err(error) = result {
            self.error.get_or_insert_with(|| error.to_string());
        }
    }

    /// Does the clause say that the core cannot hold?
    fn check_conclusion(&self, core: &[i32], clause: Option<u64>) -> Result<(), String> {
        let Some(checker) = &self.checker else { return Ok(()) };
        match clause {
            None if core.iter().any(|lit| core.contains(&-lit)) => Ok(()),
            None => Err("an answer without a clause rests on assumptions that do not contradict each other".to_owned()),
            Some(id) => {
                let lits =
                    checker.clause(id).ok_or_else(|| format!("an answer rests on clause {id}, which is not there"))?;
                match lits.iter().find(|lit| !core.contains(&-**lit)) {
                    None => Ok(()),
                    Some(lit) => Err(format!("an answer rests on clause {id}, whose literal {lit} is not in the core")),
                }
            }
        }
    }

    /// Writes the last refutation: an LRAT proof and the clauses it is about. False, and nothing
    /// written, if there was none or nothing was kept.
    pub fn write(&self, proof: &mut impl Write, formula: &mut impl Write) -> io::Result<bool> {
        let (Some(record), Some(last)) = (&self.record, &self.last) else { return Ok(false) };
        let places: FxHashMap<u64, usize> =
            record.ids[..last.steps].iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let needed = needed(record, last, &places);
        let mut cnf = Cnf::new(0);
        let mut numbers: FxHashMap<usize, u64> = FxHashMap::default();
        for place in (0..last.steps).filter(|place| !record.derived[*place]) {
            cnf.push(record.lits.get(place));
            numbers.insert(place, cnf.len() as u64);
        }
        let first_unit = cnf.len() as u64 + 1;
        for lit in &last.core {
            cnf.push(&[*lit]);
        }
        write!(formula, "{cnf}")?;
        let mut next = cnf.len() as u64 + 1;
        let mut refuted = false;
        for place in needed {
            let lits = record.lits.get(place);
            let known = |id: &u64| places.get(id).and_then(|place| numbers.get(place)).copied().unwrap_or(0);
            let antecedents: Vec<u64> = record.antecedents.get(place).iter().map(known).collect();
            write_step(proof, next, lits, &antecedents)?;
            refuted |= lits.is_empty();
            numbers.insert(place, next);
            next += 1;
        }
        if !refuted {
            let units = (0..last.core.len() as u64).map(|n| first_unit + n);
            let clause = last.clause.and_then(|id| places.get(&id)).and_then(|place| numbers.get(place));
            write_step(proof, next, &[], &units.chain(clause.copied()).collect::<Vec<u64>>())?;
        }
        proof.flush()?;
        formula.flush()?;
        Ok(true)
    }
}

/// The derived clauses that a conclusion takes, in their order.
fn needed(record: &Record, last: &Conclusion, places: &FxHashMap<u64, usize>) -> Vec<usize> {
    let mut wanted: FxHashSet<usize> = last.clause.and_then(|id| places.get(&id)).into_iter().copied().collect();
    let mut found = Vec::new();
    for place in (0..last.steps).rev() {
        if record.derived[place] && wanted.contains(&place) {
            found.push(place);
            wanted.extend(record.antecedents.get(place).iter().filter_map(|id| places.get(id)));
        }
    }
    found.reverse();
    found
}

fn write_step(out: &mut impl Write, id: u64, lits: &[i32], antecedents: &[u64]) -> io::Result<()> {
    write!(out, "{id}")?;
    lits.iter().try_for_each(|lit| write!(out, " {lit}"))?;
    write!(out, " 0")?;
    antecedents.iter().try_for_each(|id| write!(out, " {id}"))?;
    writeln!(out, " 0")
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

impl Tracer for Certifier {
    fn original(&mut self, id: u64, lits: &[Lit]) {
        let lits = numbers(lits);
        if let Some(checker) = &mut self.checker {
            let result = checker.original(id, &lits);
            self.note(result);
        }
        if let Some(record) = &mut self.record {
            record.ids.push(id);
            record.lits.push(lits);
            record.antecedents.push([]);
            record.derived.push(false);
        }
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        let lits = numbers(lits);
        if let Some(checker) = &mut self.checker {
            let result = checker.derived(id, &lits, antecedents);
            self.note(result);
        }
        if let Some(record) = &mut self.record {
            record.ids.push(id);
            record.lits.push(lits);
            record.antecedents.push(antecedents.iter().copied());
            record.derived.push(true);
        }
    }

    fn deleted(&mut self, id: u64) {
        if let Some(checker) = &mut self.checker {
            let result = checker.deleted(id);
            self.note(result);
        }
    }

    fn concluded(&mut self, core: &[Lit], clause: Option<u64>) {
        let core = numbers(core);
        let result = self.check_conclusion(&core, clause);
        self.note(result);
        self.answers += 1;
        let steps = self.record.as_ref().map_or(0, |record| record.ids.len());
        self.last = Some(Conclusion { core, clause, steps });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Limits, Sat, SatOptions, Var};
    use adumbra_testing::Random;
    use std::sync::{Arc, Mutex};

    fn written(certifier: &Certifier) -> (String, String) {
        let (mut proof, mut formula) = (Vec::new(), Vec::new());
        assert!(certifier.write(&mut proof, &mut formula).unwrap());
        (String::from_utf8(proof).unwrap(), String::from_utf8(formula).unwrap())
    }

    fn accept((proof, formula): &(String, String)) {
        let mut checker = Checker::new();
        for (index, clause) in Cnf::read(formula.as_bytes()).unwrap().clauses().enumerate() {
            checker.original(index as u64 + 1, clause).unwrap();
        }
        checker.check_text(proof).unwrap_or_else(|e| panic!("{e}\n{formula}\n{proof}"));
    }

    #[test]
    fn every_kind_of_refutation_is_checked_and_written() {
        let certifier = Arc::new(Mutex::new(Certifier::new(true, true)));
        let options = SatOptions { inprocess_interval: 1, ..SatOptions::default() };
        let mut sat = Sat::with_tracer(options, Box::new(certifier.clone()));
        let lits: Vec<Lit> = (0..40).map(|_| sat.new_var().positive()).collect();
        // A random formula with a selector in each clause: assumptions switch clauses on.
        let mut random = Random(1);
        let mut below = |bound: usize| random.below(bound);
        for _ in 0..160 {
            let mut clause: Vec<Lit> = (0..3).map(|_| Var::new(below(30)).literal(below(2) == 0)).collect();
            clause.push(!lits[30 + below(10)]);
            sat.add_clause(&clause);
        }
        let mut answers = 0;
        for round in 0..30 {
            let assumed: Vec<Lit> = match round {
                0 => vec![lits[3], !lits[3]],
                _ => (0..30).map(|_| Var::new(30 + below(10)).positive()).collect(),
            };
            if sat.solve(&assumed, &Limits::none()) == Answer::Unsat {
                answers += 1;
                let certifier = certifier.lock().unwrap();
                assert_eq!((certifier.error(), certifier.answers()), (None, answers));
                accept(&written(&certifier));
            }
        }
        assert!(answers > 5, "{answers}");
        // Without assumptions, at last.
        for lit in &lits[30..] {
            sat.add_clause(&[*lit]);
        }
        assert_eq!(sat.solve(&[], &Limits::none()), Answer::Unsat);
        assert_eq!(sat.solve(&[lits[0]], &Limits::none()), Answer::Unsat);
        let certifier = certifier.lock().unwrap();
        assert_eq!(certifier.error(), None);
        accept(&written(&certifier));
    }

    #[test]
    fn what_does_not_follow_is_noticed() {
        let (a, b) = (Var::new(0).positive(), Var::new(1).positive());
        let check = |steps: &dyn Fn(&mut Certifier)| {
            let mut certifier = Certifier::new(true, true);
            certifier.original(1, &[a, b]);
            steps(&mut certifier);
            certifier.error().is_some()
        };
        assert!(!check(&|c| c.concluded(&[!a, !b], Some(1))));
        assert!(check(&|c| c.concluded(&[!a], Some(1))));
        assert!(check(&|c| c.concluded(&[!a, !b], Some(7))));
        assert!(check(&|c| c.concluded(&[!a, !b], None)));
        assert!(!check(&|c| c.concluded(&[!a, a], None)));
        assert!(check(&|c| c.derived(2, &[a], &[1])));
        assert!(check(&|c| c.deleted(2)));
    }
}
