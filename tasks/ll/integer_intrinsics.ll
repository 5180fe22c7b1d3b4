; Intrinsic functions on integers, also of odd widths.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@n.abs = private unnamed_addr constant [4 x i8] c"abs\00"
@n.bitreverse = private unnamed_addr constant [11 x i8] c"bitreverse\00"
@n.bswap = private unnamed_addr constant [6 x i8] c"bswap\00"
@n.ctlz = private unnamed_addr constant [5 x i8] c"ctlz\00"
@n.ctpop = private unnamed_addr constant [6 x i8] c"ctpop\00"
@n.cttz = private unnamed_addr constant [5 x i8] c"cttz\00"
@n.expect = private unnamed_addr constant [7 x i8] c"expect\00"
@n.fshl = private unnamed_addr constant [5 x i8] c"fshl\00"
@n.fshr = private unnamed_addr constant [5 x i8] c"fshr\00"
@n.sadd.sat = private unnamed_addr constant [9 x i8] c"sadd.sat\00"
@n.sadd.with.overflow = private unnamed_addr constant [19 x i8] c"sadd.with.overflow\00"
@n.scmp.i2 = private unnamed_addr constant [8 x i8] c"scmp.i2\00"
@n.scmp.i8 = private unnamed_addr constant [8 x i8] c"scmp.i8\00"
@n.smax = private unnamed_addr constant [5 x i8] c"smax\00"
@n.smin = private unnamed_addr constant [5 x i8] c"smin\00"
@n.smul.with.overflow = private unnamed_addr constant [19 x i8] c"smul.with.overflow\00"
@n.sshl.sat = private unnamed_addr constant [9 x i8] c"sshl.sat\00"
@n.ssub.sat = private unnamed_addr constant [9 x i8] c"ssub.sat\00"
@n.ssub.with.overflow = private unnamed_addr constant [19 x i8] c"ssub.with.overflow\00"
@n.uadd.sat = private unnamed_addr constant [9 x i8] c"uadd.sat\00"
@n.uadd.with.overflow = private unnamed_addr constant [19 x i8] c"uadd.with.overflow\00"
@n.ucmp.i2 = private unnamed_addr constant [8 x i8] c"ucmp.i2\00"
@n.ucmp.i8 = private unnamed_addr constant [8 x i8] c"ucmp.i8\00"
@n.umax = private unnamed_addr constant [5 x i8] c"umax\00"
@n.umin = private unnamed_addr constant [5 x i8] c"umin\00"
@n.umul.with.overflow = private unnamed_addr constant [19 x i8] c"umul.with.overflow\00"
@n.ushl.sat = private unnamed_addr constant [9 x i8] c"ushl.sat\00"
@n.usub.sat = private unnamed_addr constant [9 x i8] c"usub.sat\00"
@n.usub.with.overflow = private unnamed_addr constant [19 x i8] c"usub.with.overflow\00"
@words = private unnamed_addr constant [19 x i8] c"%s %016llx %016llx\00"
declare i32 @printf(ptr, ...)
declare i32 @putchar(i32)

define void @show(ptr %name, i128 %x) {
  %a = trunc i128 %x to i64
  %s1 = lshr i128 %x, 64
  %b = trunc i128 %s1 to i64
  call i32 (ptr, ...) @printf(ptr @words, ptr %name, i64 %b, i64 %a)
  call i32 @putchar(i32 10)
  ret void
}

define void @test8(i8 %a, i8 %b, i8 %c) {
  %smax = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  %x1 = zext i8 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i8 @llvm.smin.i8(i8 %a, i8 %b)
  %x2 = zext i8 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i8 @llvm.umax.i8(i8 %a, i8 %b)
  %x3 = zext i8 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  %x4 = zext i8 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  %x5 = zext i8 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  %x6 = zext i8 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  %x7 = zext i8 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  %x8 = zext i8 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i8(i8 %a, i8 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i8(i8 %a, i8 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i8(i8 %a, i8 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i8(i8 %a, i8 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i8 @llvm.abs.i8(i8 %a, i1 false)
  %x13 = zext i8 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i8 @llvm.ctlz.i8(i8 %a, i1 false)
  %x14 = zext i8 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i8 @llvm.cttz.i8(i8 %a, i1 false)
  %x15 = zext i8 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i8 @llvm.ctpop.i8(i8 %a)
  %x16 = zext i8 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i8 @llvm.bitreverse.i8(i8 %a)
  %x17 = zext i8 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %fshl = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)
  %x18 = zext i8 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x18)
  %fshr = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 %c)
  %x19 = zext i8 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x19)
  %amount = urem i8 %c, 8
  %sshl.sat = call i8 @llvm.sshl.sat.i8(i8 %a, i8 %amount)
  %x20 = zext i8 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x20)
  %ushl.sat = call i8 @llvm.ushl.sat.i8(i8 %a, i8 %amount)
  %x21 = zext i8 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x21)
  %sadd.with.overflow = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %sadd.with.overflow.v = extractvalue { i8, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i8, i1 } %sadd.with.overflow, 1
  %x22 = zext i8 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x22)
  %x23 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %uadd.with.overflow = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  %uadd.with.overflow.v = extractvalue { i8, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i8, i1 } %uadd.with.overflow, 1
  %x24 = zext i8 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x24)
  %x25 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %ssub.with.overflow = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  %ssub.with.overflow.v = extractvalue { i8, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i8, i1 } %ssub.with.overflow, 1
  %x26 = zext i8 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x26)
  %x27 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %usub.with.overflow = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  %usub.with.overflow.v = extractvalue { i8, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i8, i1 } %usub.with.overflow, 1
  %x28 = zext i8 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x28)
  %x29 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %smul.with.overflow = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  %smul.with.overflow.v = extractvalue { i8, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i8, i1 } %smul.with.overflow, 1
  %x30 = zext i8 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x30)
  %x31 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %umul.with.overflow = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  %umul.with.overflow.v = extractvalue { i8, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i8, i1 } %umul.with.overflow, 1
  %x32 = zext i8 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x32)
  %x33 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %expect = call i8 @llvm.expect.i8(i8 %a, i8 0)
  %x34 = zext i8 %expect to i128
  call void @show(ptr @n.expect, i128 %x34)
  ret void
}

define void @test16(i16 %a, i16 %b, i16 %c) {
  %smax = call i16 @llvm.smax.i16(i16 %a, i16 %b)
  %x1 = zext i16 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i16 @llvm.smin.i16(i16 %a, i16 %b)
  %x2 = zext i16 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i16 @llvm.umax.i16(i16 %a, i16 %b)
  %x3 = zext i16 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i16 @llvm.umin.i16(i16 %a, i16 %b)
  %x4 = zext i16 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i16 @llvm.sadd.sat.i16(i16 %a, i16 %b)
  %x5 = zext i16 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i16 @llvm.uadd.sat.i16(i16 %a, i16 %b)
  %x6 = zext i16 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i16 @llvm.ssub.sat.i16(i16 %a, i16 %b)
  %x7 = zext i16 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i16 @llvm.usub.sat.i16(i16 %a, i16 %b)
  %x8 = zext i16 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i16(i16 %a, i16 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i16(i16 %a, i16 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i16(i16 %a, i16 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i16(i16 %a, i16 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i16 @llvm.abs.i16(i16 %a, i1 false)
  %x13 = zext i16 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i16 @llvm.ctlz.i16(i16 %a, i1 false)
  %x14 = zext i16 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i16 @llvm.cttz.i16(i16 %a, i1 false)
  %x15 = zext i16 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i16 @llvm.ctpop.i16(i16 %a)
  %x16 = zext i16 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i16 @llvm.bitreverse.i16(i16 %a)
  %x17 = zext i16 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %bswap = call i16 @llvm.bswap.i16(i16 %a)
  %x18 = zext i16 %bswap to i128
  call void @show(ptr @n.bswap, i128 %x18)
  %fshl = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 %c)
  %x19 = zext i16 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x19)
  %fshr = call i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 %c)
  %x20 = zext i16 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x20)
  %amount = urem i16 %c, 16
  %sshl.sat = call i16 @llvm.sshl.sat.i16(i16 %a, i16 %amount)
  %x21 = zext i16 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x21)
  %ushl.sat = call i16 @llvm.ushl.sat.i16(i16 %a, i16 %amount)
  %x22 = zext i16 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x22)
  %sadd.with.overflow = call { i16, i1 } @llvm.sadd.with.overflow.i16(i16 %a, i16 %b)
  %sadd.with.overflow.v = extractvalue { i16, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i16, i1 } %sadd.with.overflow, 1
  %x23 = zext i16 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %x24 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x24)
  %uadd.with.overflow = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %a, i16 %b)
  %uadd.with.overflow.v = extractvalue { i16, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i16, i1 } %uadd.with.overflow, 1
  %x25 = zext i16 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %x26 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x26)
  %ssub.with.overflow = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %a, i16 %b)
  %ssub.with.overflow.v = extractvalue { i16, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i16, i1 } %ssub.with.overflow, 1
  %x27 = zext i16 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %x28 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x28)
  %usub.with.overflow = call { i16, i1 } @llvm.usub.with.overflow.i16(i16 %a, i16 %b)
  %usub.with.overflow.v = extractvalue { i16, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i16, i1 } %usub.with.overflow, 1
  %x29 = zext i16 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %x30 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x30)
  %smul.with.overflow = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 %a, i16 %b)
  %smul.with.overflow.v = extractvalue { i16, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i16, i1 } %smul.with.overflow, 1
  %x31 = zext i16 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %x32 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x32)
  %umul.with.overflow = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %a, i16 %b)
  %umul.with.overflow.v = extractvalue { i16, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i16, i1 } %umul.with.overflow, 1
  %x33 = zext i16 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %x34 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x34)
  %expect = call i16 @llvm.expect.i16(i16 %a, i16 0)
  %x35 = zext i16 %expect to i128
  call void @show(ptr @n.expect, i128 %x35)
  ret void
}

define void @test32(i32 %a, i32 %b, i32 %c) {
  %smax = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %x1 = zext i32 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %x2 = zext i32 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  %x3 = zext i32 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %x4 = zext i32 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
  %x5 = zext i32 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  %x6 = zext i32 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i32 @llvm.ssub.sat.i32(i32 %a, i32 %b)
  %x7 = zext i32 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
  %x8 = zext i32 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i32(i32 %a, i32 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i32(i32 %a, i32 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i32(i32 %a, i32 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i32 @llvm.abs.i32(i32 %a, i1 false)
  %x13 = zext i32 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  %x14 = zext i32 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i32 @llvm.cttz.i32(i32 %a, i1 false)
  %x15 = zext i32 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i32 @llvm.ctpop.i32(i32 %a)
  %x16 = zext i32 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i32 @llvm.bitreverse.i32(i32 %a)
  %x17 = zext i32 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %bswap = call i32 @llvm.bswap.i32(i32 %a)
  %x18 = zext i32 %bswap to i128
  call void @show(ptr @n.bswap, i128 %x18)
  %fshl = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %c)
  %x19 = zext i32 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x19)
  %fshr = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 %c)
  %x20 = zext i32 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x20)
  %amount = urem i32 %c, 32
  %sshl.sat = call i32 @llvm.sshl.sat.i32(i32 %a, i32 %amount)
  %x21 = zext i32 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x21)
  %ushl.sat = call i32 @llvm.ushl.sat.i32(i32 %a, i32 %amount)
  %x22 = zext i32 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x22)
  %sadd.with.overflow = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %sadd.with.overflow.v = extractvalue { i32, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i32, i1 } %sadd.with.overflow, 1
  %x23 = zext i32 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %x24 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x24)
  %uadd.with.overflow = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %uadd.with.overflow.v = extractvalue { i32, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i32, i1 } %uadd.with.overflow, 1
  %x25 = zext i32 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %x26 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x26)
  %ssub.with.overflow = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %ssub.with.overflow.v = extractvalue { i32, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i32, i1 } %ssub.with.overflow, 1
  %x27 = zext i32 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %x28 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x28)
  %usub.with.overflow = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %usub.with.overflow.v = extractvalue { i32, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i32, i1 } %usub.with.overflow, 1
  %x29 = zext i32 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %x30 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x30)
  %smul.with.overflow = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %smul.with.overflow.v = extractvalue { i32, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i32, i1 } %smul.with.overflow, 1
  %x31 = zext i32 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %x32 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x32)
  %umul.with.overflow = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %umul.with.overflow.v = extractvalue { i32, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i32, i1 } %umul.with.overflow, 1
  %x33 = zext i32 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %x34 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x34)
  %expect = call i32 @llvm.expect.i32(i32 %a, i32 0)
  %x35 = zext i32 %expect to i128
  call void @show(ptr @n.expect, i128 %x35)
  ret void
}

define void @test64(i64 %a, i64 %b, i64 %c) {
  %smax = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  %x1 = zext i64 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  %x2 = zext i64 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i64 @llvm.umax.i64(i64 %a, i64 %b)
  %x3 = zext i64 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  %x4 = zext i64 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i64 @llvm.sadd.sat.i64(i64 %a, i64 %b)
  %x5 = zext i64 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i64 @llvm.uadd.sat.i64(i64 %a, i64 %b)
  %x6 = zext i64 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i64 @llvm.ssub.sat.i64(i64 %a, i64 %b)
  %x7 = zext i64 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i64 @llvm.usub.sat.i64(i64 %a, i64 %b)
  %x8 = zext i64 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i64(i64 %a, i64 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i64(i64 %a, i64 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i64(i64 %a, i64 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i64(i64 %a, i64 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i64 @llvm.abs.i64(i64 %a, i1 false)
  %x13 = zext i64 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i64 @llvm.ctlz.i64(i64 %a, i1 false)
  %x14 = zext i64 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i64 @llvm.cttz.i64(i64 %a, i1 false)
  %x15 = zext i64 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i64 @llvm.ctpop.i64(i64 %a)
  %x16 = zext i64 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i64 @llvm.bitreverse.i64(i64 %a)
  %x17 = zext i64 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %bswap = call i64 @llvm.bswap.i64(i64 %a)
  %x18 = zext i64 %bswap to i128
  call void @show(ptr @n.bswap, i128 %x18)
  %fshl = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 %c)
  %x19 = zext i64 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x19)
  %fshr = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 %c)
  %x20 = zext i64 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x20)
  %amount = urem i64 %c, 64
  %sshl.sat = call i64 @llvm.sshl.sat.i64(i64 %a, i64 %amount)
  %x21 = zext i64 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x21)
  %ushl.sat = call i64 @llvm.ushl.sat.i64(i64 %a, i64 %amount)
  %x22 = zext i64 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x22)
  %sadd.with.overflow = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 %b)
  %sadd.with.overflow.v = extractvalue { i64, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i64, i1 } %sadd.with.overflow, 1
  %x23 = zext i64 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %x24 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x24)
  %uadd.with.overflow = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %a, i64 %b)
  %uadd.with.overflow.v = extractvalue { i64, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i64, i1 } %uadd.with.overflow, 1
  %x25 = zext i64 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %x26 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x26)
  %ssub.with.overflow = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a, i64 %b)
  %ssub.with.overflow.v = extractvalue { i64, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i64, i1 } %ssub.with.overflow, 1
  %x27 = zext i64 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %x28 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x28)
  %usub.with.overflow = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %usub.with.overflow.v = extractvalue { i64, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i64, i1 } %usub.with.overflow, 1
  %x29 = zext i64 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %x30 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x30)
  %smul.with.overflow = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  %smul.with.overflow.v = extractvalue { i64, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i64, i1 } %smul.with.overflow, 1
  %x31 = zext i64 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %x32 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x32)
  %umul.with.overflow = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  %umul.with.overflow.v = extractvalue { i64, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i64, i1 } %umul.with.overflow, 1
  %x33 = zext i64 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %x34 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x34)
  %expect = call i64 @llvm.expect.i64(i64 %a, i64 0)
  %x35 = zext i64 %expect to i128
  call void @show(ptr @n.expect, i128 %x35)
  ret void
}

define void @test128(i128 %a, i128 %b, i128 %c) {
  %smax = call i128 @llvm.smax.i128(i128 %a, i128 %b)
  call void @show(ptr @n.smax, i128 %smax)
  %smin = call i128 @llvm.smin.i128(i128 %a, i128 %b)
  call void @show(ptr @n.smin, i128 %smin)
  %umax = call i128 @llvm.umax.i128(i128 %a, i128 %b)
  call void @show(ptr @n.umax, i128 %umax)
  %umin = call i128 @llvm.umin.i128(i128 %a, i128 %b)
  call void @show(ptr @n.umin, i128 %umin)
  %sadd.sat = call i128 @llvm.sadd.sat.i128(i128 %a, i128 %b)
  call void @show(ptr @n.sadd.sat, i128 %sadd.sat)
  %uadd.sat = call i128 @llvm.uadd.sat.i128(i128 %a, i128 %b)
  call void @show(ptr @n.uadd.sat, i128 %uadd.sat)
  %ssub.sat = call i128 @llvm.ssub.sat.i128(i128 %a, i128 %b)
  call void @show(ptr @n.ssub.sat, i128 %ssub.sat)
  %usub.sat = call i128 @llvm.usub.sat.i128(i128 %a, i128 %b)
  call void @show(ptr @n.usub.sat, i128 %usub.sat)
  %scmp.i8 = call i8 @llvm.scmp.i8.i128(i128 %a, i128 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i128(i128 %a, i128 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i128(i128 %a, i128 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i128(i128 %a, i128 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i128 @llvm.abs.i128(i128 %a, i1 false)
  call void @show(ptr @n.abs, i128 %abs)
  %ctlz = call i128 @llvm.ctlz.i128(i128 %a, i1 false)
  call void @show(ptr @n.ctlz, i128 %ctlz)
  %cttz = call i128 @llvm.cttz.i128(i128 %a, i1 false)
  call void @show(ptr @n.cttz, i128 %cttz)
  %ctpop = call i128 @llvm.ctpop.i128(i128 %a)
  call void @show(ptr @n.ctpop, i128 %ctpop)
  %bitreverse = call i128 @llvm.bitreverse.i128(i128 %a)
  call void @show(ptr @n.bitreverse, i128 %bitreverse)
  %bswap = call i128 @llvm.bswap.i128(i128 %a)
  call void @show(ptr @n.bswap, i128 %bswap)
  %fshl = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 %c)
  call void @show(ptr @n.fshl, i128 %fshl)
  %fshr = call i128 @llvm.fshr.i128(i128 %a, i128 %b, i128 %c)
  call void @show(ptr @n.fshr, i128 %fshr)
  %sadd.with.overflow = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %a, i128 %b)
  %sadd.with.overflow.v = extractvalue { i128, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i128, i1 } %sadd.with.overflow, 1
  call void @show(ptr @n.sadd.with.overflow, i128 %sadd.with.overflow.v)
  %x22 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x22)
  %uadd.with.overflow = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %a, i128 %b)
  %uadd.with.overflow.v = extractvalue { i128, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i128, i1 } %uadd.with.overflow, 1
  call void @show(ptr @n.uadd.with.overflow, i128 %uadd.with.overflow.v)
  %x24 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x24)
  %ssub.with.overflow = call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %a, i128 %b)
  %ssub.with.overflow.v = extractvalue { i128, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i128, i1 } %ssub.with.overflow, 1
  call void @show(ptr @n.ssub.with.overflow, i128 %ssub.with.overflow.v)
  %x26 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x26)
  %usub.with.overflow = call { i128, i1 } @llvm.usub.with.overflow.i128(i128 %a, i128 %b)
  %usub.with.overflow.v = extractvalue { i128, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i128, i1 } %usub.with.overflow, 1
  call void @show(ptr @n.usub.with.overflow, i128 %usub.with.overflow.v)
  %x28 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x28)
  %smul.with.overflow = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %a, i128 %b)
  %smul.with.overflow.v = extractvalue { i128, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i128, i1 } %smul.with.overflow, 1
  call void @show(ptr @n.smul.with.overflow, i128 %smul.with.overflow.v)
  %x30 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x30)
  %umul.with.overflow = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %a, i128 %b)
  %umul.with.overflow.v = extractvalue { i128, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i128, i1 } %umul.with.overflow, 1
  call void @show(ptr @n.umul.with.overflow, i128 %umul.with.overflow.v)
  %x32 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x32)
  %expect = or i128 %a, 0
  call void @show(ptr @n.expect, i128 %expect)
  ret void
}

define void @test24(i24 %a, i24 %b, i24 %c) {
  %smax = call i24 @llvm.smax.i24(i24 %a, i24 %b)
  %x1 = zext i24 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i24 @llvm.smin.i24(i24 %a, i24 %b)
  %x2 = zext i24 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i24 @llvm.umax.i24(i24 %a, i24 %b)
  %x3 = zext i24 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i24 @llvm.umin.i24(i24 %a, i24 %b)
  %x4 = zext i24 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i24 @llvm.sadd.sat.i24(i24 %a, i24 %b)
  %x5 = zext i24 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i24 @llvm.uadd.sat.i24(i24 %a, i24 %b)
  %x6 = zext i24 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i24 @llvm.ssub.sat.i24(i24 %a, i24 %b)
  %x7 = zext i24 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i24 @llvm.usub.sat.i24(i24 %a, i24 %b)
  %x8 = zext i24 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i24(i24 %a, i24 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i24(i24 %a, i24 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i24(i24 %a, i24 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i24(i24 %a, i24 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i24 @llvm.abs.i24(i24 %a, i1 false)
  %x13 = zext i24 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i24 @llvm.ctlz.i24(i24 %a, i1 false)
  %x14 = zext i24 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i24 @llvm.cttz.i24(i24 %a, i1 false)
  %x15 = zext i24 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i24 @llvm.ctpop.i24(i24 %a)
  %x16 = zext i24 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i24 @llvm.bitreverse.i24(i24 %a)
  %x17 = zext i24 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %fshl = call i24 @llvm.fshl.i24(i24 %a, i24 %b, i24 %c)
  %x18 = zext i24 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x18)
  %fshr = call i24 @llvm.fshr.i24(i24 %a, i24 %b, i24 %c)
  %x19 = zext i24 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x19)
  %amount = urem i24 %c, 24
  %sshl.sat = call i24 @llvm.sshl.sat.i24(i24 %a, i24 %amount)
  %x20 = zext i24 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x20)
  %ushl.sat = call i24 @llvm.ushl.sat.i24(i24 %a, i24 %amount)
  %x21 = zext i24 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x21)
  %sadd.with.overflow = call { i24, i1 } @llvm.sadd.with.overflow.i24(i24 %a, i24 %b)
  %sadd.with.overflow.v = extractvalue { i24, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i24, i1 } %sadd.with.overflow, 1
  %x22 = zext i24 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x22)
  %x23 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %uadd.with.overflow = call { i24, i1 } @llvm.uadd.with.overflow.i24(i24 %a, i24 %b)
  %uadd.with.overflow.v = extractvalue { i24, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i24, i1 } %uadd.with.overflow, 1
  %x24 = zext i24 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x24)
  %x25 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %ssub.with.overflow = call { i24, i1 } @llvm.ssub.with.overflow.i24(i24 %a, i24 %b)
  %ssub.with.overflow.v = extractvalue { i24, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i24, i1 } %ssub.with.overflow, 1
  %x26 = zext i24 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x26)
  %x27 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %usub.with.overflow = call { i24, i1 } @llvm.usub.with.overflow.i24(i24 %a, i24 %b)
  %usub.with.overflow.v = extractvalue { i24, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i24, i1 } %usub.with.overflow, 1
  %x28 = zext i24 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x28)
  %x29 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %smul.with.overflow = call { i24, i1 } @llvm.smul.with.overflow.i24(i24 %a, i24 %b)
  %smul.with.overflow.v = extractvalue { i24, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i24, i1 } %smul.with.overflow, 1
  %x30 = zext i24 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x30)
  %x31 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %umul.with.overflow = call { i24, i1 } @llvm.umul.with.overflow.i24(i24 %a, i24 %b)
  %umul.with.overflow.v = extractvalue { i24, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i24, i1 } %umul.with.overflow, 1
  %x32 = zext i24 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x32)
  %x33 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %expect = or i24 %a, 0
  %x34 = zext i24 %expect to i128
  call void @show(ptr @n.expect, i128 %x34)
  ret void
}

define void @test33(i33 %a, i33 %b, i33 %c) {
  %smax = call i33 @llvm.smax.i33(i33 %a, i33 %b)
  %x1 = zext i33 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i33 @llvm.smin.i33(i33 %a, i33 %b)
  %x2 = zext i33 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i33 @llvm.umax.i33(i33 %a, i33 %b)
  %x3 = zext i33 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i33 @llvm.umin.i33(i33 %a, i33 %b)
  %x4 = zext i33 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i33 @llvm.sadd.sat.i33(i33 %a, i33 %b)
  %x5 = zext i33 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i33 @llvm.uadd.sat.i33(i33 %a, i33 %b)
  %x6 = zext i33 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i33 @llvm.ssub.sat.i33(i33 %a, i33 %b)
  %x7 = zext i33 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i33 @llvm.usub.sat.i33(i33 %a, i33 %b)
  %x8 = zext i33 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i33(i33 %a, i33 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i33(i33 %a, i33 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i33(i33 %a, i33 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i33(i33 %a, i33 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i33 @llvm.abs.i33(i33 %a, i1 false)
  %x13 = zext i33 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i33 @llvm.ctlz.i33(i33 %a, i1 false)
  %x14 = zext i33 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i33 @llvm.cttz.i33(i33 %a, i1 false)
  %x15 = zext i33 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i33 @llvm.ctpop.i33(i33 %a)
  %x16 = zext i33 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i33 @llvm.bitreverse.i33(i33 %a)
  %x17 = zext i33 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %fshl = call i33 @llvm.fshl.i33(i33 %a, i33 %b, i33 %c)
  %x18 = zext i33 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x18)
  %fshr = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 %c)
  %x19 = zext i33 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x19)
  %amount = urem i33 %c, 33
  %sshl.sat = call i33 @llvm.sshl.sat.i33(i33 %a, i33 %amount)
  %x20 = zext i33 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x20)
  %ushl.sat = call i33 @llvm.ushl.sat.i33(i33 %a, i33 %amount)
  %x21 = zext i33 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x21)
  %sadd.with.overflow = call { i33, i1 } @llvm.sadd.with.overflow.i33(i33 %a, i33 %b)
  %sadd.with.overflow.v = extractvalue { i33, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i33, i1 } %sadd.with.overflow, 1
  %x22 = zext i33 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x22)
  %x23 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %uadd.with.overflow = call { i33, i1 } @llvm.uadd.with.overflow.i33(i33 %a, i33 %b)
  %uadd.with.overflow.v = extractvalue { i33, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i33, i1 } %uadd.with.overflow, 1
  %x24 = zext i33 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x24)
  %x25 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %ssub.with.overflow = call { i33, i1 } @llvm.ssub.with.overflow.i33(i33 %a, i33 %b)
  %ssub.with.overflow.v = extractvalue { i33, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i33, i1 } %ssub.with.overflow, 1
  %x26 = zext i33 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x26)
  %x27 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %usub.with.overflow = call { i33, i1 } @llvm.usub.with.overflow.i33(i33 %a, i33 %b)
  %usub.with.overflow.v = extractvalue { i33, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i33, i1 } %usub.with.overflow, 1
  %x28 = zext i33 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x28)
  %x29 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %smul.with.overflow = call { i33, i1 } @llvm.smul.with.overflow.i33(i33 %a, i33 %b)
  %smul.with.overflow.v = extractvalue { i33, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i33, i1 } %smul.with.overflow, 1
  %x30 = zext i33 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x30)
  %x31 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %umul.with.overflow = call { i33, i1 } @llvm.umul.with.overflow.i33(i33 %a, i33 %b)
  %umul.with.overflow.v = extractvalue { i33, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i33, i1 } %umul.with.overflow, 1
  %x32 = zext i33 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x32)
  %x33 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %expect = or i33 %a, 0
  %x34 = zext i33 %expect to i128
  call void @show(ptr @n.expect, i128 %x34)
  ret void
}

define void @test7(i7 %a, i7 %b, i7 %c) {
  %smax = call i7 @llvm.smax.i7(i7 %a, i7 %b)
  %x1 = zext i7 %smax to i128
  call void @show(ptr @n.smax, i128 %x1)
  %smin = call i7 @llvm.smin.i7(i7 %a, i7 %b)
  %x2 = zext i7 %smin to i128
  call void @show(ptr @n.smin, i128 %x2)
  %umax = call i7 @llvm.umax.i7(i7 %a, i7 %b)
  %x3 = zext i7 %umax to i128
  call void @show(ptr @n.umax, i128 %x3)
  %umin = call i7 @llvm.umin.i7(i7 %a, i7 %b)
  %x4 = zext i7 %umin to i128
  call void @show(ptr @n.umin, i128 %x4)
  %sadd.sat = call i7 @llvm.sadd.sat.i7(i7 %a, i7 %b)
  %x5 = zext i7 %sadd.sat to i128
  call void @show(ptr @n.sadd.sat, i128 %x5)
  %uadd.sat = call i7 @llvm.uadd.sat.i7(i7 %a, i7 %b)
  %x6 = zext i7 %uadd.sat to i128
  call void @show(ptr @n.uadd.sat, i128 %x6)
  %ssub.sat = call i7 @llvm.ssub.sat.i7(i7 %a, i7 %b)
  %x7 = zext i7 %ssub.sat to i128
  call void @show(ptr @n.ssub.sat, i128 %x7)
  %usub.sat = call i7 @llvm.usub.sat.i7(i7 %a, i7 %b)
  %x8 = zext i7 %usub.sat to i128
  call void @show(ptr @n.usub.sat, i128 %x8)
  %scmp.i8 = call i8 @llvm.scmp.i8.i7(i7 %a, i7 %b)
  %x9 = zext i8 %scmp.i8 to i128
  call void @show(ptr @n.scmp.i8, i128 %x9)
  %scmp.i2 = call i2 @llvm.scmp.i2.i7(i7 %a, i7 %b)
  %x10 = zext i2 %scmp.i2 to i128
  call void @show(ptr @n.scmp.i2, i128 %x10)
  %ucmp.i8 = call i8 @llvm.ucmp.i8.i7(i7 %a, i7 %b)
  %x11 = zext i8 %ucmp.i8 to i128
  call void @show(ptr @n.ucmp.i8, i128 %x11)
  %ucmp.i2 = call i2 @llvm.ucmp.i2.i7(i7 %a, i7 %b)
  %x12 = zext i2 %ucmp.i2 to i128
  call void @show(ptr @n.ucmp.i2, i128 %x12)
  %abs = call i7 @llvm.abs.i7(i7 %a, i1 false)
  %x13 = zext i7 %abs to i128
  call void @show(ptr @n.abs, i128 %x13)
  %ctlz = call i7 @llvm.ctlz.i7(i7 %a, i1 false)
  %x14 = zext i7 %ctlz to i128
  call void @show(ptr @n.ctlz, i128 %x14)
  %cttz = call i7 @llvm.cttz.i7(i7 %a, i1 false)
  %x15 = zext i7 %cttz to i128
  call void @show(ptr @n.cttz, i128 %x15)
  %ctpop = call i7 @llvm.ctpop.i7(i7 %a)
  %x16 = zext i7 %ctpop to i128
  call void @show(ptr @n.ctpop, i128 %x16)
  %bitreverse = call i7 @llvm.bitreverse.i7(i7 %a)
  %x17 = zext i7 %bitreverse to i128
  call void @show(ptr @n.bitreverse, i128 %x17)
  %fshl = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 %c)
  %x18 = zext i7 %fshl to i128
  call void @show(ptr @n.fshl, i128 %x18)
  %fshr = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 %c)
  %x19 = zext i7 %fshr to i128
  call void @show(ptr @n.fshr, i128 %x19)
  %amount = urem i7 %c, 7
  %sshl.sat = call i7 @llvm.sshl.sat.i7(i7 %a, i7 %amount)
  %x20 = zext i7 %sshl.sat to i128
  call void @show(ptr @n.sshl.sat, i128 %x20)
  %ushl.sat = call i7 @llvm.ushl.sat.i7(i7 %a, i7 %amount)
  %x21 = zext i7 %ushl.sat to i128
  call void @show(ptr @n.ushl.sat, i128 %x21)
  %sadd.with.overflow = call { i7, i1 } @llvm.sadd.with.overflow.i7(i7 %a, i7 %b)
  %sadd.with.overflow.v = extractvalue { i7, i1 } %sadd.with.overflow, 0
  %sadd.with.overflow.f = extractvalue { i7, i1 } %sadd.with.overflow, 1
  %x22 = zext i7 %sadd.with.overflow.v to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x22)
  %x23 = zext i1 %sadd.with.overflow.f to i128
  call void @show(ptr @n.sadd.with.overflow, i128 %x23)
  %uadd.with.overflow = call { i7, i1 } @llvm.uadd.with.overflow.i7(i7 %a, i7 %b)
  %uadd.with.overflow.v = extractvalue { i7, i1 } %uadd.with.overflow, 0
  %uadd.with.overflow.f = extractvalue { i7, i1 } %uadd.with.overflow, 1
  %x24 = zext i7 %uadd.with.overflow.v to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x24)
  %x25 = zext i1 %uadd.with.overflow.f to i128
  call void @show(ptr @n.uadd.with.overflow, i128 %x25)
  %ssub.with.overflow = call { i7, i1 } @llvm.ssub.with.overflow.i7(i7 %a, i7 %b)
  %ssub.with.overflow.v = extractvalue { i7, i1 } %ssub.with.overflow, 0
  %ssub.with.overflow.f = extractvalue { i7, i1 } %ssub.with.overflow, 1
  %x26 = zext i7 %ssub.with.overflow.v to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x26)
  %x27 = zext i1 %ssub.with.overflow.f to i128
  call void @show(ptr @n.ssub.with.overflow, i128 %x27)
  %usub.with.overflow = call { i7, i1 } @llvm.usub.with.overflow.i7(i7 %a, i7 %b)
  %usub.with.overflow.v = extractvalue { i7, i1 } %usub.with.overflow, 0
  %usub.with.overflow.f = extractvalue { i7, i1 } %usub.with.overflow, 1
  %x28 = zext i7 %usub.with.overflow.v to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x28)
  %x29 = zext i1 %usub.with.overflow.f to i128
  call void @show(ptr @n.usub.with.overflow, i128 %x29)
  %smul.with.overflow = call { i7, i1 } @llvm.smul.with.overflow.i7(i7 %a, i7 %b)
  %smul.with.overflow.v = extractvalue { i7, i1 } %smul.with.overflow, 0
  %smul.with.overflow.f = extractvalue { i7, i1 } %smul.with.overflow, 1
  %x30 = zext i7 %smul.with.overflow.v to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x30)
  %x31 = zext i1 %smul.with.overflow.f to i128
  call void @show(ptr @n.smul.with.overflow, i128 %x31)
  %umul.with.overflow = call { i7, i1 } @llvm.umul.with.overflow.i7(i7 %a, i7 %b)
  %umul.with.overflow.v = extractvalue { i7, i1 } %umul.with.overflow, 0
  %umul.with.overflow.f = extractvalue { i7, i1 } %umul.with.overflow, 1
  %x32 = zext i7 %umul.with.overflow.v to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x32)
  %x33 = zext i1 %umul.with.overflow.f to i128
  call void @show(ptr @n.umul.with.overflow, i128 %x33)
  %expect = or i7 %a, 0
  %x34 = zext i7 %expect to i128
  call void @show(ptr @n.expect, i128 %x34)
  ret void
}

define i32 @main() {
  call void @test8(i8 85, i8 204, i8 3)
  call void @test8(i8 255, i8 1, i8 7)
  call void @test8(i8 128, i8 128, i8 0)
  call void @test8(i8 127, i8 255, i8 9)
  call void @test8(i8 0, i8 5, i8 2)
  call void @test8(i8 120, i8 240, i8 4)
  call void @test8(i8 129, i8 2, i8 1)
  call void @test16(i16 21845, i16 52428, i16 3)
  call void @test16(i16 65535, i16 1, i16 15)
  call void @test16(i16 32768, i16 32768, i16 0)
  call void @test16(i16 32767, i16 65535, i16 17)
  call void @test16(i16 0, i16 5, i16 2)
  call void @test16(i16 22136, i16 57072, i16 8)
  call void @test16(i16 32769, i16 2, i16 1)
  call void @test32(i32 1431655765, i32 3435973836, i32 3)
  call void @test32(i32 4294967295, i32 1, i32 31)
  call void @test32(i32 2147483648, i32 2147483648, i32 0)
  call void @test32(i32 2147483647, i32 4294967295, i32 33)
  call void @test32(i32 0, i32 5, i32 2)
  call void @test32(i32 305419896, i32 2596069104, i32 16)
  call void @test32(i32 2147483649, i32 2, i32 1)
  call void @test64(i64 6148914691236517205, i64 14757395258967641292, i64 3)
  call void @test64(i64 18446744073709551615, i64 1, i64 63)
  call void @test64(i64 9223372036854775808, i64 9223372036854775808, i64 0)
  call void @test64(i64 9223372036854775807, i64 18446744073709551615, i64 65)
  call void @test64(i64 0, i64 5, i64 2)
  call void @test64(i64 305419896, i64 2596069104, i64 32)
  call void @test64(i64 9223372036854775809, i64 2, i64 1)
  call void @test128(i128 113427455640312821154458202477256070485, i128 272225893536750770770699685945414569164, i128 3)
  call void @test128(i128 340282366920938463463374607431768211455, i128 1, i128 127)
  call void @test128(i128 170141183460469231731687303715884105728, i128 170141183460469231731687303715884105728, i128 0)
  call void @test128(i128 170141183460469231731687303715884105727, i128 340282366920938463463374607431768211455, i128 129)
  call void @test128(i128 0, i128 5, i128 2)
  call void @test128(i128 305419896, i128 2596069104, i128 64)
  call void @test128(i128 170141183460469231731687303715884105729, i128 2, i128 1)
  call void @test24(i24 5592405, i24 13421772, i24 3)
  call void @test24(i24 16777215, i24 1, i24 23)
  call void @test24(i24 8388608, i24 8388608, i24 0)
  call void @test24(i24 8388607, i24 16777215, i24 25)
  call void @test24(i24 0, i24 5, i24 2)
  call void @test24(i24 3430008, i24 12377840, i24 12)
  call void @test24(i24 8388609, i24 2, i24 1)
  call void @test33(i33 2863311530, i33 6871947672, i33 3)
  call void @test33(i33 8589934591, i33 1, i33 32)
  call void @test33(i33 4294967296, i33 4294967296, i33 0)
  call void @test33(i33 4294967295, i33 8589934591, i33 34)
  call void @test33(i33 0, i33 5, i33 2)
  call void @test33(i33 305419896, i33 2596069104, i33 16)
  call void @test33(i33 4294967297, i33 2, i33 1)
  call void @test7(i7 42, i7 100, i7 3)
  call void @test7(i7 127, i7 1, i7 6)
  call void @test7(i7 64, i7 64, i7 0)
  call void @test7(i7 63, i7 127, i7 6)
  call void @test7(i7 0, i7 5, i7 2)
  call void @test7(i7 120, i7 112, i7 3)
  call void @test7(i7 65, i7 2, i7 1)
  ret i32 5
}
