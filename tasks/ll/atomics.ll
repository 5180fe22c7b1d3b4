; Atomic operations, as one thread sees them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@number = private unnamed_addr constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define void @show(i64 %x) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %x)
  ret void
}

define void @test.i8(i8 %a, i8 %b) {
  %p = alloca i8
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.xchg = atomicrmw xchg ptr %p, i8 %b seq_cst
  %n.xchg = load atomic i8, ptr %p acquire, align 8
  %zo.xchg = zext i8 %o.xchg to i64
  call void @show(i64 %zo.xchg)
  %zn.xchg = zext i8 %n.xchg to i64
  call void @show(i64 %zn.xchg)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.add = atomicrmw add ptr %p, i8 %b seq_cst
  %n.add = load atomic i8, ptr %p acquire, align 8
  %zo.add = zext i8 %o.add to i64
  call void @show(i64 %zo.add)
  %zn.add = zext i8 %n.add to i64
  call void @show(i64 %zn.add)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.sub = atomicrmw sub ptr %p, i8 %b seq_cst
  %n.sub = load atomic i8, ptr %p acquire, align 8
  %zo.sub = zext i8 %o.sub to i64
  call void @show(i64 %zo.sub)
  %zn.sub = zext i8 %n.sub to i64
  call void @show(i64 %zn.sub)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.and = atomicrmw and ptr %p, i8 %b seq_cst
  %n.and = load atomic i8, ptr %p acquire, align 8
  %zo.and = zext i8 %o.and to i64
  call void @show(i64 %zo.and)
  %zn.and = zext i8 %n.and to i64
  call void @show(i64 %zn.and)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.nand = atomicrmw nand ptr %p, i8 %b seq_cst
  %n.nand = load atomic i8, ptr %p acquire, align 8
  %zo.nand = zext i8 %o.nand to i64
  call void @show(i64 %zo.nand)
  %zn.nand = zext i8 %n.nand to i64
  call void @show(i64 %zn.nand)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.or = atomicrmw or ptr %p, i8 %b seq_cst
  %n.or = load atomic i8, ptr %p acquire, align 8
  %zo.or = zext i8 %o.or to i64
  call void @show(i64 %zo.or)
  %zn.or = zext i8 %n.or to i64
  call void @show(i64 %zn.or)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.xor = atomicrmw xor ptr %p, i8 %b seq_cst
  %n.xor = load atomic i8, ptr %p acquire, align 8
  %zo.xor = zext i8 %o.xor to i64
  call void @show(i64 %zo.xor)
  %zn.xor = zext i8 %n.xor to i64
  call void @show(i64 %zn.xor)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.max = atomicrmw max ptr %p, i8 %b seq_cst
  %n.max = load atomic i8, ptr %p acquire, align 8
  %zo.max = zext i8 %o.max to i64
  call void @show(i64 %zo.max)
  %zn.max = zext i8 %n.max to i64
  call void @show(i64 %zn.max)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.min = atomicrmw min ptr %p, i8 %b seq_cst
  %n.min = load atomic i8, ptr %p acquire, align 8
  %zo.min = zext i8 %o.min to i64
  call void @show(i64 %zo.min)
  %zn.min = zext i8 %n.min to i64
  call void @show(i64 %zn.min)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.umax = atomicrmw umax ptr %p, i8 %b seq_cst
  %n.umax = load atomic i8, ptr %p acquire, align 8
  %zo.umax = zext i8 %o.umax to i64
  call void @show(i64 %zo.umax)
  %zn.umax = zext i8 %n.umax to i64
  call void @show(i64 %zn.umax)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.umin = atomicrmw umin ptr %p, i8 %b seq_cst
  %n.umin = load atomic i8, ptr %p acquire, align 8
  %zo.umin = zext i8 %o.umin to i64
  call void @show(i64 %zo.umin)
  %zn.umin = zext i8 %n.umin to i64
  call void @show(i64 %zn.umin)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.uinc_wrap = atomicrmw uinc_wrap ptr %p, i8 %b seq_cst
  %n.uinc_wrap = load atomic i8, ptr %p acquire, align 8
  %zo.uinc_wrap = zext i8 %o.uinc_wrap to i64
  call void @show(i64 %zo.uinc_wrap)
  %zn.uinc_wrap = zext i8 %n.uinc_wrap to i64
  call void @show(i64 %zn.uinc_wrap)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.udec_wrap = atomicrmw udec_wrap ptr %p, i8 %b seq_cst
  %n.udec_wrap = load atomic i8, ptr %p acquire, align 8
  %zo.udec_wrap = zext i8 %o.udec_wrap to i64
  call void @show(i64 %zo.udec_wrap)
  %zn.udec_wrap = zext i8 %n.udec_wrap to i64
  call void @show(i64 %zn.udec_wrap)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.usub_cond = atomicrmw usub_cond ptr %p, i8 %b seq_cst
  %n.usub_cond = load atomic i8, ptr %p acquire, align 8
  %zo.usub_cond = zext i8 %o.usub_cond to i64
  call void @show(i64 %zo.usub_cond)
  %zn.usub_cond = zext i8 %n.usub_cond to i64
  call void @show(i64 %zn.usub_cond)
  store atomic i8 %a, ptr %p seq_cst, align 8
  %o.usub_sat = atomicrmw usub_sat ptr %p, i8 %b seq_cst
  %n.usub_sat = load atomic i8, ptr %p acquire, align 8
  %zo.usub_sat = zext i8 %o.usub_sat to i64
  call void @show(i64 %zo.usub_sat)
  %zn.usub_sat = zext i8 %n.usub_sat to i64
  call void @show(i64 %zn.usub_sat)
  %c1 = cmpxchg ptr %p, i8 %b, i8 1 acq_rel monotonic
  %c2 = cmpxchg weak ptr %p, i8 %n.usub_sat, i8 77 seq_cst seq_cst
  %c1.v = extractvalue { i8, i1 } %c1, 0
  %c1.s = extractvalue { i8, i1 } %c1, 1
  %c1.z = zext i1 %c1.s to i64
  call void @show(i64 %c1.z)
  %c1.w = zext i8 %c1.v to i64
  call void @show(i64 %c1.w)
  %c2.v = extractvalue { i8, i1 } %c2, 0
  %c2.s = extractvalue { i8, i1 } %c2, 1
  %c2.z = zext i1 %c2.s to i64
  call void @show(i64 %c2.z)
  %c2.w = zext i8 %c2.v to i64
  call void @show(i64 %c2.w)
  fence seq_cst
  fence syncscope("singlethread") acquire
  ret void
}

define void @test.i16(i16 %a, i16 %b) {
  %p = alloca i16
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.xchg = atomicrmw xchg ptr %p, i16 %b seq_cst
  %n.xchg = load atomic i16, ptr %p acquire, align 8
  %zo.xchg = zext i16 %o.xchg to i64
  call void @show(i64 %zo.xchg)
  %zn.xchg = zext i16 %n.xchg to i64
  call void @show(i64 %zn.xchg)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.add = atomicrmw add ptr %p, i16 %b seq_cst
  %n.add = load atomic i16, ptr %p acquire, align 8
  %zo.add = zext i16 %o.add to i64
  call void @show(i64 %zo.add)
  %zn.add = zext i16 %n.add to i64
  call void @show(i64 %zn.add)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.sub = atomicrmw sub ptr %p, i16 %b seq_cst
  %n.sub = load atomic i16, ptr %p acquire, align 8
  %zo.sub = zext i16 %o.sub to i64
  call void @show(i64 %zo.sub)
  %zn.sub = zext i16 %n.sub to i64
  call void @show(i64 %zn.sub)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.and = atomicrmw and ptr %p, i16 %b seq_cst
  %n.and = load atomic i16, ptr %p acquire, align 8
  %zo.and = zext i16 %o.and to i64
  call void @show(i64 %zo.and)
  %zn.and = zext i16 %n.and to i64
  call void @show(i64 %zn.and)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.nand = atomicrmw nand ptr %p, i16 %b seq_cst
  %n.nand = load atomic i16, ptr %p acquire, align 8
  %zo.nand = zext i16 %o.nand to i64
  call void @show(i64 %zo.nand)
  %zn.nand = zext i16 %n.nand to i64
  call void @show(i64 %zn.nand)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.or = atomicrmw or ptr %p, i16 %b seq_cst
  %n.or = load atomic i16, ptr %p acquire, align 8
  %zo.or = zext i16 %o.or to i64
  call void @show(i64 %zo.or)
  %zn.or = zext i16 %n.or to i64
  call void @show(i64 %zn.or)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.xor = atomicrmw xor ptr %p, i16 %b seq_cst
  %n.xor = load atomic i16, ptr %p acquire, align 8
  %zo.xor = zext i16 %o.xor to i64
  call void @show(i64 %zo.xor)
  %zn.xor = zext i16 %n.xor to i64
  call void @show(i64 %zn.xor)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.max = atomicrmw max ptr %p, i16 %b seq_cst
  %n.max = load atomic i16, ptr %p acquire, align 8
  %zo.max = zext i16 %o.max to i64
  call void @show(i64 %zo.max)
  %zn.max = zext i16 %n.max to i64
  call void @show(i64 %zn.max)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.min = atomicrmw min ptr %p, i16 %b seq_cst
  %n.min = load atomic i16, ptr %p acquire, align 8
  %zo.min = zext i16 %o.min to i64
  call void @show(i64 %zo.min)
  %zn.min = zext i16 %n.min to i64
  call void @show(i64 %zn.min)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.umax = atomicrmw umax ptr %p, i16 %b seq_cst
  %n.umax = load atomic i16, ptr %p acquire, align 8
  %zo.umax = zext i16 %o.umax to i64
  call void @show(i64 %zo.umax)
  %zn.umax = zext i16 %n.umax to i64
  call void @show(i64 %zn.umax)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.umin = atomicrmw umin ptr %p, i16 %b seq_cst
  %n.umin = load atomic i16, ptr %p acquire, align 8
  %zo.umin = zext i16 %o.umin to i64
  call void @show(i64 %zo.umin)
  %zn.umin = zext i16 %n.umin to i64
  call void @show(i64 %zn.umin)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.uinc_wrap = atomicrmw uinc_wrap ptr %p, i16 %b seq_cst
  %n.uinc_wrap = load atomic i16, ptr %p acquire, align 8
  %zo.uinc_wrap = zext i16 %o.uinc_wrap to i64
  call void @show(i64 %zo.uinc_wrap)
  %zn.uinc_wrap = zext i16 %n.uinc_wrap to i64
  call void @show(i64 %zn.uinc_wrap)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.udec_wrap = atomicrmw udec_wrap ptr %p, i16 %b seq_cst
  %n.udec_wrap = load atomic i16, ptr %p acquire, align 8
  %zo.udec_wrap = zext i16 %o.udec_wrap to i64
  call void @show(i64 %zo.udec_wrap)
  %zn.udec_wrap = zext i16 %n.udec_wrap to i64
  call void @show(i64 %zn.udec_wrap)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.usub_cond = atomicrmw usub_cond ptr %p, i16 %b seq_cst
  %n.usub_cond = load atomic i16, ptr %p acquire, align 8
  %zo.usub_cond = zext i16 %o.usub_cond to i64
  call void @show(i64 %zo.usub_cond)
  %zn.usub_cond = zext i16 %n.usub_cond to i64
  call void @show(i64 %zn.usub_cond)
  store atomic i16 %a, ptr %p seq_cst, align 8
  %o.usub_sat = atomicrmw usub_sat ptr %p, i16 %b seq_cst
  %n.usub_sat = load atomic i16, ptr %p acquire, align 8
  %zo.usub_sat = zext i16 %o.usub_sat to i64
  call void @show(i64 %zo.usub_sat)
  %zn.usub_sat = zext i16 %n.usub_sat to i64
  call void @show(i64 %zn.usub_sat)
  %c1 = cmpxchg ptr %p, i16 %b, i16 1 acq_rel monotonic
  %c2 = cmpxchg weak ptr %p, i16 %n.usub_sat, i16 77 seq_cst seq_cst
  %c1.v = extractvalue { i16, i1 } %c1, 0
  %c1.s = extractvalue { i16, i1 } %c1, 1
  %c1.z = zext i1 %c1.s to i64
  call void @show(i64 %c1.z)
  %c1.w = zext i16 %c1.v to i64
  call void @show(i64 %c1.w)
  %c2.v = extractvalue { i16, i1 } %c2, 0
  %c2.s = extractvalue { i16, i1 } %c2, 1
  %c2.z = zext i1 %c2.s to i64
  call void @show(i64 %c2.z)
  %c2.w = zext i16 %c2.v to i64
  call void @show(i64 %c2.w)
  fence seq_cst
  fence syncscope("singlethread") acquire
  ret void
}

define void @test.i32(i32 %a, i32 %b) {
  %p = alloca i32
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.xchg = atomicrmw xchg ptr %p, i32 %b seq_cst
  %n.xchg = load atomic i32, ptr %p acquire, align 8
  %zo.xchg = zext i32 %o.xchg to i64
  call void @show(i64 %zo.xchg)
  %zn.xchg = zext i32 %n.xchg to i64
  call void @show(i64 %zn.xchg)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.add = atomicrmw add ptr %p, i32 %b seq_cst
  %n.add = load atomic i32, ptr %p acquire, align 8
  %zo.add = zext i32 %o.add to i64
  call void @show(i64 %zo.add)
  %zn.add = zext i32 %n.add to i64
  call void @show(i64 %zn.add)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.sub = atomicrmw sub ptr %p, i32 %b seq_cst
  %n.sub = load atomic i32, ptr %p acquire, align 8
  %zo.sub = zext i32 %o.sub to i64
  call void @show(i64 %zo.sub)
  %zn.sub = zext i32 %n.sub to i64
  call void @show(i64 %zn.sub)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.and = atomicrmw and ptr %p, i32 %b seq_cst
  %n.and = load atomic i32, ptr %p acquire, align 8
  %zo.and = zext i32 %o.and to i64
  call void @show(i64 %zo.and)
  %zn.and = zext i32 %n.and to i64
  call void @show(i64 %zn.and)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.nand = atomicrmw nand ptr %p, i32 %b seq_cst
  %n.nand = load atomic i32, ptr %p acquire, align 8
  %zo.nand = zext i32 %o.nand to i64
  call void @show(i64 %zo.nand)
  %zn.nand = zext i32 %n.nand to i64
  call void @show(i64 %zn.nand)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.or = atomicrmw or ptr %p, i32 %b seq_cst
  %n.or = load atomic i32, ptr %p acquire, align 8
  %zo.or = zext i32 %o.or to i64
  call void @show(i64 %zo.or)
  %zn.or = zext i32 %n.or to i64
  call void @show(i64 %zn.or)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.xor = atomicrmw xor ptr %p, i32 %b seq_cst
  %n.xor = load atomic i32, ptr %p acquire, align 8
  %zo.xor = zext i32 %o.xor to i64
  call void @show(i64 %zo.xor)
  %zn.xor = zext i32 %n.xor to i64
  call void @show(i64 %zn.xor)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.max = atomicrmw max ptr %p, i32 %b seq_cst
  %n.max = load atomic i32, ptr %p acquire, align 8
  %zo.max = zext i32 %o.max to i64
  call void @show(i64 %zo.max)
  %zn.max = zext i32 %n.max to i64
  call void @show(i64 %zn.max)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.min = atomicrmw min ptr %p, i32 %b seq_cst
  %n.min = load atomic i32, ptr %p acquire, align 8
  %zo.min = zext i32 %o.min to i64
  call void @show(i64 %zo.min)
  %zn.min = zext i32 %n.min to i64
  call void @show(i64 %zn.min)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.umax = atomicrmw umax ptr %p, i32 %b seq_cst
  %n.umax = load atomic i32, ptr %p acquire, align 8
  %zo.umax = zext i32 %o.umax to i64
  call void @show(i64 %zo.umax)
  %zn.umax = zext i32 %n.umax to i64
  call void @show(i64 %zn.umax)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.umin = atomicrmw umin ptr %p, i32 %b seq_cst
  %n.umin = load atomic i32, ptr %p acquire, align 8
  %zo.umin = zext i32 %o.umin to i64
  call void @show(i64 %zo.umin)
  %zn.umin = zext i32 %n.umin to i64
  call void @show(i64 %zn.umin)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.uinc_wrap = atomicrmw uinc_wrap ptr %p, i32 %b seq_cst
  %n.uinc_wrap = load atomic i32, ptr %p acquire, align 8
  %zo.uinc_wrap = zext i32 %o.uinc_wrap to i64
  call void @show(i64 %zo.uinc_wrap)
  %zn.uinc_wrap = zext i32 %n.uinc_wrap to i64
  call void @show(i64 %zn.uinc_wrap)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.udec_wrap = atomicrmw udec_wrap ptr %p, i32 %b seq_cst
  %n.udec_wrap = load atomic i32, ptr %p acquire, align 8
  %zo.udec_wrap = zext i32 %o.udec_wrap to i64
  call void @show(i64 %zo.udec_wrap)
  %zn.udec_wrap = zext i32 %n.udec_wrap to i64
  call void @show(i64 %zn.udec_wrap)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.usub_cond = atomicrmw usub_cond ptr %p, i32 %b seq_cst
  %n.usub_cond = load atomic i32, ptr %p acquire, align 8
  %zo.usub_cond = zext i32 %o.usub_cond to i64
  call void @show(i64 %zo.usub_cond)
  %zn.usub_cond = zext i32 %n.usub_cond to i64
  call void @show(i64 %zn.usub_cond)
  store atomic i32 %a, ptr %p seq_cst, align 8
  %o.usub_sat = atomicrmw usub_sat ptr %p, i32 %b seq_cst
  %n.usub_sat = load atomic i32, ptr %p acquire, align 8
  %zo.usub_sat = zext i32 %o.usub_sat to i64
  call void @show(i64 %zo.usub_sat)
  %zn.usub_sat = zext i32 %n.usub_sat to i64
  call void @show(i64 %zn.usub_sat)
  %c1 = cmpxchg ptr %p, i32 %b, i32 1 acq_rel monotonic
  %c2 = cmpxchg weak ptr %p, i32 %n.usub_sat, i32 77 seq_cst seq_cst
  %c1.v = extractvalue { i32, i1 } %c1, 0
  %c1.s = extractvalue { i32, i1 } %c1, 1
  %c1.z = zext i1 %c1.s to i64
  call void @show(i64 %c1.z)
  %c1.w = zext i32 %c1.v to i64
  call void @show(i64 %c1.w)
  %c2.v = extractvalue { i32, i1 } %c2, 0
  %c2.s = extractvalue { i32, i1 } %c2, 1
  %c2.z = zext i1 %c2.s to i64
  call void @show(i64 %c2.z)
  %c2.w = zext i32 %c2.v to i64
  call void @show(i64 %c2.w)
  fence seq_cst
  fence syncscope("singlethread") acquire
  ret void
}

define void @test.i64(i64 %a, i64 %b) {
  %p = alloca i64
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.xchg = atomicrmw xchg ptr %p, i64 %b seq_cst
  %n.xchg = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.xchg)
  call void @show(i64 %n.xchg)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.add = atomicrmw add ptr %p, i64 %b seq_cst
  %n.add = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.add)
  call void @show(i64 %n.add)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.sub = atomicrmw sub ptr %p, i64 %b seq_cst
  %n.sub = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.sub)
  call void @show(i64 %n.sub)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.and = atomicrmw and ptr %p, i64 %b seq_cst
  %n.and = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.and)
  call void @show(i64 %n.and)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.nand = atomicrmw nand ptr %p, i64 %b seq_cst
  %n.nand = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.nand)
  call void @show(i64 %n.nand)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.or = atomicrmw or ptr %p, i64 %b seq_cst
  %n.or = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.or)
  call void @show(i64 %n.or)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.xor = atomicrmw xor ptr %p, i64 %b seq_cst
  %n.xor = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.xor)
  call void @show(i64 %n.xor)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.max = atomicrmw max ptr %p, i64 %b seq_cst
  %n.max = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.max)
  call void @show(i64 %n.max)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.min = atomicrmw min ptr %p, i64 %b seq_cst
  %n.min = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.min)
  call void @show(i64 %n.min)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.umax = atomicrmw umax ptr %p, i64 %b seq_cst
  %n.umax = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.umax)
  call void @show(i64 %n.umax)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.umin = atomicrmw umin ptr %p, i64 %b seq_cst
  %n.umin = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.umin)
  call void @show(i64 %n.umin)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.uinc_wrap = atomicrmw uinc_wrap ptr %p, i64 %b seq_cst
  %n.uinc_wrap = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.uinc_wrap)
  call void @show(i64 %n.uinc_wrap)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.udec_wrap = atomicrmw udec_wrap ptr %p, i64 %b seq_cst
  %n.udec_wrap = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.udec_wrap)
  call void @show(i64 %n.udec_wrap)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.usub_cond = atomicrmw usub_cond ptr %p, i64 %b seq_cst
  %n.usub_cond = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.usub_cond)
  call void @show(i64 %n.usub_cond)
  store atomic i64 %a, ptr %p seq_cst, align 8
  %o.usub_sat = atomicrmw usub_sat ptr %p, i64 %b seq_cst
  %n.usub_sat = load atomic i64, ptr %p acquire, align 8
  call void @show(i64 %o.usub_sat)
  call void @show(i64 %n.usub_sat)
  %c1 = cmpxchg ptr %p, i64 %b, i64 1 acq_rel monotonic
  %c2 = cmpxchg weak ptr %p, i64 %n.usub_sat, i64 77 seq_cst seq_cst
  %c1.v = extractvalue { i64, i1 } %c1, 0
  %c1.s = extractvalue { i64, i1 } %c1, 1
  %c1.z = zext i1 %c1.s to i64
  call void @show(i64 %c1.z)
  call void @show(i64 %c1.v)
  %c2.v = extractvalue { i64, i1 } %c2, 0
  %c2.s = extractvalue { i64, i1 } %c2, 1
  %c2.z = zext i1 %c2.s to i64
  call void @show(i64 %c2.z)
  call void @show(i64 %c2.v)
  fence seq_cst
  fence syncscope("singlethread") acquire
  ret void
}

define void @test.double(double %a, double %b) {
  %p = alloca double
  store double %a, ptr %p
  %o.fadd = atomicrmw fadd ptr %p, double %b seq_cst
  %n.fadd = load i64, ptr %p
  call void @show(i64 %n.fadd)
  store double %a, ptr %p
  %o.fsub = atomicrmw fsub ptr %p, double %b seq_cst
  %n.fsub = load i64, ptr %p
  call void @show(i64 %n.fsub)
  store double %a, ptr %p
  %o.fmax = atomicrmw fmax ptr %p, double %b seq_cst
  %n.fmax = load i64, ptr %p
  call void @show(i64 %n.fmax)
  store double %a, ptr %p
  %o.fmin = atomicrmw fmin ptr %p, double %b seq_cst
  %n.fmin = load i64, ptr %p
  call void @show(i64 %n.fmin)
  store double %a, ptr %p
  %o.fmaximum = atomicrmw fmaximum ptr %p, double %b seq_cst
  %n.fmaximum = load i64, ptr %p
  call void @show(i64 %n.fmaximum)
  store double %a, ptr %p
  %o.fminimum = atomicrmw fminimum ptr %p, double %b seq_cst
  %n.fminimum = load i64, ptr %p
  call void @show(i64 %n.fminimum)
  store double %a, ptr %p
  %o.xchg = atomicrmw xchg ptr %p, double %b seq_cst
  %n.xchg = load i64, ptr %p
  call void @show(i64 %n.xchg)
  ret void
}

@cell = global ptr null

define i32 @main() {
  call void @test.i8(i8 5, i8 3)
  call void @test.i8(i8 3, i8 5)
  call void @test.i8(i8 255, i8 1)
  call void @test.i8(i8 0, i8 7)
  call void @test.i8(i8 128, i8 127)
  call void @test.i8(i8 9, i8 9)
  call void @test.i16(i16 5, i16 3)
  call void @test.i16(i16 3, i16 5)
  call void @test.i16(i16 65535, i16 1)
  call void @test.i16(i16 0, i16 7)
  call void @test.i16(i16 32768, i16 32767)
  call void @test.i16(i16 9, i16 9)
  call void @test.i32(i32 5, i32 3)
  call void @test.i32(i32 3, i32 5)
  call void @test.i32(i32 4294967295, i32 1)
  call void @test.i32(i32 0, i32 7)
  call void @test.i32(i32 2147483648, i32 2147483647)
  call void @test.i32(i32 9, i32 9)
  call void @test.i64(i64 5, i64 3)
  call void @test.i64(i64 3, i64 5)
  call void @test.i64(i64 18446744073709551615, i64 1)
  call void @test.i64(i64 0, i64 7)
  call void @test.i64(i64 9223372036854775808, i64 9223372036854775807)
  call void @test.i64(i64 9, i64 9)
  call void @test.double(double 1.5, double 2.0)
  call void @test.double(double -3.0, double 0.5)
  %x = alloca i32
  %old = atomicrmw xchg ptr @cell, ptr %x seq_cst
  %isnull = icmp eq ptr %old, null
  %z = zext i1 %isnull to i64
  call void @show(i64 %z)
  %c = cmpxchg ptr @cell, ptr %x, ptr @cell seq_cst seq_cst
  %s = extractvalue { ptr, i1 } %c, 1
  %zs = zext i1 %s to i64
  call void @show(i64 %zs)
  %now = load ptr, ptr @cell
  %same = icmp eq ptr %now, @cell
  %zz = zext i1 %same to i64
  call void @show(i64 %zz)
  ret i32 0
}
