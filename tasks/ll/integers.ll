; Integers of widths that C does not have: every operator, comparison, conversion and memory access.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@words = private unnamed_addr constant [35 x i8] c"%s %016llx %016llx %016llx %016llx\00"
declare i32 @printf(ptr, ...)
declare i32 @putchar(i32)

define void @show(ptr %name, i256 %x) {
  %a = trunc i256 %x to i64
  %s1 = lshr i256 %x, 64
  %b = trunc i256 %s1 to i64
  %s2 = lshr i256 %x, 128
  %c = trunc i256 %s2 to i64
  %s3 = lshr i256 %x, 192
  %d = trunc i256 %s3 to i64
  call i32 (ptr, ...) @printf(ptr @words, ptr %name, i64 %d, i64 %c, i64 %b, i64 %a)
  call i32 @putchar(i32 10)
  ret void
}

@n.zext = private unnamed_addr constant [5 x i8] c"zext\00"
@n.xor = private unnamed_addr constant [4 x i8] c"xor\00"
@n.urem = private unnamed_addr constant [5 x i8] c"urem\00"
@n.udiv = private unnamed_addr constant [5 x i8] c"udiv\00"
@n.trunc = private unnamed_addr constant [6 x i8] c"trunc\00"
@n.sub = private unnamed_addr constant [4 x i8] c"sub\00"
@n.srem = private unnamed_addr constant [5 x i8] c"srem\00"
@n.shl = private unnamed_addr constant [4 x i8] c"shl\00"
@n.sext = private unnamed_addr constant [5 x i8] c"sext\00"
@n.sdiv = private unnamed_addr constant [5 x i8] c"sdiv\00"
@n.or = private unnamed_addr constant [3 x i8] c"or\00"
@n.mul = private unnamed_addr constant [4 x i8] c"mul\00"
@n.lshr = private unnamed_addr constant [5 x i8] c"lshr\00"
@n.load = private unnamed_addr constant [5 x i8] c"load\00"
@n.icmp = private unnamed_addr constant [5 x i8] c"icmp\00"
@n.bytes = private unnamed_addr constant [6 x i8] c"bytes\00"
@n.ashr = private unnamed_addr constant [5 x i8] c"ashr\00"
@n.and = private unnamed_addr constant [4 x i8] c"and\00"
@n.add = private unnamed_addr constant [4 x i8] c"add\00"
define void @test1(i1 %a, i1 %b, i1 %s) {
  %add = add i1 %a, %b
  %x1 = zext i1 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i1 %a, %b
  %x2 = zext i1 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i1 %a, %b
  %x3 = zext i1 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i1 %a, %b
  %x4 = zext i1 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i1 %a, %b
  %x5 = zext i1 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i1 %a, %b
  %x6 = zext i1 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i1 %a, %b
  %x7 = zext i1 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i1 %a, %b
  %x8 = zext i1 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i1 %a, %b
  %x9 = zext i1 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i1 %a, %b
  %x10 = zext i1 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i1 %a, %s
  %x11 = zext i1 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i1 %a, %s
  %x12 = zext i1 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i1 %a, %s
  %x13 = zext i1 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i1 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i1 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i1 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i1 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i1 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i1 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i1 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i1 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i1 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i1 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i1 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i1 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %place = alloca [2 x i1]
  %second = getelementptr [2 x i1], ptr %place, i64 0, i64 1
  store i1 %a, ptr %place
  store i1 %b, ptr %second
  %l0 = load i1, ptr %place
  %l1 = load i1, ptr %second
  %lx = xor i1 %l0, %l1
  %x16 = zext i1 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  call void @show(ptr @n.bytes, i256 %ys0)
  ret void
}

define void @test3(i3 %a, i3 %b, i3 %s) {
  %add = add i3 %a, %b
  %x1 = zext i3 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i3 %a, %b
  %x2 = zext i3 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i3 %a, %b
  %x3 = zext i3 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i3 %a, %b
  %x4 = zext i3 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i3 %a, %b
  %x5 = zext i3 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i3 %a, %b
  %x6 = zext i3 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i3 %a, %b
  %x7 = zext i3 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i3 %a, %b
  %x8 = zext i3 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i3 %a, %b
  %x9 = zext i3 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i3 %a, %b
  %x10 = zext i3 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i3 %a, %s
  %x11 = zext i3 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i3 %a, %s
  %x12 = zext i3 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i3 %a, %s
  %x13 = zext i3 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i3 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i3 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i3 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i3 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i3 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i3 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i3 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i3 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i3 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i3 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i3 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i3 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %half = trunc i3 %b to i1
  %wide = sext i1 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i3]
  %second = getelementptr [2 x i3], ptr %place, i64 0, i64 1
  store i3 %a, ptr %place
  store i3 %b, ptr %second
  %l0 = load i3, ptr %place
  %l1 = load i3, ptr %second
  %lx = xor i3 %l0, %l1
  %x16 = zext i3 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  call void @show(ptr @n.bytes, i256 %ys0)
  ret void
}

define void @test17(i17 %a, i17 %b, i17 %s) {
  %add = add i17 %a, %b
  %x1 = zext i17 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i17 %a, %b
  %x2 = zext i17 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i17 %a, %b
  %x3 = zext i17 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i17 %a, %b
  %x4 = zext i17 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i17 %a, %b
  %x5 = zext i17 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i17 %a, %b
  %x6 = zext i17 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i17 %a, %b
  %x7 = zext i17 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i17 %a, %b
  %x8 = zext i17 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i17 %a, %b
  %x9 = zext i17 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i17 %a, %b
  %x10 = zext i17 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i17 %a, %s
  %x11 = zext i17 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i17 %a, %s
  %x12 = zext i17 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i17 %a, %s
  %x13 = zext i17 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i17 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i17 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i17 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i17 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i17 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i17 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i17 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i17 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i17 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i17 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i17 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i17 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %half = trunc i17 %b to i8
  %wide = sext i8 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i17]
  %second = getelementptr [2 x i17], ptr %place, i64 0, i64 1
  store i17 %a, ptr %place
  store i17 %b, ptr %second
  %l0 = load i17, ptr %place
  %l1 = load i17, ptr %second
  %lx = xor i17 %l0, %l1
  %x16 = zext i17 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  %p1 = getelementptr i8, ptr %second, i64 1
  %y1 = load i8, ptr %p1
  %yz1 = zext i8 %y1 to i256
  %yh1 = shl i256 %yz1, 8
  %ys1 = or i256 %ys0, %yh1
  %p2 = getelementptr i8, ptr %second, i64 2
  %y2 = load i8, ptr %p2
  %yz2 = zext i8 %y2 to i256
  %yh2 = shl i256 %yz2, 16
  %ys2 = or i256 %ys1, %yh2
  call void @show(ptr @n.bytes, i256 %ys2)
  ret void
}

define void @test24(i24 %a, i24 %b, i24 %s) {
  %add = add i24 %a, %b
  %x1 = zext i24 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i24 %a, %b
  %x2 = zext i24 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i24 %a, %b
  %x3 = zext i24 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i24 %a, %b
  %x4 = zext i24 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i24 %a, %b
  %x5 = zext i24 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i24 %a, %b
  %x6 = zext i24 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i24 %a, %b
  %x7 = zext i24 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i24 %a, %b
  %x8 = zext i24 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i24 %a, %b
  %x9 = zext i24 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i24 %a, %b
  %x10 = zext i24 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i24 %a, %s
  %x11 = zext i24 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i24 %a, %s
  %x12 = zext i24 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i24 %a, %s
  %x13 = zext i24 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i24 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i24 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i24 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i24 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i24 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i24 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i24 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i24 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i24 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i24 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i24 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i24 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %half = trunc i24 %b to i12
  %wide = sext i12 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i24]
  %second = getelementptr [2 x i24], ptr %place, i64 0, i64 1
  store i24 %a, ptr %place
  store i24 %b, ptr %second
  %l0 = load i24, ptr %place
  %l1 = load i24, ptr %second
  %lx = xor i24 %l0, %l1
  %x16 = zext i24 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  %p1 = getelementptr i8, ptr %second, i64 1
  %y1 = load i8, ptr %p1
  %yz1 = zext i8 %y1 to i256
  %yh1 = shl i256 %yz1, 8
  %ys1 = or i256 %ys0, %yh1
  %p2 = getelementptr i8, ptr %second, i64 2
  %y2 = load i8, ptr %p2
  %yz2 = zext i8 %y2 to i256
  %yh2 = shl i256 %yz2, 16
  %ys2 = or i256 %ys1, %yh2
  call void @show(ptr @n.bytes, i256 %ys2)
  ret void
}

define void @test33(i33 %a, i33 %b, i33 %s) {
  %add = add i33 %a, %b
  %x1 = zext i33 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i33 %a, %b
  %x2 = zext i33 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i33 %a, %b
  %x3 = zext i33 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i33 %a, %b
  %x4 = zext i33 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i33 %a, %b
  %x5 = zext i33 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i33 %a, %b
  %x6 = zext i33 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i33 %a, %b
  %x7 = zext i33 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i33 %a, %b
  %x8 = zext i33 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i33 %a, %b
  %x9 = zext i33 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i33 %a, %b
  %x10 = zext i33 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i33 %a, %s
  %x11 = zext i33 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i33 %a, %s
  %x12 = zext i33 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i33 %a, %s
  %x13 = zext i33 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i33 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i33 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i33 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i33 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i33 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i33 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i33 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i33 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i33 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i33 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i33 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i33 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %half = trunc i33 %b to i16
  %wide = sext i16 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i33]
  %second = getelementptr [2 x i33], ptr %place, i64 0, i64 1
  store i33 %a, ptr %place
  store i33 %b, ptr %second
  %l0 = load i33, ptr %place
  %l1 = load i33, ptr %second
  %lx = xor i33 %l0, %l1
  %x16 = zext i33 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  %p1 = getelementptr i8, ptr %second, i64 1
  %y1 = load i8, ptr %p1
  %yz1 = zext i8 %y1 to i256
  %yh1 = shl i256 %yz1, 8
  %ys1 = or i256 %ys0, %yh1
  %p2 = getelementptr i8, ptr %second, i64 2
  %y2 = load i8, ptr %p2
  %yz2 = zext i8 %y2 to i256
  %yh2 = shl i256 %yz2, 16
  %ys2 = or i256 %ys1, %yh2
  %p3 = getelementptr i8, ptr %second, i64 3
  %y3 = load i8, ptr %p3
  %yz3 = zext i8 %y3 to i256
  %yh3 = shl i256 %yz3, 24
  %ys3 = or i256 %ys2, %yh3
  %p4 = getelementptr i8, ptr %second, i64 4
  %y4 = load i8, ptr %p4
  %yz4 = zext i8 %y4 to i256
  %yh4 = shl i256 %yz4, 32
  %ys4 = or i256 %ys3, %yh4
  call void @show(ptr @n.bytes, i256 %ys4)
  ret void
}

define void @test65(i65 %a, i65 %b, i65 %s) {
  %add = add i65 %a, %b
  %x1 = zext i65 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i65 %a, %b
  %x2 = zext i65 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i65 %a, %b
  %x3 = zext i65 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i65 %a, %b
  %x4 = zext i65 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i65 %a, %b
  %x5 = zext i65 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i65 %a, %b
  %x6 = zext i65 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i65 %a, %b
  %x7 = zext i65 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i65 %a, %b
  %x8 = zext i65 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i65 %a, %b
  %x9 = zext i65 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i65 %a, %b
  %x10 = zext i65 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i65 %a, %s
  %x11 = zext i65 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i65 %a, %s
  %x12 = zext i65 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i65 %a, %s
  %x13 = zext i65 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i65 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i65 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i65 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i65 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i65 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i65 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i65 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i65 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i65 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i65 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i65 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i65 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %half = trunc i65 %b to i32
  %wide = sext i32 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i65]
  %second = getelementptr [2 x i65], ptr %place, i64 0, i64 1
  store i65 %a, ptr %place
  store i65 %b, ptr %second
  %l0 = load i65, ptr %place
  %l1 = load i65, ptr %second
  %lx = xor i65 %l0, %l1
  %x16 = zext i65 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  %p1 = getelementptr i8, ptr %second, i64 1
  %y1 = load i8, ptr %p1
  %yz1 = zext i8 %y1 to i256
  %yh1 = shl i256 %yz1, 8
  %ys1 = or i256 %ys0, %yh1
  %p2 = getelementptr i8, ptr %second, i64 2
  %y2 = load i8, ptr %p2
  %yz2 = zext i8 %y2 to i256
  %yh2 = shl i256 %yz2, 16
  %ys2 = or i256 %ys1, %yh2
  %p3 = getelementptr i8, ptr %second, i64 3
  %y3 = load i8, ptr %p3
  %yz3 = zext i8 %y3 to i256
  %yh3 = shl i256 %yz3, 24
  %ys3 = or i256 %ys2, %yh3
  %p4 = getelementptr i8, ptr %second, i64 4
  %y4 = load i8, ptr %p4
  %yz4 = zext i8 %y4 to i256
  %yh4 = shl i256 %yz4, 32
  %ys4 = or i256 %ys3, %yh4
  %p5 = getelementptr i8, ptr %second, i64 5
  %y5 = load i8, ptr %p5
  %yz5 = zext i8 %y5 to i256
  %yh5 = shl i256 %yz5, 40
  %ys5 = or i256 %ys4, %yh5
  %p6 = getelementptr i8, ptr %second, i64 6
  %y6 = load i8, ptr %p6
  %yz6 = zext i8 %y6 to i256
  %yh6 = shl i256 %yz6, 48
  %ys6 = or i256 %ys5, %yh6
  %p7 = getelementptr i8, ptr %second, i64 7
  %y7 = load i8, ptr %p7
  %yz7 = zext i8 %y7 to i256
  %yh7 = shl i256 %yz7, 56
  %ys7 = or i256 %ys6, %yh7
  %p8 = getelementptr i8, ptr %second, i64 8
  %y8 = load i8, ptr %p8
  %yz8 = zext i8 %y8 to i256
  %yh8 = shl i256 %yz8, 64
  %ys8 = or i256 %ys7, %yh8
  call void @show(ptr @n.bytes, i256 %ys8)
  ret void
}

define void @test129(i129 %a, i129 %b, i129 %s) {
  %add = add i129 %a, %b
  %x1 = zext i129 %add to i256
  call void @show(ptr @n.add, i256 %x1)
  %sub = sub i129 %a, %b
  %x2 = zext i129 %sub to i256
  call void @show(ptr @n.sub, i256 %x2)
  %mul = mul i129 %a, %b
  %x3 = zext i129 %mul to i256
  call void @show(ptr @n.mul, i256 %x3)
  %udiv = udiv i129 %a, %b
  %x4 = zext i129 %udiv to i256
  call void @show(ptr @n.udiv, i256 %x4)
  %sdiv = sdiv i129 %a, %b
  %x5 = zext i129 %sdiv to i256
  call void @show(ptr @n.sdiv, i256 %x5)
  %urem = urem i129 %a, %b
  %x6 = zext i129 %urem to i256
  call void @show(ptr @n.urem, i256 %x6)
  %srem = srem i129 %a, %b
  %x7 = zext i129 %srem to i256
  call void @show(ptr @n.srem, i256 %x7)
  %and = and i129 %a, %b
  %x8 = zext i129 %and to i256
  call void @show(ptr @n.and, i256 %x8)
  %or = or i129 %a, %b
  %x9 = zext i129 %or to i256
  call void @show(ptr @n.or, i256 %x9)
  %xor = xor i129 %a, %b
  %x10 = zext i129 %xor to i256
  call void @show(ptr @n.xor, i256 %x10)
  %shl = shl i129 %a, %s
  %x11 = zext i129 %shl to i256
  call void @show(ptr @n.shl, i256 %x11)
  %lshr = lshr i129 %a, %s
  %x12 = zext i129 %lshr to i256
  call void @show(ptr @n.lshr, i256 %x12)
  %ashr = ashr i129 %a, %s
  %x13 = zext i129 %ashr to i256
  call void @show(ptr @n.ashr, i256 %x13)
  %ceq = icmp eq i129 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i129 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i129 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i129 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i129 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i129 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i129 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i129 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i129 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i129 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  %x14 = zext i129 %a to i256
  call void @show(ptr @n.zext, i256 %x14)
  %x15 = sext i129 %a to i256
  call void @show(ptr @n.sext, i256 %x15)
  %half = trunc i129 %b to i64
  %wide = sext i64 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i129]
  %second = getelementptr [2 x i129], ptr %place, i64 0, i64 1
  store i129 %a, ptr %place
  store i129 %b, ptr %second
  %l0 = load i129, ptr %place
  %l1 = load i129, ptr %second
  %lx = xor i129 %l0, %l1
  %x16 = zext i129 %lx to i256
  call void @show(ptr @n.load, i256 %x16)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  %p1 = getelementptr i8, ptr %second, i64 1
  %y1 = load i8, ptr %p1
  %yz1 = zext i8 %y1 to i256
  %yh1 = shl i256 %yz1, 8
  %ys1 = or i256 %ys0, %yh1
  %p2 = getelementptr i8, ptr %second, i64 2
  %y2 = load i8, ptr %p2
  %yz2 = zext i8 %y2 to i256
  %yh2 = shl i256 %yz2, 16
  %ys2 = or i256 %ys1, %yh2
  %p3 = getelementptr i8, ptr %second, i64 3
  %y3 = load i8, ptr %p3
  %yz3 = zext i8 %y3 to i256
  %yh3 = shl i256 %yz3, 24
  %ys3 = or i256 %ys2, %yh3
  %p4 = getelementptr i8, ptr %second, i64 4
  %y4 = load i8, ptr %p4
  %yz4 = zext i8 %y4 to i256
  %yh4 = shl i256 %yz4, 32
  %ys4 = or i256 %ys3, %yh4
  %p5 = getelementptr i8, ptr %second, i64 5
  %y5 = load i8, ptr %p5
  %yz5 = zext i8 %y5 to i256
  %yh5 = shl i256 %yz5, 40
  %ys5 = or i256 %ys4, %yh5
  %p6 = getelementptr i8, ptr %second, i64 6
  %y6 = load i8, ptr %p6
  %yz6 = zext i8 %y6 to i256
  %yh6 = shl i256 %yz6, 48
  %ys6 = or i256 %ys5, %yh6
  %p7 = getelementptr i8, ptr %second, i64 7
  %y7 = load i8, ptr %p7
  %yz7 = zext i8 %y7 to i256
  %yh7 = shl i256 %yz7, 56
  %ys7 = or i256 %ys6, %yh7
  %p8 = getelementptr i8, ptr %second, i64 8
  %y8 = load i8, ptr %p8
  %yz8 = zext i8 %y8 to i256
  %yh8 = shl i256 %yz8, 64
  %ys8 = or i256 %ys7, %yh8
  %p9 = getelementptr i8, ptr %second, i64 9
  %y9 = load i8, ptr %p9
  %yz9 = zext i8 %y9 to i256
  %yh9 = shl i256 %yz9, 72
  %ys9 = or i256 %ys8, %yh9
  %p10 = getelementptr i8, ptr %second, i64 10
  %y10 = load i8, ptr %p10
  %yz10 = zext i8 %y10 to i256
  %yh10 = shl i256 %yz10, 80
  %ys10 = or i256 %ys9, %yh10
  %p11 = getelementptr i8, ptr %second, i64 11
  %y11 = load i8, ptr %p11
  %yz11 = zext i8 %y11 to i256
  %yh11 = shl i256 %yz11, 88
  %ys11 = or i256 %ys10, %yh11
  %p12 = getelementptr i8, ptr %second, i64 12
  %y12 = load i8, ptr %p12
  %yz12 = zext i8 %y12 to i256
  %yh12 = shl i256 %yz12, 96
  %ys12 = or i256 %ys11, %yh12
  %p13 = getelementptr i8, ptr %second, i64 13
  %y13 = load i8, ptr %p13
  %yz13 = zext i8 %y13 to i256
  %yh13 = shl i256 %yz13, 104
  %ys13 = or i256 %ys12, %yh13
  %p14 = getelementptr i8, ptr %second, i64 14
  %y14 = load i8, ptr %p14
  %yz14 = zext i8 %y14 to i256
  %yh14 = shl i256 %yz14, 112
  %ys14 = or i256 %ys13, %yh14
  %p15 = getelementptr i8, ptr %second, i64 15
  %y15 = load i8, ptr %p15
  %yz15 = zext i8 %y15 to i256
  %yh15 = shl i256 %yz15, 120
  %ys15 = or i256 %ys14, %yh15
  %p16 = getelementptr i8, ptr %second, i64 16
  %y16 = load i8, ptr %p16
  %yz16 = zext i8 %y16 to i256
  %yh16 = shl i256 %yz16, 128
  %ys16 = or i256 %ys15, %yh16
  call void @show(ptr @n.bytes, i256 %ys16)
  ret void
}

define void @test256(i256 %a, i256 %b, i256 %s) {
  %add = add i256 %a, %b
  call void @show(ptr @n.add, i256 %add)
  %sub = sub i256 %a, %b
  call void @show(ptr @n.sub, i256 %sub)
  %mul = mul i256 %a, %b
  call void @show(ptr @n.mul, i256 %mul)
  %udiv = udiv i256 %a, %b
  call void @show(ptr @n.udiv, i256 %udiv)
  %sdiv = sdiv i256 %a, %b
  call void @show(ptr @n.sdiv, i256 %sdiv)
  %urem = urem i256 %a, %b
  call void @show(ptr @n.urem, i256 %urem)
  %srem = srem i256 %a, %b
  call void @show(ptr @n.srem, i256 %srem)
  %and = and i256 %a, %b
  call void @show(ptr @n.and, i256 %and)
  %or = or i256 %a, %b
  call void @show(ptr @n.or, i256 %or)
  %xor = xor i256 %a, %b
  call void @show(ptr @n.xor, i256 %xor)
  %shl = shl i256 %a, %s
  call void @show(ptr @n.shl, i256 %shl)
  %lshr = lshr i256 %a, %s
  call void @show(ptr @n.lshr, i256 %lshr)
  %ashr = ashr i256 %a, %s
  call void @show(ptr @n.ashr, i256 %ashr)
  %ceq = icmp eq i256 %a, %b
  %zeq = zext i1 %ceq to i256
  %heq = shl i256 %zeq, 0
  %oeq = or i256 0, %heq
  %cne = icmp ne i256 %a, %b
  %zne = zext i1 %cne to i256
  %hne = shl i256 %zne, 1
  %one = or i256 %oeq, %hne
  %cult = icmp ult i256 %a, %b
  %zult = zext i1 %cult to i256
  %hult = shl i256 %zult, 2
  %oult = or i256 %one, %hult
  %cule = icmp ule i256 %a, %b
  %zule = zext i1 %cule to i256
  %hule = shl i256 %zule, 3
  %oule = or i256 %oult, %hule
  %cugt = icmp ugt i256 %a, %b
  %zugt = zext i1 %cugt to i256
  %hugt = shl i256 %zugt, 4
  %ougt = or i256 %oule, %hugt
  %cuge = icmp uge i256 %a, %b
  %zuge = zext i1 %cuge to i256
  %huge = shl i256 %zuge, 5
  %ouge = or i256 %ougt, %huge
  %cslt = icmp slt i256 %a, %b
  %zslt = zext i1 %cslt to i256
  %hslt = shl i256 %zslt, 6
  %oslt = or i256 %ouge, %hslt
  %csle = icmp sle i256 %a, %b
  %zsle = zext i1 %csle to i256
  %hsle = shl i256 %zsle, 7
  %osle = or i256 %oslt, %hsle
  %csgt = icmp sgt i256 %a, %b
  %zsgt = zext i1 %csgt to i256
  %hsgt = shl i256 %zsgt, 8
  %osgt = or i256 %osle, %hsgt
  %csge = icmp sge i256 %a, %b
  %zsge = zext i1 %csge to i256
  %hsge = shl i256 %zsge, 9
  %osge = or i256 %osgt, %hsge
  call void @show(ptr @n.icmp, i256 %osge)
  call void @show(ptr @n.zext, i256 %a)
  %half = trunc i256 %b to i128
  %wide = sext i128 %half to i256
  call void @show(ptr @n.trunc, i256 %wide)
  %place = alloca [2 x i256]
  %second = getelementptr [2 x i256], ptr %place, i64 0, i64 1
  store i256 %a, ptr %place
  store i256 %b, ptr %second
  %l0 = load i256, ptr %place
  %l1 = load i256, ptr %second
  %lx = xor i256 %l0, %l1
  call void @show(ptr @n.load, i256 %lx)
  %p0 = getelementptr i8, ptr %second, i64 0
  %y0 = load i8, ptr %p0
  %yz0 = zext i8 %y0 to i256
  %ys0 = or i256 0, %yz0
  %p1 = getelementptr i8, ptr %second, i64 1
  %y1 = load i8, ptr %p1
  %yz1 = zext i8 %y1 to i256
  %yh1 = shl i256 %yz1, 8
  %ys1 = or i256 %ys0, %yh1
  %p2 = getelementptr i8, ptr %second, i64 2
  %y2 = load i8, ptr %p2
  %yz2 = zext i8 %y2 to i256
  %yh2 = shl i256 %yz2, 16
  %ys2 = or i256 %ys1, %yh2
  %p3 = getelementptr i8, ptr %second, i64 3
  %y3 = load i8, ptr %p3
  %yz3 = zext i8 %y3 to i256
  %yh3 = shl i256 %yz3, 24
  %ys3 = or i256 %ys2, %yh3
  %p4 = getelementptr i8, ptr %second, i64 4
  %y4 = load i8, ptr %p4
  %yz4 = zext i8 %y4 to i256
  %yh4 = shl i256 %yz4, 32
  %ys4 = or i256 %ys3, %yh4
  %p5 = getelementptr i8, ptr %second, i64 5
  %y5 = load i8, ptr %p5
  %yz5 = zext i8 %y5 to i256
  %yh5 = shl i256 %yz5, 40
  %ys5 = or i256 %ys4, %yh5
  %p6 = getelementptr i8, ptr %second, i64 6
  %y6 = load i8, ptr %p6
  %yz6 = zext i8 %y6 to i256
  %yh6 = shl i256 %yz6, 48
  %ys6 = or i256 %ys5, %yh6
  %p7 = getelementptr i8, ptr %second, i64 7
  %y7 = load i8, ptr %p7
  %yz7 = zext i8 %y7 to i256
  %yh7 = shl i256 %yz7, 56
  %ys7 = or i256 %ys6, %yh7
  %p8 = getelementptr i8, ptr %second, i64 8
  %y8 = load i8, ptr %p8
  %yz8 = zext i8 %y8 to i256
  %yh8 = shl i256 %yz8, 64
  %ys8 = or i256 %ys7, %yh8
  %p9 = getelementptr i8, ptr %second, i64 9
  %y9 = load i8, ptr %p9
  %yz9 = zext i8 %y9 to i256
  %yh9 = shl i256 %yz9, 72
  %ys9 = or i256 %ys8, %yh9
  %p10 = getelementptr i8, ptr %second, i64 10
  %y10 = load i8, ptr %p10
  %yz10 = zext i8 %y10 to i256
  %yh10 = shl i256 %yz10, 80
  %ys10 = or i256 %ys9, %yh10
  %p11 = getelementptr i8, ptr %second, i64 11
  %y11 = load i8, ptr %p11
  %yz11 = zext i8 %y11 to i256
  %yh11 = shl i256 %yz11, 88
  %ys11 = or i256 %ys10, %yh11
  %p12 = getelementptr i8, ptr %second, i64 12
  %y12 = load i8, ptr %p12
  %yz12 = zext i8 %y12 to i256
  %yh12 = shl i256 %yz12, 96
  %ys12 = or i256 %ys11, %yh12
  %p13 = getelementptr i8, ptr %second, i64 13
  %y13 = load i8, ptr %p13
  %yz13 = zext i8 %y13 to i256
  %yh13 = shl i256 %yz13, 104
  %ys13 = or i256 %ys12, %yh13
  %p14 = getelementptr i8, ptr %second, i64 14
  %y14 = load i8, ptr %p14
  %yz14 = zext i8 %y14 to i256
  %yh14 = shl i256 %yz14, 112
  %ys14 = or i256 %ys13, %yh14
  %p15 = getelementptr i8, ptr %second, i64 15
  %y15 = load i8, ptr %p15
  %yz15 = zext i8 %y15 to i256
  %yh15 = shl i256 %yz15, 120
  %ys15 = or i256 %ys14, %yh15
  %p16 = getelementptr i8, ptr %second, i64 16
  %y16 = load i8, ptr %p16
  %yz16 = zext i8 %y16 to i256
  %yh16 = shl i256 %yz16, 128
  %ys16 = or i256 %ys15, %yh16
  %p17 = getelementptr i8, ptr %second, i64 17
  %y17 = load i8, ptr %p17
  %yz17 = zext i8 %y17 to i256
  %yh17 = shl i256 %yz17, 136
  %ys17 = or i256 %ys16, %yh17
  %p18 = getelementptr i8, ptr %second, i64 18
  %y18 = load i8, ptr %p18
  %yz18 = zext i8 %y18 to i256
  %yh18 = shl i256 %yz18, 144
  %ys18 = or i256 %ys17, %yh18
  %p19 = getelementptr i8, ptr %second, i64 19
  %y19 = load i8, ptr %p19
  %yz19 = zext i8 %y19 to i256
  %yh19 = shl i256 %yz19, 152
  %ys19 = or i256 %ys18, %yh19
  %p20 = getelementptr i8, ptr %second, i64 20
  %y20 = load i8, ptr %p20
  %yz20 = zext i8 %y20 to i256
  %yh20 = shl i256 %yz20, 160
  %ys20 = or i256 %ys19, %yh20
  %p21 = getelementptr i8, ptr %second, i64 21
  %y21 = load i8, ptr %p21
  %yz21 = zext i8 %y21 to i256
  %yh21 = shl i256 %yz21, 168
  %ys21 = or i256 %ys20, %yh21
  %p22 = getelementptr i8, ptr %second, i64 22
  %y22 = load i8, ptr %p22
  %yz22 = zext i8 %y22 to i256
  %yh22 = shl i256 %yz22, 176
  %ys22 = or i256 %ys21, %yh22
  %p23 = getelementptr i8, ptr %second, i64 23
  %y23 = load i8, ptr %p23
  %yz23 = zext i8 %y23 to i256
  %yh23 = shl i256 %yz23, 184
  %ys23 = or i256 %ys22, %yh23
  %p24 = getelementptr i8, ptr %second, i64 24
  %y24 = load i8, ptr %p24
  %yz24 = zext i8 %y24 to i256
  %yh24 = shl i256 %yz24, 192
  %ys24 = or i256 %ys23, %yh24
  %p25 = getelementptr i8, ptr %second, i64 25
  %y25 = load i8, ptr %p25
  %yz25 = zext i8 %y25 to i256
  %yh25 = shl i256 %yz25, 200
  %ys25 = or i256 %ys24, %yh25
  %p26 = getelementptr i8, ptr %second, i64 26
  %y26 = load i8, ptr %p26
  %yz26 = zext i8 %y26 to i256
  %yh26 = shl i256 %yz26, 208
  %ys26 = or i256 %ys25, %yh26
  %p27 = getelementptr i8, ptr %second, i64 27
  %y27 = load i8, ptr %p27
  %yz27 = zext i8 %y27 to i256
  %yh27 = shl i256 %yz27, 216
  %ys27 = or i256 %ys26, %yh27
  %p28 = getelementptr i8, ptr %second, i64 28
  %y28 = load i8, ptr %p28
  %yz28 = zext i8 %y28 to i256
  %yh28 = shl i256 %yz28, 224
  %ys28 = or i256 %ys27, %yh28
  %p29 = getelementptr i8, ptr %second, i64 29
  %y29 = load i8, ptr %p29
  %yz29 = zext i8 %y29 to i256
  %yh29 = shl i256 %yz29, 232
  %ys29 = or i256 %ys28, %yh29
  %p30 = getelementptr i8, ptr %second, i64 30
  %y30 = load i8, ptr %p30
  %yz30 = zext i8 %y30 to i256
  %yh30 = shl i256 %yz30, 240
  %ys30 = or i256 %ys29, %yh30
  %p31 = getelementptr i8, ptr %second, i64 31
  %y31 = load i8, ptr %p31
  %yz31 = zext i8 %y31 to i256
  %yh31 = shl i256 %yz31, 248
  %ys31 = or i256 %ys30, %yh31
  call void @show(ptr @n.bytes, i256 %ys31)
  ret void
}

define i32 @main() {
  call void @test1(i1 1, i1 1, i1 0)
  call void @test1(i1 0, i1 1, i1 0)
  call void @test3(i3 5, i3 3, i3 1)
  call void @test3(i3 7, i3 5, i3 2)
  call void @test3(i3 4, i3 3, i3 1)
  call void @test3(i3 2, i3 6, i3 0)
  call void @test3(i3 1, i3 7, i3 2)
  call void @test3(i3 5, i3 1, i3 1)
  call void @test17(i17 87381, i17 5, i17 8)
  call void @test17(i17 131071, i17 65537, i17 16)
  call void @test17(i17 65536, i17 3, i17 1)
  call void @test17(i17 78649, i17 131070, i17 0)
  call void @test17(i17 1, i17 131071, i17 16)
  call void @test17(i17 24341, i17 26801, i17 5)
  call void @test24(i24 11184811, i24 5, i24 12)
  call void @test24(i24 16777215, i24 8388609, i24 23)
  call void @test24(i24 8388608, i24 3, i24 1)
  call void @test24(i24 10066336, i24 16777214, i24 0)
  call void @test24(i24 1, i24 16777215, i24 23)
  call void @test24(i24 286485, i24 14575793, i24 8)
  call void @test33(i33 5726623061, i33 5, i33 16)
  call void @test33(i33 8589934591, i33 4294967297, i33 32)
  call void @test33(i33 4294967296, i33 3, i33 1)
  call void @test33(i33 5153960761, i33 8589934590, i33 0)
  call void @test33(i33 1, i33 8589934591, i33 32)
  call void @test33(i33 2214878997, i33 987654321, i33 11)
  call void @test65(i65 24595658764946068821, i65 5, i65 32)
  call void @test65(i65 36893488147419103231, i65 18446744073709551617, i65 64)
  call void @test65(i65 18446744073709551616, i65 3, i65 1)
  call void @test65(i65 22136092888451461945, i65 36893488147419103230, i65 0)
  call void @test65(i65 1, i65 36893488147419103231, i65 64)
  call void @test65(i65 5020797143238336277, i65 987654321, i65 21)
  call void @test129(i129 453709822561251284617832809909024281941, i129 5, i129 64)
  call void @test129(i129 680564733841876926926749214863536422911, i129 340282366920938463463374607431768211457, i129 128)
  call void @test129(i129 340282366920938463463374607431768211456, i129 3, i129 1)
  call void @test129(i129 408338840305126156156049528918121853753, i129 680564733841876926926749214863536422910, i129 0)
  call void @test129(i129 1, i129 680564733841876926926749214863536422911, i129 128)
  call void @test129(i129 123456789123456789123456789123456789, i129 987654321, i129 43)
  call void @test256(i256 77194726158210796949047323339125271902179989777093709359638389338608753093291, i256 5, i256 128)
  call void @test256(i256 115792089237316195423570985008687907853269984665640564039457584007913129639935, i256 57896044618658097711785492504343953926634992332820282019728792003956564819969, i256 255)
  call void @test256(i256 57896044618658097711785492504343953926634992332820282019728792003956564819968, i256 3, i256 1)
  call void @test256(i256 69475253542389717254142591005212744711961990799384338423674550404747877783968, i256 115792089237316195423570985008687907853269984665640564039457584007913129639934, i256 0)
  call void @test256(i256 1, i256 115792089237316195423570985008687907853269984665640564039457584007913129639935, i256 255)
  call void @test256(i256 123456789123456789123456789123456789, i256 987654321, i256 85)
  ret i32 7
}
