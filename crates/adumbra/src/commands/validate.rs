//! `adumbra validate`: check a witness, ours or another tool's.
//!
//! A witness is never believed. A violation witness restricts executions; one of them must be
//! found, and must violate the property when it is replayed on the original program
//! ([`violation`]). The invariants of a correctness witness are proved together with the property
//! ([`correctness`]).

mod contracts;
mod copy;
mod correctness;
mod violation;

use crate::answer;
use crate::answer::Style;
use crate::arguments::LoadArgs;
use crate::commands::Context;
use crate::failure::{Exit, Failure};
use adumbra_frontend::inputs::Unit;
use adumbra_frontend::{DatabaseFilter, LoadOptions, Loader, inputs, property_file};
use adumbra_program::{DataModel, Property};
use adumbra_strategies::configuration;
use adumbra_strategies::configuration::Configuration;
use adumbra_witness::format::{Content, Malformed, Witness};
use adumbra_witness::sources::Sources;
use adumbra_witness::{belongs, format};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What `adumbra validate` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ValidateArgs {
    /// The witness: YAML (format 2.0 or 2.1) or GraphML (format 1.0)
    #[arg(value_name = "WITNESS")]
    witness: PathBuf,
    #[command(flatten)]
    load: LoadArgs,
    /// The configuration of the analyses that prove invariants, and that search where the witness
    /// leaves too much open
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    config: String,
    /// Only read the witness and compare it with the program
    #[arg(long)]
    only_read: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl ValidateArgs {
    /// How the answer looks.
    pub fn style(&self) -> Style {
        if self.json { Style::Json } else { Style::Text }
    }
}

const EXAMPLES: &str = "\
Without --property, --32 and --64 the property and the data model are those of the witness. The answer is
  TRUE               the property and all invariants and contracts of a correctness witness are proved
  FALSE(property)    an execution that the witness describes was found and replayed
  FALSE(invariant)   an invariant does not hold; the execution was replayed
  UNKNOWN(reason)    neither

Examples:
  adumbra validate witness.yml task.c
  adumbra validate witness.graphml task.i --property unreach-call.prp --32
  adumbra validate witness.yml task.yml --timeout 90";

/// All that a check needs.
struct Case {
    witness: Witness,
    /// The path of the witness, for messages.
    path: PathBuf,
    options: LoadOptions,
    /// Who loads the original, once for all that the witness holds.
    loader: Loader,
    units: Vec<Unit>,
    sources: Sources,
    configuration: Configuration,
    deadline: Option<Instant>,
}

/// What came out.
struct Answer {
    /// The last line, without its beginning.
    line: String,
    exit: Exit,
    /// What else is said, before.
    remarks: Vec<String>,
}

impl Answer {
    fn unknown(reason: impl Into<String>) -> Self {
        Answer { line: format!("UNKNOWN({})", reason.into()), exit: Exit::Unknown, remarks: Vec::new() }
    }

    fn violated(what: &str) -> Self {
        Answer { line: format!("FALSE({what})"), exit: Exit::Violation, remarks: Vec::new() }
    }

    fn remark(mut self, remark: impl Into<String>) -> Self {
        self.remarks.push(remark.into());
        self
    }
}

/// Runs the command.
pub fn run(arguments: &ValidateArgs, context: &Context) -> Result<Exit, Failure> {
    let Answer { line, exit, remarks } = check(arguments, context)?;
    let last = answer::last_line(&line);
    let text = match arguments.style() {
        Style::Text => remarks.iter().chain([&last]).map(|r| format!("{r}\n")).collect(),
        Style::Json => {
            let result = line.split('(').next().unwrap_or_default();
            format!("{}\n", serde_json::json!({"result": result, "line": last, "remarks": remarks}))
        }
    };
    Ok(answer::deliver(&text, exit))
}

fn check(arguments: &ValidateArgs, context: &Context) -> Result<Answer, Failure> {
    let path = &arguments.witness;
    let text = read(path)?;
    let witnesses = format::read(&text).map_err(|e| malformed(path, &e))?;
    let configuration = configuration::find(&arguments.config)
        .map_err(|e| Failure::new(Exit::Usage, format!("{}: {e}", arguments.config)))?;
    let (loader, mut last) = (Loader::default(), None);
    for witness in witnesses {
        let case = case(arguments, context, witness, configuration.clone(), loader.clone())?;
        if arguments.only_read {
            last = Some(Answer::unknown("only read").remark(summary(&case.witness)));
            continue;
        }
        let answer = match &case.witness.content {
            Content::Violation(segments) => violation::check(&case, segments)?,
            Content::Correctness(invariants, contracts) => correctness::check(&case, invariants, contracts)?,
        };
        let answer = Answer { remarks: [vec![summary(&case.witness)], answer.remarks].concat(), ..answer };
        // Of several violation sequences one is enough.
        if answer.exit != Exit::Unknown {
            return Ok(answer);
        }
        last = Some(answer);
    }
    Ok(last.unwrap_or_else(|| Answer::unknown("empty witness")))
}

fn summary(witness: &Witness) -> String {
    let kind = match &witness.content {
        Content::Violation(segments) => format!("violation witness with {} segments", segments.len()),
        Content::Correctness(invariants, contracts) if contracts.is_empty() => {
            format!("correctness witness with {} invariants", invariants.len())
        }
        Content::Correctness(invariants, contracts) => {
            format!("correctness witness with {} invariants and {} contracts", invariants.len(), contracts.len())
        }
    };
    let producer = &witness.metadata.producer;
    format!("{kind} by {} {}, format {}", producer.name, producer.version, witness.metadata.format_version)
}

fn read(path: &Path) -> Result<String, Failure> {
    let unreadable = |cause: String| Failure::new(Exit::Input, format!("{}: {cause}", path.display()));
    let bytes = std::fs::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => unreadable("no such file".into()),
        _ => unreadable(format!("cannot be read: {e}")),
    })?;
    String::from_utf8(bytes).map_err(|_| unreadable("not valid UTF-8 text".into()))
}

/// A witness that is not of its format, or does not fit the program.
fn malformed(path: &Path, error: &Malformed) -> Failure {
    let place = match error.line {
        Some(line) => format!("{}:{line}", path.display()),
        None => path.display().to_string(),
    };
    Failure::new(Exit::Input, format!("{place}: {error}"))
}

/// Reads the program's files and compares them with what the witness is about.
fn case(
    arguments: &ValidateArgs,
    context: &Context,
    witness: Witness,
    configuration: Configuration,
    loader: Loader,
) -> Result<Case, Failure> {
    let task = &witness.metadata.task;
    let path = &arguments.witness;
    let expanded = inputs::expand(&arguments.load.files, &DatabaseFilter::default())?;
    if let Some(unit) = expanded.units.iter().find(|u| !u.language.is_c()) {
        return Err(Failure::new(Exit::Usage, format!("{}: witnesses are about C programs", unit.display)));
    }
    if let Some(unit) = expanded.units.iter().find(|u| u.directory.is_some()) {
        let message = format!("{}: a witness is about files, not about a compilation database", unit.display);
        return Err(Failure::new(Exit::Usage, message).hint("give the files, and the compiler's flags behind `--`"));
    }
    let specified = property_file::parse(&task.specification);
    let mut options = arguments.load.options_of_verdict(Property::unspecified())?;
    match (arguments.load.property.first(), specified) {
        (None, Ok(file)) => {
            options.property = belongs::with_assertions(file.property);
            if arguments.load.entry.is_none() {
                options.entry = file.entry;
            }
        }
        (None, Err((_, message))) => {
            let message = format!("{}: the specification of the witness: {message}", path.display());
            return Err(Failure::new(Exit::Input, message).hint("give the property with --property"));
        }
        (Some(given), Ok(file))
            if !belongs::same_question(&options.property, &belongs::with_assertions(file.property.clone())) =>
        {
            eprintln!("warning: the witness is about another property than {given}");
        }
        (Some(given), Err(_)) => eprintln!("warning: the property of the witness cannot be read; {given} is checked"),
        _ => {}
    }
    let data_model = options.data_model.or(expanded.data_model).unwrap_or(task.data_model);
    options.data_model = Some(data_model);
    let sources = Sources::new(
        expanded
            .units
            .iter()
            .map(|u| std::fs::read(&u.path).map(|text| (u.display.clone(), text)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|e| Failure::new(Exit::Input, format!("the program cannot be read: {e}")))?,
    );
    for difference in belongs::differences(task, &sources, data_model) {
        eprintln!("warning: {}: {difference}", path.display());
    }
    Ok(Case {
        witness,
        path: path.clone(),
        options,
        loader,
        units: expanded.units,
        sources,
        configuration,
        deadline: context.deadline,
    })
}

/// The name of a data model, for messages.
fn model_name(model: Option<DataModel>) -> &'static str {
    model.map_or("the host's", DataModel::name)
}
