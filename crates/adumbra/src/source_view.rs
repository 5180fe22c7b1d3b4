//! Positions and lines of source files as the user sees them.

use adumbra_program::{Position, Program, SourceFile};
use std::collections::HashMap;

/// The name of a function as people write it: symbols of Rust and C++ are decoded.
pub fn readable(symbol: &str) -> String {
    // What calls with a known format became.
    for (prefix, name) in [("__adumbra_scan_", "scanf"), ("__adumbra_unseen_", "printf")] {
        if symbol.starts_with(prefix) {
            return name.to_owned();
        }
    }
    if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        return format!("{rust:#}");
    }
    let cpp = symbol.starts_with("_Z").then(|| cpp_demangle::Symbol::new(symbol).ok()).flatten();
    cpp.and_then(|name| name.demangle(&Default::default()).ok()).unwrap_or_else(|| symbol.to_owned())
}

/// How many characters of a line are shown.
const WIDTH: usize = 120;

/// Source files, read when they are first needed.
pub struct SourceView<'a> {
    program: &'a Program,
    files: HashMap<SourceFile, Option<Text>>,
}

struct Text {
    bytes: Vec<u8>,
    /// Where each line starts, and the end.
    starts: Vec<usize>,
}

impl<'a> SourceView<'a> {
    /// The source files of a program.
    pub fn new(program: &'a Program) -> Self {
        SourceView { program, files: HashMap::new() }
    }

    /// A position as `file:line:column`, with the original place if the file is preprocessed.
    pub fn place(&self, position: Option<Position>) -> String {
        let Some(position) = position else { return "(position unknown)".into() };
        let markers = &self.program.files[position.file].line_markers;
        let shown = self.program.show_position(position);
        match markers.partition_point(|m| m.0 <= position.line).checked_sub(1).map(|i| &markers[i]) {
            Some((first, file, line)) if !file.is_empty() => {
                format!("{shown} (from {file}:{})", line.saturating_add(position.line - first))
            }
            _ => shown,
        }
    }

    /// The same without the column.
    pub fn line_of(&self, position: Option<Position>) -> String {
        self.place(position.map(|p| Position { column: 0, ..p }))
    }

    /// A line without its indentation, or nothing if the file cannot be read.
    pub fn line(&mut self, position: Position) -> Option<String> {
        let (line, _) = self.window(position)?;
        Some(line)
    }

    /// The line of a position, with a mark below the column.
    pub fn excerpt(&mut self, position: Option<Position>) -> Option<String> {
        let position = position?;
        let (line, column) = self.window(position)?;
        let number = position.line.to_string();
        let mut text = format!("  {number} | {line}\n");
        if let Some(column) = column {
            text.push_str(&format!("  {} | {}^\n", " ".repeat(number.len()), " ".repeat(column)));
        }
        Some(text)
    }

    /// The part of a line around a column, and the column in it.
    fn window(&mut self, position: Position) -> Option<(String, Option<usize>)> {
        let program = self.program;
        let text = self.files.entry(position.file).or_insert_with(|| Text::read(&program.files[position.file].path));
        let line = text.as_ref()?.line(position.line)?;
        let characters: Vec<char> = line.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
        // Columns count bytes.
        let at = (position.column > 0)
            .then(|| line.char_indices().take_while(|(i, _)| *i + 1 < position.column as usize).count());
        let indent = characters.iter().take_while(|c| c.is_whitespace()).count();
        let start = match at {
            Some(at) if at > indent + WIDTH * 3 / 4 => at - WIDTH / 2,
            _ => indent,
        };
        let end = characters.len().min(start + WIDTH);
        let mut shown: String = characters.get(start..end)?.iter().collect();
        shown.truncate(shown.trim_end().len());
        if end < characters.len() {
            shown.push('…');
        }
        Some((shown, at.and_then(|at| at.checked_sub(start)).filter(|at| *at <= WIDTH)))
    }
}

impl Text {
    fn read(path: &str) -> Option<Text> {
        let bytes = std::fs::read(path).ok()?;
        let mut starts = vec![0];
        starts.extend(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        starts.push(bytes.len());
        Some(Text { bytes, starts })
    }

    fn line(&self, number: u32) -> Option<String> {
        let index = (number as usize).checked_sub(1)?;
        let (start, end) = (*self.starts.get(index)?, *self.starts.get(index + 1)?);
        let line = String::from_utf8_lossy(self.bytes.get(start..end)?);
        Some(line.trim_end_matches(['\n', '\r']).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::*;

    fn program(file: &std::path::Path) -> Program {
        let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
        let path = file.display().to_string();
        b.file(FileData { path, line_markers: vec![(1, "x.h".into(), 10), (3, "orig.c".into(), 40)] });
        let main = b.declare_function("main", &[], &[], false);
        let mut body = b.begin_body(main);
        let (entry, exit) = (body.entry(), body.exit());
        body.edge(entry, exit, Op::Return { values: Box::new([]) }, None, None);
        body.finish();
        b.finish(main).unwrap()
    }

    #[test]
    fn names_of_rust_and_cpp_are_decoded() {
        assert_eq!(readable("_RNvCs6xxl1lAjzDf_1a4main"), "a::main");
        assert_eq!(readable("main"), "main");
        assert_eq!(readable("_ZN5stack4pushEi"), "stack::push(int)");
        assert_eq!(readable("_Zebra"), "_Zebra");
    }

    #[test]
    fn lines_marks_and_originals() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.i");
        let long = format!("{}HERE{}", "x".repeat(5000), "y".repeat(5000));
        std::fs::write(&path, format!("one\n\ttwo words\n{long}\nlast")).unwrap();
        let program = program(&path);
        let mut view = SourceView::new(&program);
        let at = |line, column| Some(Position { file: SourceFile::from_u32(0), line, column });
        assert_eq!(view.excerpt(at(2, 6)).unwrap(), "  2 | two words\n    |     ^\n");
        assert_eq!(view.excerpt(at(4, 0)).unwrap(), "  4 | last\n");
        let excerpt = view.excerpt(at(3, 5001)).unwrap();
        assert!(excerpt.contains("HERE") && excerpt.len() < 400, "{excerpt}");
        assert_eq!(excerpt.lines().next().unwrap().find("HERE"), excerpt.lines().nth(1).unwrap().find('^'));
        assert_eq!(view.excerpt(at(9, 1)), None);
        assert!(view.place(at(4, 2)).ends_with("a.i:4:2 (from orig.c:41)"));
        assert_eq!(view.place(None), "(position unknown)");
    }
}
