//! Reading witnesses of the formats 2.0 and 2.1, strictly: what the format does not allow is an error with
//! its line.

use super::{
    Content, Decision, ExpressionLanguage, FunctionContract, Invariant, Malformed, Metadata, Place, Producer, Segment,
    Task, Waypoint, WaypointKind, Witness, check,
};
use adumbra_program::DataModel;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    entry_type: Spanned<String>,
    metadata: RawMetadata,
    content: Vec<Spanned<RawItem>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMetadata {
    format_version: Spanned<RawScalar>,
    uuid: Spanned<String>,
    creation_time: String,
    producer: RawProducer,
    task: RawTask,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProducer {
    name: String,
    version: RawScalar,
    configuration: Option<String>,
    command_line: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTask {
    input_files: Vec<String>,
    input_file_hashes: BTreeMap<String, String>,
    specification: String,
    data_model: Spanned<String>,
    language: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawItem {
    segment: Option<Vec<RawStep>>,
    invariant: Option<RawInvariant>,
    contract: Option<RawContract>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    waypoint: Spanned<RawWaypoint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWaypoint {
    #[serde(rename = "type")]
    kind: Spanned<String>,
    action: Spanned<String>,
    constraint: Option<Spanned<RawConstraint>>,
    location: RawLocation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawConstraint {
    value: RawScalar,
    format: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLocation {
    file_name: String,
    line: Spanned<u32>,
    column: Option<Spanned<u32>>,
    function: Option<String>,
    /// Written by some tools.
    #[serde(rename = "file_hash")]
    _file_hash: Option<String>,
    /// Written by some tools.
    #[serde(rename = "identifier")]
    _identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawInvariant {
    #[serde(rename = "type")]
    kind: Spanned<String>,
    location: RawLocation,
    value: Option<RawScalar>,
    /// Some tools write contracts as invariants.
    requires: Option<RawScalar>,
    ensures: Option<RawScalar>,
    format: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawContract {
    #[serde(rename = "type")]
    kind: Spanned<String>,
    location: RawLocation,
    requires: Option<RawScalar>,
    ensures: Option<RawScalar>,
    format: Spanned<String>,
}

/// A string, or what some tools forget to quote.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawScalar {
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
}

impl RawScalar {
    fn text(&self) -> String {
        match self {
            RawScalar::Bool(b) => b.to_string(),
            RawScalar::Int(n) => n.to_string(),
            RawScalar::Float(x) => format!("{x:?}"),
            RawScalar::Text(t) => t.clone(),
        }
    }
}

fn line<T>(spanned: &Spanned<T>) -> u32 {
    u32::try_from(spanned.referenced.line()).unwrap_or(0)
}

/// Reads all entries of a file. Sets of invariants about one task are one witness.
pub fn read(text: &str) -> Result<Vec<Witness>, Malformed> {
    // Witnesses are large, but they have no anchors; so what they need grows with their text only.
    let budget = serde_saphyr::budget! {
        max_events: usize::MAX,
        max_nodes: usize::MAX,
        max_total_scalar_bytes: usize::MAX,
        max_anchors: 0,
    };
    let options = serde_saphyr::options! { budget: budget };
    let raw: Vec<RawEntry> = serde_saphyr::from_str_with_options(text, options).map_err(|e| {
        let line = e.location().and_then(|l| u32::try_from(l.line()).ok());
        let message = e.without_snippet().to_string();
        let message = message.lines().next().unwrap_or_default().to_owned();
        Malformed { line, message: format!("not a witness of the format 2.0 or 2.1: {message}") }
    })?;
    let mut witnesses: Vec<Witness> = Vec::new();
    for entry in raw {
        let witness = self::entry(entry)?;
        match (witnesses.last_mut(), witness) {
            (
                Some(Witness { content: Content::Correctness(all, contracts), metadata, .. }),
                Witness { content: Content::Correctness(more, other_contracts), metadata: other, .. },
            ) if metadata.task == other.task => {
                all.extend(more);
                contracts.extend(other_contracts);
                if other.format_version > metadata.format_version {
                    metadata.format_version = other.format_version;
                }
            }
            (_, witness) => witnesses.push(witness),
        }
    }
    if witnesses.is_empty() {
        return Err(Malformed::at(0, "the file has no entry"));
    }
    Ok(witnesses)
}

fn entry(raw: RawEntry) -> Result<Witness, Malformed> {
    let metadata = metadata(raw.metadata)?;
    let content = match raw.entry_type.value.as_str() {
        "violation_sequence" => Content::Violation(raw.content.into_iter().map(segment).collect::<Result<_, _>>()?),
        "invariant_set" => facts(raw.content, &metadata.format_version)?,
        other => {
            return Err(Malformed::at(
                line(&raw.entry_type),
                format!("entry_type is `{other}`; `violation_sequence` and `invariant_set` are known"),
            ));
        }
    };
    check(&content).map_err(|e| Malformed { line: e.line.or(Some(line(&raw.entry_type))), ..e })?;
    Ok(Witness { metadata, content, hints: Vec::new() })
}

fn metadata(raw: RawMetadata) -> Result<Metadata, Malformed> {
    let version = raw.format_version.value.text();
    if !matches!(version.as_str(), "2.0" | "2.1") {
        let message = format!("format_version is `{version}`; `2.0` and `2.1` are understood");
        return Err(Malformed::at(line(&raw.format_version), message));
    }
    let dashes = [8, 13, 18, 23];
    let fits = |(i, c): (usize, char)| if dashes.contains(&i) { c == '-' } else { c.is_ascii_hexdigit() };
    if raw.uuid.value.chars().count() != 36 || !raw.uuid.value.chars().enumerate().all(fits) {
        return Err(Malformed::at(line(&raw.uuid), format!("`{}` is no UUID", raw.uuid.value)));
    }
    let task = raw.task;
    let data_model = match task.data_model.value.as_str() {
        "ILP32" => DataModel::Ilp32,
        "LP64" => DataModel::Lp64,
        other => {
            let message = format!("data_model is `{other}`; `ILP32` and `LP64` are known");
            return Err(Malformed::at(line(&task.data_model), message));
        }
    };
    if task.language.value != "C" {
        let message = format!("language is `{}`; only `C` is known", task.language.value);
        return Err(Malformed::at(line(&task.language), message));
    }
    Ok(Metadata {
        format_version: version,
        uuid: raw.uuid.value,
        creation_time: raw.creation_time,
        producer: Producer {
            name: raw.producer.name,
            version: raw.producer.version.text(),
            configuration: raw.producer.configuration,
            command_line: raw.producer.command_line,
            description: raw.producer.description,
        },
        task: Task {
            input_files: task.input_files,
            hashes: task.input_file_hashes.into_iter().collect(),
            specification: task.specification,
            data_model,
        },
    })
}

fn segment(item: Spanned<RawItem>) -> Result<Segment, Malformed> {
    let at = line(&item);
    let RawItem { segment: Some(steps), invariant: None, contract: None } = item.value else {
        return Err(Malformed::at(at, "each element of a violation_sequence is a `segment`"));
    };
    let mut avoid = Vec::new();
    let mut follow: Option<Waypoint> = None;
    for step in steps {
        let (waypoint, follows) = waypoint(step.waypoint)?;
        if let Some(first) = &follow {
            let message =
                format!("the waypoint with action `follow` of line {} must be the last of its segment", first.line);
            return Err(Malformed::at(waypoint.line, message));
        }
        if follows {
            follow = Some(waypoint);
        } else {
            avoid.push(waypoint);
        }
    }
    match follow {
        Some(follow) => Ok(Segment { avoid, follow }),
        None => Err(Malformed::at(at, "the segment has no waypoint with action `follow`")),
    }
}

/// A waypoint, and whether it is to be followed.
fn waypoint(raw: Spanned<RawWaypoint>) -> Result<(Waypoint, bool), Malformed> {
    let at = line(&raw);
    let raw = raw.value;
    let follows = match raw.action.value.as_str() {
        "follow" => true,
        "avoid" => false,
        other => {
            let message = format!("action is `{other}`; `follow` and `avoid` are known");
            return Err(Malformed::at(line(&raw.action), message));
        }
    };
    let kind = raw.kind.value.as_str();
    let constraint = raw.constraint.as_ref().map(|c| (line(c), c.value.value.text(), c.value.format.as_deref()));
    let needed = || Malformed::at(at, format!("a waypoint of type `{kind}` needs a constraint"));
    let formatted = |allowed: &[&str]| match &constraint {
        None => Err(needed()),
        Some((at, value, format)) => match format {
            Some(format) if !allowed.contains(format) => {
                let message =
                    format!("the format of the constraint is `{format}`; here it is one of {}", allowed.join(", "));
                Err(Malformed::at(*at, message))
            }
            None if !allowed.contains(&"") => Err(Malformed::at(*at, "the constraint has no format")),
            _ => Ok(value.clone()),
        },
    };
    let kind = match kind {
        "assumption" => WaypointKind::Assumption(formatted(&["c_expression"])?),
        "function_return" => {
            WaypointKind::FunctionReturn(formatted(&["acsl_expression", "ext_c_expression", "c_expression"])?)
        }
        "branching" => {
            let value = formatted(&["", "c_expression"])?;
            WaypointKind::Branching(match (value.as_str(), value.parse()) {
                ("true", _) => Decision::Truth(true),
                ("false", _) => Decision::Truth(false),
                ("default", _) => Decision::Default,
                (_, Ok(number)) => Decision::Case(number),
                _ => {
                    let message =
                        format!("`{value}` decides no branching; `true`, `false`, `default` or a number does");
                    return Err(Malformed::at(at, message));
                }
            })
        }
        "function_enter" | "target" if constraint.is_some() => {
            return Err(Malformed::at(at, format!("a waypoint of type `{kind}` has no constraint")));
        }
        "function_enter" => WaypointKind::FunctionEnter,
        "target" if follows => WaypointKind::Target,
        "target" => return Err(Malformed::at(at, "a target cannot be avoided")),
        other => {
            let message = format!(
                "type is `{other}`; `assumption`, `branching`, `function_enter`, `function_return` and `target` are known"
            );
            return Err(Malformed::at(line(&raw.kind), message));
        }
    };
    Ok((Waypoint { kind, place: place(raw.location)?, called: None, line: at }, follows))
}

fn place(raw: RawLocation) -> Result<Place, Malformed> {
    if raw.line.value == 0 {
        return Err(Malformed::at(line(&raw.line), "lines are counted from 1"));
    }
    // Column 0 was written by some tools for an unknown column.
    let column = raw.column.map(|c| c.value).filter(|c| *c > 0);
    Ok(Place { file: raw.file_name, line: raw.line.value, column, function: raw.function })
}

/// What is said to hold: invariants and contracts.
fn facts(items: Vec<Spanned<RawItem>>, version: &str) -> Result<Content, Malformed> {
    let (mut invariants, mut contracts) = (Vec::new(), Vec::new());
    for item in items {
        let at = line(&item);
        let contract = match item.value {
            RawItem { segment: None, invariant: Some(raw), contract: None } => {
                if raw.kind.value != FUNCTION_CONTRACT {
                    invariants.push(invariant(raw, at)?);
                    continue;
                }
                if raw.value.is_some() {
                    return Err(Malformed::at(at, "a contract has no value; it has `requires` and `ensures`"));
                }
                let RawInvariant { kind, location, requires, ensures, format, .. } = raw;
                RawContract { kind, location, requires, ensures, format }
            }
            RawItem { segment: None, invariant: None, contract: Some(raw) } => raw,
            _ => {
                let message = "each element of an invariant_set is an `invariant` or a `contract`";
                return Err(Malformed::at(at, message));
            }
        };
        if version == "2.0" {
            return Err(Malformed::at(at, "contracts need the format_version `2.1`"));
        }
        contracts.push(self::contract(contract, at)?);
    }
    Ok(Content::Correctness(invariants, contracts))
}

const FUNCTION_CONTRACT: &str = "function_contract";

fn contract(raw: RawContract, at: u32) -> Result<FunctionContract, Malformed> {
    if raw.kind.value != FUNCTION_CONTRACT {
        let message = format!("type is `{}`; a contract is a `{FUNCTION_CONTRACT}`", raw.kind.value);
        return Err(Malformed::at(line(&raw.kind), message));
    }
    let language = ExpressionLanguage::ALL.into_iter().find(|language| language.name() == raw.format.value);
    let Some(language) = language else {
        let known = ExpressionLanguage::ALL.map(|language| format!("`{}`", language.name())).join(", ");
        let message = format!("format is `{}`; {known} are known", raw.format.value);
        return Err(Malformed::at(line(&raw.format), message));
    };
    if raw.requires.is_none() && raw.ensures.is_none() {
        return Err(Malformed::at(at, "the contract has neither `requires` nor `ensures`"));
    }
    let text = |value: Option<RawScalar>| value.map(|value| value.text());
    let (requires, ensures) = (text(raw.requires), text(raw.ensures));
    Ok(FunctionContract { place: place(raw.location)?, requires, ensures, language, line: at })
}

fn invariant(raw: RawInvariant, at: u32) -> Result<Invariant, Malformed> {
    let of_loop = match raw.kind.value.as_str() {
        "loop_invariant" => true,
        "location_invariant" => false,
        other => {
            let message = format!(
                "type is `{other}`; `loop_invariant`, `location_invariant` and `{FUNCTION_CONTRACT}` are known"
            );
            return Err(Malformed::at(line(&raw.kind), message));
        }
    };
    let Some(value) = &raw.value else { return Err(Malformed::at(at, "the invariant has no value")) };
    if raw.requires.is_some() || raw.ensures.is_some() {
        return Err(Malformed::at(at, "an invariant has a value; `requires` and `ensures` belong to contracts"));
    }
    if raw.format.value != "c_expression" && raw.format.value != "ext_c_expression" {
        let message = format!("format is `{}`; `c_expression` and `ext_c_expression` are known", raw.format.value);
        return Err(Malformed::at(line(&raw.format), message));
    }
    Ok(Invariant { of_loop, place: place(raw.location)?, expression: value.text(), line: at })
}
