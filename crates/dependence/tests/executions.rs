//! Executions of the interpreter stay within what the analyses say: every pointer is in the set of
//! its expression, every callee among the callees, every access in the region of its edge, and
//! regions are what their shapes say.

use crate::common::tricky::TRICKY;
use crate::common::{load_file, load_for};
use adumbra_dependence::*;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_program::*;
use adumbra_testing::files;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Follows a run.
struct Follower<'a> {
    program: &'a Program,
    points_to: &'a dyn PointsTo,
    regions: &'a Regions,
    calls: Vec<Edge>,
    /// The names of the objects of the run.
    names: HashMap<u64, AbstractObject>,
    /// The last object of every name.
    latest: HashMap<AbstractObject, u64>,
    /// By object and byte, the region and the start of accesses.
    bytes: HashMap<(u64, u64), (RegionId, u64)>,
    expr_of: HashMap<Register, ExprId>,
    pub checked: Checked,
}

/// What was compared.
#[derive(Default, Debug, Clone, Copy)]
struct Checked {
    pointers: usize,
    accesses: usize,
    calls: usize,
    pieces: usize,
}

/// A pointer with the object that it points into.
struct Pointee {
    id: u64,
    name: AbstractObject,
    offset: u64,
    size: u64,
}

impl<'a> Follower<'a> {
    fn new(program: &'a Program, points_to: &'a dyn PointsTo, regions: &'a Regions) -> Self {
        let registers = program.exprs.iter().filter_map(|(id, expr, _)| match expr {
            Expr::Register(r) => Some((r, id)),
            _ => None,
        });
        Follower {
            program,
            points_to,
            regions,
            calls: Vec::new(),
            names: HashMap::new(),
            latest: HashMap::new(),
            bytes: HashMap::new(),
            expr_of: registers.collect(),
            checked: Checked::default(),
        }
    }

    fn pointee(&self, view: &View<'_>, value: &Value) -> Option<Pointee> {
        let id = (value.low() >> 64) as u64;
        let object = view.memory().object(id)?;
        let name = match object.origin() {
            ObjectOrigin::Global(g) => AbstractObject::Global(g),
            ObjectOrigin::Function(f) => AbstractObject::Function(f),
            _ => *self.names.get(&id)?,
        };
        let bits = self.program.layout.pointer_bits;
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        let offset = (value.low() as u64).wrapping_sub(object.base()) & mask;
        Some(Pointee { id, name, offset, size: object.size() })
    }

    /// An expression has a value.
    fn check_pointer(&mut self, view: &View<'_>, edge: Edge, expr: ExprId, value: &Value) {
        let Some(Pointee { id, name, offset, size }) = self.pointee(view, value) else { return };
        self.checked.pointers += 1;
        let shown = || {
            let set = self.points_to.pointers(expr);
            let name = name.show(self.program);
            format!("{edge} {:?}: {expr} is {name}+{offset}, not in {set:?}", self.program.edges[edge].op)
        };
        let Some(object) = self.points_to.objects().id(name) else { panic!("no object: {}", shown()) };
        let set = self.points_to.pointers(expr);
        let bits = self.program.layout.pointer_bits;
        let listed = set.offsets(object).is_some_and(|o| o.contains(offset, bits));
        let exposed = set.reaches_exposed() && self.points_to.exposed().contains(&object);
        assert!(listed || exposed, "{}", shown());
        assert!(size <= self.points_to.objects().data(object).size, "too large: {}", shown());
        if self.regions.once(name) && !matches!(name, AbstractObject::Global(_) | AbstractObject::Function(_)) {
            assert_eq!(self.latest.get(&name), Some(&id), "a pointer to an earlier object: {}", shown());
        }
    }

    fn check_access(&mut self, view: &View<'_>, edge: Edge, address: ExprId, length: u64) {
        let Some(place) = view.evaluate(address).and_then(|v| self.pointee(view, &v)) else { return };
        self.checked.accesses += 1;
        let what = format!("{edge} at {}+{}", place.name.show(self.program), place.offset);
        let Some(region) = self.regions.access(edge) else { panic!("{what} has no region") };
        let touched = self.regions.touched(place.name, place.offset, length);
        assert_eq!(touched, [region], "{what}\n{}", self.regions.show(self.program));
        let data = self.regions.get(region);
        assert!(data.objects.contains(&place.name), "{what}: not in {data:?}");
        match data.shape {
            Shape::Scalar => {
                assert!(data.residue == Some(place.offset) && u64::from(data.size) == length, "{what} {data:?}")
            }
            Shape::Elements => {
                assert_eq!(u64::from(data.size), length, "{what} {data:?}");
                assert!(data.residue.is_none_or(|r| r == place.offset % length), "{what} {data:?}");
            }
            Shape::Bytes => {}
        }
        for byte in place.offset..place.offset + length {
            let (other, start) = *self.bytes.entry((place.id, byte)).or_insert((region, place.offset));
            assert_eq!(other, region, "{what}: two regions overlap");
            assert!(data.shape == Shape::Bytes || start == place.offset, "{what}: elements overlap {start} {data:?}");
        }
        let ty = match &self.program.edges[edge].op {
            Op::Load { register, .. } => self.program.registers[*register].ty,
            Op::Store { value, .. } => self.program.exprs.ty(*value),
            _ => return,
        };
        assert!(data.content == Content::Mixed || (data.content == Content::Pointer) == (ty == Type::Ptr), "{what}");
        if matches!(self.program.edges[edge].op, Op::Store { .. }) {
            assert_eq!(self.regions.written(edge), [region], "{what}");
        }
    }

    /// A range is written; if the operation is told piece by piece, the pieces are what is there.
    fn check_range(&mut self, view: &View<'_>, edge: Edge, to: ExprId, from: Option<ExprId>, length: ExprId) {
        let Some(length) = view.evaluate(length).map(|v| v.low() as u64).filter(|n| *n > 0) else { return };
        let Some(place) = view.evaluate(to).and_then(|v| self.pointee(view, &v)) else { return };
        let touched = self.regions.touched(place.name, place.offset, length);
        let written = self.regions.written(edge);
        assert!(touched.iter().all(|r| written.contains(r)), "{edge}: {touched:?} not in {written:?}");
        let pieces = if from.is_some() { self.regions.copy(edge) } else { self.regions.fill(edge) };
        let Some(pieces) = pieces else { return };
        let targets: BTreeSet<RegionId> = pieces.iter().map(|p| p.to).collect();
        assert!(targets.iter().copied().eq(touched.iter().copied()), "{edge}: {targets:?} {touched:?}");
        let source = from.and_then(|e| view.evaluate(e)).and_then(|v| self.pointee(view, &v));
        for piece in pieces {
            self.checked.pieces += 1;
            let size = piece.size.into();
            assert!(piece.offset + size <= length, "{edge} {piece:?}");
            assert_eq!(self.regions.touched(place.name, place.offset + piece.offset, size), [piece.to], "{edge}");
            let data = self.regions.get(piece.to);
            assert!(data.shape == Shape::Bytes || data.size == piece.size, "{edge} {piece:?}");
            if let Some(source) = &source {
                assert_eq!(
                    self.regions.touched(source.name, source.offset + piece.offset, size),
                    [piece.from],
                    "{edge}"
                );
            }
        }
        // All bytes that anyone loads are in a piece.
        for byte in 0..length.min(512) {
            let covered = pieces.iter().any(|p| p.offset <= byte && byte < p.offset + u64::from(p.size));
            let cells = self.regions.touched(place.name, place.offset + byte, 1);
            assert!(covered || cells.is_empty(), "{edge}: byte {byte} is in {cells:?} and in no piece");
        }
    }
}

impl Tracer for Follower<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let op = &program.edges[edge].op;
        match op {
            Op::Allocate { register, .. } => {
                let name = self.points_to.allocated(edge, &self.calls).unwrap();
                let id = (view.register(*register).unwrap().low() >> 64) as u64;
                self.names.insert(id, name);
                let before = self.latest.insert(name, id);
                if let Some(before) = before.and_then(|b| view.memory().object(b)).filter(|_| self.regions.once(name)) {
                    assert!(matches!(before.life(), Life::Freed | Life::Returned), "{edge}: exists twice");
                }
            }
            Op::VaStart { .. } => {
                let function = program.function_of(program.edges[edge].from);
                for object in view.memory().objects() {
                    if matches!(object.origin(), ObjectOrigin::Arguments(_)) && !self.names.contains_key(&object.id()) {
                        self.names.insert(object.id(), AbstractObject::Arguments(function));
                        self.latest.insert(AbstractObject::Arguments(function), object.id());
                    }
                }
            }
            _ => {}
        }
        // Expressions that are read, where the operation did not change them.
        let mut stack = Vec::new();
        let mut changed = BTreeSet::new();
        op.for_each_definition(|r| _ = changed.insert(r));
        if !matches!(op, Op::Assign(_)) {
            op.for_each_use(|e| stack.push(e));
        }
        while let Some(expr) = stack.pop() {
            let ty = program.exprs.ty(expr);
            if ty == Type::Ptr
                && let Some(value) = view.evaluate(expr)
            {
                self.check_pointer(view, edge, expr, &value);
            }
            stack.extend(program.exprs.operands(expr));
        }
        for register in changed {
            if let (Type::Ptr, Some(expr)) = (program.registers[register].ty, self.expr_of.get(&register))
                && !matches!(op, Op::Call { .. })
                && let Some(value) = view.register(register)
            {
                self.check_pointer(view, edge, *expr, &value);
            }
        }
        match op {
            Op::Load { register, address } => {
                let length = program.registers[*register].ty.store_size(&program.layout);
                self.check_access(view, edge, *address, length);
            }
            Op::Store { address, value } => {
                self.check_access(view, edge, *address, program.exprs.ty(*value).store_size(&program.layout));
            }
            Op::Copy { to, from, length } => self.check_range(view, edge, *to, Some(*from), *length),
            Op::Fill { to, length, .. } | Op::Havoc { to, length } => self.check_range(view, edge, *to, None, *length),
            Op::Call { callee, .. } => {
                let function = match callee {
                    Callee::Direct(f) => Some(*f),
                    Callee::Indirect(e) => {
                        match view.evaluate(*e).and_then(|v| self.pointee(view, &v)).map(|p| (p.name, p.offset)) {
                            Some((AbstractObject::Function(f), 0)) => Some(f),
                            _ => None,
                        }
                    }
                };
                if let Some(function) = function {
                    self.checked.calls += 1;
                    let callees = self.points_to.callees(edge).functions;
                    assert!(callees.contains(&function), "{edge} calls {function}, not in {callees:?}");
                    assert!(program.body(function).is_none() || self.points_to.reachable(function));
                    if program.body(function).is_some() {
                        self.calls.push(edge);
                    }
                }
            }
            Op::Return { .. } => _ = self.calls.pop(),
            _ => {}
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if let Op::Call { results, .. } = &self.program.edges[edge].op {
            for register in results.iter().filter(|r| self.program.registers[**r].ty == Type::Ptr) {
                if let (Some(expr), Some(value)) = (self.expr_of.get(register), view.register(*register)) {
                    self.check_pointer(view, edge, *expr, &value);
                }
            }
        }
    }
}

/// Follows runs of a program with both analyses.
fn follow(name: &str, program: &Program, seeds: &[Option<u64>], total: &mut Checked) {
    println!("{name}");
    for (i, seed) in seeds.iter().enumerate() {
        let (outside, externals) = match i % 3 {
            0 => (Outside::Pure, Externals::Pure),
            1 => (Outside::Everything, Externals::HavocAll),
            _ => (Outside::Arguments, Externals::HavocArgs),
        };
        let (andersen, trivial) = (Andersen::new(program, outside), Trivial::new(program, outside));
        let analyses: [&dyn PointsTo; 2] = [&andersen, &trivial];
        for points_to in analyses {
            let regions = Regions::new(program, points_to);
            let options = Options { max_steps: 20_000, externals, ..Options::new(program.property.clone()) };
            let mut follower = Follower::new(program, points_to, &regions);
            let mut environment = Seeded::new(*seed, &["program", "one"], Captured::default());
            Interpreter::new(program, options).run(&mut environment, Some(&mut follower));
            total.pointers += follower.checked.pointers;
            total.accesses += follower.checked.accesses;
            total.calls += follower.checked.calls;
            total.pieces += follower.checked.pieces;
        }
    }
}

#[test]
fn runs_of_tasks_are_covered() {
    let mut total = Checked::default();
    for folder in ["run", "verify"] {
        for (i, file) in files::below(&files::repository("tasks").join(folder), &["c"]).iter().enumerate() {
            let model = if i % 3 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
            let property = ["everything", "memsafety", "unreach-call"][i % 3];
            if let Some(program) = load_file(file, property, model, i % 2 == 0) {
                follow(&file.file_name().unwrap().to_string_lossy(), &program, &[None, Some(3), Some(7)], &mut total);
            }
        }
    }
    println!("{total:?}");
    assert!(total.pointers > 10_000 && total.accesses > 10_000 && total.calls > 100 && total.pieces > 100, "{total:?}");
}

#[test]
fn runs_of_tricky_programs_are_covered() {
    let mut total = Checked::default();
    for (i, (name, text)) in TRICKY.iter().enumerate() {
        for (k, model) in [DataModel::Ilp32, DataModel::Lp64].into_iter().enumerate() {
            for promote in [false, true] {
                let property = ["everything", "memsafety", "unreach-call"][(i + k) % 3];
                let program = load_for(text, property, model, promote);
                follow(&format!("{name} {property} {promote}"), &program, &[None, Some(3), Some(7)], &mut total);
            }
        }
    }
    assert!(total.pointers > 10_000 && total.pieces > 100, "{total:?}");
}

#[test]
#[ignore = "reads the files that FOLLOW names"]
fn runs_of_files_are_covered() {
    let mut total = Checked::default();
    for (i, file) in std::env::var("FOLLOW").unwrap_or_default().split(':').filter(|f| !f.is_empty()).enumerate() {
        let model = if i % 3 == 0 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let property = ["everything", "memsafety", "unreach-call"][i % 3];
        if let Some(program) = load_file(Path::new(file), property, model, i % 2 == 0) {
            follow(file, &program, &[None, Some(3), Some(7)], &mut total);
        } else {
            println!("{file} does not load");
        }
    }
    println!("{total:?}");
}
