//! The conversation with a process: commands collected and sent, answers awaited within limits.

use super::channel::{Channel, Silence};
use super::command_line::CommandLine;
use super::text::{clip, error_message};
use adumbra_sat::{Limits, StopReason};
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// A limit was reached.
    Stopped(StopReason),
    /// The answer is one that we cannot read.
    Unreadable(String),
    /// The process is of no use any more.
    Broken(String),
}

/// How often limits are looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// How long a process may take to answer its first command.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long every process takes to come up: before that, a time limit says nothing about it.
const COMING_UP: Duration = Duration::from_secs(1);

/// What it is asked first.
const READY: &str = "ready";

pub(super) struct Talk {
    channel: Channel,
    pending: String,
    /// Until when the process has to have said that it is ready; nothing once it has.
    ready_by: Option<Instant>,
    limited: bool,
}

/// Looks at the limits.
pub(super) fn look(limits: &Limits) -> Result<(), End> {
    limits.reached().map_or(Ok(()), |reason| Err(End::Stopped(reason)))
}

impl Talk {
    pub(super) fn start(command: &CommandLine, logic: &str) -> Result<Talk, End> {
        Talk::start_with(command, logic, "(set-option :produce-unsat-assumptions true)\n")
    }

    /// Starts a process that is told of further options.
    pub(super) fn start_with(command: &CommandLine, logic: &str, options: &str) -> Result<Talk, End> {
        let channel = Channel::start(command.program(), command.arguments())
            .map_err(|error| End::Broken(format!("cannot be started: {error}")))?;
        let mut talk =
            Talk { channel, pending: String::new(), ready_by: Some(Instant::now() + PATIENCE), limited: false };
        talk.say("(set-option :print-success false)\n(set-option :produce-models true)\n");
        talk.say(options);
        talk.say(&format!("(set-logic {logic})\n(echo \"{READY}\")\n"));
        Ok(talk)
    }

    /// Adds commands that have no answer, or whose answer is asked for later.
    pub(super) fn say(&mut self, text: &str) {
        self.pending.push_str(text);
        // What is long enough is sent at once, so that the process works on it while we prepare the
        // rest.
        if self.pending.len() > 1 << 16 {
            self.channel.send(std::mem::take(&mut self.pending));
        }
    }

    /// Keeps the process within the memory of the limits.
    pub(super) fn limit(&mut self, limits: &Limits) {
        if limits.memory.is_some() || self.limited {
            self.channel.limit_memory(limits.memory.map(|bytes| bytes as u64));
            self.limited = limits.memory.is_some();
        }
    }

    /// Sends what is pending and waits for the next answer.
    pub(super) fn ask(&mut self, limits: &Limits) -> Result<String, End> {
        if !self.pending.is_empty() {
            self.channel.send(std::mem::take(&mut self.pending));
        }
        while let Some(by) = self.ready_by {
            match self.answer(limits, Some(by))?.as_str() {
                // Options that a solver does not have are no harm.
                "success" | "unsupported" => {}
                answer if answer.trim_matches('"') == READY => self.ready_by = None,
                other => return Err(self.broken(format!("`{}` instead of `{READY}`", clip(other)))),
            }
        }
        self.answer(limits, None)
    }

    fn answer(&mut self, limits: &Limits, by: Option<Instant>) -> Result<String, End> {
        loop {
            let clock = Instant::now();
            let heard = self.channel.answer(INTERVAL);
            adumbra_stop::spend_time(clock.elapsed());
            match heard {
                Ok(answer) => {
                    return match error_message(&answer) {
                        None => Ok(answer),
                        Some(message) => Err(self.broken(message)),
                    };
                }
                Err(Silence::Ended(how)) => return Err(self.broken(how)),
                Err(Silence::Waiting) => {}
            }
            match (look(limits), by) {
                (Ok(()), Some(by)) if Instant::now() >= by => {
                    return Err(self.broken("it says nothing".to_owned()));
                }
                // Not even the first command was answered.
                (Err(End::Stopped(StopReason::Deadline)), Some(by)) if Instant::now() + PATIENCE >= by + COMING_UP => {
                    return Err(self.broken("it says nothing within the time limit".to_owned()));
                }
                (looked, _) => looked?,
            }
        }
    }

    /// An end of the conversation, with what the process complained about. A process that ran out
    /// of the memory it was given is stopped, not broken.
    fn broken(&self, reason: String) -> End {
        let complaints = self.channel.complaints();
        let all = format!("{reason} {complaints}").to_lowercase();
        if self.limited && ["memory", "bad_alloc"].iter().any(|sign| all.contains(sign)) {
            return End::Stopped(StopReason::Memory);
        }
        End::Broken(if complaints.is_empty() { reason } else { format!("{reason}: {}", clip(&complaints)) })
    }
}
