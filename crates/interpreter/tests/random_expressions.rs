//! Random expressions in random parallel assignments: the bytecode against node-by-node evaluation.

use crate::common::*;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::*;
use adumbra_program::*;

const WIDTHS: [u32; 7] = [1, 8, 32, 64, 65, 128, 200];

/// Grows a pool of expressions over the registers.
fn expressions(f: &mut Fun<'_>, registers: &[Register], random: &mut Random) -> Vec<ExprId> {
    use BinaryOp::*;
    let mut pool: Vec<ExprId> = registers.iter().map(|r| f.get(*r)).collect();
    for _ in 0..40 {
        let pick = |f: &mut Fun<'_>, random: &mut Random, wanted: Option<Type>| {
            let fitting: Vec<ExprId> =
                pool.iter().copied().filter(|e| wanted.is_none_or(|t| f.body.program().exprs.ty(*e) == t)).collect();
            fitting[random.next() as usize % fitting.len()]
        };
        let a = pick(f, random, None);
        let ty = f.body.program().exprs.ty(a);
        let b = pick(f, random, Some(ty));
        let next = match (random.next() % 8, ty) {
            (_, Type::Ptr) => {
                let offset = pick(f, random, Some(I64));
                f.bin(PtrAdd, a, offset)
            }
            (0..4, _) => {
                let ops = [
                    Add,
                    Sub,
                    Mul,
                    UDiv,
                    SDiv,
                    URem,
                    SRem,
                    Shl,
                    LShr,
                    AShr,
                    And,
                    Or,
                    Xor,
                    Eq,
                    Ne,
                    Ult,
                    Ule,
                    Slt,
                    Sle,
                    SAddOverflow,
                    UMulOverflow,
                ];
                f.bin(ops[random.next() as usize % ops.len()], a, b)
            }
            (4, _) => {
                let ops = [UnaryOp::PopCount, UnaryOp::LeadingZeros, UnaryOp::TrailingZeros, UnaryOp::BitReverse];
                f.body.program().unary(ops[random.next() as usize % 4], a)
            }
            (5 | 6, _) => {
                let c = pick(f, random, Some(I1));
                f.body.program().select(c, a, b)
            }
            _ => {
                let to = WIDTHS[random.next() as usize % WIDTHS.len()];
                let from = ty.bits(&DataLayout::of(DataModel::Lp64));
                let signed = random.next().is_multiple_of(2);
                match to.cmp(&from) {
                    std::cmp::Ordering::Less => f.cast(CastOp::Trunc, Type::Int(to), a),
                    std::cmp::Ordering::Equal => a,
                    _ => f.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, Type::Int(to), a),
                }
            }
        };
        pool.push(next);
    }
    pool
}

/// Evaluates right-hand sides before an assignment and compares the registers after it.
struct Check {
    expected: Vec<(Register, Value)>,
    checked: usize,
}

impl Tracer for Check {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = view.program();
        if let Op::Assign(_) = &program.edges[edge].op {
            for (register, want) in self.expected.drain(..) {
                let ty = program.registers[register].ty;
                assert_eq!(view.register(register), Some(want), "{edge} {register} {ty}");
                self.checked += 1;
            }
        }
        let next = program.out_edges(program.edges[edge].to).next();
        if let Some(Op::Assign(pairs)) = next.map(|e| &program.edges[e].op) {
            self.expected = pairs.iter().map(|(r, e)| (*r, view.evaluate(*e).expect("integers are exact"))).collect();
        }
    }
}

#[test]
fn parallel_assignments_of_random_expressions() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let p = program(|mut f| {
            let mut registers = Vec::new();
            for width in WIDTHS.iter().chain(&WIDTHS) {
                let value = f.nondet("any", Type::Int(*width));
                let register = f.reg(Type::Int(*width));
                f.op(Op::Assign(Box::new([(register, value)])));
                registers.push(register);
            }
            let object = f.local("x", 8);
            let pointer = f.reg(Type::Ptr);
            f.op(Op::Assign(Box::new([(pointer, object)])));
            registers.push(pointer);
            for _ in 0..8 {
                let pool = expressions(&mut f, &registers, &mut random);
                let mut pairs = Vec::new();
                for register in &registers {
                    let ty = f.body.program().register_type(*register);
                    let fitting: Vec<ExprId> =
                        pool.iter().copied().filter(|e| f.body.program().exprs.ty(*e) == ty).collect();
                    if !random.next().is_multiple_of(3) {
                        pairs.push((*register, fitting[random.next() as usize % fitting.len()]));
                    }
                }
                f.op(Op::Assign(pairs.into()));
                f.op(Op::Nop);
            }
            f.ret_int(0);
        });
        let mut check = Check { expected: Vec::new(), checked: 0 };
        let options = Options::new(Property::everything());
        let mut environment = Seeded::new(Some(seed), &["p"], Captured::default());
        let result = Interpreter::new(&p, options).run(&mut environment, Some(&mut check));
        assert_eq!(result.outcome, Outcome::Exited { status: 0 });
        assert!(check.checked > 40);
    }
}
