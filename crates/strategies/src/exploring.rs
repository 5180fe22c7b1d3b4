//! Analyses at work: the strategy of every configuration that names no other.

use crate::assumptions::assumed;
use crate::blocks;
use crate::certify::{Asked, Proving, certify};
use crate::contracts::{certify_blocks, certify_summaries};
use crate::growth;
use crate::heaps;
use crate::task::Outcome;
use crate::task::composition::{Single, StrategyEntry};
use crate::task::{Finished, Strategy, Task};
use adumbra_analyses::automaton::{Automata, Observer};
use adumbra_engine::*;
use adumbra_judges::Counterexample;
use adumbra_program::Violation;
use adumbra_stop::Stop;
use adumbra_verdict::Reason;
use std::sync::Arc;
use std::time::Instant;

/// Analyses at work.
pub(crate) struct Exploring<'a> {
    task: Task<'a>,
    clock: Instant,
    pub(crate) cegar: Cegar,
    /// Violations that the property monitors and no part checks.
    pub(crate) unchecked: Vec<Violation>,
    /// Does a part rest on where pointers point to?
    on_pointers: bool,
    /// Is a part there that cannot reduce its states, although blocks are asked for?
    irreducible: Option<&'static str>,
    /// Does a part know more of blocks than states of the whole program say?
    summarizes: bool,
    proving: Proving,
}

/// The strategy of configurations that name no other.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "analyses",
    options: &[],
    keeps: false,
    make: |task, single| Box::new(Exploring::new(task, single)),
};

/// The parts that a configuration names, and those that the question needs besides.
pub(crate) fn parts(task: &Task<'_>, single: &Single) -> Vec<Box<dyn Part>> {
    let plain = single.plain();
    let setting = task.setting(&single.options, &plain);
    let mut parts: Vec<_> = single.parts.iter().filter_map(|named| named.make(&setting)).collect();
    if let Some(specification) = &task.request.specification {
        let observer = Observer::new(Arc::clone(&task.program), specification.clone());
        // Before the parts that know values: the arguments of a call are those of the caller's
        // activation.
        let at = plain.iter().take_while(|entry| entry.can.activations).count();
        parts.insert(at.min(parts.len()), Box::new(Component::new(Automata::new(observer)).reducing()));
    }
    parts
}

impl<'a> Exploring<'a> {
    /// The analyses of a configuration at work.
    pub(crate) fn new(mut task: Task<'a>, single: &Single) -> Self {
        let blocks = blocks::asked(&task, single);
        task.extras.extend(blocks.iter().map(|(table, _)| Arc::clone(table) as Arc<_>));
        let mut parts = parts(&task, single);
        let cannot = |part: &mut Box<dyn Part>| part.reducer().is_none().then(|| part.name());
        let irreducible = parts.iter_mut().find_map(cannot).filter(|_| blocks.is_some());
        let part = Composite::operated(parts, single.general().product());
        let property = &task.program.property;
        let all = Violation::NAMES.iter().map(|(violation, _)| *violation);
        let unchecked = all.filter(|v| property.monitors(*v) && !part.checks(*v)).collect();
        let options = single.general();
        let (part, exploration) = (Box::new(part), options.exploration());
        let algorithm = match &blocks {
            Some((table, memoizing)) => Algorithm::by_blocks(part, exploration, table, *memoizing),
            None => Ok(Algorithm::new(part, exploration)),
        };
        let algorithm = algorithm.unwrap_or_else(|CannotReduce { part }| Algorithm::new(part, options.exploration()));
        let cegar = Cegar::new(&task.program, algorithm, options.refining());
        let on_pointers = single.plain().iter().any(|entry| entry.can.rests_on_pointers);
        let summarizes = single.plain().iter().any(|entry| entry.can.summarizes);
        let proving = Proving::default();
        Exploring { task, clock: Instant::now(), cegar, unchecked, on_pointers, irreducible, summarizes, proving }
    }

    /// The loops that build a structure without end.
    fn growing(&mut self) -> Vec<Reason> {
        growth::growing(&self.task.program, self.cegar.algorithm_mut())
    }

    fn counts(&self) -> Vec<(String, String)> {
        let (algorithm, refined) = (self.cegar.algorithm().counts(), self.cegar.counts());
        let nodes = self.cegar.algorithm().sets().iter().flat_map(|set| set.reached().nodes());
        let ends = nodes.filter(|(_, n)| n.status == Status::Expanded && n.children.is_empty()).count();
        let mut counts = vec![
            ("states".to_owned(), self.cegar.algorithm().size().0.to_string()),
            ("moves".to_owned(), algorithm.moves.to_string()),
            ("expansions".to_owned(), algorithm.expansions.to_string()),
            ("covered".to_owned(), algorithm.covered.to_string()),
            ("paths to an end".to_owned(), ends.to_string()),
            ("paths a second".to_owned(), format!("{:.0}", ends as f64 / self.clock.elapsed().as_secs_f64().max(1e-6))),
            ("merges".to_owned(), algorithm.merges.to_string()),
            ("interruptions".to_owned(), algorithm.interruptions.to_string()),
            ("targets".to_owned(), refined.targets.to_string()),
            ("refinements".to_owned(), refined.refinements.to_string()),
            ("paths judged".to_owned(), refined.judged.to_string()),
            ("time refining".to_owned(), format!("{:.3} s", refined.refining.as_secs_f64())),
            ("time judging".to_owned(), format!("{:.3} s", refined.judging.as_secs_f64())),
        ];
        counts.extend(blocks::counts(self.cegar.algorithm()));
        let Statistics { counts: parts, tracked } = self.cegar.algorithm().part().statistics();
        counts.extend(parts.into_iter().map(|(name, count)| (name.to_owned(), count.to_string())));
        counts.extend(tracked.into_iter().map(|(name, text)| (name.to_owned(), text)));
        counts
    }
}

impl Strategy for Exploring<'_> {
    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        if !self.unchecked.is_empty() {
            let names: Vec<&str> = self.unchecked.iter().map(|v| v.name()).collect();
            let what = format!("no analysis of the configuration looks for {}", names.join(", "));
            return Outcome::Unknown(vec![Reason::Property(what)]);
        }
        if let Some(part) = self.irreducible {
            let why = format!("the part {part} cannot reduce its states to what matters in a block");
            return Outcome::Unknown(vec![Reason::Incomplete(why)]);
        }
        match self.cegar.run(judge, stop) {
            Outcome::Proved => {
                let pointers = self.on_pointers.then_some(&*self.task.pointers);
                let asked = Asked { task: &self.task, stop, pointers };
                let judged = self.cegar.counts().judged;
                let certified = match self.cegar.algorithm().is_by_blocks() {
                    true if self.summarizes => certify_summaries(&asked, self.cegar.algorithm()),
                    true => certify_blocks(&asked, self.cegar.algorithm_mut()),
                    false => certify(&asked, self.cegar.algorithm(), judged),
                };
                self.proving.prove(&self.task.name, certified)
            }
            Outcome::Unknown(mut reasons) if reasons.iter().any(Reason::is_limit) => {
                reasons.extend(self.growing());
                Outcome::Unknown(reasons)
            }
            outcome => outcome,
        }
    }

    fn open(&mut self) -> Vec<Reason> {
        let mut open = self.cegar.open();
        open.extend(self.growing());
        open
    }

    fn cannot_prove(&self) -> bool {
        self.cegar.cannot_prove()
    }

    /// Gathers assumptions and counts.
    fn finish(&mut self) -> Finished {
        let program = Arc::clone(&self.task.program);
        let heaps = self.task.request.heaps.map(|most| heaps::heaps(&program, self.cegar.algorithm_mut(), most));
        let algorithm = self.cegar.algorithm();
        let assumptions = assumed(&self.task.program, &self.task.request, &algorithm.part().ends_at());
        let graph =
            self.task.request.draw.then(|| draw::dot(&self.task.program, algorithm, draw::DrawOptions::default()));
        let levels = self.task.request.levels.then(|| levels::levels_of_all(algorithm.sets().iter().map(Set::reached)));
        let mut counts = self.counts();
        counts.append(&mut self.proving.counts);
        Finished { proof: self.proving.proof.take(), assumptions, counts, graph, levels, heaps }
    }
}
