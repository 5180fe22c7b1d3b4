//! The commands of Slurm: submitting, looking, cancelling.

use std::collections::HashMap;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Why Slurm cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SlurmError {
    /// It is not there.
    #[error("Slurm is not installed here: there is no `{0}`")]
    NotInstalled(&'static str),
    /// A command failed.
    #[error("{program}: {said}")]
    Failed {
        /// The command.
        program: &'static str,
        /// What it said.
        said: String,
    },
}

/// Something that runs as an array of jobs, by the number that Slurm gave it.
pub type JobId = u64;

/// What Slurm says of one job of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The state, such as `RUNNING`.
    pub state: String,
    /// Why it waits or what happened.
    pub reason: String,
    /// The node, if it has one.
    pub node: String,
}

/// Where a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It waits, or is about to.
    Waiting,
    /// It runs, or is about to end.
    Running,
    /// It has ended.
    Ended,
    /// It waits for somebody to release it, because it could not be started.
    Stuck,
}

impl Job {
    /// Where it stands.
    pub fn stage(&self) -> Stage {
        let held = ["JobHeldAdmin", "launch_failed_requeued_held", "launch failed requeued held"];
        match self.state.as_str() {
            "PENDING" if held.iter().any(|reason| self.reason.eq_ignore_ascii_case(reason)) => Stage::Stuck,
            "SPECIAL_EXIT" | "REQUEUE_HOLD" => Stage::Stuck,
            "BOOT_FAIL" | "CANCELLED" | "COMPLETED" | "DEADLINE" | "FAILED" | "NODE_FAIL" | "OUT_OF_MEMORY"
            | "PREEMPTED" | "REVOKED" | "TIMEOUT" => Stage::Ended,
            "RUNNING" | "COMPLETING" | "STAGE_OUT" | "SIGNALING" | "SUSPENDED" | "STOPPED" | "RESIZING" => {
                Stage::Running
            }
            // Also states that a later version may have: what has not ended is waited for.
            _ => Stage::Waiting,
        }
    }
}

/// What the controller allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// The numbers in an array are below this one.
    pub array: usize,
}

/// Asks the controller what it allows. An error if there is no Slurm or it does not answer.
pub fn check() -> Result<Allowed, SlurmError> {
    for program in ["sbatch", "squeue", "scancel", "scontrol"] {
        if !crate::cluster::is_on_path(program) {
            return Err(SlurmError::NotInstalled(program));
        }
    }
    let text = run("scontrol", &["show".into(), "config".into()], Stdio::null())?;
    let array = text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "MaxArraySize").then(|| value.trim().parse().ok())?
    });
    Ok(Allowed { array: array.unwrap_or(1001) })
}

/// Submits an array of `count` jobs. `guard` stays open as long as the command runs.
pub fn submit(script: &Path, options: &[String], guard: std::fs::File) -> Result<JobId, SlurmError> {
    let mut arguments = vec!["--parsable".to_owned()];
    arguments.extend_from_slice(options);
    arguments.push(script.display().to_string());
    let said = run("sbatch", &arguments, guard.into())?;
    // With several clusters it is `ID;CLUSTER`.
    let id = said.trim().lines().last().and_then(|line| line.split(';').next()?.trim().parse().ok());
    id.ok_or_else(|| SlurmError::Failed { program: "sbatch", said: format!("no number of a job in `{}`", said.trim()) })
}

/// The jobs of this user, by array and number in it.
pub fn jobs() -> Result<HashMap<(JobId, usize), Job>, SlurmError> {
    let options = ["--me", "--noheader", "--array", "--states=all", "--format=%F|%K|%T|%N|%r"];
    let text = run("squeue", &options.map(str::to_owned), Stdio::null())?;
    Ok(text.lines().filter_map(job).collect())
}

fn job(line: &str) -> Option<((JobId, usize), Job)> {
    let mut fields = line.splitn(5, '|').map(str::trim);
    let (array, number) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let (state, node, reason) = (fields.next()?, fields.next()?, fields.next()?);
    Some(((array, number), Job { state: state.to_owned(), reason: reason.to_owned(), node: node.to_owned() }))
}

/// The array of a name, if there is one. Names are used once.
pub fn find(name: &str) -> Result<Option<JobId>, SlurmError> {
    let options = ["--me", "--noheader", "--states=all", "--format=%F"].map(str::to_owned);
    let text = run("squeue", &[&options[..], &[format!("--name={name}")]].concat(), Stdio::null())?;
    Ok(text.lines().find_map(|line| line.trim().parse().ok()))
}

/// Cancels arrays, or single jobs of them (`ID_NUMBER`). Those that have ended already are passed
/// over.
pub fn cancel(jobs: &[String]) -> Result<(), SlurmError> {
    for some in jobs.chunks(500) {
        run("scancel", &[&["--quiet".to_owned()], some].concat(), Stdio::null())?;
    }
    Ok(())
}

/// What is known about how a job ended: its exit code, if Slurm still knows.
pub fn exit_code(array: JobId, number: usize) -> Option<String> {
    let arguments = ["show", "--oneliner", "job", &format!("{array}_{number}")].map(str::to_owned);
    let text = run("scontrol", &arguments, Stdio::null()).ok()?;
    text.split_whitespace().find_map(|word| word.strip_prefix("ExitCode=")).map(str::to_owned)
}

fn run(program: &'static str, arguments: &[String], input: Stdio) -> Result<String, SlurmError> {
    let failed = |said: String| SlurmError::Failed { program, said };
    // In a group of its own, what the terminal sends to this process does not cut it off.
    let mut child = Command::new(program)
        .args(arguments)
        .env("LC_ALL", "C")
        .process_group(0)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => SlurmError::NotInstalled(program),
            _ => failed(e.to_string()),
        })?;
    let streams = streams(&mut child);
    let Ok((out, err)) = streams.recv_timeout(PATIENCE) else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(failed(format!("no answer within {} s", PATIENCE.as_secs())));
    };
    let status = child.wait().map_err(|e| failed(e.to_string()))?;
    if status.success() {
        return Ok(out);
    }
    // Each line begins with the name of the command.
    let said = err.lines().map(|line| line.trim_start_matches(&format!("{program}: ")).trim());
    let said = said.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    Err(failed(if said.is_empty() { status.to_string() } else { said }))
}

/// Reads both streams to their ends.
fn streams(child: &mut Child) -> mpsc::Receiver<(String, String)> {
    let (sender, receiver) = mpsc::channel();
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    std::thread::spawn(move || {
        let second = std::thread::spawn(move || all(err));
        let first = all(out);
        let second = second.join().unwrap_or_default();
        // The one who asked may have given up.
        let _ = sender.send((text(&first), text(&second)));
    });
    receiver
}

fn all(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        let _ = stream.read_to_end(&mut bytes);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_squeue_are_read() {
        let (key, found) = job("12|3|PENDING||Nodes required for job are DOWN | gone").unwrap();
        assert_eq!(
            (key, found.stage(), found.reason.as_str()),
            ((12, 3), Stage::Waiting, "Nodes required for job are DOWN | gone")
        );
        // A job that is no array.
        assert_eq!(job("12|N/A|RUNNING|here1|None"), None);
    }

    #[test]
    fn what_has_not_ended_is_waited_for() {
        let stage =
            |state: &str, reason: &str| Job { state: state.into(), reason: reason.into(), node: String::new() }.stage();
        assert_eq!(stage("RUNNING", "None"), Stage::Running);
        assert_eq!(stage("NODE_FAIL", "None"), Stage::Ended);
        assert_eq!(stage("PENDING", "BeginTime"), Stage::Waiting);
        assert_eq!(stage("PENDING", "JobHeldUser"), Stage::Waiting);
        assert_eq!(stage("PENDING", "launch failed requeued held"), Stage::Stuck);
        assert_eq!(stage("NEVER_HEARD_OF", "None"), Stage::Waiting);
    }
}
