//! Results to test with: made by hand, and a store that looks like a real run.
#![allow(dead_code, reason = "an example uses a part")]

use adumbra_bench::model::*;
use adumbra_bench::report::data::{Cell, Data};
use adumbra_bench::store::Store;
use adumbra_testing::Random;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

/// A row: a task with a result of each column, or none.
pub type Row<T> = (Task, Vec<Option<T>>);

/// A task.
pub fn task(category: &str, name: &str, expected: Expected) -> Task {
    let formula = matches!(expected, Expected::Sat | Expected::Unsat);
    Task {
        name: name.into(),
        category: category.into(),
        definition: format!("/tasks/{name}.yml").into(),
        files: vec![format!("/tasks/{name}.c").into()],
        property: Asked { name: if formula { "sat" } else { "unreach-call" }.into(), file: None },
        expected,
        data_model: Some(DataModel::Ilp32),
        arguments: Vec::new(),
    }
}

/// A column with limits of 900 s and 15 GB.
pub fn column(name: &str) -> Column {
    Column {
        name: name.into(),
        tool: name.split(' ').next().unwrap_or(name).into(),
        version: "1.0".into(),
        description: "command = [\"tool\"]".into(),
        options: Vec::new(),
        limits: Limits { cpu: Some(900.0), wall: None, memory: Some(15_000_000_000), cores: Some(1) },
        machine: "8 cores, 32 GB, Linux".into(),
    }
}

/// A result.
pub fn outcome(answer: Answer, cpu: f64) -> Outcome {
    let ending = match &answer {
        Answer::Unknown(reason) if reason == "timeout" => Ending::CpuLimit,
        Answer::Unknown(reason) if reason == "out of memory" => Ending::MemoryLimit,
        _ => Ending::Exit(0),
    };
    Outcome {
        answer,
        measured: Measured {
            ending,
            cpu: Duration::from_secs_f64(cpu),
            wall: Duration::from_secs_f64(cpu * 1.05),
            memory: Some(50_000_000),
        },
        started: 1_790_000_000,
        host: "node1".into(),
        command: vec!["tool".into(), "--option".into(), "file.c".into()],
        output: "last line".into(),
        values: std::collections::BTreeMap::new(),
    }
}

/// No answer.
pub fn unknown(reason: &str) -> Answer {
    Answer::Unknown(reason.into())
}

/// Data from columns and rows: `None` is missing.
pub fn data(columns: &[&str], rows: Vec<Row<(Answer, f64)>>) -> Data {
    let rows = rows
        .into_iter()
        .map(|(task, results)| {
            let cells = results
                .into_iter()
                .map(|result| result.map(|(answer, cpu)| Cell::new(&task, outcome(answer, cpu), None)))
                .collect();
            (task, cells)
        })
        .collect();
    Data::new(columns.iter().map(|name| column(name)).collect(), rows)
}

/// Stores results.
pub fn store(path: &Path, columns: &[Column], rows: &[Row<Outcome>]) -> Store {
    let store = Store::open(path).unwrap();
    let ids: Vec<_> = columns.iter().map(|column| store.column(column).unwrap()).collect();
    for (task, outcomes) in rows {
        let id = store.task(task).unwrap();
        for (column, outcome) in ids.iter().zip(outcomes) {
            if let Some(outcome) = outcome {
                store.add_result(*column, id, &task.expected, outcome).unwrap();
            }
        }
    }
    store
}

const CATEGORIES: [&str; 12] = [
    "Arrays",
    "BitVectors",
    "ControlFlow",
    "ECA",
    "Floats",
    "Heap",
    "Loops",
    "ProductLines",
    "Recursive",
    "Sequentialized",
    "XCSP",
    "Linux-Drivers",
];

/// A run of three tools on twelve categories as it might have been: times of all sizes, a few wrong
/// answers, reasons and outputs that look like HTML, and a column that is not finished.
pub fn demo(tasks: usize) -> (Vec<Column>, Vec<Row<Outcome>>) {
    let mut numbers = Random(0x9e37_79b9_7f4a_7c15);
    let mut columns: Vec<Column> =
        ["adumbra value", "adumbra predicate", "frama-c"].iter().map(|name| column(name)).collect();
    columns[0].options = vec!["--config".into(), "value".into()];
    columns[1].options = vec!["--config".into(), "predicate".into()];
    columns[2].version = "25.0 (Manganese)".into();
    let mut rows = Vec::new();
    for index in 0..tasks {
        let category = CATEGORIES[(numbers.part().powf(1.4) * 12.0) as usize % 12];
        let holds = numbers.part() < 0.7;
        let kind = ["test", "prog", "loop-new", "driver"][index % 4];
        let mut task = task(
            category,
            &format!("{}/{kind}_{index:05}.yml", category.to_lowercase()),
            if holds { Expected::True } else { Expected::False(None) },
        );
        if index % 5 == 0 {
            task.property.name = "no-overflow".into();
        }
        let hardness = numbers.part();
        let results = (0..3)
            .map(|tool| {
                let result = demo_result(&mut numbers, tool, hardness, holds, &task, &columns[tool]);
                // The last column is not finished.
                if tool == 2 && index % 50 == 49 { None } else { Some(result) }
            })
            .collect();
        rows.push((task, results));
    }
    (columns, rows)
}

fn demo_result(numbers: &mut Random, tool: usize, hardness: f64, holds: bool, task: &Task, column: &Column) -> Outcome {
    let luck = numbers.part();
    let strength = [0.72, 0.66, 0.45][tool] + 0.2 * (luck - 0.5);
    let base = [0.08, 0.3, 0.5][tool];
    let mut cpu: f64 = base * (1.0 + luck) * 10f64.powf(hardness * 3.6 * numbers.part().sqrt());
    let sometimes = numbers.part();
    let mut answer = if holds { Answer::True } else { Answer::False(None) };
    if tool == 2 && sometimes < 0.004 {
        answer = if holds { Answer::False(None) } else { Answer::True };
    } else if hardness > strength || cpu > 900.0 {
        (answer, cpu) = match (numbers.part() * 10.0) as usize {
            0..=4 => (unknown("timeout"), 900.0 + luck),
            5 => (unknown("out of memory"), cpu),
            6 => (unknown("unsupported: <inline assembly>"), cpu.min(2.0)),
            7 => (unknown(["bounded", "bounded", "alarms that are not confirmed"][tool]), cpu),
            _ => (unknown("refinement failed"), cpu),
        };
    }
    let mut result = outcome(answer, cpu.min(901.0));
    result.measured.memory = Some((2e7 + cpu * 9e6 * (0.5 + luck)) as u64);
    let property = format!("/bench/sv-benchmarks/c/properties/{}.prp", task.property.name);
    result.command = ["/opt/tools/bin/verifier", "--property", &property].map(str::to_owned).into();
    result.command.extend(column.options.clone());
    result.command.push(format!("/bench/sv-benchmarks/c/{}", task.name.replace(".yml", ".c")));
    result.output = format!(
        "reading <program> & building automata\n{} states reached, {} refinements\nVerification result: {}\n",
        (cpu * 1000.0) as u64,
        (luck * 20.0) as u64,
        result.answer
    );
    result
}

/// All that a command wrote.
pub fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
