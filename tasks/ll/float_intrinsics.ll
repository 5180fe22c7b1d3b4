; Intrinsic functions on floating-point numbers, in every format.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@n.ceil = private unnamed_addr constant [5 x i8] c"ceil\00"
@n.copysign = private unnamed_addr constant [9 x i8] c"copysign\00"
@n.fabs = private unnamed_addr constant [5 x i8] c"fabs\00"
@n.floor = private unnamed_addr constant [6 x i8] c"floor\00"
@n.fma = private unnamed_addr constant [4 x i8] c"fma\00"
@n.is.fpclass = private unnamed_addr constant [11 x i8] c"is.fpclass\00"
@n.maximum = private unnamed_addr constant [8 x i8] c"maximum\00"
@n.maxnum = private unnamed_addr constant [7 x i8] c"maxnum\00"
@n.minimum = private unnamed_addr constant [8 x i8] c"minimum\00"
@n.minnum = private unnamed_addr constant [7 x i8] c"minnum\00"
@n.nearbyint = private unnamed_addr constant [10 x i8] c"nearbyint\00"
@n.rint = private unnamed_addr constant [5 x i8] c"rint\00"
@n.round = private unnamed_addr constant [6 x i8] c"round\00"
@n.roundeven = private unnamed_addr constant [10 x i8] c"roundeven\00"
@n.sqrt = private unnamed_addr constant [5 x i8] c"sqrt\00"
@n.trunc = private unnamed_addr constant [6 x i8] c"trunc\00"
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

define void @test.half(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fptrunc double %ad to half
  %b = fptrunc double %bd to half
  %zero = select i1 true, half 0.0, half 0.0
  %fabs = call half @llvm.fabs.f16(half %a)
  %fabs.nan = fcmp uno half %fabs, %zero
  %fabs.bits = bitcast half %fabs to i16
  %fabs.fix = select i1 %fabs.nan, i16 7, i16 %fabs.bits
  %fabs.wide = zext i16 %fabs.fix to i128
  call void @show(ptr @n.fabs, i128 %fabs.wide)
  %sqrt = call half @llvm.sqrt.f16(half %a)
  %sqrt.nan = fcmp uno half %sqrt, %zero
  %sqrt.bits = bitcast half %sqrt to i16
  %sqrt.fix = select i1 %sqrt.nan, i16 7, i16 %sqrt.bits
  %sqrt.wide = zext i16 %sqrt.fix to i128
  call void @show(ptr @n.sqrt, i128 %sqrt.wide)
  %floor = call half @llvm.floor.f16(half %a)
  %floor.nan = fcmp uno half %floor, %zero
  %floor.bits = bitcast half %floor to i16
  %floor.fix = select i1 %floor.nan, i16 7, i16 %floor.bits
  %floor.wide = zext i16 %floor.fix to i128
  call void @show(ptr @n.floor, i128 %floor.wide)
  %ceil = call half @llvm.ceil.f16(half %a)
  %ceil.nan = fcmp uno half %ceil, %zero
  %ceil.bits = bitcast half %ceil to i16
  %ceil.fix = select i1 %ceil.nan, i16 7, i16 %ceil.bits
  %ceil.wide = zext i16 %ceil.fix to i128
  call void @show(ptr @n.ceil, i128 %ceil.wide)
  %trunc = call half @llvm.trunc.f16(half %a)
  %trunc.nan = fcmp uno half %trunc, %zero
  %trunc.bits = bitcast half %trunc to i16
  %trunc.fix = select i1 %trunc.nan, i16 7, i16 %trunc.bits
  %trunc.wide = zext i16 %trunc.fix to i128
  call void @show(ptr @n.trunc, i128 %trunc.wide)
  %round = call half @llvm.round.f16(half %a)
  %round.nan = fcmp uno half %round, %zero
  %round.bits = bitcast half %round to i16
  %round.fix = select i1 %round.nan, i16 7, i16 %round.bits
  %round.wide = zext i16 %round.fix to i128
  call void @show(ptr @n.round, i128 %round.wide)
  %roundeven = call half @llvm.roundeven.f16(half %a)
  %roundeven.nan = fcmp uno half %roundeven, %zero
  %roundeven.bits = bitcast half %roundeven to i16
  %roundeven.fix = select i1 %roundeven.nan, i16 7, i16 %roundeven.bits
  %roundeven.wide = zext i16 %roundeven.fix to i128
  call void @show(ptr @n.roundeven, i128 %roundeven.wide)
  %rint = call half @llvm.rint.f16(half %a)
  %rint.nan = fcmp uno half %rint, %zero
  %rint.bits = bitcast half %rint to i16
  %rint.fix = select i1 %rint.nan, i16 7, i16 %rint.bits
  %rint.wide = zext i16 %rint.fix to i128
  call void @show(ptr @n.rint, i128 %rint.wide)
  %nearbyint = call half @llvm.nearbyint.f16(half %a)
  %nearbyint.nan = fcmp uno half %nearbyint, %zero
  %nearbyint.bits = bitcast half %nearbyint to i16
  %nearbyint.fix = select i1 %nearbyint.nan, i16 7, i16 %nearbyint.bits
  %nearbyint.wide = zext i16 %nearbyint.fix to i128
  call void @show(ptr @n.nearbyint, i128 %nearbyint.wide)
  %minnum = call half @llvm.minnum.f16(half %a, half %b)
  %minnum.z = fcmp oeq half %minnum, %zero
  %minnum.abs = select i1 %minnum.z, half %zero, half %minnum
  %minnum.abs.nan = fcmp uno half %minnum.abs, %zero
  %minnum.abs.bits = bitcast half %minnum.abs to i16
  %minnum.abs.fix = select i1 %minnum.abs.nan, i16 7, i16 %minnum.abs.bits
  %minnum.abs.wide = zext i16 %minnum.abs.fix to i128
  call void @show(ptr @n.minnum, i128 %minnum.abs.wide)
  %maxnum = call half @llvm.maxnum.f16(half %a, half %b)
  %maxnum.z = fcmp oeq half %maxnum, %zero
  %maxnum.abs = select i1 %maxnum.z, half %zero, half %maxnum
  %maxnum.abs.nan = fcmp uno half %maxnum.abs, %zero
  %maxnum.abs.bits = bitcast half %maxnum.abs to i16
  %maxnum.abs.fix = select i1 %maxnum.abs.nan, i16 7, i16 %maxnum.abs.bits
  %maxnum.abs.wide = zext i16 %maxnum.abs.fix to i128
  call void @show(ptr @n.maxnum, i128 %maxnum.abs.wide)
  %copysign = call half @llvm.copysign.f16(half %a, half %b)
  %copysign.nan = fcmp uno half %copysign, %zero
  %copysign.bits = bitcast half %copysign to i16
  %copysign.fix = select i1 %copysign.nan, i16 7, i16 %copysign.bits
  %copysign.wide = zext i16 %copysign.fix to i128
  call void @show(ptr @n.copysign, i128 %copysign.wide)
  %minimum = call half @llvm.minimum.f16(half %a, half %b)
  %minimum.nan = fcmp uno half %minimum, %zero
  %minimum.bits = bitcast half %minimum to i16
  %minimum.fix = select i1 %minimum.nan, i16 7, i16 %minimum.bits
  %minimum.wide = zext i16 %minimum.fix to i128
  call void @show(ptr @n.minimum, i128 %minimum.wide)
  %maximum = call half @llvm.maximum.f16(half %a, half %b)
  %maximum.nan = fcmp uno half %maximum, %zero
  %maximum.bits = bitcast half %maximum to i16
  %maximum.fix = select i1 %maximum.nan, i16 7, i16 %maximum.bits
  %maximum.wide = zext i16 %maximum.fix to i128
  call void @show(ptr @n.maximum, i128 %maximum.wide)
  %fma = call half @llvm.fma.f16(half %a, half %b, half %a)
  %fma.nan = fcmp uno half %fma, %zero
  %fma.bits = bitcast half %fma to i16
  %fma.fix = select i1 %fma.nan, i16 7, i16 %fma.bits
  %fma.wide = zext i16 %fma.fix to i128
  call void @show(ptr @n.fma, i128 %fma.wide)
  %k2 = call i1 @llvm.is.fpclass.f16(half %a, i32 3)
  %kz2 = zext i1 %k2 to i128
  %kh2 = shl i128 %kz2, 2
  %ko2 = or i128 0, %kh2
  %k3 = call i1 @llvm.is.fpclass.f16(half %a, i32 4)
  %kz3 = zext i1 %k3 to i128
  %kh3 = shl i128 %kz3, 3
  %ko3 = or i128 %ko2, %kh3
  %k4 = call i1 @llvm.is.fpclass.f16(half %a, i32 8)
  %kz4 = zext i1 %k4 to i128
  %kh4 = shl i128 %kz4, 4
  %ko4 = or i128 %ko3, %kh4
  %k5 = call i1 @llvm.is.fpclass.f16(half %a, i32 16)
  %kz5 = zext i1 %k5 to i128
  %kh5 = shl i128 %kz5, 5
  %ko5 = or i128 %ko4, %kh5
  %k6 = call i1 @llvm.is.fpclass.f16(half %a, i32 32)
  %kz6 = zext i1 %k6 to i128
  %kh6 = shl i128 %kz6, 6
  %ko6 = or i128 %ko5, %kh6
  %k7 = call i1 @llvm.is.fpclass.f16(half %a, i32 64)
  %kz7 = zext i1 %k7 to i128
  %kh7 = shl i128 %kz7, 7
  %ko7 = or i128 %ko6, %kh7
  %k8 = call i1 @llvm.is.fpclass.f16(half %a, i32 128)
  %kz8 = zext i1 %k8 to i128
  %kh8 = shl i128 %kz8, 8
  %ko8 = or i128 %ko7, %kh8
  %k9 = call i1 @llvm.is.fpclass.f16(half %a, i32 256)
  %kz9 = zext i1 %k9 to i128
  %kh9 = shl i128 %kz9, 9
  %ko9 = or i128 %ko8, %kh9
  %k10 = call i1 @llvm.is.fpclass.f16(half %a, i32 512)
  %kz10 = zext i1 %k10 to i128
  %kh10 = shl i128 %kz10, 10
  %ko10 = or i128 %ko9, %kh10
  %k11 = call i1 @llvm.is.fpclass.f16(half %a, i32 612)
  %kz11 = zext i1 %k11 to i128
  %kh11 = shl i128 %kz11, 11
  %ko11 = or i128 %ko10, %kh11
  %k12 = call i1 @llvm.is.fpclass.f16(half %a, i32 504)
  %kz12 = zext i1 %k12 to i128
  %kh12 = shl i128 %kz12, 12
  %ko12 = or i128 %ko11, %kh12
  %k13 = call i1 @llvm.is.fpclass.f16(half %a, i32 1023)
  %kz13 = zext i1 %k13 to i128
  %kh13 = shl i128 %kz13, 13
  %ko13 = or i128 %ko12, %kh13
  call void @show(ptr @n.is.fpclass, i128 %ko13)
  ret void
}

define void @test.bfloat(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %af = fptrunc double %ad to float
  %a = fptrunc float %af to bfloat
  %bf = fptrunc double %bd to float
  %b = fptrunc float %bf to bfloat
  %zero = select i1 true, bfloat 0.0, bfloat 0.0
  %fabs = call bfloat @llvm.fabs.bf16(bfloat %a)
  %fabs.nan = fcmp uno bfloat %fabs, %zero
  %fabs.bits = bitcast bfloat %fabs to i16
  %fabs.fix = select i1 %fabs.nan, i16 7, i16 %fabs.bits
  %fabs.wide = zext i16 %fabs.fix to i128
  call void @show(ptr @n.fabs, i128 %fabs.wide)
  %sqrt = call bfloat @llvm.sqrt.bf16(bfloat %a)
  %sqrt.nan = fcmp uno bfloat %sqrt, %zero
  %sqrt.bits = bitcast bfloat %sqrt to i16
  %sqrt.fix = select i1 %sqrt.nan, i16 7, i16 %sqrt.bits
  %sqrt.wide = zext i16 %sqrt.fix to i128
  call void @show(ptr @n.sqrt, i128 %sqrt.wide)
  %floor = call bfloat @llvm.floor.bf16(bfloat %a)
  %floor.nan = fcmp uno bfloat %floor, %zero
  %floor.bits = bitcast bfloat %floor to i16
  %floor.fix = select i1 %floor.nan, i16 7, i16 %floor.bits
  %floor.wide = zext i16 %floor.fix to i128
  call void @show(ptr @n.floor, i128 %floor.wide)
  %ceil = call bfloat @llvm.ceil.bf16(bfloat %a)
  %ceil.nan = fcmp uno bfloat %ceil, %zero
  %ceil.bits = bitcast bfloat %ceil to i16
  %ceil.fix = select i1 %ceil.nan, i16 7, i16 %ceil.bits
  %ceil.wide = zext i16 %ceil.fix to i128
  call void @show(ptr @n.ceil, i128 %ceil.wide)
  %trunc = call bfloat @llvm.trunc.bf16(bfloat %a)
  %trunc.nan = fcmp uno bfloat %trunc, %zero
  %trunc.bits = bitcast bfloat %trunc to i16
  %trunc.fix = select i1 %trunc.nan, i16 7, i16 %trunc.bits
  %trunc.wide = zext i16 %trunc.fix to i128
  call void @show(ptr @n.trunc, i128 %trunc.wide)
  %round = call bfloat @llvm.round.bf16(bfloat %a)
  %round.nan = fcmp uno bfloat %round, %zero
  %round.bits = bitcast bfloat %round to i16
  %round.fix = select i1 %round.nan, i16 7, i16 %round.bits
  %round.wide = zext i16 %round.fix to i128
  call void @show(ptr @n.round, i128 %round.wide)
  %roundeven = call bfloat @llvm.roundeven.bf16(bfloat %a)
  %roundeven.nan = fcmp uno bfloat %roundeven, %zero
  %roundeven.bits = bitcast bfloat %roundeven to i16
  %roundeven.fix = select i1 %roundeven.nan, i16 7, i16 %roundeven.bits
  %roundeven.wide = zext i16 %roundeven.fix to i128
  call void @show(ptr @n.roundeven, i128 %roundeven.wide)
  %rint = call bfloat @llvm.rint.bf16(bfloat %a)
  %rint.nan = fcmp uno bfloat %rint, %zero
  %rint.bits = bitcast bfloat %rint to i16
  %rint.fix = select i1 %rint.nan, i16 7, i16 %rint.bits
  %rint.wide = zext i16 %rint.fix to i128
  call void @show(ptr @n.rint, i128 %rint.wide)
  %nearbyint = call bfloat @llvm.nearbyint.bf16(bfloat %a)
  %nearbyint.nan = fcmp uno bfloat %nearbyint, %zero
  %nearbyint.bits = bitcast bfloat %nearbyint to i16
  %nearbyint.fix = select i1 %nearbyint.nan, i16 7, i16 %nearbyint.bits
  %nearbyint.wide = zext i16 %nearbyint.fix to i128
  call void @show(ptr @n.nearbyint, i128 %nearbyint.wide)
  %minnum = call bfloat @llvm.minnum.bf16(bfloat %a, bfloat %b)
  %minnum.z = fcmp oeq bfloat %minnum, %zero
  %minnum.abs = select i1 %minnum.z, bfloat %zero, bfloat %minnum
  %minnum.abs.nan = fcmp uno bfloat %minnum.abs, %zero
  %minnum.abs.bits = bitcast bfloat %minnum.abs to i16
  %minnum.abs.fix = select i1 %minnum.abs.nan, i16 7, i16 %minnum.abs.bits
  %minnum.abs.wide = zext i16 %minnum.abs.fix to i128
  call void @show(ptr @n.minnum, i128 %minnum.abs.wide)
  %maxnum = call bfloat @llvm.maxnum.bf16(bfloat %a, bfloat %b)
  %maxnum.z = fcmp oeq bfloat %maxnum, %zero
  %maxnum.abs = select i1 %maxnum.z, bfloat %zero, bfloat %maxnum
  %maxnum.abs.nan = fcmp uno bfloat %maxnum.abs, %zero
  %maxnum.abs.bits = bitcast bfloat %maxnum.abs to i16
  %maxnum.abs.fix = select i1 %maxnum.abs.nan, i16 7, i16 %maxnum.abs.bits
  %maxnum.abs.wide = zext i16 %maxnum.abs.fix to i128
  call void @show(ptr @n.maxnum, i128 %maxnum.abs.wide)
  %copysign = call bfloat @llvm.copysign.bf16(bfloat %a, bfloat %b)
  %copysign.nan = fcmp uno bfloat %copysign, %zero
  %copysign.bits = bitcast bfloat %copysign to i16
  %copysign.fix = select i1 %copysign.nan, i16 7, i16 %copysign.bits
  %copysign.wide = zext i16 %copysign.fix to i128
  call void @show(ptr @n.copysign, i128 %copysign.wide)
  %minimum = call bfloat @llvm.minimum.bf16(bfloat %a, bfloat %b)
  %minimum.nan = fcmp uno bfloat %minimum, %zero
  %minimum.bits = bitcast bfloat %minimum to i16
  %minimum.fix = select i1 %minimum.nan, i16 7, i16 %minimum.bits
  %minimum.wide = zext i16 %minimum.fix to i128
  call void @show(ptr @n.minimum, i128 %minimum.wide)
  %maximum = call bfloat @llvm.maximum.bf16(bfloat %a, bfloat %b)
  %maximum.nan = fcmp uno bfloat %maximum, %zero
  %maximum.bits = bitcast bfloat %maximum to i16
  %maximum.fix = select i1 %maximum.nan, i16 7, i16 %maximum.bits
  %maximum.wide = zext i16 %maximum.fix to i128
  call void @show(ptr @n.maximum, i128 %maximum.wide)
  %k2 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 3)
  %kz2 = zext i1 %k2 to i128
  %kh2 = shl i128 %kz2, 2
  %ko2 = or i128 0, %kh2
  %k3 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 4)
  %kz3 = zext i1 %k3 to i128
  %kh3 = shl i128 %kz3, 3
  %ko3 = or i128 %ko2, %kh3
  %k4 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 8)
  %kz4 = zext i1 %k4 to i128
  %kh4 = shl i128 %kz4, 4
  %ko4 = or i128 %ko3, %kh4
  %k5 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 16)
  %kz5 = zext i1 %k5 to i128
  %kh5 = shl i128 %kz5, 5
  %ko5 = or i128 %ko4, %kh5
  %k6 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 32)
  %kz6 = zext i1 %k6 to i128
  %kh6 = shl i128 %kz6, 6
  %ko6 = or i128 %ko5, %kh6
  %k7 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 64)
  %kz7 = zext i1 %k7 to i128
  %kh7 = shl i128 %kz7, 7
  %ko7 = or i128 %ko6, %kh7
  %k8 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 128)
  %kz8 = zext i1 %k8 to i128
  %kh8 = shl i128 %kz8, 8
  %ko8 = or i128 %ko7, %kh8
  %k9 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 256)
  %kz9 = zext i1 %k9 to i128
  %kh9 = shl i128 %kz9, 9
  %ko9 = or i128 %ko8, %kh9
  %k10 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 512)
  %kz10 = zext i1 %k10 to i128
  %kh10 = shl i128 %kz10, 10
  %ko10 = or i128 %ko9, %kh10
  %k11 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 612)
  %kz11 = zext i1 %k11 to i128
  %kh11 = shl i128 %kz11, 11
  %ko11 = or i128 %ko10, %kh11
  %k12 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 504)
  %kz12 = zext i1 %k12 to i128
  %kh12 = shl i128 %kz12, 12
  %ko12 = or i128 %ko11, %kh12
  %k13 = call i1 @llvm.is.fpclass.bf16(bfloat %a, i32 1023)
  %kz13 = zext i1 %k13 to i128
  %kh13 = shl i128 %kz13, 13
  %ko13 = or i128 %ko12, %kh13
  call void @show(ptr @n.is.fpclass, i128 %ko13)
  ret void
}

define void @test.float(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fptrunc double %ad to float
  %b = fptrunc double %bd to float
  %zero = select i1 true, float 0.0, float 0.0
  %fabs = call float @llvm.fabs.f32(float %a)
  %fabs.nan = fcmp uno float %fabs, %zero
  %fabs.bits = bitcast float %fabs to i32
  %fabs.fix = select i1 %fabs.nan, i32 7, i32 %fabs.bits
  %fabs.wide = zext i32 %fabs.fix to i128
  call void @show(ptr @n.fabs, i128 %fabs.wide)
  %sqrt = call float @llvm.sqrt.f32(float %a)
  %sqrt.nan = fcmp uno float %sqrt, %zero
  %sqrt.bits = bitcast float %sqrt to i32
  %sqrt.fix = select i1 %sqrt.nan, i32 7, i32 %sqrt.bits
  %sqrt.wide = zext i32 %sqrt.fix to i128
  call void @show(ptr @n.sqrt, i128 %sqrt.wide)
  %floor = call float @llvm.floor.f32(float %a)
  %floor.nan = fcmp uno float %floor, %zero
  %floor.bits = bitcast float %floor to i32
  %floor.fix = select i1 %floor.nan, i32 7, i32 %floor.bits
  %floor.wide = zext i32 %floor.fix to i128
  call void @show(ptr @n.floor, i128 %floor.wide)
  %ceil = call float @llvm.ceil.f32(float %a)
  %ceil.nan = fcmp uno float %ceil, %zero
  %ceil.bits = bitcast float %ceil to i32
  %ceil.fix = select i1 %ceil.nan, i32 7, i32 %ceil.bits
  %ceil.wide = zext i32 %ceil.fix to i128
  call void @show(ptr @n.ceil, i128 %ceil.wide)
  %trunc = call float @llvm.trunc.f32(float %a)
  %trunc.nan = fcmp uno float %trunc, %zero
  %trunc.bits = bitcast float %trunc to i32
  %trunc.fix = select i1 %trunc.nan, i32 7, i32 %trunc.bits
  %trunc.wide = zext i32 %trunc.fix to i128
  call void @show(ptr @n.trunc, i128 %trunc.wide)
  %round = call float @llvm.round.f32(float %a)
  %round.nan = fcmp uno float %round, %zero
  %round.bits = bitcast float %round to i32
  %round.fix = select i1 %round.nan, i32 7, i32 %round.bits
  %round.wide = zext i32 %round.fix to i128
  call void @show(ptr @n.round, i128 %round.wide)
  %roundeven = call float @llvm.roundeven.f32(float %a)
  %roundeven.nan = fcmp uno float %roundeven, %zero
  %roundeven.bits = bitcast float %roundeven to i32
  %roundeven.fix = select i1 %roundeven.nan, i32 7, i32 %roundeven.bits
  %roundeven.wide = zext i32 %roundeven.fix to i128
  call void @show(ptr @n.roundeven, i128 %roundeven.wide)
  %rint = call float @llvm.rint.f32(float %a)
  %rint.nan = fcmp uno float %rint, %zero
  %rint.bits = bitcast float %rint to i32
  %rint.fix = select i1 %rint.nan, i32 7, i32 %rint.bits
  %rint.wide = zext i32 %rint.fix to i128
  call void @show(ptr @n.rint, i128 %rint.wide)
  %nearbyint = call float @llvm.nearbyint.f32(float %a)
  %nearbyint.nan = fcmp uno float %nearbyint, %zero
  %nearbyint.bits = bitcast float %nearbyint to i32
  %nearbyint.fix = select i1 %nearbyint.nan, i32 7, i32 %nearbyint.bits
  %nearbyint.wide = zext i32 %nearbyint.fix to i128
  call void @show(ptr @n.nearbyint, i128 %nearbyint.wide)
  %minnum = call float @llvm.minnum.f32(float %a, float %b)
  %minnum.z = fcmp oeq float %minnum, %zero
  %minnum.abs = select i1 %minnum.z, float %zero, float %minnum
  %minnum.abs.nan = fcmp uno float %minnum.abs, %zero
  %minnum.abs.bits = bitcast float %minnum.abs to i32
  %minnum.abs.fix = select i1 %minnum.abs.nan, i32 7, i32 %minnum.abs.bits
  %minnum.abs.wide = zext i32 %minnum.abs.fix to i128
  call void @show(ptr @n.minnum, i128 %minnum.abs.wide)
  %maxnum = call float @llvm.maxnum.f32(float %a, float %b)
  %maxnum.z = fcmp oeq float %maxnum, %zero
  %maxnum.abs = select i1 %maxnum.z, float %zero, float %maxnum
  %maxnum.abs.nan = fcmp uno float %maxnum.abs, %zero
  %maxnum.abs.bits = bitcast float %maxnum.abs to i32
  %maxnum.abs.fix = select i1 %maxnum.abs.nan, i32 7, i32 %maxnum.abs.bits
  %maxnum.abs.wide = zext i32 %maxnum.abs.fix to i128
  call void @show(ptr @n.maxnum, i128 %maxnum.abs.wide)
  %copysign = call float @llvm.copysign.f32(float %a, float %b)
  %copysign.nan = fcmp uno float %copysign, %zero
  %copysign.bits = bitcast float %copysign to i32
  %copysign.fix = select i1 %copysign.nan, i32 7, i32 %copysign.bits
  %copysign.wide = zext i32 %copysign.fix to i128
  call void @show(ptr @n.copysign, i128 %copysign.wide)
  %minimum = call float @llvm.minimum.f32(float %a, float %b)
  %minimum.nan = fcmp uno float %minimum, %zero
  %minimum.bits = bitcast float %minimum to i32
  %minimum.fix = select i1 %minimum.nan, i32 7, i32 %minimum.bits
  %minimum.wide = zext i32 %minimum.fix to i128
  call void @show(ptr @n.minimum, i128 %minimum.wide)
  %maximum = call float @llvm.maximum.f32(float %a, float %b)
  %maximum.nan = fcmp uno float %maximum, %zero
  %maximum.bits = bitcast float %maximum to i32
  %maximum.fix = select i1 %maximum.nan, i32 7, i32 %maximum.bits
  %maximum.wide = zext i32 %maximum.fix to i128
  call void @show(ptr @n.maximum, i128 %maximum.wide)
  %fma = call float @llvm.fma.f32(float %a, float %b, float %a)
  %fma.nan = fcmp uno float %fma, %zero
  %fma.bits = bitcast float %fma to i32
  %fma.fix = select i1 %fma.nan, i32 7, i32 %fma.bits
  %fma.wide = zext i32 %fma.fix to i128
  call void @show(ptr @n.fma, i128 %fma.wide)
  %k2 = call i1 @llvm.is.fpclass.f32(float %a, i32 3)
  %kz2 = zext i1 %k2 to i128
  %kh2 = shl i128 %kz2, 2
  %ko2 = or i128 0, %kh2
  %k3 = call i1 @llvm.is.fpclass.f32(float %a, i32 4)
  %kz3 = zext i1 %k3 to i128
  %kh3 = shl i128 %kz3, 3
  %ko3 = or i128 %ko2, %kh3
  %k4 = call i1 @llvm.is.fpclass.f32(float %a, i32 8)
  %kz4 = zext i1 %k4 to i128
  %kh4 = shl i128 %kz4, 4
  %ko4 = or i128 %ko3, %kh4
  %k5 = call i1 @llvm.is.fpclass.f32(float %a, i32 16)
  %kz5 = zext i1 %k5 to i128
  %kh5 = shl i128 %kz5, 5
  %ko5 = or i128 %ko4, %kh5
  %k6 = call i1 @llvm.is.fpclass.f32(float %a, i32 32)
  %kz6 = zext i1 %k6 to i128
  %kh6 = shl i128 %kz6, 6
  %ko6 = or i128 %ko5, %kh6
  %k7 = call i1 @llvm.is.fpclass.f32(float %a, i32 64)
  %kz7 = zext i1 %k7 to i128
  %kh7 = shl i128 %kz7, 7
  %ko7 = or i128 %ko6, %kh7
  %k8 = call i1 @llvm.is.fpclass.f32(float %a, i32 128)
  %kz8 = zext i1 %k8 to i128
  %kh8 = shl i128 %kz8, 8
  %ko8 = or i128 %ko7, %kh8
  %k9 = call i1 @llvm.is.fpclass.f32(float %a, i32 256)
  %kz9 = zext i1 %k9 to i128
  %kh9 = shl i128 %kz9, 9
  %ko9 = or i128 %ko8, %kh9
  %k10 = call i1 @llvm.is.fpclass.f32(float %a, i32 512)
  %kz10 = zext i1 %k10 to i128
  %kh10 = shl i128 %kz10, 10
  %ko10 = or i128 %ko9, %kh10
  %k11 = call i1 @llvm.is.fpclass.f32(float %a, i32 612)
  %kz11 = zext i1 %k11 to i128
  %kh11 = shl i128 %kz11, 11
  %ko11 = or i128 %ko10, %kh11
  %k12 = call i1 @llvm.is.fpclass.f32(float %a, i32 504)
  %kz12 = zext i1 %k12 to i128
  %kh12 = shl i128 %kz12, 12
  %ko12 = or i128 %ko11, %kh12
  %k13 = call i1 @llvm.is.fpclass.f32(float %a, i32 1023)
  %kz13 = zext i1 %k13 to i128
  %kh13 = shl i128 %kz13, 13
  %ko13 = or i128 %ko12, %kh13
  call void @show(ptr @n.is.fpclass, i128 %ko13)
  ret void
}

define void @test.double(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fadd double %ad, -0.0
  %b = fadd double %bd, -0.0
  %zero = select i1 true, double 0.0, double 0.0
  %fabs = call double @llvm.fabs.f64(double %a)
  %fabs.nan = fcmp uno double %fabs, %zero
  %fabs.bits = bitcast double %fabs to i64
  %fabs.fix = select i1 %fabs.nan, i64 7, i64 %fabs.bits
  %fabs.wide = zext i64 %fabs.fix to i128
  call void @show(ptr @n.fabs, i128 %fabs.wide)
  %sqrt = call double @llvm.sqrt.f64(double %a)
  %sqrt.nan = fcmp uno double %sqrt, %zero
  %sqrt.bits = bitcast double %sqrt to i64
  %sqrt.fix = select i1 %sqrt.nan, i64 7, i64 %sqrt.bits
  %sqrt.wide = zext i64 %sqrt.fix to i128
  call void @show(ptr @n.sqrt, i128 %sqrt.wide)
  %floor = call double @llvm.floor.f64(double %a)
  %floor.nan = fcmp uno double %floor, %zero
  %floor.bits = bitcast double %floor to i64
  %floor.fix = select i1 %floor.nan, i64 7, i64 %floor.bits
  %floor.wide = zext i64 %floor.fix to i128
  call void @show(ptr @n.floor, i128 %floor.wide)
  %ceil = call double @llvm.ceil.f64(double %a)
  %ceil.nan = fcmp uno double %ceil, %zero
  %ceil.bits = bitcast double %ceil to i64
  %ceil.fix = select i1 %ceil.nan, i64 7, i64 %ceil.bits
  %ceil.wide = zext i64 %ceil.fix to i128
  call void @show(ptr @n.ceil, i128 %ceil.wide)
  %trunc = call double @llvm.trunc.f64(double %a)
  %trunc.nan = fcmp uno double %trunc, %zero
  %trunc.bits = bitcast double %trunc to i64
  %trunc.fix = select i1 %trunc.nan, i64 7, i64 %trunc.bits
  %trunc.wide = zext i64 %trunc.fix to i128
  call void @show(ptr @n.trunc, i128 %trunc.wide)
  %round = call double @llvm.round.f64(double %a)
  %round.nan = fcmp uno double %round, %zero
  %round.bits = bitcast double %round to i64
  %round.fix = select i1 %round.nan, i64 7, i64 %round.bits
  %round.wide = zext i64 %round.fix to i128
  call void @show(ptr @n.round, i128 %round.wide)
  %roundeven = call double @llvm.roundeven.f64(double %a)
  %roundeven.nan = fcmp uno double %roundeven, %zero
  %roundeven.bits = bitcast double %roundeven to i64
  %roundeven.fix = select i1 %roundeven.nan, i64 7, i64 %roundeven.bits
  %roundeven.wide = zext i64 %roundeven.fix to i128
  call void @show(ptr @n.roundeven, i128 %roundeven.wide)
  %rint = call double @llvm.rint.f64(double %a)
  %rint.nan = fcmp uno double %rint, %zero
  %rint.bits = bitcast double %rint to i64
  %rint.fix = select i1 %rint.nan, i64 7, i64 %rint.bits
  %rint.wide = zext i64 %rint.fix to i128
  call void @show(ptr @n.rint, i128 %rint.wide)
  %nearbyint = call double @llvm.nearbyint.f64(double %a)
  %nearbyint.nan = fcmp uno double %nearbyint, %zero
  %nearbyint.bits = bitcast double %nearbyint to i64
  %nearbyint.fix = select i1 %nearbyint.nan, i64 7, i64 %nearbyint.bits
  %nearbyint.wide = zext i64 %nearbyint.fix to i128
  call void @show(ptr @n.nearbyint, i128 %nearbyint.wide)
  %minnum = call double @llvm.minnum.f64(double %a, double %b)
  %minnum.z = fcmp oeq double %minnum, %zero
  %minnum.abs = select i1 %minnum.z, double %zero, double %minnum
  %minnum.abs.nan = fcmp uno double %minnum.abs, %zero
  %minnum.abs.bits = bitcast double %minnum.abs to i64
  %minnum.abs.fix = select i1 %minnum.abs.nan, i64 7, i64 %minnum.abs.bits
  %minnum.abs.wide = zext i64 %minnum.abs.fix to i128
  call void @show(ptr @n.minnum, i128 %minnum.abs.wide)
  %maxnum = call double @llvm.maxnum.f64(double %a, double %b)
  %maxnum.z = fcmp oeq double %maxnum, %zero
  %maxnum.abs = select i1 %maxnum.z, double %zero, double %maxnum
  %maxnum.abs.nan = fcmp uno double %maxnum.abs, %zero
  %maxnum.abs.bits = bitcast double %maxnum.abs to i64
  %maxnum.abs.fix = select i1 %maxnum.abs.nan, i64 7, i64 %maxnum.abs.bits
  %maxnum.abs.wide = zext i64 %maxnum.abs.fix to i128
  call void @show(ptr @n.maxnum, i128 %maxnum.abs.wide)
  %copysign = call double @llvm.copysign.f64(double %a, double %b)
  %copysign.nan = fcmp uno double %copysign, %zero
  %copysign.bits = bitcast double %copysign to i64
  %copysign.fix = select i1 %copysign.nan, i64 7, i64 %copysign.bits
  %copysign.wide = zext i64 %copysign.fix to i128
  call void @show(ptr @n.copysign, i128 %copysign.wide)
  %minimum = call double @llvm.minimum.f64(double %a, double %b)
  %minimum.nan = fcmp uno double %minimum, %zero
  %minimum.bits = bitcast double %minimum to i64
  %minimum.fix = select i1 %minimum.nan, i64 7, i64 %minimum.bits
  %minimum.wide = zext i64 %minimum.fix to i128
  call void @show(ptr @n.minimum, i128 %minimum.wide)
  %maximum = call double @llvm.maximum.f64(double %a, double %b)
  %maximum.nan = fcmp uno double %maximum, %zero
  %maximum.bits = bitcast double %maximum to i64
  %maximum.fix = select i1 %maximum.nan, i64 7, i64 %maximum.bits
  %maximum.wide = zext i64 %maximum.fix to i128
  call void @show(ptr @n.maximum, i128 %maximum.wide)
  %fma = call double @llvm.fma.f64(double %a, double %b, double %a)
  %fma.nan = fcmp uno double %fma, %zero
  %fma.bits = bitcast double %fma to i64
  %fma.fix = select i1 %fma.nan, i64 7, i64 %fma.bits
  %fma.wide = zext i64 %fma.fix to i128
  call void @show(ptr @n.fma, i128 %fma.wide)
  %k2 = call i1 @llvm.is.fpclass.f64(double %a, i32 3)
  %kz2 = zext i1 %k2 to i128
  %kh2 = shl i128 %kz2, 2
  %ko2 = or i128 0, %kh2
  %k3 = call i1 @llvm.is.fpclass.f64(double %a, i32 4)
  %kz3 = zext i1 %k3 to i128
  %kh3 = shl i128 %kz3, 3
  %ko3 = or i128 %ko2, %kh3
  %k4 = call i1 @llvm.is.fpclass.f64(double %a, i32 8)
  %kz4 = zext i1 %k4 to i128
  %kh4 = shl i128 %kz4, 4
  %ko4 = or i128 %ko3, %kh4
  %k5 = call i1 @llvm.is.fpclass.f64(double %a, i32 16)
  %kz5 = zext i1 %k5 to i128
  %kh5 = shl i128 %kz5, 5
  %ko5 = or i128 %ko4, %kh5
  %k6 = call i1 @llvm.is.fpclass.f64(double %a, i32 32)
  %kz6 = zext i1 %k6 to i128
  %kh6 = shl i128 %kz6, 6
  %ko6 = or i128 %ko5, %kh6
  %k7 = call i1 @llvm.is.fpclass.f64(double %a, i32 64)
  %kz7 = zext i1 %k7 to i128
  %kh7 = shl i128 %kz7, 7
  %ko7 = or i128 %ko6, %kh7
  %k8 = call i1 @llvm.is.fpclass.f64(double %a, i32 128)
  %kz8 = zext i1 %k8 to i128
  %kh8 = shl i128 %kz8, 8
  %ko8 = or i128 %ko7, %kh8
  %k9 = call i1 @llvm.is.fpclass.f64(double %a, i32 256)
  %kz9 = zext i1 %k9 to i128
  %kh9 = shl i128 %kz9, 9
  %ko9 = or i128 %ko8, %kh9
  %k10 = call i1 @llvm.is.fpclass.f64(double %a, i32 512)
  %kz10 = zext i1 %k10 to i128
  %kh10 = shl i128 %kz10, 10
  %ko10 = or i128 %ko9, %kh10
  %k11 = call i1 @llvm.is.fpclass.f64(double %a, i32 612)
  %kz11 = zext i1 %k11 to i128
  %kh11 = shl i128 %kz11, 11
  %ko11 = or i128 %ko10, %kh11
  %k12 = call i1 @llvm.is.fpclass.f64(double %a, i32 504)
  %kz12 = zext i1 %k12 to i128
  %kh12 = shl i128 %kz12, 12
  %ko12 = or i128 %ko11, %kh12
  %k13 = call i1 @llvm.is.fpclass.f64(double %a, i32 1023)
  %kz13 = zext i1 %k13 to i128
  %kh13 = shl i128 %kz13, 13
  %ko13 = or i128 %ko12, %kh13
  call void @show(ptr @n.is.fpclass, i128 %ko13)
  ret void
}

define void @test.x86_fp80(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fpext double %ad to x86_fp80
  %b = fpext double %bd to x86_fp80
  %zero = select i1 true, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000
  %fabs = call x86_fp80 @llvm.fabs.f80(x86_fp80 %a)
  %fabs.nan = fcmp uno x86_fp80 %fabs, %zero
  %fabs.bits = bitcast x86_fp80 %fabs to i80
  %fabs.fix = select i1 %fabs.nan, i80 7, i80 %fabs.bits
  %fabs.wide = zext i80 %fabs.fix to i128
  call void @show(ptr @n.fabs, i128 %fabs.wide)
  %sqrt = call x86_fp80 @llvm.sqrt.f80(x86_fp80 %a)
  %sqrt.nan = fcmp uno x86_fp80 %sqrt, %zero
  %sqrt.bits = bitcast x86_fp80 %sqrt to i80
  %sqrt.fix = select i1 %sqrt.nan, i80 7, i80 %sqrt.bits
  %sqrt.wide = zext i80 %sqrt.fix to i128
  call void @show(ptr @n.sqrt, i128 %sqrt.wide)
  %floor = call x86_fp80 @llvm.floor.f80(x86_fp80 %a)
  %floor.nan = fcmp uno x86_fp80 %floor, %zero
  %floor.bits = bitcast x86_fp80 %floor to i80
  %floor.fix = select i1 %floor.nan, i80 7, i80 %floor.bits
  %floor.wide = zext i80 %floor.fix to i128
  call void @show(ptr @n.floor, i128 %floor.wide)
  %ceil = call x86_fp80 @llvm.ceil.f80(x86_fp80 %a)
  %ceil.nan = fcmp uno x86_fp80 %ceil, %zero
  %ceil.bits = bitcast x86_fp80 %ceil to i80
  %ceil.fix = select i1 %ceil.nan, i80 7, i80 %ceil.bits
  %ceil.wide = zext i80 %ceil.fix to i128
  call void @show(ptr @n.ceil, i128 %ceil.wide)
  %trunc = call x86_fp80 @llvm.trunc.f80(x86_fp80 %a)
  %trunc.nan = fcmp uno x86_fp80 %trunc, %zero
  %trunc.bits = bitcast x86_fp80 %trunc to i80
  %trunc.fix = select i1 %trunc.nan, i80 7, i80 %trunc.bits
  %trunc.wide = zext i80 %trunc.fix to i128
  call void @show(ptr @n.trunc, i128 %trunc.wide)
  %round = call x86_fp80 @llvm.round.f80(x86_fp80 %a)
  %round.nan = fcmp uno x86_fp80 %round, %zero
  %round.bits = bitcast x86_fp80 %round to i80
  %round.fix = select i1 %round.nan, i80 7, i80 %round.bits
  %round.wide = zext i80 %round.fix to i128
  call void @show(ptr @n.round, i128 %round.wide)
  %roundeven = call x86_fp80 @llvm.roundeven.f80(x86_fp80 %a)
  %roundeven.nan = fcmp uno x86_fp80 %roundeven, %zero
  %roundeven.bits = bitcast x86_fp80 %roundeven to i80
  %roundeven.fix = select i1 %roundeven.nan, i80 7, i80 %roundeven.bits
  %roundeven.wide = zext i80 %roundeven.fix to i128
  call void @show(ptr @n.roundeven, i128 %roundeven.wide)
  %rint = call x86_fp80 @llvm.rint.f80(x86_fp80 %a)
  %rint.nan = fcmp uno x86_fp80 %rint, %zero
  %rint.bits = bitcast x86_fp80 %rint to i80
  %rint.fix = select i1 %rint.nan, i80 7, i80 %rint.bits
  %rint.wide = zext i80 %rint.fix to i128
  call void @show(ptr @n.rint, i128 %rint.wide)
  %nearbyint = call x86_fp80 @llvm.nearbyint.f80(x86_fp80 %a)
  %nearbyint.nan = fcmp uno x86_fp80 %nearbyint, %zero
  %nearbyint.bits = bitcast x86_fp80 %nearbyint to i80
  %nearbyint.fix = select i1 %nearbyint.nan, i80 7, i80 %nearbyint.bits
  %nearbyint.wide = zext i80 %nearbyint.fix to i128
  call void @show(ptr @n.nearbyint, i128 %nearbyint.wide)
  %minnum = call x86_fp80 @llvm.minnum.f80(x86_fp80 %a, x86_fp80 %b)
  %minnum.z = fcmp oeq x86_fp80 %minnum, %zero
  %minnum.abs = select i1 %minnum.z, x86_fp80 %zero, x86_fp80 %minnum
  %minnum.abs.nan = fcmp uno x86_fp80 %minnum.abs, %zero
  %minnum.abs.bits = bitcast x86_fp80 %minnum.abs to i80
  %minnum.abs.fix = select i1 %minnum.abs.nan, i80 7, i80 %minnum.abs.bits
  %minnum.abs.wide = zext i80 %minnum.abs.fix to i128
  call void @show(ptr @n.minnum, i128 %minnum.abs.wide)
  %maxnum = call x86_fp80 @llvm.maxnum.f80(x86_fp80 %a, x86_fp80 %b)
  %maxnum.z = fcmp oeq x86_fp80 %maxnum, %zero
  %maxnum.abs = select i1 %maxnum.z, x86_fp80 %zero, x86_fp80 %maxnum
  %maxnum.abs.nan = fcmp uno x86_fp80 %maxnum.abs, %zero
  %maxnum.abs.bits = bitcast x86_fp80 %maxnum.abs to i80
  %maxnum.abs.fix = select i1 %maxnum.abs.nan, i80 7, i80 %maxnum.abs.bits
  %maxnum.abs.wide = zext i80 %maxnum.abs.fix to i128
  call void @show(ptr @n.maxnum, i128 %maxnum.abs.wide)
  %copysign = call x86_fp80 @llvm.copysign.f80(x86_fp80 %a, x86_fp80 %b)
  %copysign.nan = fcmp uno x86_fp80 %copysign, %zero
  %copysign.bits = bitcast x86_fp80 %copysign to i80
  %copysign.fix = select i1 %copysign.nan, i80 7, i80 %copysign.bits
  %copysign.wide = zext i80 %copysign.fix to i128
  call void @show(ptr @n.copysign, i128 %copysign.wide)
  %fma = call x86_fp80 @llvm.fma.f80(x86_fp80 %a, x86_fp80 %b, x86_fp80 %a)
  %fma.nan = fcmp uno x86_fp80 %fma, %zero
  %fma.bits = bitcast x86_fp80 %fma to i80
  %fma.fix = select i1 %fma.nan, i80 7, i80 %fma.bits
  %fma.wide = zext i80 %fma.fix to i128
  call void @show(ptr @n.fma, i128 %fma.wide)
  %k2 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 3)
  %kz2 = zext i1 %k2 to i128
  %kh2 = shl i128 %kz2, 2
  %ko2 = or i128 0, %kh2
  %k3 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 4)
  %kz3 = zext i1 %k3 to i128
  %kh3 = shl i128 %kz3, 3
  %ko3 = or i128 %ko2, %kh3
  %k4 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 8)
  %kz4 = zext i1 %k4 to i128
  %kh4 = shl i128 %kz4, 4
  %ko4 = or i128 %ko3, %kh4
  %k5 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 16)
  %kz5 = zext i1 %k5 to i128
  %kh5 = shl i128 %kz5, 5
  %ko5 = or i128 %ko4, %kh5
  %k6 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 32)
  %kz6 = zext i1 %k6 to i128
  %kh6 = shl i128 %kz6, 6
  %ko6 = or i128 %ko5, %kh6
  %k7 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 64)
  %kz7 = zext i1 %k7 to i128
  %kh7 = shl i128 %kz7, 7
  %ko7 = or i128 %ko6, %kh7
  %k8 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 128)
  %kz8 = zext i1 %k8 to i128
  %kh8 = shl i128 %kz8, 8
  %ko8 = or i128 %ko7, %kh8
  %k9 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 256)
  %kz9 = zext i1 %k9 to i128
  %kh9 = shl i128 %kz9, 9
  %ko9 = or i128 %ko8, %kh9
  %k10 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 512)
  %kz10 = zext i1 %k10 to i128
  %kh10 = shl i128 %kz10, 10
  %ko10 = or i128 %ko9, %kh10
  %k11 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 612)
  %kz11 = zext i1 %k11 to i128
  %kh11 = shl i128 %kz11, 11
  %ko11 = or i128 %ko10, %kh11
  %k12 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 504)
  %kz12 = zext i1 %k12 to i128
  %kh12 = shl i128 %kz12, 12
  %ko12 = or i128 %ko11, %kh12
  %k13 = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 1023)
  %kz13 = zext i1 %k13 to i128
  %kh13 = shl i128 %kz13, 13
  %ko13 = or i128 %ko12, %kh13
  call void @show(ptr @n.is.fpclass, i128 %ko13)
  ret void
}

define void @test.fp128(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fpext double %ad to fp128
  %b = fpext double %bd to fp128
  %zero = select i1 true, fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000000000000000000000
  %fabs = call fp128 @llvm.fabs.f128(fp128 %a)
  %fabs.nan = fcmp uno fp128 %fabs, %zero
  %fabs.bits = bitcast fp128 %fabs to i128
  %fabs.fix = select i1 %fabs.nan, i128 7, i128 %fabs.bits
  %fabs.wide = or i128 %fabs.fix, 0
  call void @show(ptr @n.fabs, i128 %fabs.wide)
  %sqrt = call fp128 @llvm.sqrt.f128(fp128 %a)
  %sqrt.nan = fcmp uno fp128 %sqrt, %zero
  %sqrt.bits = bitcast fp128 %sqrt to i128
  %sqrt.fix = select i1 %sqrt.nan, i128 7, i128 %sqrt.bits
  %sqrt.wide = or i128 %sqrt.fix, 0
  call void @show(ptr @n.sqrt, i128 %sqrt.wide)
  %floor = call fp128 @llvm.floor.f128(fp128 %a)
  %floor.nan = fcmp uno fp128 %floor, %zero
  %floor.bits = bitcast fp128 %floor to i128
  %floor.fix = select i1 %floor.nan, i128 7, i128 %floor.bits
  %floor.wide = or i128 %floor.fix, 0
  call void @show(ptr @n.floor, i128 %floor.wide)
  %ceil = call fp128 @llvm.ceil.f128(fp128 %a)
  %ceil.nan = fcmp uno fp128 %ceil, %zero
  %ceil.bits = bitcast fp128 %ceil to i128
  %ceil.fix = select i1 %ceil.nan, i128 7, i128 %ceil.bits
  %ceil.wide = or i128 %ceil.fix, 0
  call void @show(ptr @n.ceil, i128 %ceil.wide)
  %trunc = call fp128 @llvm.trunc.f128(fp128 %a)
  %trunc.nan = fcmp uno fp128 %trunc, %zero
  %trunc.bits = bitcast fp128 %trunc to i128
  %trunc.fix = select i1 %trunc.nan, i128 7, i128 %trunc.bits
  %trunc.wide = or i128 %trunc.fix, 0
  call void @show(ptr @n.trunc, i128 %trunc.wide)
  %round = call fp128 @llvm.round.f128(fp128 %a)
  %round.nan = fcmp uno fp128 %round, %zero
  %round.bits = bitcast fp128 %round to i128
  %round.fix = select i1 %round.nan, i128 7, i128 %round.bits
  %round.wide = or i128 %round.fix, 0
  call void @show(ptr @n.round, i128 %round.wide)
  %rint = call fp128 @llvm.rint.f128(fp128 %a)
  %rint.nan = fcmp uno fp128 %rint, %zero
  %rint.bits = bitcast fp128 %rint to i128
  %rint.fix = select i1 %rint.nan, i128 7, i128 %rint.bits
  %rint.wide = or i128 %rint.fix, 0
  call void @show(ptr @n.rint, i128 %rint.wide)
  %nearbyint = call fp128 @llvm.nearbyint.f128(fp128 %a)
  %nearbyint.nan = fcmp uno fp128 %nearbyint, %zero
  %nearbyint.bits = bitcast fp128 %nearbyint to i128
  %nearbyint.fix = select i1 %nearbyint.nan, i128 7, i128 %nearbyint.bits
  %nearbyint.wide = or i128 %nearbyint.fix, 0
  call void @show(ptr @n.nearbyint, i128 %nearbyint.wide)
  %minnum = call fp128 @llvm.minnum.f128(fp128 %a, fp128 %b)
  %minnum.z = fcmp oeq fp128 %minnum, %zero
  %minnum.abs = select i1 %minnum.z, fp128 %zero, fp128 %minnum
  %minnum.abs.nan = fcmp uno fp128 %minnum.abs, %zero
  %minnum.abs.bits = bitcast fp128 %minnum.abs to i128
  %minnum.abs.fix = select i1 %minnum.abs.nan, i128 7, i128 %minnum.abs.bits
  %minnum.abs.wide = or i128 %minnum.abs.fix, 0
  call void @show(ptr @n.minnum, i128 %minnum.abs.wide)
  %maxnum = call fp128 @llvm.maxnum.f128(fp128 %a, fp128 %b)
  %maxnum.z = fcmp oeq fp128 %maxnum, %zero
  %maxnum.abs = select i1 %maxnum.z, fp128 %zero, fp128 %maxnum
  %maxnum.abs.nan = fcmp uno fp128 %maxnum.abs, %zero
  %maxnum.abs.bits = bitcast fp128 %maxnum.abs to i128
  %maxnum.abs.fix = select i1 %maxnum.abs.nan, i128 7, i128 %maxnum.abs.bits
  %maxnum.abs.wide = or i128 %maxnum.abs.fix, 0
  call void @show(ptr @n.maxnum, i128 %maxnum.abs.wide)
  %copysign = call fp128 @llvm.copysign.f128(fp128 %a, fp128 %b)
  %copysign.nan = fcmp uno fp128 %copysign, %zero
  %copysign.bits = bitcast fp128 %copysign to i128
  %copysign.fix = select i1 %copysign.nan, i128 7, i128 %copysign.bits
  %copysign.wide = or i128 %copysign.fix, 0
  call void @show(ptr @n.copysign, i128 %copysign.wide)
  %fma = call fp128 @llvm.fma.f128(fp128 %a, fp128 %b, fp128 %a)
  %fma.nan = fcmp uno fp128 %fma, %zero
  %fma.bits = bitcast fp128 %fma to i128
  %fma.fix = select i1 %fma.nan, i128 7, i128 %fma.bits
  %fma.wide = or i128 %fma.fix, 0
  call void @show(ptr @n.fma, i128 %fma.wide)
  %k2 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 3)
  %kz2 = zext i1 %k2 to i128
  %kh2 = shl i128 %kz2, 2
  %ko2 = or i128 0, %kh2
  %k3 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 4)
  %kz3 = zext i1 %k3 to i128
  %kh3 = shl i128 %kz3, 3
  %ko3 = or i128 %ko2, %kh3
  %k4 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 8)
  %kz4 = zext i1 %k4 to i128
  %kh4 = shl i128 %kz4, 4
  %ko4 = or i128 %ko3, %kh4
  %k5 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 16)
  %kz5 = zext i1 %k5 to i128
  %kh5 = shl i128 %kz5, 5
  %ko5 = or i128 %ko4, %kh5
  %k6 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 32)
  %kz6 = zext i1 %k6 to i128
  %kh6 = shl i128 %kz6, 6
  %ko6 = or i128 %ko5, %kh6
  %k7 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 64)
  %kz7 = zext i1 %k7 to i128
  %kh7 = shl i128 %kz7, 7
  %ko7 = or i128 %ko6, %kh7
  %k8 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 128)
  %kz8 = zext i1 %k8 to i128
  %kh8 = shl i128 %kz8, 8
  %ko8 = or i128 %ko7, %kh8
  %k9 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 256)
  %kz9 = zext i1 %k9 to i128
  %kh9 = shl i128 %kz9, 9
  %ko9 = or i128 %ko8, %kh9
  %k10 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 512)
  %kz10 = zext i1 %k10 to i128
  %kh10 = shl i128 %kz10, 10
  %ko10 = or i128 %ko9, %kh10
  %k11 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 612)
  %kz11 = zext i1 %k11 to i128
  %kh11 = shl i128 %kz11, 11
  %ko11 = or i128 %ko10, %kh11
  %k12 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 504)
  %kz12 = zext i1 %k12 to i128
  %kh12 = shl i128 %kz12, 12
  %ko12 = or i128 %ko11, %kh12
  %k13 = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 1023)
  %kz13 = zext i1 %k13 to i128
  %kh13 = shl i128 %kz13, 13
  %ko13 = or i128 %ko12, %kh13
  call void @show(ptr @n.is.fpclass, i128 %ko13)
  ret void
}

; What native code calls to round to bfloat where the machine has no instruction for it.
define bfloat @__truncsfbf2(float %x) {
  %bits = bitcast float %x to i32
  %nan = fcmp uno float %x, %x
  %high = lshr i32 %bits, 16
  %odd = and i32 %high, 1
  %half = add i32 %odd, 32767
  %sum = add i32 %bits, %half
  %rounded = lshr i32 %sum, 16
  %quiet = or i32 %high, 64
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %short = trunc i32 %chosen to i16
  %y = bitcast i16 %short to bfloat
  ret bfloat %y
}

define i32 @main() {
  call void @test.half(i64 4609434218613702656, i64 4612248968380809216)
  call void @test.half(i64 13842939354630062080, i64 4613937818241073152)
  call void @test.half(i64 4591870180066957722, i64 4596373779694328218)
  call void @test.half(i64 9218868437227405312, i64 4607182418800017408)
  call void @test.half(i64 0, i64 9223372036854775808)
  call void @test.half(i64 9223372036854775808, i64 0)
  call void @test.half(i64 9221120237041090560, i64 4607182418800017408)
  call void @test.half(i64 4611686018427387904, i64 9221120237041090560)
  call void @test.half(i64 4502148214488346440, i64 4613937818241073152)
  call void @test.half(i64 4678479150791524352, i64 4678479150791524352)
  call void @test.half(i64 1, i64 4611686018427387904)
  call void @test.half(i64 9214871658872686752, i64 9214871658872686752)
  call void @test.half(i64 4612811918334230528, i64 13838435755002691584)
  call void @test.half(i64 13836183955189006336, i64 4607182418800017408)
  call void @test.half(i64 4602678819172646912, i64 9218868437227405312)
  call void @test.half(i64 4602678819172646912, i64 4598175219545276416)
  call void @test.half(i64 4609434218613702656, i64 13830554455654793216)
  call void @test.half(i64 13826050856027422720, i64 4619567317775286272)
  call void @test.half(i64 4831355200913801220, i64 4607182418800017408)
  call void @test.half(i64 4841369599423283202, i64 4613937818241073152)
  call void @test.bfloat(i64 4609434218613702656, i64 4612248968380809216)
  call void @test.bfloat(i64 13842939354630062080, i64 4613937818241073152)
  call void @test.bfloat(i64 4591870180066957722, i64 4596373779694328218)
  call void @test.bfloat(i64 9218868437227405312, i64 4607182418800017408)
  call void @test.bfloat(i64 0, i64 9223372036854775808)
  call void @test.bfloat(i64 9223372036854775808, i64 0)
  call void @test.bfloat(i64 9221120237041090560, i64 4607182418800017408)
  call void @test.bfloat(i64 4611686018427387904, i64 9221120237041090560)
  call void @test.bfloat(i64 4502148214488346440, i64 4613937818241073152)
  call void @test.bfloat(i64 4678479150791524352, i64 4678479150791524352)
  call void @test.bfloat(i64 1, i64 4611686018427387904)
  call void @test.bfloat(i64 9214871658872686752, i64 9214871658872686752)
  call void @test.bfloat(i64 4612811918334230528, i64 13838435755002691584)
  call void @test.bfloat(i64 13836183955189006336, i64 4607182418800017408)
  call void @test.bfloat(i64 4602678819172646912, i64 9218868437227405312)
  call void @test.bfloat(i64 4602678819172646912, i64 4598175219545276416)
  call void @test.bfloat(i64 4609434218613702656, i64 13830554455654793216)
  call void @test.bfloat(i64 13826050856027422720, i64 4619567317775286272)
  call void @test.bfloat(i64 4831355200913801220, i64 4607182418800017408)
  call void @test.bfloat(i64 4841369599423283202, i64 4613937818241073152)
  call void @test.float(i64 4609434218613702656, i64 4612248968380809216)
  call void @test.float(i64 13842939354630062080, i64 4613937818241073152)
  call void @test.float(i64 4591870180066957722, i64 4596373779694328218)
  call void @test.float(i64 9218868437227405312, i64 4607182418800017408)
  call void @test.float(i64 0, i64 9223372036854775808)
  call void @test.float(i64 9223372036854775808, i64 0)
  call void @test.float(i64 9221120237041090560, i64 4607182418800017408)
  call void @test.float(i64 4611686018427387904, i64 9221120237041090560)
  call void @test.float(i64 4502148214488346440, i64 4613937818241073152)
  call void @test.float(i64 4678479150791524352, i64 4678479150791524352)
  call void @test.float(i64 1, i64 4611686018427387904)
  call void @test.float(i64 9214871658872686752, i64 9214871658872686752)
  call void @test.float(i64 4612811918334230528, i64 13838435755002691584)
  call void @test.float(i64 13836183955189006336, i64 4607182418800017408)
  call void @test.float(i64 4602678819172646912, i64 9218868437227405312)
  call void @test.float(i64 4602678819172646912, i64 4598175219545276416)
  call void @test.float(i64 4609434218613702656, i64 13830554455654793216)
  call void @test.float(i64 13826050856027422720, i64 4619567317775286272)
  call void @test.float(i64 4831355200913801220, i64 4607182418800017408)
  call void @test.float(i64 4841369599423283202, i64 4613937818241073152)
  call void @test.double(i64 4609434218613702656, i64 4612248968380809216)
  call void @test.double(i64 13842939354630062080, i64 4613937818241073152)
  call void @test.double(i64 4591870180066957722, i64 4596373779694328218)
  call void @test.double(i64 9218868437227405312, i64 4607182418800017408)
  call void @test.double(i64 0, i64 9223372036854775808)
  call void @test.double(i64 9223372036854775808, i64 0)
  call void @test.double(i64 9221120237041090560, i64 4607182418800017408)
  call void @test.double(i64 4611686018427387904, i64 9221120237041090560)
  call void @test.double(i64 4502148214488346440, i64 4613937818241073152)
  call void @test.double(i64 4678479150791524352, i64 4678479150791524352)
  call void @test.double(i64 1, i64 4611686018427387904)
  call void @test.double(i64 9214871658872686752, i64 9214871658872686752)
  call void @test.double(i64 4612811918334230528, i64 13838435755002691584)
  call void @test.double(i64 13836183955189006336, i64 4607182418800017408)
  call void @test.double(i64 4602678819172646912, i64 9218868437227405312)
  call void @test.double(i64 4602678819172646912, i64 4598175219545276416)
  call void @test.double(i64 4609434218613702656, i64 13830554455654793216)
  call void @test.double(i64 13826050856027422720, i64 4619567317775286272)
  call void @test.double(i64 4831355200913801220, i64 4607182418800017408)
  call void @test.double(i64 4841369599423283202, i64 4613937818241073152)
  call void @test.x86_fp80(i64 4609434218613702656, i64 4612248968380809216)
  call void @test.x86_fp80(i64 13842939354630062080, i64 4613937818241073152)
  call void @test.x86_fp80(i64 4591870180066957722, i64 4596373779694328218)
  call void @test.x86_fp80(i64 9218868437227405312, i64 4607182418800017408)
  call void @test.x86_fp80(i64 0, i64 9223372036854775808)
  call void @test.x86_fp80(i64 9223372036854775808, i64 0)
  call void @test.x86_fp80(i64 9221120237041090560, i64 4607182418800017408)
  call void @test.x86_fp80(i64 4611686018427387904, i64 9221120237041090560)
  call void @test.x86_fp80(i64 4502148214488346440, i64 4613937818241073152)
  call void @test.x86_fp80(i64 4678479150791524352, i64 4678479150791524352)
  call void @test.x86_fp80(i64 1, i64 4611686018427387904)
  call void @test.x86_fp80(i64 9214871658872686752, i64 9214871658872686752)
  call void @test.x86_fp80(i64 4612811918334230528, i64 13838435755002691584)
  call void @test.x86_fp80(i64 13836183955189006336, i64 4607182418800017408)
  call void @test.x86_fp80(i64 4602678819172646912, i64 9218868437227405312)
  call void @test.x86_fp80(i64 4602678819172646912, i64 4598175219545276416)
  call void @test.x86_fp80(i64 4609434218613702656, i64 13830554455654793216)
  call void @test.x86_fp80(i64 13826050856027422720, i64 4619567317775286272)
  call void @test.x86_fp80(i64 4831355200913801220, i64 4607182418800017408)
  call void @test.x86_fp80(i64 4841369599423283202, i64 4613937818241073152)
  call void @test.fp128(i64 4609434218613702656, i64 4612248968380809216)
  call void @test.fp128(i64 13842939354630062080, i64 4613937818241073152)
  call void @test.fp128(i64 4591870180066957722, i64 4596373779694328218)
  call void @test.fp128(i64 9218868437227405312, i64 4607182418800017408)
  call void @test.fp128(i64 0, i64 9223372036854775808)
  call void @test.fp128(i64 9223372036854775808, i64 0)
  call void @test.fp128(i64 9221120237041090560, i64 4607182418800017408)
  call void @test.fp128(i64 4611686018427387904, i64 9221120237041090560)
  call void @test.fp128(i64 4502148214488346440, i64 4613937818241073152)
  call void @test.fp128(i64 4678479150791524352, i64 4678479150791524352)
  call void @test.fp128(i64 1, i64 4611686018427387904)
  call void @test.fp128(i64 9214871658872686752, i64 9214871658872686752)
  call void @test.fp128(i64 4612811918334230528, i64 13838435755002691584)
  call void @test.fp128(i64 13836183955189006336, i64 4607182418800017408)
  call void @test.fp128(i64 4602678819172646912, i64 9218868437227405312)
  call void @test.fp128(i64 4602678819172646912, i64 4598175219545276416)
  call void @test.fp128(i64 4609434218613702656, i64 13830554455654793216)
  call void @test.fp128(i64 13826050856027422720, i64 4619567317775286272)
  call void @test.fp128(i64 4831355200913801220, i64 4607182418800017408)
  call void @test.fp128(i64 4841369599423283202, i64 4613937818241073152)
  ret i32 3
}
