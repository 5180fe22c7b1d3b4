//! First lines of programs that say what is expected of them: `// KIND [WORDS] => EXPECTED`; in
//! LLVM files they begin with `;`.

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// What stands before the arrow.
    pub words: &'a str,
    /// What stands behind it.
    pub expected: &'a str,
}

/// The first lines of a kind, such as `verify`, or the one that has no arrow.
pub fn read<'a>(kind: &str, text: &'a str) -> Result<Vec<Line<'a>>, &'a str> {
    let rest = |line: &'a str| {
        let rest = line.strip_prefix("// ").or_else(|| line.strip_prefix("; "))?;
        rest.strip_prefix(kind)?.strip_prefix(' ').map(|rest| (line, rest))
    };
    let lines = text.lines().map_while(rest).map(|(line, rest)| {
        let (words, expected) = rest.split_once("=> ").ok_or(line)?;
        Ok(Line { words: words.trim(), expected: expected.trim() })
    });
    lines.collect()
}
