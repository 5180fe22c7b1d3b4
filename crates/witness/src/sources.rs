//! The source files of a task.

use crate::format::Place;
use crate::source::Source;
use adumbra_program::{Position, Program};

/// The source files of a task, by the names that the user gave.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<(String, Source)>,
}

impl Sources {
    /// Reads the texts of files.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Sources { files: files.into_iter().map(|(name, text)| (name, Source::new(text))).collect() }
    }

    /// All files with their names.
    pub fn files(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.files.iter().map(|(name, source)| (name.as_str(), source))
    }

    /// A file by its number.
    pub fn file(&self, number: usize) -> Option<(&str, &Source)> {
        self.files.get(number).map(|(name, source)| (name.as_str(), source))
    }

    /// The file of a position of the program: its number and the token there.
    pub fn token(&self, program: &Program, position: Position) -> Option<(usize, usize)> {
        let path = &program.files[position.file].path;
        let number = self.files.iter().position(|(name, _)| name == path)?;
        let source = &self.files[number].1;
        match position.column {
            0 => source.tokens_of_line(position.line).next(),
            column => source.token_at(source.byte_offset(position.line, column)?),
        }
        .map(|token| (number, token))
    }

    /// The file that a witness names: by its whole name, else by its last part if there is one such
    /// file only.
    pub fn named(&self, name: &str) -> Option<usize> {
        if let Some(number) = self.files.iter().position(|(n, _)| n == name) {
            return Some(number);
        }
        let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut fitting = (0..self.files.len()).filter(|i| last(&self.files[*i].0) == last(name));
        match (fitting.next(), fitting.next()) {
            (Some(number), None) => Some(number),
            // A name that fits nothing, and one file: then it was renamed.
            (None, _) if self.files.len() == 1 => Some(0),
            _ => None,
        }
    }

    /// The place of a token.
    pub fn place(&self, file: usize, token: usize) -> Option<Place> {
        let (name, source) = self.file(file)?;
        let (line, column) = source.line_and_column(source.tokens.get(token)?.start);
        let function = source.function_of(token).map(|f| f.name.clone());
        Some(Place { file: name.to_owned(), line, column: Some(column), function })
    }
}
