//! A tuning that is killed at any moment ends as if it had not been; a journal that is damaged is
//! not used.

use adumbra_bench::model::Expected;
use adumbra_tune::ils::{Capping, Settings, Stop, Trial};
use adumbra_tune::journal::{self, FORMAT, Journal, JournalError, Record, Run, Status, Subject};
use adumbra_tune::random::Random;
use adumbra_tune::session::{Budget, Evaluator, Instance, Job, Rules, Session};
use adumbra_tune::space::{Configuration, Space};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const SPACE: &str = "a {0,1,2,3}[0]\nb {0,1,2,3}[0]\nc {0,1,2}[0]\nd {0,1,2,3,4}[0]\nc | a in {1,2}\n{b=3,d=4}\n";
const INSTANCES: usize = 8;
const RULES: Rules = Rules { cutoff: 60.0, penalty: 10.0 };

/// A tool whose costs vary from run to run, as real times do, if `noisy`.
struct Tool {
    noisy: Option<AtomicU64>,
    made: AtomicU64,
    /// After so many runs everything is cancelled.
    dies_after: u64,
    dead: AtomicBool,
    /// The answer of some configuration is wrong on an instance.
    wrong: Option<(u16, usize)>,
}

impl Tool {
    fn new(noisy: bool, dies_after: u64) -> Tool {
        Tool {
            noisy: noisy.then(AtomicU64::default),
            made: AtomicU64::new(0),
            dies_after,
            dead: AtomicBool::new(false),
            wrong: None,
        }
    }
}

impl Evaluator for Tool {
    fn evaluate(&self, job: &Job, _: &AtomicBool) -> Result<Option<Run>, String> {
        if self.made.fetch_add(1, Ordering::Relaxed) >= self.dies_after {
            self.dead.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        let seed = job.configuration.places().iter().fold(job.instance as u64, |sum, p| sum * 5 + u64::from(*p));
        let mut cost = 1.0 + Random::new(seed).below(80) as f64;
        if let Some(noise) = &self.noisy {
            cost += Random::new(noise.fetch_add(1, Ordering::Relaxed) + 99).below(10) as f64;
        }
        let wrong =
            self.wrong.is_some_and(|(a, instance)| job.configuration.places()[0] == a && job.instance == instance);
        let answer = if wrong { "sat" } else { "unsat" }.to_owned();
        let status = if cost > job.cap { Status::Stopped } else { Status::Solved };
        let cost = cost.min(job.cap);
        Ok(Some(Run { status, cost, answer, cpu: cost }))
    }
}

fn header() -> Record {
    Record::Header { format: FORMAT, settings: Vec::new(), subject: Subject::default() }
}

fn instances(expected: Expected) -> Vec<Instance> {
    (0..INSTANCES).map(|n| Instance { name: format!("i{n}"), expected: expected.clone() }).collect()
}

fn settings(searches: u64) -> Vec<Settings> {
    let sequence: Vec<Trial> = (0..INSTANCES).map(|instance| Trial { instance, seed: 0 }).collect();
    let one = |seed| Settings {
        seed,
        sequence: sequence.clone(),
        cutoff: RULES.cutoff,
        floor: 1.0,
        capping: Capping::Aggressive(2.0),
        ..Settings::default()
    };
    (1..=searches).map(one).collect()
}

/// What a start of a tuning ended with.
struct Ended {
    incumbents: Vec<Configuration>,
    stops: Vec<Stop>,
    wrong: Vec<String>,
}

fn start(path: &Path, tool: &Tool, searches: u64, budget: Budget, expected: Expected) -> Ended {
    let space = Space::read(SPACE).unwrap();
    let (journal, records) = if path.exists() {
        Journal::open(path).unwrap()
    } else {
        let mut journal = Journal::create(path).unwrap();
        journal.add(&header()).unwrap();
        (journal, vec![header()])
    };
    let instances = instances(expected);
    let session =
        Session::new(&space, tool, &instances, RULES, budget, &tool.dead, &|_| {}, searches as usize, journal, records);
    let found = session.run(&settings(searches));
    Ended {
        incumbents: found.iter().map(|found| found.incumbent.clone()).collect(),
        stops: found.into_iter().map(|found| found.stop).collect(),
        wrong: session.wrong().iter().map(ToString::to_string).collect(),
    }
}

/// The records without times, by search.
fn trajectory(path: &Path, search: usize) -> Vec<(u64, Configuration, usize)> {
    let records = journal::read(path).unwrap();
    let of = |record: Record| match record {
        Record::Incumbent { search: of, ask, configuration, runs, .. } if of == search => {
            Some((ask, configuration, runs))
        }
        _ => None,
    };
    records.into_iter().filter_map(of).collect()
}

const BUDGET: Budget = Budget { wall: None, cpu: None, evaluations: Some(150) };

/// Without noise, what is found depends neither on kills nor on the other searches.
#[test]
fn a_killed_tuning_ends_as_if_it_had_not_been() {
    let place = tempfile::tempdir().unwrap();
    let whole = place.path().join("whole");
    let expected = start(&whole, &Tool::new(false, u64::MAX), 2, BUDGET, Expected::Unsat);
    assert_eq!(expected.stops, [Stop::Budget, Stop::Budget]);
    let mut random = Random::new(5);
    for round in 0..6 {
        let path = place.path().join(format!("killed-{round}"));
        let mut starts = 0;
        let ended = loop {
            starts += 1;
            let dies_after = if starts > 20 { u64::MAX } else { random.below(40) as u64 };
            let ended = start(&path, &Tool::new(false, dies_after), 2, BUDGET, Expected::Unsat);
            if ended.stops.iter().all(|stop| *stop == Stop::Budget) {
                break ended;
            }
            // A kill in the middle of a write leaves a line that is not finished.
            let bytes = std::fs::read(&path).unwrap();
            let end = bytes.len() - random.below(40).min(bytes.len() / 2);
            let end = if bytes[..end].contains(&b'\n') { end } else { bytes.len() };
            std::fs::write(&path, &bytes[..end]).unwrap();
        };
        assert!(starts > 1, "it was killed");
        assert_eq!(ended.incumbents, expected.incumbents, "round {round} after {starts} starts");
        for search in 0..2 {
            assert_eq!(trajectory(&path, search), trajectory(&whole, search), "round {round}, search {search}");
        }
    }
}

/// With noise, what was recorded before a kill is what counts: a resumed tuning repeats it and asks
/// for nothing twice.
#[test]
fn what_was_measured_is_not_measured_again() {
    let place = tempfile::tempdir().unwrap();
    for (round, dies_after) in [(0, 1), (1, 17), (2, 60), (3, 131)] {
        let path = place.path().join(format!("{round}"));
        start(&path, &Tool::new(true, dies_after), 1, BUDGET, Expected::Unsat);
        let before = journal::read(&path).unwrap();
        let incumbents = trajectory(&path, 0);
        let tool = Tool::new(true, u64::MAX);
        start(&path, &tool, 1, BUDGET, Expected::Unsat);
        let after = journal::read(&path).unwrap();
        assert_eq!(after[..before.len()], before[..], "what was there stays");
        assert_eq!(trajectory(&path, 0)[..incumbents.len()], incumbents[..]);
        // Every question was answered once: no two records of the same run answer the same
        // question.
        let made = tool.made.load(Ordering::Relaxed) as usize;
        let evaluations = |records: &[Record]| records.iter().filter(|r| matches!(r, Record::Evaluation(_))).count();
        assert_eq!(evaluations(&after) - evaluations(&before), made);
        // Once it has ended, nothing happens.
        let tool = Tool::new(true, u64::MAX);
        start(&path, &tool, 1, BUDGET, Expected::Unsat);
        assert_eq!(tool.made.load(Ordering::Relaxed), 0);
        assert_eq!(journal::read(&path).unwrap(), after);
    }
}

#[test]
fn more_budget_goes_on_and_time_is_counted_over_all_starts() {
    let place = tempfile::tempdir().unwrap();
    let (path, whole) = (place.path().join("a"), place.path().join("b"));
    start(&path, &Tool::new(false, u64::MAX), 1, Budget { evaluations: Some(50), ..BUDGET }, Expected::Unsat);
    let tool = Tool::new(false, u64::MAX);
    let ended = start(&path, &tool, 1, BUDGET, Expected::Unsat);
    let expected = start(&whole, &Tool::new(false, u64::MAX), 1, BUDGET, Expected::Unsat);
    assert_eq!(ended.incumbents, expected.incumbents);
    assert_eq!(trajectory(&path, 0), trajectory(&whole, 0));
    // The journal says how much time was used, so a budget that is used up stays so.
    let place = place.path().join("c");
    let mut journal = Journal::create(&place).unwrap();
    journal.add(&header()).unwrap();
    let end = Record::End { search: 0, ask: 0, stop: Stop::Budget, budget: "another".into(), elapsed: 1000.0 };
    journal.add(&end).unwrap();
    drop(journal);
    let tool = Tool::new(false, u64::MAX);
    let ended = start(&place, &tool, 1, Budget { wall: Some(900.0), cpu: None, evaluations: None }, Expected::Unsat);
    assert_eq!((ended.stops, tool.made.load(Ordering::Relaxed)), (vec![Stop::Budget], 0));
}

#[test]
fn processor_time_is_a_budget() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a");
    let budget = Budget { wall: None, cpu: Some(500.0), evaluations: None };
    let ended = start(&path, &Tool::new(false, u64::MAX), 1, budget, Expected::Unsat);
    assert_eq!(ended.stops, [Stop::Budget]);
    let records = journal::read(&path).unwrap();
    let used: f64 =
        records.iter().filter_map(|r| if let Record::Evaluation(e) = r { Some(e.result.cpu) } else { None }).sum();
    assert!((500.0..=500.0 + RULES.cutoff).contains(&used), "{used}");
}

#[test]
fn wrong_answers_disqualify_and_are_reported_also_after_a_kill() {
    let place = tempfile::tempdir().unwrap();
    // By what is known, and by what the default answers where nothing is known.
    for (name, expected) in [("known", Expected::Unsat), ("unknown", Expected::Nothing)] {
        let path = place.path().join(name);
        for dies_after in [40, u64::MAX] {
            let tool = Tool { wrong: Some((2, 0)), ..Tool::new(false, dies_after) };
            let ended = start(&path, &tool, 1, BUDGET, expected.clone());
            if dies_after == u64::MAX {
                assert!(
                    ended.wrong.iter().all(|w| w.starts_with("WRONG ANSWER: i0: sat,") && w.contains("a=2")),
                    "{:?}",
                    ended.wrong
                );
                assert!(!ended.wrong.is_empty(), "{name}");
                assert_ne!(ended.incumbents[0].places()[0], 2);
            }
        }
    }
}

#[test]
fn a_damaged_journal_is_not_used() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("journal");
    start(&path, &Tool::new(false, 30), 1, BUDGET, Expected::Unsat);
    let good = std::fs::read(&path).unwrap();
    let lines = good.iter().filter(|byte| **byte == b'\n').count();
    let mut random = Random::new(3);
    let mut noticed = 0;
    for _ in 0..200 {
        let mut bytes = good.clone();
        let at = random.below(bytes.len());
        let new = random.below(256) as u8;
        let last_line = bytes[at..].iter().filter(|byte| **byte == b'\n').count() <= 1;
        if bytes[at] == new || last_line {
            continue;
        }
        bytes[at] = new;
        std::fs::write(&path, &bytes).unwrap();
        match Journal::open(&path) {
            Err(JournalError::Damaged { line, .. }) => {
                assert!(line <= lines);
                noticed += 1;
            }
            other => panic!("byte {at} became {new}: {:?}", other.map(|(_, records)| records.len())),
        }
    }
    assert!(noticed > 100);
    // Lines that are lost or moved.
    let text = String::from_utf8(good).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for without in [0, 1, lines.len() / 2] {
        let kept: Vec<&str> = lines.iter().enumerate().filter(|(n, _)| *n != without).map(|(_, l)| *l).collect();
        std::fs::write(&path, kept.join("\n") + "\n").unwrap();
        let error = Journal::open(&path).unwrap_err().to_string();
        assert!(error.contains("damaged") && error.contains(&format!(":{}:", without + 1)), "{error}");
    }
    std::fs::write(&path, "").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Missing(_))));
    assert!(matches!(Journal::open(&place.path().join("none")), Err(JournalError::Missing(_))));
}
