//! Parameter files in the format of ParamILS, for tools whose parameters are not known here.
//!
//! One statement a line; `#` starts a comment:
//!
//! ```text
//! name {v1, v2, v3}[v2]          # a parameter, its values and its default
//! name | other in {v1, v2}       # it has an effect only if another has one of these values
//! {name=v1, other=v2}            # forbidden
//! ```
//!
//! Lines `Conditionals:` and `Forbidden:` are headings and mean nothing.

use super::{Parameter, Requirement, Space, SpaceError};

/// A statement that was read, before names are known.
enum Statement<'a> {
    Parameter(&'a str, Vec<&'a str>, &'a str),
    Condition(&'a str, &'a str, Vec<&'a str>),
    Forbidden(Vec<(&'a str, &'a str)>),
}

impl Space {
    /// Reads a parameter file.
    pub fn read(text: &str) -> Result<Space, SpaceError> {
        let mut statements = Vec::new();
        for (number, line) in (1u32..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() && !is_heading(line) {
                let statement = statement(line).map_err(|cause| SpaceError::Line { line: number, cause })?;
                statements.push((number, statement));
            }
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        for (line, statement) in &statements {
            let Statement::Parameter(name, values, default) = statement else { continue };
            let wrong = |cause: String| SpaceError::Line { line: *line, cause };
            if parameters.iter().any(|p| p.name == *name) {
                return Err(wrong(format!("the parameter {name} is there twice")));
            }
            if let Some(twice) = (1..values.len()).find(|n| values[..*n].contains(&values[*n])) {
                return Err(wrong(format!("the value {} of {name} is there twice", values[twice])));
            }
            if values.len() > usize::from(u16::MAX) {
                return Err(wrong(format!("{name} has more than {} values", u16::MAX)));
            }
            let base = values.iter().position(|value| value == default);
            let base = base.ok_or_else(|| wrong(format!("the default {default} of {name} is none of its values")))?;
            parameters.push(Parameter {
                name: (*name).to_owned(),
                values: values.iter().map(|value| (*value).to_owned()).collect(),
                base: base as u16,
                start: base as u16,
                free: true,
                conditions: Vec::new(),
            });
        }
        let mut forbidden = Vec::new();
        for (line, statement) in &statements {
            let wrong = |cause: String| SpaceError::Line { line: *line, cause };
            let find = |name: &str| {
                let place = parameters.iter().position(|p| p.name == name);
                place.ok_or_else(|| wrong(format!("no parameter is called `{name}`")))
            };
            let value = |place: usize, value: &str| {
                let parameter: &Parameter = &parameters[place];
                let found = parameter.values.iter().position(|known| known == value);
                found.ok_or_else(|| wrong(format!("`{value}` is no value of {}", parameter.name)))
            };
            match statement {
                Statement::Parameter(..) => {}
                Statement::Condition(child, parent, values) => {
                    let (child, parent) = (find(child)?, find(parent)?);
                    let mut allowed = vec![false; parameters[parent].values.len()];
                    for text in values {
                        allowed[value(parent, text)?] = true;
                    }
                    parameters[child].conditions.push(Requirement { parameter: parent, allowed });
                }
                Statement::Forbidden(pairs) => {
                    let clause = pairs.iter().map(|(name, text)| {
                        let place = find(name)?;
                        Ok((place, value(place, text)? as u16))
                    });
                    forbidden.push(clause.collect::<Result<Vec<_>, SpaceError>>()?);
                }
            }
        }
        Space::new(parameters, forbidden, true)
    }
}

fn is_heading(line: &str) -> bool {
    matches!(line.trim_end_matches(':').to_ascii_lowercase().as_str(), "conditionals" | "forbidden")
}

fn statement(line: &str) -> Result<Statement<'_>, String> {
    if line.starts_with('{') {
        let (inside, rest) = braces(line)?;
        if !rest.is_empty() {
            return Err(format!("`{rest}` after a forbidden combination"));
        }
        let pair = |text: &'_ str| -> Result<(usize, usize), String> {
            let at = text.find('=').ok_or_else(|| format!("`{text}` is not `name=value`"))?;
            Ok((at, at + 1))
        };
        let pairs = list(inside)?.into_iter().map(|text| {
            let (end, start) = pair(text)?;
            Ok((text[..end].trim(), text[start..].trim()))
        });
        return Ok(Statement::Forbidden(pairs.collect::<Result<_, String>>()?));
    }
    if let Some((child, condition)) = line.split_once('|') {
        let (parent, values) = condition.split_once(" in ").ok_or("a condition is `name | other in {values}`")?;
        let (inside, rest) = braces(values.trim())?;
        if !rest.is_empty() {
            return Err(format!("`{rest}` after a condition; each has a line of its own"));
        }
        return Ok(Statement::Condition(name(child)?, name(parent)?, list(inside)?));
    }
    let at = line.find('{').ok_or("a parameter is `name {values}[default]`")?;
    let (inside, rest) = braces(&line[at..])?;
    let default = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let default = default.ok_or_else(|| format!("`[default]` is expected instead of `{rest}`"))?;
    Ok(Statement::Parameter(name(&line[..at])?, list(inside)?, default.trim()))
}

fn name(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || "{}[]|,=".contains(c)) {
        return Err(format!("`{text}` is no name of a parameter"));
    }
    Ok(text)
}

/// What is between the braces with which a text begins, and what comes after.
fn braces(text: &str) -> Result<(&str, &str), String> {
    let inside = text.strip_prefix('{').ok_or_else(|| format!("`{{` is expected instead of `{text}`"))?;
    let (inside, rest) = inside.split_once('}').ok_or("a `{` that is not closed")?;
    Ok((inside, rest.trim()))
}

fn list(text: &str) -> Result<Vec<&str>, String> {
    let all: Vec<&str> = text.split(',').map(str::trim).collect();
    if all.iter().any(|value| value.is_empty()) { Err(format!("a value is missing in `{text}`")) } else { Ok(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEAR: &str = "\
sp-resolution {0,1,2}[1]
sp-res-order-heur {0,1,2,3} [0]   # elimination order
sp-phase-dec-heur {0,1,2,3,4,5,6} [5]
sp-rand-phase-dec-freq {0, 0.0001, 0.001}[0.001]
sp-rand-phase-scaling {0.3,1,1.1}[1]

Conditionals:
sp-res-order-heur|sp-resolution in {1,2}
sp-rand-phase-dec-freq | sp-phase-dec-heur in {0,1,3,4,5,6}
sp-rand-phase-scaling | sp-rand-phase-dec-freq in {0.0001, 0.001}
Forbidden:
{sp-resolution=2, sp-phase-dec-heur=0}
";

    #[test]
    fn the_format_of_paramils_is_read() {
        let space = Space::read(SPEAR).unwrap();
        let base = space.base();
        assert_eq!(space.value(&base, "sp-rand-phase-dec-freq"), Some("0.001"));
        assert_eq!(space.settings(&base).count(), 5, "all are said, since the tool may have other defaults");
        // Phase 2 has no use for random phases, so neither for their scaling.
        let mut values = base.places().to_vec();
        values[2] = 2;
        let quiet = space.configuration(&values);
        assert_eq!(space.active(&quiet), [true, true, true, false, false]);
        values[2] = 0;
        values[0] = 2;
        assert!(space.is_forbidden(&space.configuration(&values)));
        assert!(space.neighbours(&base).iter().all(|c| !space.is_forbidden(c)));
        assert_eq!(space.neighbours(&base).len(), 2 + 3 + 6 + 2 + 2);
        values[0] = 1;
        assert_eq!(space.neighbours(&space.configuration(&values)).len(), 2 - 1 + 3 + 6 + 2 + 2);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, part) in [
            ("a {1,2}[3]", 1, "none of its values"),
            ("a {1,2}[1]\na {1}[1]", 2, "there twice"),
            ("a {1,1}[1]", 1, "there twice"),
            ("\na {1,,2}[1]", 2, "a value is missing"),
            ("a {1,2", 1, "not closed"),
            ("a {1,2}", 1, "[default]"),
            ("a 1", 1, "name {values}[default]"),
            ("a {1}[1]\na | b in {1}", 2, "no parameter is called `b`"),
            ("a {1}[1]\na | a 1", 2, "name | other in"),
            ("a {1}[1]\n{a=2}", 2, "no value of a"),
            ("a {1}[1]\n{a}", 2, "not `name=value`"),
            ("{1}[1]", 1, "forbidden combination"),
            ("a b {1}[1]", 1, "no name"),
        ] {
            match Space::read(text) {
                Err(SpaceError::Line { line: found, cause }) => {
                    assert!(found == line && cause.contains(part), "{text}: {found} {cause}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        let cycle = "a {1,2}[1]\nb {1,2}[1]\na | b in {1}\nb | a in {1}";
        assert!(matches!(Space::read(cycle), Err(SpaceError::Cycle(_))));
        let forbidden = Space::read("a {1,2}[1]\n{a=1}").unwrap();
        assert_eq!(forbidden.check(), Err(SpaceError::ForbiddenStart));
        assert_eq!(Space::read("a {1}[1]").unwrap().check(), Err(SpaceError::Nothing));
    }
}
