//! Contracts of a correctness witness: suspected, and proved together with the property.
//!
//! The contracts become clauses that the configuration `contracts` suspects besides its own. If it
//! proves the property, the checker is asked for the proof with all clauses of the witness in it:
//! only then are they proved.

use super::copy::{ReplayHost, replay_options};
use super::correctness::render;
use super::{Answer, Case, malformed};
use crate::failure::Failure;
use adumbra_judges::certificate::{self, CheckLimits, Rejected};
use adumbra_judges::{Counterexample, Verdict};
use adumbra_program::Program;
use adumbra_stop::Stop;
use adumbra_strategies::configuration;
use adumbra_strategies::{Request, verify};
use adumbra_verdict::{Certificate, Contract};
use adumbra_witness::clause::{Suspected, suspected};
use adumbra_witness::format::FunctionContract;
use std::sync::Arc;

/// Checks the contracts of a witness, and the property with them. `Ok` is the verdict if all are
/// proved, else the answer.
pub fn check(case: &Case, contracts: &[FunctionContract]) -> Result<Answer, Failure> {
    let loaded = case.loader.load(&case.options.clone().promote(true))?;
    let program = loaded.program();
    let mut given: Vec<Suspected> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for contract in contracts {
        match suspected(program, &case.sources, contract).map_err(|e| malformed(&case.path, &e))? {
            Ok(suspected) => given.push(suspected),
            Err(why) => open.push(why),
        }
    }
    let own =
        configuration::find("contracts").map_err(|e| Failure::new(crate::failure::Exit::Internal, e.to_string()))?;
    let clauses: Vec<Contract> = given.iter().map(|suspected| suspected.contract.clone()).collect();
    let stop = Stop::never().by(case.deadline);
    let request = Request { stop, suspected: Some(Arc::new(clauses)), ..Request::new(own) };
    let options = |program: &Program| replay_options(case, program);
    let accepts = |_: &Program, _: &Counterexample| true;
    let host = ReplayHost::new(&loaded, &options, &accepts);
    let verdict = verify(program, &request, &host).verdict;
    let Some(certificate) = certificate_of(&verdict) else {
        // Without a proof by contracts nothing is known of them; the property may still be violated.
        let answer = super::correctness::original(case)?;
        return Ok(match answer.exit {
            crate::failure::Exit::Success => {
                not_proved("the property is proved, but not by contracts, which are left open".into())
            }
            _ => answer,
        });
    };
    open.extend(given.iter().flat_map(|suspected| refused(case, program, certificate, suspected)));
    if !open.is_empty() {
        let remarks = [vec!["the property is proved, but not all contracts are:".to_owned()], open].concat();
        return Ok(Answer { remarks, ..Answer::unknown("contract not proved") });
    }
    // All of them together, as they stand in the witness.
    let mut whole = certificate.clone();
    given.iter().for_each(|suspected| add(&mut whole, &suspected.contract));
    Ok(match holds(case, program, &whole) {
        Ok(()) => render(case, program, &verdict).remark(proved(contracts.len())),
        Err(rejected) => not_proved(format!("the contracts are not proved together: {rejected}")),
    })
}

fn proved(count: usize) -> String {
    match count {
        1 => "the contract of a function is proved, too".to_owned(),
        _ => format!("the contracts of {count} functions are proved, too"),
    }
}

fn not_proved(why: String) -> Answer {
    Answer::unknown("contract not proved").remark(why)
}

/// The certificate of a proof.
fn certificate_of(verdict: &Verdict) -> Option<&Certificate> {
    match &verdict.answer {
        adumbra_judges::Answer::True(proof) => proof.certificate.as_ref(),
        _ => None,
    }
}

/// Adds what a contract demands and promises to a certificate.
fn add(certificate: &mut Certificate, contract: &Contract) {
    if let Some(own) = certificate.contracts.iter_mut().find(|own| own.function == contract.function) {
        own.entry.absorb(&contract.entry);
        own.exit.absorb(&contract.exit);
    }
}

fn holds(case: &Case, program: &Program, certificate: &Certificate) -> Result<(), Rejected> {
    let limits = CheckLimits { stop: Stop::never().by(case.deadline), ..CheckLimits::default() };
    certificate::check(program, certificate, &limits).map(drop)
}

/// The clauses of a contract that the checker does not accept, each for itself, with the cause.
fn refused(case: &Case, program: &Program, certificate: &Certificate, given: &Suspected) -> Vec<String> {
    let Suspected { contract, words, line } = given;
    if certificate.contracts.iter().all(|own| own.function != contract.function) {
        return vec![format!("line {line}: the function is never called, or its contract is not understood")];
    }
    let demanded = contract.entry.all().len();
    let alone = |number: usize| {
        let mut some = contract.clone();
        some.entry = some.entry.only(|n| n == number);
        some.exit = some.exit.only(|n| demanded + n == number);
        let mut whole = certificate.clone();
        add(&mut whole, &some);
        let count = |certificate: &Certificate| -> usize {
            certificate.contracts.iter().map(|own| own.entry.all().len() + own.exit.all().len()).sum()
        };
        if count(&whole) == count(certificate) {
            return Some("it does not fit what is known of the function".to_owned());
        }
        holds(case, program, &whole).err().map(|rejected| rejected.to_string())
    };
    let refused = (0..words.len()).filter_map(|number| {
        let why = alone(number)?;
        Some(format!("line {line}: `{}` of {}: {why}", words[number], program.functions[contract.function].name))
    });
    refused.collect()
}
