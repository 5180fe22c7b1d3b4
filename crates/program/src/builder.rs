//! Building programs: tables first, then one function body after the other.

use crate::expr::{BinaryOp, CastOp, Expr, ExprPool, UnaryOp};
use crate::ids::*;
use crate::model::*;
use crate::op::Op;
use crate::property::Property;
use crate::source::{CType, FileData, Position, Variable};
use crate::types::{DataLayout, Type};
use crate::validate::{Invalid, validate};
use cranelift_entity::{EntityRef, PrimaryMap};
use std::collections::HashMap;

/// Collects a [`Program`].
///
/// ```
/// use adumbra_program::*;
/// let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
/// let main = b.declare_function("main", &[], &[Type::Int(32)], false);
/// let mut body = b.begin_body(main);
/// let x = body.register(Type::Int(32), None);
/// let one = body.program().exprs.int(1, 32);
/// let l1 = body.edge_to_new(body.entry(), Op::Assign(Box::new([(x, one)])), None, None);
/// let value = body.program().register_expr(x);
/// let exit = body.exit();
/// body.edge(l1, exit, Op::Return { values: Box::new([value]) }, None, None);
/// body.finish();
/// let program = b.finish(main).unwrap();
/// assert_eq!(program.edges.len(), 2);
/// ```
#[derive(Debug)]
pub struct ProgramBuilder {
    program: Program,
    symbol_index: HashMap<String, Symbol>,
    /// The expressions of the program.
    pub exprs: ExprPool,
}

impl ProgramBuilder {
    /// An empty program.
    pub fn new(layout: DataLayout, property: Property) -> Self {
        ProgramBuilder {
            program: Program {
                layout,
                property,
                entry: Function::from_u32(0),
                functions: PrimaryMap::new(),
                globals: PrimaryMap::new(),
                locations: PrimaryMap::new(),
                edges: PrimaryMap::new(),
                registers: PrimaryMap::new(),
                exprs: ExprPool::default(),
                sites: PrimaryMap::new(),
                files: PrimaryMap::new(),
                ctypes: PrimaryMap::new(),
                symbols: PrimaryMap::new(),
                out_start: Vec::new(),
                in_edges: Vec::new(),
                in_start: Vec::new(),
            },
            symbol_index: HashMap::new(),
            exprs: ExprPool::default(),
        }
    }

    /// The tables built so far (without the expressions, see [`ProgramBuilder::exprs`]).
    pub fn tables(&self) -> &Program {
        &self.program
    }

    /// The data layout.
    pub fn layout(&self) -> &DataLayout {
        &self.program.layout
    }

    /// Interns a string.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(id) = self.symbol_index.get(text) {
            return *id;
        }
        let id = self.program.symbols.push(text.to_owned());
        self.symbol_index.insert(text.to_owned(), id);
        id
    }

    /// Adds a source file.
    pub fn file(&mut self, file: FileData) -> SourceFile {
        self.program.files.push(file)
    }

    /// Adds a C type. Recursive types: reserve with [`CType::Other`] and set later.
    pub fn ctype(&mut self, ctype: CType) -> CTypeId {
        self.program.ctypes.push(ctype)
    }

    /// Replaces a C type that was reserved.
    pub fn set_ctype(&mut self, id: CTypeId, ctype: CType) {
        self.program.ctypes[id] = ctype;
    }

    /// Adds a site.
    pub fn site(&mut self, site: SiteData) -> Site {
        self.program.sites.push(site)
    }

    /// Declares a function without a body.
    pub fn declare_function(&mut self, name: &str, parameters: &[Type], results: &[Type], variadic: bool) -> Function {
        self.program.functions.push(FunctionData {
            name: name.to_owned(),
            parameter_types: parameters.to_vec(),
            result_types: results.to_vec(),
            variadic,
            address_taken: false,
            library: false,
            position: None,
            body: None,
        })
    }

    /// The data of a function, to be completed.
    pub fn function_mut(&mut self, function: Function) -> &mut FunctionData {
        &mut self.program.functions[function]
    }

    /// Adds a global.
    pub fn global(&mut self, global: GlobalData) -> Global {
        self.program.globals.push(global)
    }

    /// The data of a global, to be completed (initialisers may refer to globals that come later).
    pub fn global_mut(&mut self, global: Global) -> &mut GlobalData {
        &mut self.program.globals[global]
    }

    /// Names the C variable that a register holds.
    pub fn set_register_variable(&mut self, register: Register, variable: Variable) {
        self.program.registers[register].variable = Some(variable);
    }

    /// The type of a register.
    pub fn register_type(&self, register: Register) -> Type {
        self.program.registers[register].ty
    }

    /// The expression that reads a register.
    pub fn register_expr(&mut self, register: Register) -> ExprId {
        let ty = self.program.registers[register].ty;
        self.exprs.intern(Expr::Register(register), ty)
    }

    /// A unary expression; panics if the operand does not fit, so only for callers that know the
    /// types.
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        let ty = op.result(self.exprs.ty(a)).unwrap_or_else(|| panic!("{op:?} on {}", self.exprs.ty(a)));
        self.exprs.intern(Expr::Unary(op, a), ty)
    }

    /// A binary expression; panics if the operands do not fit, so only for callers that know the
    /// types.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let (ta, tb) = (self.exprs.ty(a), self.exprs.ty(b));
        let ty =
            op.result(ta, tb, self.program.layout.pointer_bits).unwrap_or_else(|| panic!("{op:?} on {ta} and {tb}"));
        self.exprs.intern(Expr::Binary(op, a, b), ty)
    }

    /// A conversion; panics if the types do not fit, so only for callers that know the types.
    pub fn cast(&mut self, op: CastOp, to: Type, a: ExprId) -> ExprId {
        let from = self.exprs.ty(a);
        assert!(op.fits(from, to, self.program.layout.pointer_bits), "{op:?} from {from} to {to}");
        self.exprs.intern(Expr::Cast(op, a), to)
    }

    /// A choice between two expressions of the same type.
    pub fn select(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        let ty = self.exprs.ty(then);
        assert!(self.exprs.ty(condition) == Type::BOOL && ty == self.exprs.ty(otherwise), "select");
        self.exprs.intern(Expr::Select(condition, then, otherwise), ty)
    }

    /// The negation of a truth value.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let one = self.exprs.int(1, 1);
        self.binary(BinaryOp::Xor, a, one)
    }

    /// Starts the body of a function. Parameters become the first registers. Only one body is open
    /// at a time.
    pub fn begin_body(&mut self, function: Function) -> BodyBuilder<'_> {
        let entry = self.program.locations.push(function);
        let exit = self.program.locations.push(function);
        let first_register = Register::new(self.program.registers.len());
        let types = self.program.functions[function].parameter_types.clone();
        let parameters =
            types.into_iter().map(|ty| self.program.registers.push(RegisterData { ty, variable: None })).collect();
        BodyBuilder { builder: self, function, entry, exit, parameters, first_register, edges: Vec::new() }
    }

    /// Checks the program and returns it. `entry` must be a defined function without parameters.
    pub fn finish(self, entry: Function) -> Result<Program, Invalid> {
        let mut program = self.program;
        program.exprs = self.exprs;
        program.entry = entry;
        program.index();
        validate(&program)?;
        Ok(program)
    }
}

/// Collects the body of one function.
#[derive(Debug)]
pub struct BodyBuilder<'a> {
    builder: &'a mut ProgramBuilder,
    function: Function,
    entry: Location,
    exit: Location,
    parameters: Vec<Register>,
    first_register: Register,
    edges: Vec<EdgeData>,
}

impl BodyBuilder<'_> {
    /// The program around the body.
    pub fn program(&mut self) -> &mut ProgramBuilder {
        self.builder
    }

    /// The function.
    pub fn function(&self) -> Function {
        self.function
    }

    /// The entry location.
    pub fn entry(&self) -> Location {
        self.entry
    }

    /// The exit location.
    pub fn exit(&self) -> Location {
        self.exit
    }

    /// The registers of the formal parameters.
    pub fn parameters(&self) -> &[Register] {
        &self.parameters
    }

    /// A new register.
    pub fn register(&mut self, ty: Type, variable: Option<Variable>) -> Register {
        self.builder.program.registers.push(RegisterData { ty, variable })
    }

    /// A new location.
    pub fn location(&mut self) -> Location {
        self.builder.program.locations.push(self.function)
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: Location, to: Location, op: Op, position: Option<Position>, origin: Option<Origin>) {
        self.edges.push(EdgeData { from, to, op, position, origin });
    }

    /// Adds an edge to a new location and returns that.
    pub fn edge_to_new(
        &mut self,
        from: Location,
        op: Op,
        position: Option<Position>,
        origin: Option<Origin>,
    ) -> Location {
        let to = self.location();
        self.edge(from, to, op, position, origin);
        to
    }

    /// Completes the body.
    pub fn finish(self) {
        let BodyBuilder { builder, function, entry, exit, parameters, first_register, mut edges } = self;
        let program = &mut builder.program;
        edges.sort_by_key(|e| e.from);
        let first_edge = Edge::new(program.edges.len());
        for edge in edges {
            program.edges.push(edge);
        }
        program.functions[function].body = Some(Body {
            entry,
            exit,
            parameters,
            locations: (entry, Location::new(program.locations.len())),
            edges: (first_edge, Edge::new(program.edges.len())),
            registers: (first_register, Register::new(program.registers.len())),
        });
    }
}
