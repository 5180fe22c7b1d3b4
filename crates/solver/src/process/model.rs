//! Models: the values that a process gives to symbols, read back into ours.
//!
//! Variables are asked for by name. A function is asked for at the arguments it is applied to,
//! which the evaluator knows once the inner applications have their values; so what matters of a
//! function is a table, however the process writes it. An array that the process writes as a
//! function of its index becomes a table of the indices which that function mentions.

use super::talk::{End, Talk, look};
use super::text::{clip, item_end, items};
use adumbra_sat::Limits;
use adumbra_terms::smtlib::{Command, Names, Reader, application_to_string, value_to_string};
use adumbra_terms::walk::reachable;
use adumbra_terms::{
    ArrayValue, FunctionValue, IndexSort, Kind, Model, Op, Plan, Sort, SortKind, Symbol, Term, Terms, Value, evaluate,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Values asked for in one command.
const BATCH: usize = 1000;

/// Reads the values of everything that the terms depend on.
pub(super) fn read(
    talk: &mut Talk,
    terms: &mut Terms,
    names: &Names,
    active: &[Term],
    limits: &Limits,
) -> Result<Model, End> {
    let mut model = Model::new();
    let mut variables: Vec<Symbol> = Vec::new();
    let cone = reachable(terms, active);
    for term in &cone {
        if let Op::Var(symbol) = terms.op(*term) {
            variables.push(symbol);
        }
    }
    let asked: Vec<(String, Sort)> =
        variables.iter().map(|v| (names.get(*v).to_owned(), terms.symbol(*v).result)).collect();
    for (symbol, value) in variables.iter().zip(values(talk, terms, &asked, limits)?) {
        model.set(*symbol, value);
    }
    for round in by_depth(terms, &cone) {
        look(limits)?;
        apply(talk, terms, names, &round, &mut model, limits)?;
    }
    Ok(model)
}

/// Applications of functions by how many others they nest.
fn by_depth(terms: &Terms, cone: &[Term]) -> Vec<Vec<Term>> {
    let mut depths: FxHashMap<Term, usize> = FxHashMap::default();
    let mut rounds: Vec<Vec<Term>> = Vec::new();
    for term in cone {
        let below = terms.operands(*term).iter().filter_map(|o| depths.get(o).copied()).max().unwrap_or(0);
        let application = terms.kind(*term) == Kind::Apply;
        if application {
            if rounds.len() <= below {
                rounds.resize(below + 1, Vec::new());
            }
            rounds[below].push(*term);
        }
        let depth = below + usize::from(application);
        if depth > 0 {
            depths.insert(*term, depth);
        }
    }
    rounds
}

/// Asks for the values of applications whose arguments are known.
fn apply(
    talk: &mut Talk,
    terms: &mut Terms,
    names: &Names,
    round: &[Term],
    model: &mut Model,
    limits: &Limits,
) -> Result<(), End> {
    let arguments: Vec<Term> = round.iter().flat_map(|term| terms.operands(*term).iter().copied()).collect();
    let mut plan = Plan::new(terms, &arguments);
    plan.run(model);
    let mut root = 0;
    let mut points: BTreeSet<(Symbol, Vec<Value>)> = BTreeSet::new();
    for term in round {
        let count = terms.operands(*term).len();
        if let Op::Apply(symbol) = terms.op(*term) {
            points.insert((symbol, (root..root + count).map(|r| plan.value(r).clone()).collect()));
        }
        root += count;
    }
    let points: Vec<(Symbol, Vec<Value>)> = points.into_iter().collect();
    let asked: Vec<(String, Sort)> = points
        .iter()
        .map(|(symbol, values)| {
            let data = terms.symbol(*symbol);
            let texts: Vec<String> =
                data.parameters.iter().zip(values).map(|(sort, value)| value_to_string(terms, *sort, value)).collect();
            (application_to_string(terms, names, *symbol, &texts), data.result)
        })
        .collect();
    for ((symbol, arguments), value) in points.into_iter().zip(values(talk, terms, &asked, limits)?) {
        let default = Value::zero(terms, terms.symbol(symbol).result);
        let function = model.functions.entry(symbol);
        function.or_insert(FunctionValue { table: Default::default(), default }).table.insert(arguments, value);
    }
    Ok(())
}

/// Asks for the values of terms, given as text with their sorts.
fn values(talk: &mut Talk, terms: &mut Terms, asked: &[(String, Sort)], limits: &Limits) -> Result<Vec<Value>, End> {
    let mut found = Vec::with_capacity(asked.len());
    for batch in asked.chunks(BATCH) {
        let all: Vec<&str> = batch.iter().map(|(text, _)| &**text).collect();
        talk.say(&format!("(get-value ({}))\n", all.join(" ")));
    }
    for batch in asked.chunks(BATCH) {
        let answer = talk.ask(limits)?;
        let wrong = || End::Broken(format!("`{}` is no answer to get-value", clip(&answer)));
        let pairs = items(&answer).filter(|pairs| pairs.len() == batch.len()).ok_or_else(wrong)?;
        for (pair, (_, sort)) in pairs.into_iter().zip(batch) {
            match items(pair).ok_or_else(wrong)?[..] {
                [_, text] => found.push(value(terms, *sort, text)?),
                _ => return Err(wrong()),
            }
        }
    }
    Ok(found)
}

/// Reads a value of a sort.
fn value(terms: &mut Terms, sort: Sort, text: &str) -> Result<Value, End> {
    let plain = !text.contains("(lambda") && !text.contains("as-array");
    if plain {
        let body = define(terms, &format!("(define-fun v () {} {text})", terms.sort_name(sort)));
        let body = body.ok_or_else(|| End::Broken(format!("`{}` is no value", clip(text))))?.1;
        return Ok(evaluate(terms, &Model::new(), body));
    }
    indexed(terms, sort, text).ok_or_else(|| End::Unreadable(format!("the value `{}` cannot be read", clip(text))))
}

/// Reads a definition.
fn define(terms: &mut Terms, text: &str) -> Option<(Vec<Term>, Term)> {
    match Reader::new(text).next(terms) {
        Ok(Some(Command::Define(_, parameters, body))) => Some((parameters, body)),
        _ => None,
    }
}

/// Reads an array written as `(lambda ((x S)) body)`, perhaps with stores around it.
fn indexed(terms: &mut Terms, sort: Sort, text: &str) -> Option<Value> {
    let SortKind::Array { index, element } = terms.sort_kind(sort) else { return None };
    let start = text.find("(lambda")?;
    let end = item_end(text.as_bytes(), start)?;
    let [_, parameters, body] = items(text.get(start..end)?)?[..] else { return None };
    let definition = format!("(define-fun v {parameters} {} {body})", terms.sort_name(element));
    let (parameters, body) = define(terms, &definition)?;
    let [parameter] = parameters[..] else { return None };
    let base = table(terms, index, parameter, body)?;
    // The stores around it, over a variable that stands for it.
    let variable = terms.fresh_var("base", sort);
    let Op::Var(symbol) = terms.op(variable) else { return None };
    let name = terms.symbol(symbol).name.to_string();
    let sort_name = terms.sort_name(sort);
    let outer = format!("{}{name}{}", &text[..start], &text[end..]);
    let script = format!("(declare-fun {name} () {sort_name})\n(define-fun v () {sort_name} {outer})");
    let mut reader = Reader::new(&script);
    reader.next(terms).ok()?;
    let Ok(Some(Command::Define(_, _, whole))) = reader.next(terms) else { return None };
    let mut model = Model::new();
    model.set(symbol, Value::Array(base));
    Some(evaluate(terms, &model, whole))
}

/// The array of a function that looks at its index only to compare it with constants.
fn table(terms: &Terms, index: Sort, parameter: Term, body: Term) -> Option<ArrayValue> {
    let Op::Var(symbol) = terms.op(parameter) else { return None };
    let mut mentioned: BTreeSet<Value> = BTreeSet::new();
    for term in reachable(terms, &[body]) {
        let operands = terms.operands(term);
        if terms.kind(term) != Kind::Eq && operands.contains(&parameter) {
            return None;
        }
        if terms.kind(term) == Kind::Eq && operands.contains(&parameter) {
            let other = operands.iter().find(|o| **o != parameter)?;
            if !terms.is_constant(*other) {
                return None;
            }
            mentioned.insert(evaluate(terms, &Model::new(), *other));
        }
    }
    let at = |value: &Value| {
        let mut model = Model::new();
        model.set(symbol, value.clone());
        evaluate(terms, &model, body)
    };
    let entries: Vec<(Value, Value)> = mentioned.iter().map(|value| (value.clone(), at(value))).collect();
    let kind = IndexSort::of(terms, index);
    let other = kind.values().find(|value| !mentioned.contains(value));
    // With every index mentioned any default will do.
    let default = at(other.as_ref().or(mentioned.first())?);
    Some(ArrayValue::new(kind, default, entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_array(text: &str) -> Result<String, End> {
        let mut terms = Terms::new();
        let byte = terms.bv_sort(8);
        let sort = terms.array_sort(byte, byte).unwrap();
        value(&mut terms, sort, text).map(|value| value.to_string())
    }

    #[test]
    fn arrays_are_read_in_all_forms() {
        let constant = "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07)";
        assert_eq!(read_array(&format!("(store {constant} #x01 #x02)")).unwrap(), "{#x01: #x02, else #x07}");
        assert_eq!(read_array(&format!("(let ((a {constant})) a)")).unwrap(), "{else #x07}");
        let lambda = "(lambda ((x!1 (_ BitVec 8))) (ite (= x!1 #x00) #x05 (ite (= #x03 x!1) #x06 #x09)))";
        assert_eq!(read_array(lambda).unwrap(), "{#x00: #x05, #x03: #x06, else #x09}");
        let stored = format!("(store (store {lambda} #x00 #x09) #x04 #x01)");
        assert_eq!(read_array(&stored).unwrap(), "{#x03: #x06, #x04: #x01, else #x09}");
        // An element that depends on its index otherwise has no table.
        assert!(matches!(read_array("(lambda ((x (_ BitVec 8))) (bvadd x #x01))"), Err(End::Unreadable(_))));
        assert!(matches!(read_array("(_ as-array k!0)"), Err(End::Unreadable(_))));
        assert!(matches!(read_array("#x05"), Err(End::Broken(_))));
        assert!(matches!(read_array("(select y #x05)"), Err(End::Broken(_))));
    }
}
