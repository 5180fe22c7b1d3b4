//! Arguments that several commands take: what to load, and the limits.

use crate::failure::{Exit, Failure};
use adumbra_bench::cli::units;
use adumbra_frontend::{DatabaseFilter, LoadOptions, property_file};
use adumbra_interpreter::Externals;
use adumbra_program::{DataModel, Property, PropertyKind};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What functions without a definition do besides returning any value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExternalsArg {
    /// Nothing
    Pure,
    /// Write anything to what their arguments point to
    HavocArgs,
    /// Write anything to everything they can reach
    HavocAll,
    /// Whoever calls one cannot go on
    Unknown,
}

impl From<ExternalsArg> for Externals {
    fn from(argument: ExternalsArg) -> Self {
        match argument {
            ExternalsArg::Pure => Externals::Pure,
            ExternalsArg::HavocArgs => Externals::HavocArgs,
            ExternalsArg::HavocAll => Externals::HavocAll,
            ExternalsArg::Unknown => Externals::Unknown,
        }
    }
}

/// Limits on time and memory.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Stop after this many seconds of wall time, or after a time such as 15m
    #[arg(long, value_name = "SECONDS", global = true, value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Stop when more than this many megabytes are in use, compilers included, or a size such as 4G
    #[arg(long, value_name = "MB", global = true, value_parser = megabytes)]
    pub memory: Option<u64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().or_else(|_| units::seconds(text))?;
    if seconds > 0.0 && seconds <= 1e9 { Ok(seconds) } else { Err("a number of seconds greater than 0".into()) }
}

fn megabytes(text: &str) -> Result<u64, String> {
    let megabytes = text.parse::<u64>().or_else(|_| units::bytes(text).map(|bytes| bytes >> 20))?;
    let range = 16..=1 << 24;
    if range.contains(&megabytes) { Ok(megabytes) } else { Err("between 16 MB and 16 TB".into()) }
}

/// What to load: the same for every command that takes programs.
#[derive(Args, Debug)]
pub struct LoadArgs {
    /// Programs: .c .i .cpp .cc .cxx .ii .rs .ll .bc, a .cfa, a task (.yml) or a
    /// compile_commands.json; several are linked
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The property, by name or as a .prp file (unreach-call, assertions, no-overflow, memsafety,
    /// memcleanup, …); verify takes several, with commas or repeated
    #[arg(long, short, value_name = "NAME|FILE.prp", help_heading = "Loading")]
    pub property: Vec<String>,
    /// 32-bit int, long and pointers (ILP32)
    #[arg(long = "32", conflicts_with = "lp64", help_heading = "Loading")]
    pub ilp32: bool,
    /// 64-bit long and pointers (LP64)
    #[arg(long = "64", id = "lp64", help_heading = "Loading")]
    pub lp64: bool,
    /// The function where executions start [default: the property file's, else main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Loading")]
    pub entry: Option<String>,
    /// Leave scalar local variables in memory instead of registers
    #[arg(long, help_heading = "Loading")]
    pub no_promote: bool,
    /// Allocation may fail and answer null
    #[arg(long, help_heading = "Loading")]
    pub malloc_may_fail: bool,
    /// Of a compile_commands.json, take only files whose path ends so; `*` matches anything
    #[arg(long, value_name = "PATTERN", help_heading = "Loading")]
    pub select: Vec<String>,
    /// Of a compile_commands.json, take only entries whose output is NAME or lies in NAME or
    /// NAME.dir
    #[arg(long, value_name = "NAME", help_heading = "Loading")]
    pub target_output: Option<String>,
    /// Keep the compiled modules and other temporary files in this directory
    #[arg(long, value_name = "DIR", help_heading = "Loading")]
    pub keep_temps: Option<PathBuf>,
    /// Write the bitcode after preparation to this file
    #[arg(long, value_name = "FILE.bc", help_heading = "Loading")]
    pub write_bitcode: Option<PathBuf>,
    /// Stop a compiler after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 900, help_heading = "Loading")]
    pub compile_timeout: u64,
    /// Flags for the compiler, for example `-- -Iinclude -DNDEBUG`
    #[arg(last = true, value_name = "FLAGS")]
    pub compiler_flags: Vec<String>,
}

/// A property that is asked about, by the name or file that was given.
#[derive(Clone, Debug)]
pub struct Named {
    /// As it was given; `None` if none was.
    pub name: Option<String>,
    /// The property.
    pub property: Property,
    /// The entry function that a property file names.
    pub entry: Option<String>,
}

impl LoadArgs {
    /// The options for the front end; `default` is the property if none is given.
    pub fn options(&self, default: Property) -> Result<LoadOptions, Failure> {
        self.one(self.properties(default, true)?)
    }

    /// The same for a property that a program can have: not `everything`.
    pub fn options_of_verdict(&self, default: Property) -> Result<LoadOptions, Failure> {
        self.one(self.properties(default, false)?)
    }

    fn one(&self, mut named: Vec<Named>) -> Result<LoadOptions, Failure> {
        match (named.pop(), named.is_empty()) {
            (Some(named), true) => Ok(self.options_for(named)),
            _ => Err(Failure::new(Exit::Usage, "--property: one property at a time")
                .hint("adumbra verify answers for several in one run")),
        }
    }

    /// The properties that are asked about, each once: one at least, `default` if none is given.
    /// `everything` is one of them only if it is `offered`.
    pub fn properties(&self, default: Property, offered: bool) -> Result<Vec<Named>, Failure> {
        let mut all: Vec<Named> = Vec::new();
        for given in &self.property {
            // A file may have a comma in its name.
            let parts: Vec<&str> = if Path::new(given).exists() { vec![given] } else { given.split(',').collect() };
            for name in parts.into_iter().map(str::trim) {
                let (property, entry) = property(name, offered)?;
                let named = Named { name: Some(name.to_owned()), property, entry };
                if all.iter().all(|known| (&known.property, &known.entry) != (&named.property, &named.entry)) {
                    all.push(named);
                }
            }
        }
        if all.is_empty() {
            all.push(Named { name: None, property: default, entry: None });
        }
        Ok(all)
    }

    /// The options for the front end, for one of the properties.
    pub fn options_for(&self, named: Named) -> LoadOptions {
        let Named { property, entry, .. } = named;
        let mut options = LoadOptions::new(&self.files).property(property).promote(!self.no_promote);
        options.data_model = match (self.ilp32, self.lp64) {
            (true, _) => Some(DataModel::Ilp32),
            (_, true) => Some(DataModel::Lp64),
            _ => None,
        };
        if let Some(entry) = self.entry.clone().or(entry) {
            options.entry = entry;
        }
        options.malloc_may_fail = self.malloc_may_fail;
        options.database = DatabaseFilter { files: self.select.clone(), target: self.target_output.clone() };
        options.keep_temps = self.keep_temps.clone();
        options.normalised = self.write_bitcode.clone();
        options.compile_timeout = Duration::from_secs(self.compile_timeout);
        options.compiler_flags = self.compiler_flags.clone();
        options
    }
}

/// A property by name or from a file, with the entry function that a file names.
fn property(text: &str, everything: bool) -> Result<(Property, Option<String>), Failure> {
    match Property::by_name(text) {
        Some(Property::Everything { .. }) if !everything => {
            return Err(Failure::new(Exit::Usage, "everything: not a property that a program can have")
                .hint("one of the others, or adumbra run, which watches for everything"));
        }
        Some(property) => return Ok((property, None)),
        None => {}
    }
    let path = Path::new(text);
    if path.extension().is_some_and(|e| e == "prp") || path.exists() {
        let file = property_file::read(path)?;
        return Ok((file.property, Some(file.entry)));
    }
    let groups = Property::GROUPS.iter().map(|(name, _)| *name);
    let names = PropertyKind::NAMES.iter().map(|(_, n)| *n).chain(groups);
    let names: Vec<_> = names.chain(everything.then_some("everything")).collect();
    Err(Failure::new(Exit::Usage, format!("{text}: no such property"))
        .hint(format!("one of {}, or a .prp file", names.join(", "))))
}
