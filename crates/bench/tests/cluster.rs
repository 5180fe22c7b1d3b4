//! Runs on a Slurm cluster: the same results as on one machine, whatever happens to jobs, nodes,
//! disks and the bench itself.
//!
//! The cluster is a real one on this machine, with two nodes; see `scripts/slurm-here`. Where it
//! cannot be started, the tests say so and pass.

use crate::support::said;
use adumbra_bench::store::{Row, Store};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(40);

/// Two nodes, and a directory that they share. All of it ends with the test.
struct Cluster {
    directory: tempfile::TempDir,
    _one_at_a_time: File,
}

impl Cluster {
    /// Starts a cluster; `None` if there is no Slurm.
    fn start() -> Option<Cluster> {
        let has = |program: &str| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]).any(|d| d.join(program).is_file())
        };
        let root = fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0);
        if !root || !["munged", "slurmctld", "slurmd", "sbatch"].into_iter().all(has) {
            eprintln!("NOT TESTED: a cluster needs root, slurm-wlm and munge");
            return None;
        }
        // A cluster is much for one machine.
        let lock = File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster.lock")).unwrap();
        lock.lock().unwrap();
        let cluster = Cluster { directory: tempfile::tempdir().unwrap(), _one_at_a_time: lock };
        fs::create_dir(cluster.path("set")).unwrap();
        fs::create_dir(cluster.path("scratch")).unwrap();
        let tool = r#"
name = "shell"
about = "does what the file says"
install = "everywhere"
kind = "solver"
executables = ["sh"]
extensions = ["smt2"]
command = ["{executable}", "-c", 'eval "$(sed -n "s/^; run: //p" "$1")"', "shell", "{file}"]
[version]
arguments = ["-c", "echo version 1"]
pattern = 'version (\d+)'
[property.sat]
[[output]]
pattern = '^sat$'
answer = "sat"
[[output]]
pattern = '^unsat$'
answer = "unsat"
"#;
        fs::write(cluster.path("shell.toml"), tool).unwrap();
        cluster.control(&["start"]);
        Some(cluster)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn control(&self, arguments: &[&str]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/slurm-here");
        let (command, rest) = arguments.split_first().unwrap();
        // Its daemons would keep a pipe open.
        let log = File::options().create(true).append(true).open(self.path("control.log")).unwrap();
        let mut control = Command::new(script);
        control.arg(command).arg(self.path("slurm")).args(rest).stdin(Stdio::null());
        let status = control.stdout(log.try_clone().unwrap()).stderr(log).status().unwrap();
        assert!(status.success(), "{arguments:?}: {}", fs::read_to_string(self.path("control.log")).unwrap());
    }

    /// A formula; every run of it notes its beginning and its end in the file `log`.
    fn task(&self, name: &str, status: &str, script: &str) {
        let log = self.path("log");
        let log = log.display();
        let text = format!(
            "(set-info :status {status})\n(check-sat)\n; run: echo begin {name} >> '{log}'; {script}; echo end {name} >> '{log}'\n"
        );
        fs::write(self.path("set").join(format!("{name}.smt2")), text).unwrap();
    }

    /// A formula of which a run waits until there is a file of its name.
    fn waiting_task(&self, name: &str) {
        let go = self.path(&format!("go-{name}"));
        // It writes more than fits beside the results before.
        let script = "head -c 12000 /dev/zero | tr '\\0' x; echo; echo sat";
        self.task(name, "sat", &format!("while [ ! -e '{}' ]; do sleep 0.05; done; {script}", go.display()));
    }

    fn let_go(&self, name: &str) {
        File::create(self.path(&format!("go-{name}"))).unwrap();
    }

    fn log(&self) -> Vec<String> {
        fs::read_to_string(self.path("log")).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    fn count(&self, line: &str) -> usize {
        self.log().iter().filter(|l| *l == line).count()
    }

    fn slurm(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        let done = command.args(arguments).env("SLURM_CONF", self.path("slurm/slurm.conf")).output().unwrap();
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adumbra-bench"));
        command.current_dir(self.directory.path()).args(["set", "--tool", "./shell.toml", "--memory", "500M"]);
        command.args(arguments).env("SLURM_CONF", self.path("slurm/slurm.conf")).env("TMPDIR", self.path("scratch"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The same on the cluster.
    fn on_cluster(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(&["--store", "a.db", "--slurm", "--slurm-poll", "1"]);
        command.args(arguments);
        command
    }

    fn start_bench(&self, arguments: &[&str]) -> Bench {
        let log = File::create(self.path("bench.log")).unwrap();
        let mut command = self.on_cluster(arguments);
        Bench(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap())
    }

    /// What a bench that was started said.
    fn said(&self) -> String {
        fs::read_to_string(self.path("bench.log")).unwrap()
    }

    fn finish(&self, mut bench: Bench, code: i32) {
        let mut status = None;
        self.wait("the end of the bench", || {
            status = bench.0.try_wait().unwrap();
            status.is_some()
        });
        assert_eq!(status.unwrap().code(), Some(code), "{}", self.said());
    }

    fn wait(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            let said = fs::read_to_string(self.path("bench.log")).unwrap_or_default();
            assert!(begun.elapsed() < PATIENCE, "{what}: {said}\n{}", self.slurm("scontrol", &["show", "job"]));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for(&self, line: &str, times: usize) {
        self.wait(line, || self.count(line) >= times);
    }

    /// Where the last job that began runs: array, number, node.
    fn running(&self) -> (String, String) {
        let text = self.slurm("squeue", &["--noheader", "--array", "--states=running", "--format=%F_%K %N"]);
        let (job, node) = text.trim().lines().next().and_then(|line| line.split_once(' ')).unwrap();
        (job.to_owned(), node.trim().to_owned())
    }

    /// How many arrays were submitted.
    fn arrays(&self) -> usize {
        let text = self.slurm("squeue", &["--noheader", "--states=all", "--format=%F"]);
        text.lines().collect::<std::collections::BTreeSet<_>>().len()
    }

    /// All results by the name of the task.
    fn results(&self, store: &str) -> BTreeMap<String, Row> {
        let store = Store::read(&self.path(store)).unwrap();
        let names: BTreeMap<i64, String> =
            store.tasks().unwrap().into_iter().map(|(id, task)| (id, task.name)).collect();
        store.results().unwrap().into_iter().map(|row| (names[&row.task].clone(), row)).collect()
    }

    fn answers(&self, store: &str) -> Vec<(String, String)> {
        self.results(store).into_iter().map(|(name, row)| (name, row.outcome.answer.to_string())).collect()
    }

    /// All tasks have an answer, each ran to its end once, and nothing was begun after that.
    fn check(&self, names: &[&str]) {
        let expected: Vec<(String, String)> =
            names.iter().map(|name| (format!("set/{name}.smt2"), "sat".to_owned())).collect();
        let mut answers = self.answers("a.db");
        answers.iter_mut().for_each(|(name, _)| {
            *name = format!("set/{}", name.rsplit('/').next().unwrap());
        });
        assert_eq!(answers, expected, "{}", self.said());
        for name in names {
            let own: Vec<String> = self.log().into_iter().filter(|l| l.ends_with(&format!(" {name}"))).collect();
            let (last, before) = own.split_last().unwrap();
            assert!(last.starts_with("end") && before.iter().all(|l| l.starts_with("begin")), "{own:?}");
        }
        // The last job may still be removing what its tool wrote.
        self.wait("nothing is left", || self.left().is_empty());
    }

    /// Arrays that are not closed, and scratch directories.
    fn left(&self) -> Vec<String> {
        let names = |directory: &Path| -> Vec<String> {
            let files = fs::read_dir(directory).into_iter().flatten();
            files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect()
        };
        let mut left = names(&self.path("a.db.slurm"));
        left.retain(|name| name.starts_with("adumbra-") || name.starts_with("new-"));
        left.extend(names(&self.path("scratch")));
        left
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/slurm-here");
        let mut stop = Command::new(script);
        let _ = stop.arg("stop").arg(self.path("slurm")).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// A bench that ends with the test.
struct Bench(Child);

impl Bench {
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn interrupt(&self) {
        Command::new("kill").args(["-INT", &self.0.id().to_string()]).status().unwrap();
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The processes of jobs of a cluster.
fn workers(cluster: &Cluster) -> Vec<u32> {
    let place = cluster.path("a.db.slurm").display().to_string();
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_worker = |pid: &u32| {
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<String> = command.split(|b| *b == 0).map(|w| String::from_utf8_lossy(w).into_owned()).collect();
        words.get(1).is_some_and(|w| w == "work") && words.get(2).is_some_and(|w| w.starts_with(&place))
    };
    processes.filter(is_worker).collect()
}

#[test]
fn a_cluster_says_what_one_machine_says() {
    let Some(cluster) = Cluster::start() else { return };
    for n in 0..5 {
        let answer = if n % 2 == 0 { "sat" } else { "unsat" };
        cluster.task(&format!("t{n}"), answer, &format!("echo {answer}"));
    }
    cluster.task("wrong", "sat", "echo unsat");
    cluster.task("silent", "sat", "exit 3");
    let here = cluster.command(&["--store", "here.db"]).output().unwrap();
    assert_eq!(here.status.code(), Some(1), "{}", said(&here));
    fs::remove_file(cluster.path("log")).unwrap();
    let there = cluster.on_cluster(&["--slurm-chunk", "2"]).output().unwrap();
    assert_eq!(there.status.code(), Some(1), "{}", said(&there));
    assert_eq!(cluster.answers("a.db"), cluster.answers("here.db"));
    // The table that is printed is the same but for the times.
    let table = |output: &Output| -> String {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().take_while(|line| !line.starts_with("Results"));
        lines
            .map(|line| line.split(" s").next().unwrap().trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
            .collect()
    };
    assert_eq!(table(&there), table(&here));
    assert!(cluster.left().is_empty(), "{:?}", cluster.left());
    let ran = cluster.log().len();
    let again = cluster.on_cluster(&[]).output().unwrap();
    assert_eq!((again.status.code(), cluster.log().len(), cluster.arrays()), (Some(1), ran, 1), "{}", said(&again));
}

#[test]
fn what_a_killed_job_did_not_finish_is_run_again() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.task("a", "sat", "echo sat");
    cluster.waiting_task("b");
    cluster.task("c", "sat", "echo sat");
    let bench = cluster.start_bench(&["--slurm-chunk", "3"]);
    cluster.wait_for("begin b", 1);
    cluster.slurm("scancel", &[&cluster.running().0]);
    // The second time it is the job's process alone, when the other one has nothing more to do.
    cluster.wait_for("begin b", 2);
    cluster.wait("the others", || cluster.results("a.db").len() == 2);
    let pids = workers(&cluster);
    assert!(!pids.is_empty());
    for pid in pids {
        // One of them may be just becoming something else.
        let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
    }
    cluster.wait_for("begin b", 3);
    cluster.let_go("b");
    cluster.finish(bench, 0);
    cluster.check(&["a", "b", "c"]);
    assert_eq!((cluster.count("begin a"), cluster.count("begin b"), cluster.count("begin c")), (1, 3, 1));
    assert!(cluster.said().contains("CANCELLED") && cluster.said().contains("FAILED"), "{}", cluster.said());
}

#[test]
fn what_fails_again_and_again_is_given_up() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.task("a", "sat", "echo sat");
    cluster.waiting_task("b");
    let bench = cluster.start_bench(&["--slurm-chunk", "2", "--slurm-rounds", "1"]);
    cluster.wait_for("begin b", 1);
    cluster.slurm("scancel", &[&cluster.running().0]);
    cluster.finish(bench, 3);
    assert!(cluster.said().contains("1 runs failed on the cluster"), "{}", cluster.said());
    assert!(cluster.said().contains("CANCELLED on here"), "{}", cluster.said());
    assert_eq!(cluster.results("a.db").len(), 1);
    // It goes on from there.
    cluster.let_go("b");
    cluster.finish(cluster.start_bench(&[]), 0);
    cluster.check(&["a", "b"]);
    assert_eq!(cluster.count("begin a"), 1);
}

#[test]
fn a_node_goes_away_and_comes_back() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.task("a", "sat", "echo sat");
    cluster.waiting_task("b");
    cluster.task("c", "sat", "echo sat");
    let bench = cluster.start_bench(&["--slurm-chunk", "3"]);
    cluster.wait_for("begin b", 1);
    let (_, node) = cluster.running();
    cluster.control(&["node-down", &node]);
    cluster.wait("its processes are gone", || workers(&cluster).is_empty());
    cluster.wait_for("begin b", 2);
    assert_ne!(cluster.running().1, node);
    cluster.control(&["node-up", &node]);
    cluster.let_go("b");
    cluster.finish(bench, 0);
    cluster.check(&["a", "b", "c"]);
    // Slurm starts the job again, or calls it failed, if it looks while the node's processes are
    // dying; then bench submits it again. Either way what was finished is known.
    assert_eq!(cluster.count("begin a"), 1);
    assert!(cluster.arrays() <= 2, "{}", cluster.arrays());
}

#[test]
fn a_bench_that_was_killed_finds_its_jobs() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.task("a", "sat", "echo sat");
    cluster.waiting_task("b");
    cluster.waiting_task("c");
    let bench = cluster.start_bench(&["--slurm-chunk", "1"]);
    cluster.wait_for("begin b", 1);
    bench.kill();
    cluster.wait_for("begin c", 1);
    cluster.let_go("b");
    cluster.wait_for("end b", 1);
    // As if it had been killed before it could note what it had submitted.
    for array in cluster.left().iter().filter(|name| !name.starts_with("adumbra-bench-")) {
        fs::remove_file(cluster.path("a.db.slurm").join(array).join("job")).unwrap();
    }
    let bench = cluster.start_bench(&["--slurm-chunk", "1"]);
    cluster.wait("it finds them", || cluster.said().contains("going on with array 1 of 3 jobs"));
    bench.interrupt();
    cluster.finish(bench, 130);
    assert!(cluster.said().contains("The jobs go on (arrays: 1)"), "{}", cluster.said());
    assert!(cluster.said().contains("--slurm-cancel"), "{}", cluster.said());
    cluster.let_go("c");
    cluster.finish(cluster.start_bench(&[]), 0);
    cluster.check(&["a", "b", "c"]);
    assert_eq!((cluster.log().len(), cluster.arrays()), (6, 1));
}

#[test]
fn a_controller_that_is_away_is_waited_for() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.waiting_task("a");
    cluster.waiting_task("b");
    let bench = cluster.start_bench(&["--slurm-chunk", "1"]);
    cluster.wait_for("begin a", 1);
    cluster.wait_for("begin b", 1);
    cluster.control(&["controller-down"]);
    cluster.wait("it is missed", || cluster.said().contains("Slurm does not answer"));
    // Results come all the same.
    cluster.let_go("a");
    cluster.wait("the result", || cluster.results("a.db").len() == 1);
    cluster.control(&["controller-up"]);
    cluster.wait("it is back", || cluster.said().contains("Slurm answers again"));
    cluster.let_go("b");
    cluster.finish(bench, 0);
    cluster.check(&["a", "b"]);
    assert_eq!((cluster.log().len(), cluster.arrays()), (4, 1));
}

#[test]
fn jobs_can_be_cancelled() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.task("a", "sat", "echo sat");
    cluster.waiting_task("b");
    let bench = cluster.start_bench(&["--slurm-chunk", "2"]);
    cluster.wait_for("begin b", 1);
    bench.kill();
    let cancelled = cluster.on_cluster(&["--slurm-cancel"]).output().unwrap();
    assert_eq!(cancelled.status.code(), Some(0), "{}", said(&cancelled));
    assert!(said(&cancelled).contains("1 arrays were cancelled; 1 of 2 results are in"), "{}", said(&cancelled));
    cluster.wait("they are gone", || workers(&cluster).is_empty());
    assert!(cluster.left().is_empty());
    cluster.let_go("b");
    cluster.finish(cluster.start_bench(&[]), 0);
    cluster.check(&["a", "b"]);
    assert_eq!(cluster.count("begin a"), 1);
}

/// A small disk.
struct Disk(PathBuf);

impl Disk {
    /// `None` where nothing can be mounted.
    fn mount(path: &Path, size: &str) -> Option<Disk> {
        fs::create_dir_all(path).unwrap();
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(path).output();
        if !mount.is_ok_and(|done| done.status.success()) {
            eprintln!("NOT TESTED: a disk cannot be mounted here");
            return None;
        }
        Some(Disk(path.to_owned()))
    }

    /// Leaves nothing free.
    fn fill(&self) {
        let mut file = File::create(self.0.join("filler")).unwrap();
        while std::io::Write::write_all(&mut file, &[0; 4096]).is_ok() {}
    }

    fn free(&self) {
        fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_node_with_a_full_disk_is_left_alone() {
    let Some(cluster) = Cluster::start() else { return };
    let Some(disk) = Disk::mount(&cluster.path("scratch-here1"), "40m") else { return };
    // The tool would answer something else if it cannot write.
    for name in ["a", "b", "c"] {
        cluster.task(
            name,
            "sat",
            "if head -c 1000000 /dev/zero > file 2>/dev/null; then echo sat; else echo unsat; fi",
        );
    }
    let scratch = cluster.path("scratch-%N").display().to_string();
    disk.fill();
    let bench = cluster.start_bench(&["--slurm-chunk", "1", "--slurm-scratch", &scratch]);
    cluster.finish(bench, 0);
    cluster.check(&["a", "b", "c"]);
    assert_eq!(cluster.log().len(), 6);
    assert!(cluster.said().contains("MiB are free on this node"), "{}", cluster.said());
    // Nothing is left on the node that worked.
    assert_eq!(fs::read_dir(cluster.path("scratch-here2")).unwrap().count(), 0);
}

#[test]
fn a_disk_that_is_full_for_a_while_loses_no_result() {
    let Some(cluster) = Cluster::start() else { return };
    let Some(disk) = Disk::mount(&cluster.path("a.db.slurm"), "2m") else { return };
    cluster.task("a", "sat", "echo sat");
    cluster.waiting_task("b");
    cluster.task("c", "sat", "echo sat");
    let bench = cluster.start_bench(&["--slurm-chunk", "3"]);
    cluster.wait_for("begin b", 1);
    disk.fill();
    cluster.let_go("b");
    cluster.wait_for("end b", 1);
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(cluster.count("begin c"), 0, "the next run must wait for the result");
    disk.free();
    cluster.finish(bench, 0);
    cluster.check(&["a", "b", "c"]);
    assert_eq!(cluster.log().len(), 6);
}

#[test]
fn without_slurm_nothing_is_counted() {
    let Some(cluster) = Cluster::start() else { return };
    cluster.task("a", "sat", "echo sat");
    let bin = cluster.path("bin");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink("/bin/sh", bin.join("sh")).unwrap();
    let none = cluster.on_cluster(&[]).env("PATH", &bin).output().unwrap();
    assert_eq!(none.status.code(), Some(2), "{}", said(&none));
    assert!(said(&none).contains("Slurm is not installed here"), "{}", said(&none));
    let refused = cluster.on_cluster(&["--slurm-option=--partition=nowhere"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert!(said(&refused).contains("invalid partition specified: nowhere"), "{}", said(&refused));
    assert!(cluster.results("a.db").is_empty() && cluster.log().is_empty() && cluster.left().is_empty());
    let conf = fs::read_to_string(cluster.path("slurm/slurm.conf")).unwrap();
    let conf: String = conf.lines().filter(|l| !l.starts_with("SlurmctldPort")).map(|l| format!("{l}\n")).collect();
    // Nobody listens there.
    let conf = conf.replace("MessageTimeout=3", "MessageTimeout=2\nSlurmctldPort=1");
    fs::write(cluster.path("away.conf"), conf).unwrap();
    let away = cluster.on_cluster(&[]).env("SLURM_CONF", cluster.path("away.conf")).output().unwrap();
    assert_eq!(away.status.code(), Some(2), "{}", said(&away));
    assert!(said(&away).contains("Unable to contact slurm controller"), "{}", said(&away));
}
