//! Results in a SQLite file.
//!
//! A result is there before the next run starts, and is there once: a second one of the same column
//! on the same task is not taken. A column is known by everything that can change its results:
//! description, version, options and limits. A store that was written by a process that was killed
//! is as good as any other.

use crate::model::{Asked, Class, Column, Expected, Outcome, Task};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of a column in its store.
pub type ColumnId = i64;
/// The number of a task in its store.
pub type TaskId = i64;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is none.
    #[error("{path}: not a store of results: {cause}")]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        cause: String,
    },
    /// The file was written by another version.
    #[error("{path}: the store has format {found}; this version reads format {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i32,
    },
    /// SQLite failed.
    #[error("{path}: {cause}")]
    Database {
        /// The file.
        path: PathBuf,
        /// What it says.
        cause: rusqlite::Error,
    },
    /// A stored value cannot be read.
    #[error("{path}: {what} cannot be read: {cause}")]
    Value {
        /// The file.
        path: PathBuf,
        /// Which value.
        what: &'static str,
        /// Why.
        cause: serde_json::Error,
    },
}

/// The application of the file: `ADUM`.
const APPLICATION: i32 = 0x4144_554d;
/// The format of the tables.
const FORMAT: i32 = 1;

const TABLES: &str = "
CREATE TABLE columns (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    property TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE TABLE results (
    column INTEGER NOT NULL REFERENCES columns(id),
    task INTEGER NOT NULL REFERENCES tasks(id),
    class TEXT NOT NULL,
    answer TEXT NOT NULL,
    cpu REAL NOT NULL,
    wall REAL NOT NULL,
    memory INTEGER,
    content TEXT NOT NULL,
    output TEXT NOT NULL,
    PRIMARY KEY (column, task)
) WITHOUT ROWID;
";

/// A store of results.
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

/// A stored result.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The column.
    pub column: ColumnId,
    /// The task.
    pub task: TaskId,
    /// Is the answer right?
    pub class: Class,
    /// The result; what the tool wrote is left out, see [`Store::output`].
    pub outcome: Outcome,
}

impl Store {
    /// Opens a store, or makes an empty one.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::with(path, OpenFlags::default())
    }

    /// Opens a store that exists, to read it.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::NotAStore { path: path.to_owned(), cause: "there is no such file".into() });
        }
        // A store in write-ahead mode cannot be read without the right to make its side files, so
        // it is opened to write.
        Self::with(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
    }

    fn with(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let fail = |cause: rusqlite::Error| match cause.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                StoreError::NotAStore { path: path.to_owned(), cause: cause.to_string() }
            }
            _ => StoreError::Database { path: path.to_owned(), cause },
        };
        let connection = Connection::open_with_flags(path, flags).map_err(fail)?;
        connection.busy_timeout(Duration::from_secs(60)).map_err(fail)?;
        let number = |pragma: &str| connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get::<_, i32>(0));
        let (application, format) = (number("application_id").map_err(fail)?, number("user_version").map_err(fail)?);
        let objects: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0)).map_err(fail)?;
        if objects == 0 && application == 0 {
            // Two processes may come here at once; one of them makes the tables.
            let make = format!(
                "BEGIN EXCLUSIVE; {} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; COMMIT;",
                TABLES.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS")
            );
            connection.pragma_update(None, "journal_mode", "WAL").map_err(fail)?;
            connection.execute_batch(&make).map_err(fail)?;
        } else if application != APPLICATION {
            return Err(StoreError::NotAStore {
                path: path.to_owned(),
                cause: "it is a database of another application".into(),
            });
        } else if format != FORMAT {
            return Err(StoreError::Format { path: path.to_owned(), found: format });
        } else {
            let sound: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(fail)?;
            if sound != "ok" {
                return Err(StoreError::NotAStore { path: path.to_owned(), cause: sound });
            }
        }
        connection.pragma_update(None, "synchronous", "FULL").map_err(fail)?;
        Ok(Store { path: path.to_owned(), connection })
    }

    /// Does several things to the store at once: all of them, or none if one fails.
    pub fn at_once<T>(&self, all: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        // Dropped without a commit, it takes everything back.
        let transaction = self.connection.unchecked_transaction().map_err(|e| self.database(e))?;
        let done = all()?;
        transaction.commit().map_err(|e| self.database(e))?;
        Ok(done)
    }

    /// Adds what another store has; how many results that are. Columns and tasks that both have are
    /// one, and a result that is here already stays.
    pub fn merge(&self, other: &Path) -> Result<usize, StoreError> {
        // Is it a store at all?
        drop(Store::read(other)?);
        let error = |e| self.database(e);
        self.connection.execute("ATTACH DATABASE ?1 AS other", [other.to_string_lossy()]).map_err(error)?;
        let merged = self.at_once(|| {
            let copy = "INSERT OR IGNORE INTO main.columns (key, name, content) SELECT key, name, content FROM other.columns ORDER BY id;
                INSERT OR IGNORE INTO main.tasks (key, name, category, property, content)
                    SELECT key, name, category, property, content FROM other.tasks ORDER BY id;";
            self.connection.execute_batch(copy).map_err(error)?;
            let results = "INSERT OR IGNORE INTO main.results (column, task, class, answer, cpu, wall, memory, content, output)
                SELECT c.id, t.id, r.class, r.answer, r.cpu, r.wall, r.memory, r.content, r.output
                FROM other.results r
                JOIN other.columns oc ON oc.id = r.column JOIN main.columns c ON c.key = oc.key
                JOIN other.tasks ot ON ot.id = r.task JOIN main.tasks t ON t.key = ot.key";
            self.connection.execute(results, []).map_err(error)
        });
        self.connection.execute("DETACH DATABASE other", []).map_err(error)?;
        merged
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn database(&self, cause: rusqlite::Error) -> StoreError {
        StoreError::Database { path: self.path.clone(), cause }
    }

    fn value<'a>(&'a self, what: &'static str) -> impl Fn(serde_json::Error) -> StoreError + 'a {
        move |cause| StoreError::Value { path: self.path.clone(), what, cause }
    }

    /// The number of a column; it is added if it is new.
    pub fn column(&self, column: &Column) -> Result<ColumnId, StoreError> {
        let content = serde_json::to_string(column).map_err(self.value("a column"))?;
        // The machine does not make another column: a cluster has several.
        let key = digest(&serde_json::json!([
            column.name,
            column.tool,
            column.version,
            column.description,
            column.options,
            column.limits
        ]));
        self.add(
            "columns",
            &key,
            "INSERT OR IGNORE INTO columns (key, name, content) VALUES (?1, ?2, ?3)",
            &[&key, &column.name, &content],
        )
    }

    /// The number of a task; it is added if it is new.
    pub fn task(&self, task: &Task) -> Result<TaskId, StoreError> {
        let content = serde_json::to_string(task).map_err(self.value("a task"))?;
        let Asked { name: property, .. } = &task.property;
        // Where the files are does not matter, so that results of another machine or another
        // checkout meet these.
        let key = digest(&serde_json::json!([
            task.category,
            task.name,
            property,
            task.expected,
            task.data_model,
            task.arguments
        ]));
        let insert = "INSERT OR IGNORE INTO tasks (key, name, category, property, content) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.add("tasks", &key, insert, &[&key, &task.name, &task.category, property, &content])
    }

    fn add(&self, table: &str, key: &str, insert: &str, values: &[&str]) -> Result<i64, StoreError> {
        self.connection.execute(insert, rusqlite::params_from_iter(values)).map_err(|e| self.database(e))?;
        self.connection
            .query_row(&format!("SELECT id FROM {table} WHERE key = ?1"), [key], |row| row.get(0))
            .map_err(|e| self.database(e))
    }

    /// Adds a result. `false` if there is one already, which stays.
    pub fn add_result(
        &self,
        column: ColumnId,
        task: TaskId,
        expected: &Expected,
        outcome: &Outcome,
    ) -> Result<bool, StoreError> {
        let class = Class::of(&outcome.answer, expected);
        let class = serde_json::to_string(&class).map_err(self.value("a class"))?;
        let kept = Outcome { output: String::new(), ..outcome.clone() };
        let content = serde_json::to_string(&kept).map_err(self.value("a result"))?;
        let added = self
            .connection
            .execute(
                "INSERT OR IGNORE INTO results (column, task, class, answer, cpu, wall, memory, content, output) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    column,
                    task,
                    class.trim_matches('"'),
                    outcome.answer.to_string(),
                    outcome.measured.cpu.as_secs_f64(),
                    outcome.measured.wall.as_secs_f64(),
                    outcome.measured.memory.and_then(|m| i64::try_from(m).ok()),
                    content,
                    outcome.output,
                ],
            )
            .map_err(|e| self.database(e))?;
        Ok(added == 1)
    }

    /// Removes results, so that they are run again.
    pub fn forget(&self, column: ColumnId, task: TaskId) -> Result<(), StoreError> {
        self.connection
            .execute("DELETE FROM results WHERE column = ?1 AND task = ?2", [column, task])
            .map(|_| ())
            .map_err(|e| self.database(e))
    }

    /// Which tasks have a result in a column.
    pub fn done(&self, column: ColumnId) -> Result<HashSet<TaskId>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT task FROM results WHERE column = ?1").map_err(|e| self.database(e))?;
        let found = query.query_map([column], |row| row.get(0)).map_err(|e| self.database(e))?;
        found.collect::<Result<_, _>>().map_err(|e| self.database(e))
    }

    /// All columns, in the order in which they were added.
    pub fn columns(&self) -> Result<Vec<(ColumnId, Column)>, StoreError> {
        self.all("SELECT id, content FROM columns ORDER BY id", "a column")
    }

    /// All tasks, in the order of their names.
    pub fn tasks(&self) -> Result<Vec<(TaskId, Task)>, StoreError> {
        self.all("SELECT id, content FROM tasks ORDER BY category, name, property, id", "a task")
    }

    fn all<T: serde::de::DeserializeOwned>(
        &self,
        select: &str,
        what: &'static str,
    ) -> Result<Vec<(i64, T)>, StoreError> {
        let mut query = self.connection.prepare(select).map_err(|e| self.database(e))?;
        let rows = query
            .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))
            .map_err(|e| self.database(e))?;
        rows.map(|row| {
            let (id, content) = row.map_err(|e| self.database(e))?;
            Ok((id, serde_json::from_str(&content).map_err(self.value(what))?))
        })
        .collect()
    }

    /// All results, by column and task.
    pub fn results(&self) -> Result<Vec<Row>, StoreError> {
        let mut query = self
            .connection
            .prepare("SELECT column, task, class, content FROM results ORDER BY column, task")
            .map_err(|e| self.database(e))?;
        let rows = query
            .query_map([], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
            })
            .map_err(|e| self.database(e))?;
        rows.map(|row| {
            let (column, task, class, content) = row.map_err(|e| self.database(e))?;
            let class = serde_json::from_value(serde_json::Value::String(class)).map_err(self.value("a class"))?;
            let outcome = serde_json::from_str(&content).map_err(self.value("a result"))?;
            Ok(Row { column, task, class, outcome })
        })
        .collect()
    }

    /// What a tool wrote.
    pub fn output(&self, column: ColumnId, task: TaskId) -> Result<Option<String>, StoreError> {
        self.connection
            .query_row("SELECT output FROM results WHERE column = ?1 AND task = ?2", [column, task], |row| row.get(0))
            .optional()
            .map_err(|e| self.database(e))
    }
}

fn digest(value: &serde_json::Value) -> String {
    adumbra_text::hexadecimal(Sha256::digest(value.to_string().as_bytes()))
}
