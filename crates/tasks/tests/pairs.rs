//! A task in C, and the LLVM that clang makes of it: every configuration answers the same to both.

use adumbra_frontend::compile_line::{CompileLine, clang_arguments};
use adumbra_frontend::inputs::Language;
use adumbra_program::{DataModel, Property};
use adumbra_stop::SECOND;
use adumbra_strategies::configuration::{self, Configuration};
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;
use adumbra_tasks::{in_large_stack, record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The work of a configuration: who takes more answers the same UNKNOWN twice.
const WORK: u64 = SECOND / 50;

/// Is there a module of the task that has the same checks? Those of overflow are part of the
/// compile line of C only.
fn has_pair(label: &Label) -> bool {
    label.property.as_deref() != Some("no-overflow") && label.path.extension().is_some_and(|extension| extension == "c")
}

/// A task in C of each family, not the same one in each. `PAIRS=1` takes every task, `PAIRS=6`
/// every sixth of a family.
fn sample() -> Vec<Label> {
    let mut families: BTreeMap<String, Vec<Label>> = BTreeMap::new();
    for label in label::all().into_iter().filter(has_pair) {
        let family = label.name.split('/').next().unwrap_or_default().to_owned();
        families.entry(family).or_default().push(label);
    }
    let every = std::env::var("PAIRS").ok().and_then(|text| text.parse::<usize>().ok());
    let choose = |(number, tasks): (usize, Vec<Label>)| match every {
        Some(every) => tasks.into_iter().step_by(every.max(1)).collect::<Vec<_>>(),
        None => tasks.get(7 * number % tasks.len()).cloned().into_iter().collect(),
    };
    families.into_values().enumerate().flat_map(choose).collect()
}

/// The same task as textual LLVM, by the flags of the compile line.
fn as_llvm(label: &Label, folder: &Path) -> Label {
    let property = label.property.as_deref().and_then(Property::by_name).unwrap_or_else(Property::unspecified);
    let data_model = label.options.iter().find_map(|option| match option.as_str() {
        "--32" => Some(DataModel::Ilp32),
        "--64" => Some(DataModel::Lp64),
        _ => None,
    });
    let arguments = clang_arguments(&CompileLine {
        language: Language::C,
        data_model,
        property: &property,
        standard: Some("gnu11"),
        macros: &[],
        redefined: &[],
        debug_directory: ".",
        database_flags: &[],
        user_flags: &["-S".into()],
    });
    let path: PathBuf = folder.join(label.name.replace(['/', ' ', '='], "_") + ".ll");
    let status = Command::new("clang-22").args(arguments).arg(&label.path).arg("-o").arg(&path).status();
    assert!(status.is_ok_and(|status| status.success()), "{}", label.name);
    Label { path, ..label.clone() }
}

#[test]
fn sli_31_c_and_its_llvm_get_the_same_answers() {
    in_large_stack(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairs");
        std::fs::create_dir_all(&folder).unwrap();
        let configurations: Vec<_> = configuration::shipped().map(|c| (record::read(&c.name), c)).collect();
        let (mut wrong, mut decided) = (Vec::new(), BTreeMap::new());
        let labels = sample();
        for label in &labels {
            let pair = [Loaded::new(label).unwrap(), Loaded::new(&as_llvm(label, &folder)).unwrap()];
            for (expected, configuration) in &configurations {
                if expected.get(&label.name).is_some_and(|reason| record::is_limit(reason)) {
                    continue;
                }
                let [c, llvm] = pair.each_ref().map(|task| task.answer(configuration, WORK));
                if c != llvm {
                    wrong.push(format!("{} {}: {c} of C, {llvm} of LLVM", configuration.name, label.name));
                }
                if !c.starts_with("UNKNOWN") {
                    *decided.entry(configuration.name.clone()).or_insert(0) += 1;
                }
            }
        }
        println!("{} tasks, answers by configuration: {decided:?}", labels.len());
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
        // No configuration is left out: each decides some of them, but that for recursion.
        let is_for_all = |c: &Configuration| c.name != "contracts";
        assert!(configurations.iter().all(|(_, c)| !is_for_all(c) || decided.contains_key(&c.name)), "{decided:?}");
    });
}
