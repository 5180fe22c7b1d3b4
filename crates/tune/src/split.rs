//! Training and test sets.
//!
//! What was tuned on says nothing about what it is good for, so the two sets are kept apart: by
//! name and by content. The split depends on the seed and the names alone. Each family (category)
//! is halved, so that both sets are alike.

use crate::random::Random;
use adumbra_bench::model::Task;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// Why tasks cannot be split.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SplitError {
    /// A file cannot be read.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// A task of one set is in the other too.
    #[error("{first} and {second} are the same, but one is for training and one for testing")]
    Both {
        /// A task of the training set.
        first: String,
        /// A task of the test set.
        second: String,
    },
    /// A set is empty.
    #[error("there are {tasks} tasks; at least one for training and one for testing are needed")]
    TooFew {
        /// How many there are.
        tasks: usize,
    },
}

/// The sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    /// What is tuned on.
    pub train: Vec<Task>,
    /// What is measured in the end.
    pub test: Vec<Task>,
    /// Tasks that were left out, since another has the same content.
    pub duplicates: Vec<String>,
}

/// A digest of what a task asks: its files, the property and the arguments.
pub fn content(task: &Task) -> Result<String, SplitError> {
    let mut digest = Sha256::new();
    for path in &task.files {
        let bytes = std::fs::read(path).map_err(|e| SplitError::File { path: path.clone(), cause: e.to_string() })?;
        digest.update(Sha256::digest(&bytes));
    }
    digest.update(format!("{} {:?} {:?}", task.property.name, task.data_model, task.arguments));
    Ok(adumbra_text::hexadecimal(&digest.finalize()[..16]))
}

/// Halves tasks.
pub fn halve(tasks: Vec<Task>, seed: u64) -> Result<Split, SplitError> {
    let mut known: HashMap<String, String> = HashMap::new();
    let mut families: BTreeMap<String, Vec<Task>> = BTreeMap::new();
    let mut split = Split { train: Vec::new(), test: Vec::new(), duplicates: Vec::new() };
    let total = tasks.len();
    for task in tasks {
        match known.insert(content(&task)?, task.name.clone()) {
            Some(_) => split.duplicates.push(task.name),
            None => families.entry(task.category.clone()).or_default().push(task),
        }
    }
    let mut random = Random::new(seed ^ 0x0073_706c_6974);
    // Of families with an odd number, every other one gives the odd one to training.
    let mut odd_to_train = true;
    for (_, mut tasks) in families {
        tasks.sort_by(|a, b| (&a.name, &a.property.name).cmp(&(&b.name, &b.property.name)));
        random.shuffle(&mut tasks);
        let half = tasks.len() / 2 + usize::from(tasks.len() % 2 == 1 && odd_to_train);
        odd_to_train ^= tasks.len() % 2 == 1;
        split.test.extend(tasks.split_off(half));
        split.train.extend(tasks);
    }
    sort(&mut split);
    if split.train.is_empty() || split.test.is_empty() { Err(SplitError::TooFew { tasks: total }) } else { Ok(split) }
}

/// Takes sets as they are given; they must have nothing in common.
pub fn given(train: Vec<Task>, test: Vec<Task>) -> Result<Split, SplitError> {
    let mut split = Split { train: Vec::new(), test: Vec::new(), duplicates: Vec::new() };
    if train.is_empty() || test.is_empty() {
        return Err(SplitError::TooFew { tasks: train.len() + test.len() });
    }
    let mut known: HashMap<String, String> = HashMap::new();
    for task in train {
        match known.insert(content(&task)?, task.name.clone()) {
            Some(_) => split.duplicates.push(task.name),
            None => split.train.push(task),
        }
    }
    let mut tested: HashMap<String, String> = HashMap::new();
    for task in test {
        let content = content(&task)?;
        if let Some(first) = known.get(&content) {
            return Err(SplitError::Both { first: first.clone(), second: task.name });
        }
        match tested.insert(content, task.name.clone()) {
            Some(_) => split.duplicates.push(task.name),
            None => split.test.push(task),
        }
    }
    sort(&mut split);
    Ok(split)
}

fn sort(split: &mut Split) {
    for set in [&mut split.train, &mut split.test] {
        set.sort_by(|a, b| (&a.category, &a.name, &a.property.name).cmp(&(&b.category, &b.name, &b.property.name)));
    }
}
