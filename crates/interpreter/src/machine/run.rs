//! The dispatch loop.

use super::taint::{propagate, undecided};
use super::*;
use crate::code::{Effect, FloatOp, Insn, OverflowTest, Pure, Test};
use crate::eval::{self, Inexact};
use adumbra_operators::float::{double, single};
use adumbra_operators::word;
use adumbra_stop::spend;

/// Why the fast loop hands over.
enum Pause {
    /// An instruction that needs the whole machine.
    Slow(Insn),
    /// Time to look at the limits.
    Check,
    /// Time to look whether a frame is still tainted.
    Scan,
    /// A branch on an indeterminate value.
    Indeterminate,
    /// An operator without an exact result.
    Inexact(Inexact),
}

/// How many edges are executed between two looks at the clock.
const CHECK_EVERY: u64 = 1 << 16;

/// The work of an edge, with its share of calls and memory.
pub const WORK_OF_STEP: u64 = 20;

/// How many blocks are executed before a tainted frame is looked at again.
const SCAN_EVERY: u32 = 64;

const _: () = assert!(size_of::<Insn>() == 16);

impl Machine<'_> {
    pub(super) fn run(&mut self) -> Outcome {
        loop {
            let result = if self.frame().tainted { self.burst::<true>() } else { self.burst::<false>() };
            if let Err(stop) = result {
                let stop = self.lost_before(stop);
                let frame = self.frame();
                let source = frame.code.sources[frame.pc];
                if !matches!(stop, Stop::Outcome(Outcome::Limit(_))) {
                    self.steps += u64::from(source.done) + 1;
                }
                self.count_work();
                return self.outcome_at(source.edge, stop);
            }
        }
    }

    /// Looks at the limits, and says when to look again.
    fn check_limits(&mut self) -> Result<(), Stop> {
        let limit = |limit| Err(Stop::Outcome(Outcome::Limit(limit)));
        self.count_work();
        if self.steps >= self.options.max_steps {
            return limit(Limit::Steps);
        }
        if let Some(reached) = self.options.stop.reached() {
            return limit(reached.into());
        }
        if self.steps >= self.next_search {
            self.search_lost()?;
        }
        self.next_check = self.options.max_steps.min(self.steps + CHECK_EVERY).min(self.next_search);
        Ok(())
    }

    /// Says what was done since this was said last.
    pub(super) fn count_work(&mut self) {
        spend((self.steps - self.counted_steps) * WORK_OF_STEP);
        self.counted_steps = self.steps;
    }

    /// Executes instructions of the current frame until one needs the whole machine, and that one
    /// too. `TAINT` if a slot of the frame may be tainted; without, taint can come only from
    /// outside or from memory that is not plain, which needs the whole machine.
    fn burst<const TAINT: bool>(&mut self) -> Result<(), Stop> {
        if self.steps >= self.next_check {
            self.check_limits()?;
        }
        let frame = self.frame();
        let code = Rc::clone(&frame.code);
        let (base, mut pc) = (frame.base, frame.pc);
        let range = base..base + code.template.len();
        let layout = &self.program.layout;
        let f = &mut self.slots[range.clone()];
        let t: &mut [u128] = if TAINT { &mut self.taints[range] } else { &mut [] };
        let memory = &mut self.memory;
        let insns = &code.insns[..];
        let address_mask = u64::MAX >> (64 - layout.pointer_bits);
        let mut steps = self.steps;
        let next_check = self.next_check;
        let mut blocks = 0;
        let simple_locals = !self.outside.has_bases && !self.options.record_bases;

        macro_rules! get {
            ($s:expr) => {
                f[$s as usize] as u64
            };
        }
        macro_rules! set {
            ($s:expr, $v:expr) => {
                f[$s as usize] = u128::from($v)
            };
        }
        macro_rules! leave {
            ($n:expr, $target:expr) => {{
                steps += u64::from($n);
                pc = $target as usize;
                if steps >= next_check {
                    break Pause::Check;
                }
                if TAINT {
                    blocks += 1;
                    if blocks == SCAN_EVERY {
                        break Pause::Scan;
                    }
                }
                continue;
            }};
        }
        macro_rules! load {
            ($int:ty, $n:literal, $insn:expr, $dst:expr, $a:expr) => {
                match memory.read_plain::<$n>(f[$a as usize]) {
                    Some(bytes) => {
                        if TAINT {
                            t[$dst as usize] = if t[$a as usize] != 0 { <$int>::MAX.into() } else { 0 };
                        }
                        set!($dst, <$int>::from_le_bytes(bytes))
                    }
                    None => match memory.read_mixed(f[$a as usize], $n) {
                        Some(value) => {
                            if TAINT {
                                t[$dst as usize] = if t[$a as usize] != 0 { <$int>::MAX.into() } else { 0 };
                            }
                            set!($dst, value)
                        }
                        None => break Pause::Slow($insn),
                    },
                }
            };
        }
        macro_rules! store {
            ($int:ty, $n:literal, $insn:expr, $a:expr, $b:expr) => {
                if TAINT && t[$b as usize] != 0
                    || !memory.write_plain::<$n>(f[$a as usize], (get!($b) as $int).to_le_bytes())
                        && !memory.write_mixed(f[$a as usize], $n, get!($b))
                {
                    break Pause::Slow($insn);
                }
            };
        }

        let pause = loop {
            let insn = insns[pc];
            if TAINT {
                if undecided(insn, f, t) {
                    break Pause::Indeterminate;
                }
                propagate(insn, &code, f, t, layout);
            }
            match insn {
                Insn::Move { dst, a } => f[dst as usize] = f[a as usize],
                Insn::MoveIf { dst, c, a } => {
                    if f[c as usize] != 0 {
                        f[dst as usize] = f[a as usize];
                    }
                }
                Insn::Add { sh, dst, a, b } => set!(dst, word::add(get!(a), get!(b), sh.into())),
                Insn::Sub { sh, dst, a, b } => set!(dst, word::sub(get!(a), get!(b), sh.into())),
                Insn::Mul { sh, dst, a, b } => set!(dst, word::mul(get!(a), get!(b), sh.into())),
                Insn::UDiv { sh, dst, a, b } => set!(dst, word::udiv(get!(a), get!(b), sh.into())),
                Insn::URem { dst, a, b, .. } => set!(dst, word::urem(get!(a), get!(b))),
                Insn::SDiv { sh, dst, a, b } => set!(dst, word::sdiv(get!(a), get!(b), sh.into())),
                Insn::SRem { sh, dst, a, b } => set!(dst, word::srem(get!(a), get!(b), sh.into())),
                Insn::Shl { sh, dst, a, b } => set!(dst, word::shl(get!(a), get!(b), sh.into())),
                Insn::LShr { dst, a, b, .. } => set!(dst, word::lshr(get!(a), get!(b))),
                Insn::AShr { sh, dst, a, b } => set!(dst, word::ashr(get!(a), get!(b), sh.into())),
                Insn::And { dst, a, b } => set!(dst, get!(a) & get!(b)),
                Insn::Or { dst, a, b } => set!(dst, get!(a) | get!(b)),
                Insn::Xor { dst, a, b } => set!(dst, get!(a) ^ get!(b)),
                Insn::Compare { test, dst, a, b } => {
                    let (x, y) = (get!(a), get!(b));
                    let truth = match test {
                        Test::Eq => x == y,
                        Test::Ne => x != y,
                        Test::Ult => x < y,
                        Test::Ule => x <= y,
                    };
                    set!(dst, truth)
                }
                Insn::CompareSigned { sh, strict: true, dst, a, b } => {
                    set!(dst, word::slt(get!(a), get!(b), sh.into()))
                }
                Insn::CompareSigned { sh, strict: false, dst, a, b } => {
                    set!(dst, word::sle(get!(a), get!(b), sh.into()))
                }
                Insn::Overflow { test, sh, dst, a, b } => {
                    let (x, y, unused) = (get!(a), get!(b), sh.into());
                    let truth = match test {
                        OverflowTest::UAdd => word::uadd_overflows(x, y, unused),
                        OverflowTest::USub => word::usub_overflows(x, y),
                        OverflowTest::UMul => word::umul_overflows(x, y, unused),
                        OverflowTest::SAdd => word::sadd_overflows(x, y, unused),
                        OverflowTest::SSub => word::ssub_overflows(x, y, unused),
                        OverflowTest::SMul => word::smul_overflows(x, y, unused),
                    };
                    set!(dst, truth)
                }
                Insn::Trunc { sh, dst, a } => set!(dst, word::truncate(get!(a), sh.into())),
                Insn::SExt { from, to, dst, a } => set!(dst, word::sign_extend(get!(a), from.into(), to.into())),
                Insn::PtrAdd { dst, a, b } => {
                    let pointer = f[a as usize];
                    let address = (pointer as u64).wrapping_add(get!(b)) & address_mask;
                    f[dst as usize] = if pointer >> 127 == 0 {
                        pointer >> 64 << 64 | u128::from(address)
                    } else {
                        pointer_to(memory.decided(pointer, address), address)
                    };
                }
                Insn::PtrToInt { dst, a } => {
                    let pointer = f[a as usize];
                    memory.expose((pointer >> 64) as u64);
                    set!(dst, pointer as u64)
                }
                Insn::IntToPtr { dst, a } => {
                    let address = get!(a);
                    f[dst as usize] = if address == 0 { 0 } else { memory.pointer_from_address(address) };
                }
                Insn::Float64 { op, dst, a, b } => {
                    let (x, y) = (get!(a), get!(b));
                    set!(
                        dst,
                        match op {
                            FloatOp::Add => double::add(x, y),
                            FloatOp::Sub => double::sub(x, y),
                            FloatOp::Mul => double::mul(x, y),
                            FloatOp::Div => double::div(x, y),
                            FloatOp::Eq => double::eq(x, y).into(),
                            FloatOp::Lt => double::lt(x, y).into(),
                            FloatOp::Le => double::le(x, y).into(),
                        }
                    )
                }
                Insn::Float32 { op, dst, a, b } => {
                    let (x, y) = (get!(a) as u32, get!(b) as u32);
                    set!(
                        dst,
                        match op {
                            FloatOp::Add => single::add(x, y),
                            FloatOp::Sub => single::sub(x, y),
                            FloatOp::Mul => single::mul(x, y),
                            FloatOp::Div => single::div(x, y),
                            FloatOp::Eq => single::eq(x, y).into(),
                            FloatOp::Lt => single::lt(x, y).into(),
                            FloatOp::Le => single::le(x, y).into(),
                        }
                    )
                }
                Insn::Load8 { dst, a } => load!(u8, 1, insn, dst, a),
                Insn::Load16 { dst, a } => load!(u16, 2, insn, dst, a),
                Insn::Load32 { dst, a } => load!(u32, 4, insn, dst, a),
                Insn::Load64 { dst, a } => load!(u64, 8, insn, dst, a),
                Insn::Store8 { a, b } => store!(u8, 1, insn, a, b),
                Insn::Store16 { a, b } => store!(u16, 2, insn, a, b),
                Insn::Store32 { a, b } => store!(u32, 4, insn, a, b),
                Insn::Store64 { a, b } => store!(u64, 8, insn, a, b),
                Insn::LoadPtr { dst, a } => match memory.read_pointer_plain(f[a as usize]) {
                    Some(value) => {
                        if TAINT {
                            t[dst as usize] = if t[a as usize] != 0 { u64::MAX.into() } else { 0 };
                        }
                        f[dst as usize] = value;
                    }
                    None => break Pause::Slow(insn),
                },
                Insn::StorePtr { a, b } => {
                    if TAINT && t[b as usize] != 0 || !memory.write_pointer_plain(f[a as usize], f[b as usize]) {
                        break Pause::Slow(insn);
                    }
                }
                Insn::Effect { index } => {
                    // Locals are created here, since calls are frequent.
                    let Effect::Allocate { dst, size, align, kind: AllocationKind::Stack, site } =
                        code.effects[index as usize]
                    else {
                        break Pause::Slow(insn);
                    };
                    let size = get!(size);
                    let total = self.stack_bytes.saturating_add(size);
                    if simple_locals && total <= self.options.max_stack {
                        let occurrence = self.site_objects[site.index()];
                        let origin = ObjectOrigin::Stack { site, occurrence, dynamic: false };
                        let contents = Contents::Indeterminate;
                        let request = Request { origin, size, align: align.into(), base: None, contents };
                        let top = memory.stack_top();
                        let Ok(id) = memory.allocate(request) else { break Pause::Slow(insn) };
                        self.site_objects[site.index()] += 1;
                        self.stack_bytes = total;
                        self.stack_objects.push(StackObject { id, dynamic: false, top });
                        self.peak_memory = self.peak_memory.max(memory.live_bytes());
                        if TAINT {
                            t[dst as usize] = 0;
                        }
                        // A new object is at the top of the stack.
                        f[dst as usize] = pointer_to(id, memory.stack_top());
                    } else {
                        break Pause::Slow(insn);
                    }
                }
                Insn::Jump { n, target } => leave!(n, target),
                Insn::Branch { n, truth, a, target } => {
                    leave!(n, if (f[a as usize] != 0) == truth { target as usize } else { pc + 1 })
                }
                Insn::BranchEq { n, a, b, target } => {
                    leave!(n, if get!(a) == get!(b) { target as usize } else { pc + 1 })
                }
                Insn::BranchNe { n, a, b, target } => {
                    leave!(n, if get!(a) != get!(b) { target as usize } else { pc + 1 })
                }
                Insn::BranchUlt { n, a, b, target } => {
                    leave!(n, if get!(a) < get!(b) { target as usize } else { pc + 1 })
                }
                Insn::BranchUle { n, a, b, target } => {
                    leave!(n, if get!(a) <= get!(b) { target as usize } else { pc + 1 })
                }
                Insn::BranchSlt { n, sh, a, b, target } => {
                    let less = word::slt(get!(a), get!(b), sh.into());
                    leave!(n, if less { target as usize } else { pc + 1 })
                }
                Insn::BranchSle { n, sh, a, b, target } => {
                    let at_most = word::sle(get!(a), get!(b), sh.into());
                    leave!(n, if at_most { target as usize } else { pc + 1 })
                }
                Insn::Pure { index } => {
                    if let Err(inexact) = evaluate(code.pures[index as usize], f, layout) {
                        break Pause::Inexact(inexact);
                    }
                }
            }
            pc += 1;
        };
        self.steps = steps;
        let depth = self.frames.len();
        self.frames[depth - 1].pc = pc;
        match pause {
            Pause::Check => Ok(()),
            Pause::Scan => {
                self.frames[depth - 1].tainted = self.taints[base..].iter().any(|t| *t != 0);
                Ok(())
            }
            Pause::Slow(Insn::Effect { index }) => {
                self.effect(&code.effects[index as usize])?;
                // A call or a return has set the instruction to go on with.
                if self.frames.len() == depth {
                    self.frames[depth - 1].pc += 1;
                }
                Ok(())
            }
            Pause::Slow(insn) => {
                self.access(insn)?;
                self.frames[depth - 1].pc += 1;
                Ok(())
            }
            Pause::Indeterminate => Err(Stop::Violation(
                Violation::IndeterminateBranch,
                "the branch depends on an indeterminate value".to_owned(),
            )),
            Pause::Inexact(inexact) => Err(Stop::Unsupported(inexact.to_string())),
        }
    }
}

/// Evaluates an expression node from the side table.
fn evaluate(pure: Pure, f: &mut [u128], layout: &DataLayout) -> Result<(), Inexact> {
    let value = |f: &[u128], slot: Slot, ty: Type| {
        let at = slot as usize;
        load_value(&f[at..at + slot_count(ty) as usize], ty.bits(layout))
    };
    let (dst, ty, result) = match pure {
        Pure::Unary { op, ty, dst, a } => {
            (dst, op.result(ty).unwrap_or(ty), eval::unary(op, ty, &value(f, a, ty), layout)?)
        }
        Pure::Binary { op, ty, dst, a, b } => {
            let result = op.result(ty, ty, layout.pointer_bits).unwrap_or(ty);
            (dst, result, eval::binary(op, ty, &value(f, a, ty), &value(f, b, ty), layout)?)
        }
        Pure::Cast { op, from, to, dst, a } => (dst, to, eval::cast(op, from, to, &value(f, a, from), layout)?),
        Pure::MultiplyAdd { ty, dst, a, b, c } => {
            (dst, ty, eval::multiply_add(ty, &value(f, a, ty), &value(f, b, ty), &value(f, c, ty))?)
        }
        Pure::Move { count, dst, a } => {
            f.copy_within(a as usize..(a + count) as usize, dst as usize);
            return Ok(());
        }
        Pure::Select { count, dst, c, a, b } => {
            let from = if f[c as usize] != 0 { a } else { b } as usize;
            f.copy_within(from..from + count as usize, dst as usize);
            return Ok(());
        }
    };
    let at = dst as usize;
    store_value(&mut f[at..at + slot_count(ty) as usize], &result);
    Ok(())
}
