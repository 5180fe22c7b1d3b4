//! Blocks for people to read.

use super::*;
use std::fmt::Write;

impl BlockKind {
    /// What it is, in words.
    pub fn show(self, program: &Program, function: Function) -> String {
        let name = &program.functions[function].name;
        match self {
            BlockKind::Function => format!("function {name}"),
            BlockKind::Loop(head) => format!("loop at {head} in {name}"),
        }
    }
}

impl Omission {
    /// Why something is no block, in words.
    pub fn show(self) -> &'static str {
        match self {
            Omission::Irreducible => "it can be entered elsewhere than at its head",
            Omission::Small => "too small to pay",
            Omission::Once => "entered only once",
        }
    }
}

impl Blocks {
    /// All blocks, one a line, and what is none.
    pub fn show(&self, program: &Program, only: Option<Function>) -> String {
        let mut out = String::new();
        let shown = |function: Function| only.is_none_or(|f| f == function);
        for (id, data) in self.iter().filter(|(_, data)| shown(data.block.function)) {
            let _ = writeln!(out, "B{id}: {}", self.show_block(program, id, data));
        }
        for LeftOut { function, kind, why } in self.left_out.iter().filter(|part| shown(part.function)) {
            let _ = writeln!(out, "no block: {}, {}", kind.show(program, *function), why.show());
        }
        out
    }

    fn show_block(&self, program: &Program, id: BlockId, data: &BlockData) -> String {
        let list = |locations: &[Location]| locations.iter().map(|l| l.to_string()).collect::<Vec<_>>().join(" ");
        let mut line = data.kind.show(program, data.block.function);
        if let Some(around) = data.within {
            let _ = write!(line, ", inside B{around}");
        }
        let _ = write!(line, ", entered at {}", list(&data.block.entries));
        match &data.block.exits[..] {
            [] => line.push_str(", never left"),
            exits => _ = write!(line, ", left at {}", list(exits)),
        }
        let _ = write!(line, ", {}", counted(self.locations(id).len(), "location"));
        if !self.calls(id).is_empty() {
            let _ = write!(line, ", {}", counted(self.calls(id).len(), "call"));
        }
        if data.recursive {
            line.push_str(", recursive");
        }
        line
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
