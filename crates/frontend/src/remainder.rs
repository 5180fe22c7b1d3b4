//! What remains of a module when edges of its program are taken away: a slice as bitcode or textual
//! IR.
//!
//! Edges know the instruction they came from, as its number in its function of the normalised
//! module. Normalisation is a function of the bitcode, so that the number means the same when the
//! same bitcode is read again to be written.

use crate::error::FrontendError;
use crate::protocol::FunctionRemainder;
use adumbra_program::{Edge, Op, Program};
use std::collections::BTreeMap;
use std::path::Path;

/// What became of an instruction.
#[derive(Clone, Copy, Default)]
struct Fate {
    kept: bool,
    assumes: bool,
    assume_kept: bool,
    writes: bool,
}

/// What remains of each function if only some edges are kept.
pub fn remainder(program: &Program, kept: impl Fn(Edge) -> bool) -> BTreeMap<String, FunctionRemainder> {
    let mut out = BTreeMap::new();
    for (_, function, body) in program.defined_functions() {
        let mut fates: BTreeMap<u32, Fate> = BTreeMap::new();
        for edge in body.edge_ids() {
            let data = &program.edges[edge];
            let Some(origin) = data.origin else { continue };
            let fate = fates.entry(origin.instruction).or_default();
            let keep = kept(edge);
            fate.kept |= keep;
            if matches!(data.op, Op::Assume { .. }) {
                fate.assumes = true;
                fate.assume_kept |= keep;
            }
            data.op.for_each_definition(|_| fate.writes = true);
        }
        let mut lists = FunctionRemainder::default();
        for (instruction, fate) in fates {
            // Where no condition is left to decide, the way is known: it has to stay.
            if fate.assume_kept || !fate.assumes {
                lists.decided.push(instruction);
            }
            let list = match (fate.kept, fate.writes) {
                (true, _) => &mut lists.kept,
                (false, true) => &mut lists.removed,
                (false, false) => &mut lists.passed,
            };
            list.push(instruction);
        }
        out.insert(function.name.clone(), lists);
    }
    out
}

/// Writes a file by way of a draft beside it, so that it appears whole or not at all.
pub(crate) fn write_whole(
    output: &Path,
    write: impl FnOnce(&Path) -> Result<(), FrontendError>,
) -> Result<(), FrontendError> {
    let unwritable = |cause| FrontendError::Unwritable { path: output.to_owned(), cause };
    let draft = draft_of(output);
    // Whether it can be written is asked first: LLVM's message would be about the draft.
    std::fs::File::create(&draft).map_err(unwritable)?;
    let written = write(&draft).and_then(|()| std::fs::rename(&draft, output).map_err(unwritable));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// A name beside the file, so that it can be renamed to it.
fn draft_of(output: &Path) -> std::path::PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::{DataLayout, DataModel, Origin, ProgramBuilder, Property, Type};

    /// An assignment (0), a branch (1) with its two sides, a store of nothing in particular (2), a
    /// return (3).
    #[test]
    fn instructions_have_fates() {
        let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
        let main = b.declare_function("main", &[], &[], false);
        let mut body = b.begin_body(main);
        let register = body.register(Type::Int(1), None);
        let one = body.program().exprs.int(1, 1);
        let condition = body.program().register_expr(register);
        let at = |instruction| Some(Origin { instruction });
        let start = body.entry();
        let decided = body.edge_to_new(start, Op::Assign(Box::new([(register, one)])), None, at(0));
        let yes = body.edge_to_new(decided, Op::Assume { condition, truth: true }, None, at(1));
        let no = body.edge_to_new(decided, Op::Assume { condition, truth: false }, None, at(1));
        body.edge(no, yes, Op::Nop, None, at(2));
        let exit = body.exit();
        body.edge(yes, exit, Op::Return { values: Box::new([]) }, None, at(3));
        body.finish();
        let program = b.finish(main).unwrap();
        let check = |keep: &dyn Fn(&Op) -> bool, kept: &[u32], decided: &[u32], removed: &[u32], passed: &[u32]| {
            let lists = remainder(&program, |edge| keep(&program.edges[edge].op)).remove("main").unwrap();
            let expected = [kept, decided, removed, passed].map(<[u32]>::to_vec);
            assert_eq!([lists.kept, lists.decided, lists.removed, lists.passed], expected);
        };
        check(&|_| true, &[0, 1, 2, 3], &[0, 1, 2, 3], &[], &[]);
        check(&|_| false, &[], &[0, 2, 3], &[0], &[1, 2, 3]);
        check(&|op| matches!(op, Op::Assume { .. }), &[1], &[0, 1, 2, 3], &[0], &[2, 3]);
        check(&|op| matches!(op, Op::Assign(_)), &[0], &[0, 2, 3], &[], &[1, 2, 3]);
    }
}
