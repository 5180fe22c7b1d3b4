; Conversions between every pair of formats that x86 has, and to and from integers.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@n.fptosi32 = private unnamed_addr constant [9 x i8] c"fptosi32\00"
@n.fptosi64 = private unnamed_addr constant [9 x i8] c"fptosi64\00"
@n.fptoui32 = private unnamed_addr constant [9 x i8] c"fptoui32\00"
@n.fptoui64 = private unnamed_addr constant [9 x i8] c"fptoui64\00"
@n.sitofp128 = private unnamed_addr constant [10 x i8] c"sitofp128\00"
@n.sitofp32 = private unnamed_addr constant [9 x i8] c"sitofp32\00"
@n.sitofp64 = private unnamed_addr constant [9 x i8] c"sitofp64\00"
@n.sitofp8 = private unnamed_addr constant [8 x i8] c"sitofp8\00"
@n.ssat128 = private unnamed_addr constant [8 x i8] c"ssat128\00"
@n.ssat32 = private unnamed_addr constant [7 x i8] c"ssat32\00"
@n.ssat64 = private unnamed_addr constant [7 x i8] c"ssat64\00"
@n.ssat8 = private unnamed_addr constant [6 x i8] c"ssat8\00"
@n.to.bfloat = private unnamed_addr constant [10 x i8] c"to.bfloat\00"
@n.to.double = private unnamed_addr constant [10 x i8] c"to.double\00"
@n.to.float = private unnamed_addr constant [9 x i8] c"to.float\00"
@n.to.fp128 = private unnamed_addr constant [9 x i8] c"to.fp128\00"
@n.to.half = private unnamed_addr constant [8 x i8] c"to.half\00"
@n.to.x86_fp80 = private unnamed_addr constant [12 x i8] c"to.x86_fp80\00"
@n.uitofp128 = private unnamed_addr constant [10 x i8] c"uitofp128\00"
@n.uitofp32 = private unnamed_addr constant [9 x i8] c"uitofp32\00"
@n.uitofp64 = private unnamed_addr constant [9 x i8] c"uitofp64\00"
@n.uitofp8 = private unnamed_addr constant [8 x i8] c"uitofp8\00"
@n.usat128 = private unnamed_addr constant [8 x i8] c"usat128\00"
@n.usat32 = private unnamed_addr constant [7 x i8] c"usat32\00"
@n.usat64 = private unnamed_addr constant [7 x i8] c"usat64\00"
@n.usat8 = private unnamed_addr constant [6 x i8] c"usat8\00"
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

define void @test.half(i64 %abits, i32 %n) {
  %ad = bitcast i64 %abits to double
  %a = fptrunc double %ad to half
  %to.float = fpext half %a to float
  %to.float.nan = fcmp uno float %to.float, 0.0
  %to.float.bits = bitcast float %to.float to i32
  %to.float.fix = select i1 %to.float.nan, i32 7, i32 %to.float.bits
  %to.float.wide = zext i32 %to.float.fix to i128
  call void @show(ptr @n.to.float, i128 %to.float.wide)
  %to.double = fpext half %a to double
  %to.double.nan = fcmp uno double %to.double, 0.0
  %to.double.bits = bitcast double %to.double to i64
  %to.double.fix = select i1 %to.double.nan, i64 7, i64 %to.double.bits
  %to.double.wide = zext i64 %to.double.fix to i128
  call void @show(ptr @n.to.double, i128 %to.double.wide)
  %to.x86_fp80 = fpext half %a to x86_fp80
  %to.x86_fp80.nan = fcmp uno x86_fp80 %to.x86_fp80, 0xK00000000000000000000
  %to.x86_fp80.bits = bitcast x86_fp80 %to.x86_fp80 to i80
  %to.x86_fp80.fix = select i1 %to.x86_fp80.nan, i80 7, i80 %to.x86_fp80.bits
  %to.x86_fp80.wide = zext i80 %to.x86_fp80.fix to i128
  call void @show(ptr @n.to.x86_fp80, i128 %to.x86_fp80.wide)
  %to.fp128 = fpext half %a to fp128
  %to.fp128.nan = fcmp uno fp128 %to.fp128, 0xL00000000000000000000000000000000
  %to.fp128.bits = bitcast fp128 %to.fp128 to i128
  %to.fp128.fix = select i1 %to.fp128.nan, i128 7, i128 %to.fp128.bits
  %to.fp128.wide = or i128 %to.fp128.fix, 0
  call void @show(ptr @n.to.fp128, i128 %to.fp128.wide)
  %ssat8 = call i8 @llvm.fptosi.sat.i8.f16(half %a)
  %ssat8.w = zext i8 %ssat8 to i128
  call void @show(ptr @n.ssat8, i128 %ssat8.w)
  %usat8 = call i8 @llvm.fptoui.sat.i8.f16(half %a)
  %usat8.w = zext i8 %usat8 to i128
  call void @show(ptr @n.usat8, i128 %usat8.w)
  %ssat32 = call i32 @llvm.fptosi.sat.i32.f16(half %a)
  %ssat32.w = zext i32 %ssat32 to i128
  call void @show(ptr @n.ssat32, i128 %ssat32.w)
  %usat32 = call i32 @llvm.fptoui.sat.i32.f16(half %a)
  %usat32.w = zext i32 %usat32 to i128
  call void @show(ptr @n.usat32, i128 %usat32.w)
  %ssat64 = call i64 @llvm.fptosi.sat.i64.f16(half %a)
  %ssat64.w = zext i64 %ssat64 to i128
  call void @show(ptr @n.ssat64, i128 %ssat64.w)
  %usat64 = call i64 @llvm.fptoui.sat.i64.f16(half %a)
  %usat64.w = zext i64 %usat64 to i128
  call void @show(ptr @n.usat64, i128 %usat64.w)
  %sitofp32.i = or i32 %n, 0
  %sitofp32.m = mul i32 %sitofp32.i, 1
  %sitofp32 = sitofp i32 %sitofp32.m to half
  %sitofp32.bits = bitcast half %sitofp32 to i16
  %sitofp32.wide = zext i16 %sitofp32.bits to i128
  call void @show(ptr @n.sitofp32, i128 %sitofp32.wide)
  %sitofp64.i = sext i32 %n to i64
  %sitofp64.m = mul i64 %sitofp64.i, 1
  %sitofp64 = sitofp i64 %sitofp64.m to half
  %sitofp64.bits = bitcast half %sitofp64 to i16
  %sitofp64.wide = zext i16 %sitofp64.bits to i128
  call void @show(ptr @n.sitofp64, i128 %sitofp64.wide)
  %sitofp8.i = trunc i32 %n to i8
  %sitofp8.m = mul i8 %sitofp8.i, 1
  %sitofp8 = sitofp i8 %sitofp8.m to half
  %sitofp8.bits = bitcast half %sitofp8 to i16
  %sitofp8.wide = zext i16 %sitofp8.bits to i128
  call void @show(ptr @n.sitofp8, i128 %sitofp8.wide)
  %uitofp32.i = or i32 %n, 0
  %uitofp32.m = mul i32 %uitofp32.i, 1
  %uitofp32 = uitofp i32 %uitofp32.m to half
  %uitofp32.bits = bitcast half %uitofp32 to i16
  %uitofp32.wide = zext i16 %uitofp32.bits to i128
  call void @show(ptr @n.uitofp32, i128 %uitofp32.wide)
  %uitofp64.i = sext i32 %n to i64
  %uitofp64.m = mul i64 %uitofp64.i, 1
  %uitofp64 = uitofp i64 %uitofp64.m to half
  %uitofp64.bits = bitcast half %uitofp64 to i16
  %uitofp64.wide = zext i16 %uitofp64.bits to i128
  call void @show(ptr @n.uitofp64, i128 %uitofp64.wide)
  %uitofp8.i = trunc i32 %n to i8
  %uitofp8.m = mul i8 %uitofp8.i, 1
  %uitofp8 = uitofp i8 %uitofp8.m to half
  %uitofp8.bits = bitcast half %uitofp8 to i16
  %uitofp8.wide = zext i16 %uitofp8.bits to i128
  call void @show(ptr @n.uitofp8, i128 %uitofp8.wide)
  %ssmall32.n = and i32 %n, 127
  %ssmall32 = uitofp i32 %ssmall32.n to half
  %fptosi32 = fptosi half %ssmall32 to i32
  %fptosi32.w = zext i32 %fptosi32 to i128
  call void @show(ptr @n.fptosi32, i128 %fptosi32.w)
  %usmall32.n = and i32 %n, 127
  %usmall32 = uitofp i32 %usmall32.n to half
  %fptoui32 = fptoui half %usmall32 to i32
  %fptoui32.w = zext i32 %fptoui32 to i128
  call void @show(ptr @n.fptoui32, i128 %fptoui32.w)
  %ssmall64.n = and i32 %n, 127
  %ssmall64 = uitofp i32 %ssmall64.n to half
  %fptosi64 = fptosi half %ssmall64 to i64
  %fptosi64.w = zext i64 %fptosi64 to i128
  call void @show(ptr @n.fptosi64, i128 %fptosi64.w)
  %usmall64.n = and i32 %n, 127
  %usmall64 = uitofp i32 %usmall64.n to half
  %fptoui64 = fptoui half %usmall64 to i64
  %fptoui64.w = zext i64 %fptoui64 to i128
  call void @show(ptr @n.fptoui64, i128 %fptoui64.w)
  ret void
}

define void @test.bfloat(i64 %abits, i32 %n) {
  %ad = bitcast i64 %abits to double
  %af = fptrunc double %ad to float
  %a = fptrunc float %af to bfloat
  %to.float = fpext bfloat %a to float
  %to.float.nan = fcmp uno float %to.float, 0.0
  %to.float.bits = bitcast float %to.float to i32
  %to.float.fix = select i1 %to.float.nan, i32 7, i32 %to.float.bits
  %to.float.wide = zext i32 %to.float.fix to i128
  call void @show(ptr @n.to.float, i128 %to.float.wide)
  %to.double = fpext bfloat %a to double
  %to.double.nan = fcmp uno double %to.double, 0.0
  %to.double.bits = bitcast double %to.double to i64
  %to.double.fix = select i1 %to.double.nan, i64 7, i64 %to.double.bits
  %to.double.wide = zext i64 %to.double.fix to i128
  call void @show(ptr @n.to.double, i128 %to.double.wide)
  %ssat8 = call i8 @llvm.fptosi.sat.i8.bf16(bfloat %a)
  %ssat8.w = zext i8 %ssat8 to i128
  call void @show(ptr @n.ssat8, i128 %ssat8.w)
  %usat8 = call i8 @llvm.fptoui.sat.i8.bf16(bfloat %a)
  %usat8.w = zext i8 %usat8 to i128
  call void @show(ptr @n.usat8, i128 %usat8.w)
  %ssat32 = call i32 @llvm.fptosi.sat.i32.bf16(bfloat %a)
  %ssat32.w = zext i32 %ssat32 to i128
  call void @show(ptr @n.ssat32, i128 %ssat32.w)
  %usat32 = call i32 @llvm.fptoui.sat.i32.bf16(bfloat %a)
  %usat32.w = zext i32 %usat32 to i128
  call void @show(ptr @n.usat32, i128 %usat32.w)
  %ssat64 = call i64 @llvm.fptosi.sat.i64.bf16(bfloat %a)
  %ssat64.w = zext i64 %ssat64 to i128
  call void @show(ptr @n.ssat64, i128 %ssat64.w)
  %usat64 = call i64 @llvm.fptoui.sat.i64.bf16(bfloat %a)
  %usat64.w = zext i64 %usat64 to i128
  call void @show(ptr @n.usat64, i128 %usat64.w)
  %sitofp32.i = or i32 %n, 0
  %sitofp32.m = mul i32 %sitofp32.i, 1
  %sitofp32 = sitofp i32 %sitofp32.m to bfloat
  %sitofp32.bits = bitcast bfloat %sitofp32 to i16
  %sitofp32.wide = zext i16 %sitofp32.bits to i128
  call void @show(ptr @n.sitofp32, i128 %sitofp32.wide)
  %sitofp64.i = sext i32 %n to i64
  %sitofp64.m = mul i64 %sitofp64.i, 1000003
  %sitofp64 = sitofp i64 %sitofp64.m to bfloat
  %sitofp64.bits = bitcast bfloat %sitofp64 to i16
  %sitofp64.wide = zext i16 %sitofp64.bits to i128
  call void @show(ptr @n.sitofp64, i128 %sitofp64.wide)
  %sitofp8.i = trunc i32 %n to i8
  %sitofp8.m = mul i8 %sitofp8.i, 1
  %sitofp8 = sitofp i8 %sitofp8.m to bfloat
  %sitofp8.bits = bitcast bfloat %sitofp8 to i16
  %sitofp8.wide = zext i16 %sitofp8.bits to i128
  call void @show(ptr @n.sitofp8, i128 %sitofp8.wide)
  %uitofp32.i = or i32 %n, 0
  %uitofp32.m = mul i32 %uitofp32.i, 1
  %uitofp32 = uitofp i32 %uitofp32.m to bfloat
  %uitofp32.bits = bitcast bfloat %uitofp32 to i16
  %uitofp32.wide = zext i16 %uitofp32.bits to i128
  call void @show(ptr @n.uitofp32, i128 %uitofp32.wide)
  %uitofp64.i = sext i32 %n to i64
  %uitofp64.m = mul i64 %uitofp64.i, 1000003
  %uitofp64 = uitofp i64 %uitofp64.m to bfloat
  %uitofp64.bits = bitcast bfloat %uitofp64 to i16
  %uitofp64.wide = zext i16 %uitofp64.bits to i128
  call void @show(ptr @n.uitofp64, i128 %uitofp64.wide)
  %uitofp8.i = trunc i32 %n to i8
  %uitofp8.m = mul i8 %uitofp8.i, 1
  %uitofp8 = uitofp i8 %uitofp8.m to bfloat
  %uitofp8.bits = bitcast bfloat %uitofp8 to i16
  %uitofp8.wide = zext i16 %uitofp8.bits to i128
  call void @show(ptr @n.uitofp8, i128 %uitofp8.wide)
  %ssmall32.n = and i32 %n, 127
  %ssmall32 = uitofp i32 %ssmall32.n to bfloat
  %fptosi32 = fptosi bfloat %ssmall32 to i32
  %fptosi32.w = zext i32 %fptosi32 to i128
  call void @show(ptr @n.fptosi32, i128 %fptosi32.w)
  %usmall32.n = and i32 %n, 127
  %usmall32 = uitofp i32 %usmall32.n to bfloat
  %fptoui32 = fptoui bfloat %usmall32 to i32
  %fptoui32.w = zext i32 %fptoui32 to i128
  call void @show(ptr @n.fptoui32, i128 %fptoui32.w)
  %ssmall64.n = and i32 %n, 127
  %ssmall64 = uitofp i32 %ssmall64.n to bfloat
  %fptosi64 = fptosi bfloat %ssmall64 to i64
  %fptosi64.w = zext i64 %fptosi64 to i128
  call void @show(ptr @n.fptosi64, i128 %fptosi64.w)
  %usmall64.n = and i32 %n, 127
  %usmall64 = uitofp i32 %usmall64.n to bfloat
  %fptoui64 = fptoui bfloat %usmall64 to i64
  %fptoui64.w = zext i64 %fptoui64 to i128
  call void @show(ptr @n.fptoui64, i128 %fptoui64.w)
  ret void
}

define void @test.float(i64 %abits, i32 %n) {
  %ad = bitcast i64 %abits to double
  %a = fptrunc double %ad to float
  %to.half = fptrunc float %a to half
  %to.half.nan = fcmp uno half %to.half, 0.0
  %to.half.bits = bitcast half %to.half to i16
  %to.half.fix = select i1 %to.half.nan, i16 7, i16 %to.half.bits
  %to.half.wide = zext i16 %to.half.fix to i128
  call void @show(ptr @n.to.half, i128 %to.half.wide)
  %to.bfloat = fptrunc float %a to bfloat
  %to.bfloat.nan = fcmp uno bfloat %to.bfloat, 0.0
  %to.bfloat.bits = bitcast bfloat %to.bfloat to i16
  %to.bfloat.fix = select i1 %to.bfloat.nan, i16 7, i16 %to.bfloat.bits
  %to.bfloat.wide = zext i16 %to.bfloat.fix to i128
  call void @show(ptr @n.to.bfloat, i128 %to.bfloat.wide)
  %to.double = fpext float %a to double
  %to.double.nan = fcmp uno double %to.double, 0.0
  %to.double.bits = bitcast double %to.double to i64
  %to.double.fix = select i1 %to.double.nan, i64 7, i64 %to.double.bits
  %to.double.wide = zext i64 %to.double.fix to i128
  call void @show(ptr @n.to.double, i128 %to.double.wide)
  %to.x86_fp80 = fpext float %a to x86_fp80
  %to.x86_fp80.nan = fcmp uno x86_fp80 %to.x86_fp80, 0xK00000000000000000000
  %to.x86_fp80.bits = bitcast x86_fp80 %to.x86_fp80 to i80
  %to.x86_fp80.fix = select i1 %to.x86_fp80.nan, i80 7, i80 %to.x86_fp80.bits
  %to.x86_fp80.wide = zext i80 %to.x86_fp80.fix to i128
  call void @show(ptr @n.to.x86_fp80, i128 %to.x86_fp80.wide)
  %to.fp128 = fpext float %a to fp128
  %to.fp128.nan = fcmp uno fp128 %to.fp128, 0xL00000000000000000000000000000000
  %to.fp128.bits = bitcast fp128 %to.fp128 to i128
  %to.fp128.fix = select i1 %to.fp128.nan, i128 7, i128 %to.fp128.bits
  %to.fp128.wide = or i128 %to.fp128.fix, 0
  call void @show(ptr @n.to.fp128, i128 %to.fp128.wide)
  %ssat8 = call i8 @llvm.fptosi.sat.i8.f32(float %a)
  %ssat8.w = zext i8 %ssat8 to i128
  call void @show(ptr @n.ssat8, i128 %ssat8.w)
  %usat8 = call i8 @llvm.fptoui.sat.i8.f32(float %a)
  %usat8.w = zext i8 %usat8 to i128
  call void @show(ptr @n.usat8, i128 %usat8.w)
  %ssat32 = call i32 @llvm.fptosi.sat.i32.f32(float %a)
  %ssat32.w = zext i32 %ssat32 to i128
  call void @show(ptr @n.ssat32, i128 %ssat32.w)
  %usat32 = call i32 @llvm.fptoui.sat.i32.f32(float %a)
  %usat32.w = zext i32 %usat32 to i128
  call void @show(ptr @n.usat32, i128 %usat32.w)
  %ssat64 = call i64 @llvm.fptosi.sat.i64.f32(float %a)
  %ssat64.w = zext i64 %ssat64 to i128
  call void @show(ptr @n.ssat64, i128 %ssat64.w)
  %usat64 = call i64 @llvm.fptoui.sat.i64.f32(float %a)
  %usat64.w = zext i64 %usat64 to i128
  call void @show(ptr @n.usat64, i128 %usat64.w)
  %ssat128 = call i128 @llvm.fptosi.sat.i128.f32(float %a)
  %ssat128.w = or i128 %ssat128, 0
  call void @show(ptr @n.ssat128, i128 %ssat128.w)
  %usat128 = call i128 @llvm.fptoui.sat.i128.f32(float %a)
  %usat128.w = or i128 %usat128, 0
  call void @show(ptr @n.usat128, i128 %usat128.w)
  %sitofp32.i = or i32 %n, 0
  %sitofp32.m = mul i32 %sitofp32.i, 1
  %sitofp32 = sitofp i32 %sitofp32.m to float
  %sitofp32.bits = bitcast float %sitofp32 to i32
  %sitofp32.wide = zext i32 %sitofp32.bits to i128
  call void @show(ptr @n.sitofp32, i128 %sitofp32.wide)
  %sitofp64.i = sext i32 %n to i64
  %sitofp64.m = mul i64 %sitofp64.i, 1000003
  %sitofp64 = sitofp i64 %sitofp64.m to float
  %sitofp64.bits = bitcast float %sitofp64 to i32
  %sitofp64.wide = zext i32 %sitofp64.bits to i128
  call void @show(ptr @n.sitofp64, i128 %sitofp64.wide)
  %sitofp8.i = trunc i32 %n to i8
  %sitofp8.m = mul i8 %sitofp8.i, 1
  %sitofp8 = sitofp i8 %sitofp8.m to float
  %sitofp8.bits = bitcast float %sitofp8 to i32
  %sitofp8.wide = zext i32 %sitofp8.bits to i128
  call void @show(ptr @n.sitofp8, i128 %sitofp8.wide)
  %sitofp128.i = sext i32 %n to i128
  %sitofp128.m = mul i128 %sitofp128.i, 1000003
  %sitofp128 = sitofp i128 %sitofp128.m to float
  %sitofp128.bits = bitcast float %sitofp128 to i32
  %sitofp128.wide = zext i32 %sitofp128.bits to i128
  call void @show(ptr @n.sitofp128, i128 %sitofp128.wide)
  %uitofp32.i = or i32 %n, 0
  %uitofp32.m = mul i32 %uitofp32.i, 1
  %uitofp32 = uitofp i32 %uitofp32.m to float
  %uitofp32.bits = bitcast float %uitofp32 to i32
  %uitofp32.wide = zext i32 %uitofp32.bits to i128
  call void @show(ptr @n.uitofp32, i128 %uitofp32.wide)
  %uitofp64.i = sext i32 %n to i64
  %uitofp64.m = mul i64 %uitofp64.i, 1000003
  %uitofp64 = uitofp i64 %uitofp64.m to float
  %uitofp64.bits = bitcast float %uitofp64 to i32
  %uitofp64.wide = zext i32 %uitofp64.bits to i128
  call void @show(ptr @n.uitofp64, i128 %uitofp64.wide)
  %uitofp8.i = trunc i32 %n to i8
  %uitofp8.m = mul i8 %uitofp8.i, 1
  %uitofp8 = uitofp i8 %uitofp8.m to float
  %uitofp8.bits = bitcast float %uitofp8 to i32
  %uitofp8.wide = zext i32 %uitofp8.bits to i128
  call void @show(ptr @n.uitofp8, i128 %uitofp8.wide)
  %uitofp128.i = sext i32 %n to i128
  %uitofp128.m = mul i128 %uitofp128.i, 1000003
  %uitofp128 = uitofp i128 %uitofp128.m to float
  %uitofp128.bits = bitcast float %uitofp128 to i32
  %uitofp128.wide = zext i32 %uitofp128.bits to i128
  call void @show(ptr @n.uitofp128, i128 %uitofp128.wide)
  %ssmall32.n = and i32 %n, 127
  %ssmall32 = uitofp i32 %ssmall32.n to float
  %fptosi32 = fptosi float %ssmall32 to i32
  %fptosi32.w = zext i32 %fptosi32 to i128
  call void @show(ptr @n.fptosi32, i128 %fptosi32.w)
  %usmall32.n = and i32 %n, 127
  %usmall32 = uitofp i32 %usmall32.n to float
  %fptoui32 = fptoui float %usmall32 to i32
  %fptoui32.w = zext i32 %fptoui32 to i128
  call void @show(ptr @n.fptoui32, i128 %fptoui32.w)
  %ssmall64.n = and i32 %n, 127
  %ssmall64 = uitofp i32 %ssmall64.n to float
  %fptosi64 = fptosi float %ssmall64 to i64
  %fptosi64.w = zext i64 %fptosi64 to i128
  call void @show(ptr @n.fptosi64, i128 %fptosi64.w)
  %usmall64.n = and i32 %n, 127
  %usmall64 = uitofp i32 %usmall64.n to float
  %fptoui64 = fptoui float %usmall64 to i64
  %fptoui64.w = zext i64 %fptoui64 to i128
  call void @show(ptr @n.fptoui64, i128 %fptoui64.w)
  ret void
}

define void @test.double(i64 %abits, i32 %n) {
  %ad = bitcast i64 %abits to double
  %a = fadd double %ad, -0.0
  %to.half = fptrunc double %a to half
  %to.half.nan = fcmp uno half %to.half, 0.0
  %to.half.bits = bitcast half %to.half to i16
  %to.half.fix = select i1 %to.half.nan, i16 7, i16 %to.half.bits
  %to.half.wide = zext i16 %to.half.fix to i128
  call void @show(ptr @n.to.half, i128 %to.half.wide)
  %to.float = fptrunc double %a to float
  %to.float.nan = fcmp uno float %to.float, 0.0
  %to.float.bits = bitcast float %to.float to i32
  %to.float.fix = select i1 %to.float.nan, i32 7, i32 %to.float.bits
  %to.float.wide = zext i32 %to.float.fix to i128
  call void @show(ptr @n.to.float, i128 %to.float.wide)
  %to.x86_fp80 = fpext double %a to x86_fp80
  %to.x86_fp80.nan = fcmp uno x86_fp80 %to.x86_fp80, 0xK00000000000000000000
  %to.x86_fp80.bits = bitcast x86_fp80 %to.x86_fp80 to i80
  %to.x86_fp80.fix = select i1 %to.x86_fp80.nan, i80 7, i80 %to.x86_fp80.bits
  %to.x86_fp80.wide = zext i80 %to.x86_fp80.fix to i128
  call void @show(ptr @n.to.x86_fp80, i128 %to.x86_fp80.wide)
  %to.fp128 = fpext double %a to fp128
  %to.fp128.nan = fcmp uno fp128 %to.fp128, 0xL00000000000000000000000000000000
  %to.fp128.bits = bitcast fp128 %to.fp128 to i128
  %to.fp128.fix = select i1 %to.fp128.nan, i128 7, i128 %to.fp128.bits
  %to.fp128.wide = or i128 %to.fp128.fix, 0
  call void @show(ptr @n.to.fp128, i128 %to.fp128.wide)
  %ssat8 = call i8 @llvm.fptosi.sat.i8.f64(double %a)
  %ssat8.w = zext i8 %ssat8 to i128
  call void @show(ptr @n.ssat8, i128 %ssat8.w)
  %usat8 = call i8 @llvm.fptoui.sat.i8.f64(double %a)
  %usat8.w = zext i8 %usat8 to i128
  call void @show(ptr @n.usat8, i128 %usat8.w)
  %ssat32 = call i32 @llvm.fptosi.sat.i32.f64(double %a)
  %ssat32.w = zext i32 %ssat32 to i128
  call void @show(ptr @n.ssat32, i128 %ssat32.w)
  %usat32 = call i32 @llvm.fptoui.sat.i32.f64(double %a)
  %usat32.w = zext i32 %usat32 to i128
  call void @show(ptr @n.usat32, i128 %usat32.w)
  %ssat64 = call i64 @llvm.fptosi.sat.i64.f64(double %a)
  %ssat64.w = zext i64 %ssat64 to i128
  call void @show(ptr @n.ssat64, i128 %ssat64.w)
  %usat64 = call i64 @llvm.fptoui.sat.i64.f64(double %a)
  %usat64.w = zext i64 %usat64 to i128
  call void @show(ptr @n.usat64, i128 %usat64.w)
  %ssat128 = call i128 @llvm.fptosi.sat.i128.f64(double %a)
  %ssat128.w = or i128 %ssat128, 0
  call void @show(ptr @n.ssat128, i128 %ssat128.w)
  %usat128 = call i128 @llvm.fptoui.sat.i128.f64(double %a)
  %usat128.w = or i128 %usat128, 0
  call void @show(ptr @n.usat128, i128 %usat128.w)
  %sitofp32.i = or i32 %n, 0
  %sitofp32.m = mul i32 %sitofp32.i, 1
  %sitofp32 = sitofp i32 %sitofp32.m to double
  %sitofp32.bits = bitcast double %sitofp32 to i64
  %sitofp32.wide = zext i64 %sitofp32.bits to i128
  call void @show(ptr @n.sitofp32, i128 %sitofp32.wide)
  %sitofp64.i = sext i32 %n to i64
  %sitofp64.m = mul i64 %sitofp64.i, 1000003
  %sitofp64 = sitofp i64 %sitofp64.m to double
  %sitofp64.bits = bitcast double %sitofp64 to i64
  %sitofp64.wide = zext i64 %sitofp64.bits to i128
  call void @show(ptr @n.sitofp64, i128 %sitofp64.wide)
  %sitofp8.i = trunc i32 %n to i8
  %sitofp8.m = mul i8 %sitofp8.i, 1
  %sitofp8 = sitofp i8 %sitofp8.m to double
  %sitofp8.bits = bitcast double %sitofp8 to i64
  %sitofp8.wide = zext i64 %sitofp8.bits to i128
  call void @show(ptr @n.sitofp8, i128 %sitofp8.wide)
  %sitofp128.i = sext i32 %n to i128
  %sitofp128.m = mul i128 %sitofp128.i, 1000003
  %sitofp128 = sitofp i128 %sitofp128.m to double
  %sitofp128.bits = bitcast double %sitofp128 to i64
  %sitofp128.wide = zext i64 %sitofp128.bits to i128
  call void @show(ptr @n.sitofp128, i128 %sitofp128.wide)
  %uitofp32.i = or i32 %n, 0
  %uitofp32.m = mul i32 %uitofp32.i, 1
  %uitofp32 = uitofp i32 %uitofp32.m to double
  %uitofp32.bits = bitcast double %uitofp32 to i64
  %uitofp32.wide = zext i64 %uitofp32.bits to i128
  call void @show(ptr @n.uitofp32, i128 %uitofp32.wide)
  %uitofp64.i = sext i32 %n to i64
  %uitofp64.m = mul i64 %uitofp64.i, 1000003
  %uitofp64 = uitofp i64 %uitofp64.m to double
  %uitofp64.bits = bitcast double %uitofp64 to i64
  %uitofp64.wide = zext i64 %uitofp64.bits to i128
  call void @show(ptr @n.uitofp64, i128 %uitofp64.wide)
  %uitofp8.i = trunc i32 %n to i8
  %uitofp8.m = mul i8 %uitofp8.i, 1
  %uitofp8 = uitofp i8 %uitofp8.m to double
  %uitofp8.bits = bitcast double %uitofp8 to i64
  %uitofp8.wide = zext i64 %uitofp8.bits to i128
  call void @show(ptr @n.uitofp8, i128 %uitofp8.wide)
  %uitofp128.i = sext i32 %n to i128
  %uitofp128.m = mul i128 %uitofp128.i, 1000003
  %uitofp128 = uitofp i128 %uitofp128.m to double
  %uitofp128.bits = bitcast double %uitofp128 to i64
  %uitofp128.wide = zext i64 %uitofp128.bits to i128
  call void @show(ptr @n.uitofp128, i128 %uitofp128.wide)
  %ssmall32.n = and i32 %n, 127
  %ssmall32 = uitofp i32 %ssmall32.n to double
  %fptosi32 = fptosi double %ssmall32 to i32
  %fptosi32.w = zext i32 %fptosi32 to i128
  call void @show(ptr @n.fptosi32, i128 %fptosi32.w)
  %usmall32.n = and i32 %n, 127
  %usmall32 = uitofp i32 %usmall32.n to double
  %fptoui32 = fptoui double %usmall32 to i32
  %fptoui32.w = zext i32 %fptoui32 to i128
  call void @show(ptr @n.fptoui32, i128 %fptoui32.w)
  %ssmall64.n = and i32 %n, 127
  %ssmall64 = uitofp i32 %ssmall64.n to double
  %fptosi64 = fptosi double %ssmall64 to i64
  %fptosi64.w = zext i64 %fptosi64 to i128
  call void @show(ptr @n.fptosi64, i128 %fptosi64.w)
  %usmall64.n = and i32 %n, 127
  %usmall64 = uitofp i32 %usmall64.n to double
  %fptoui64 = fptoui double %usmall64 to i64
  %fptoui64.w = zext i64 %fptoui64 to i128
  call void @show(ptr @n.fptoui64, i128 %fptoui64.w)
  ret void
}

define void @test.x86_fp80(i64 %abits, i32 %n) {
  %ad = bitcast i64 %abits to double
  %a = fpext double %ad to x86_fp80
  %to.half = fptrunc x86_fp80 %a to half
  %to.half.nan = fcmp uno half %to.half, 0.0
  %to.half.bits = bitcast half %to.half to i16
  %to.half.fix = select i1 %to.half.nan, i16 7, i16 %to.half.bits
  %to.half.wide = zext i16 %to.half.fix to i128
  call void @show(ptr @n.to.half, i128 %to.half.wide)
  %to.float = fptrunc x86_fp80 %a to float
  %to.float.nan = fcmp uno float %to.float, 0.0
  %to.float.bits = bitcast float %to.float to i32
  %to.float.fix = select i1 %to.float.nan, i32 7, i32 %to.float.bits
  %to.float.wide = zext i32 %to.float.fix to i128
  call void @show(ptr @n.to.float, i128 %to.float.wide)
  %to.double = fptrunc x86_fp80 %a to double
  %to.double.nan = fcmp uno double %to.double, 0.0
  %to.double.bits = bitcast double %to.double to i64
  %to.double.fix = select i1 %to.double.nan, i64 7, i64 %to.double.bits
  %to.double.wide = zext i64 %to.double.fix to i128
  call void @show(ptr @n.to.double, i128 %to.double.wide)
  %to.fp128 = fpext x86_fp80 %a to fp128
  %to.fp128.nan = fcmp uno fp128 %to.fp128, 0xL00000000000000000000000000000000
  %to.fp128.bits = bitcast fp128 %to.fp128 to i128
  %to.fp128.fix = select i1 %to.fp128.nan, i128 7, i128 %to.fp128.bits
  %to.fp128.wide = or i128 %to.fp128.fix, 0
  call void @show(ptr @n.to.fp128, i128 %to.fp128.wide)
  %ssat8 = call i8 @llvm.fptosi.sat.i8.f80(x86_fp80 %a)
  %ssat8.w = zext i8 %ssat8 to i128
  call void @show(ptr @n.ssat8, i128 %ssat8.w)
  %usat8 = call i8 @llvm.fptoui.sat.i8.f80(x86_fp80 %a)
  %usat8.w = zext i8 %usat8 to i128
  call void @show(ptr @n.usat8, i128 %usat8.w)
  %ssat32 = call i32 @llvm.fptosi.sat.i32.f80(x86_fp80 %a)
  %ssat32.w = zext i32 %ssat32 to i128
  call void @show(ptr @n.ssat32, i128 %ssat32.w)
  %usat32 = call i32 @llvm.fptoui.sat.i32.f80(x86_fp80 %a)
  %usat32.w = zext i32 %usat32 to i128
  call void @show(ptr @n.usat32, i128 %usat32.w)
  %ssat64 = call i64 @llvm.fptosi.sat.i64.f80(x86_fp80 %a)
  %ssat64.w = zext i64 %ssat64 to i128
  call void @show(ptr @n.ssat64, i128 %ssat64.w)
  %usat64 = call i64 @llvm.fptoui.sat.i64.f80(x86_fp80 %a)
  %usat64.w = zext i64 %usat64 to i128
  call void @show(ptr @n.usat64, i128 %usat64.w)
  %ssat128 = call i128 @llvm.fptosi.sat.i128.f80(x86_fp80 %a)
  %ssat128.w = or i128 %ssat128, 0
  call void @show(ptr @n.ssat128, i128 %ssat128.w)
  %usat128 = call i128 @llvm.fptoui.sat.i128.f80(x86_fp80 %a)
  %usat128.w = or i128 %usat128, 0
  call void @show(ptr @n.usat128, i128 %usat128.w)
  %sitofp32.i = or i32 %n, 0
  %sitofp32.m = mul i32 %sitofp32.i, 1
  %sitofp32 = sitofp i32 %sitofp32.m to x86_fp80
  %sitofp32.bits = bitcast x86_fp80 %sitofp32 to i80
  %sitofp32.wide = zext i80 %sitofp32.bits to i128
  call void @show(ptr @n.sitofp32, i128 %sitofp32.wide)
  %sitofp64.i = sext i32 %n to i64
  %sitofp64.m = mul i64 %sitofp64.i, 1000003
  %sitofp64 = sitofp i64 %sitofp64.m to x86_fp80
  %sitofp64.bits = bitcast x86_fp80 %sitofp64 to i80
  %sitofp64.wide = zext i80 %sitofp64.bits to i128
  call void @show(ptr @n.sitofp64, i128 %sitofp64.wide)
  %sitofp8.i = trunc i32 %n to i8
  %sitofp8.m = mul i8 %sitofp8.i, 1
  %sitofp8 = sitofp i8 %sitofp8.m to x86_fp80
  %sitofp8.bits = bitcast x86_fp80 %sitofp8 to i80
  %sitofp8.wide = zext i80 %sitofp8.bits to i128
  call void @show(ptr @n.sitofp8, i128 %sitofp8.wide)
  %sitofp128.i = sext i32 %n to i128
  %sitofp128.m = mul i128 %sitofp128.i, 1000003
  %sitofp128 = sitofp i128 %sitofp128.m to x86_fp80
  %sitofp128.bits = bitcast x86_fp80 %sitofp128 to i80
  %sitofp128.wide = zext i80 %sitofp128.bits to i128
  call void @show(ptr @n.sitofp128, i128 %sitofp128.wide)
  %uitofp32.i = or i32 %n, 0
  %uitofp32.m = mul i32 %uitofp32.i, 1
  %uitofp32 = uitofp i32 %uitofp32.m to x86_fp80
  %uitofp32.bits = bitcast x86_fp80 %uitofp32 to i80
  %uitofp32.wide = zext i80 %uitofp32.bits to i128
  call void @show(ptr @n.uitofp32, i128 %uitofp32.wide)
  %uitofp64.i = sext i32 %n to i64
  %uitofp64.m = mul i64 %uitofp64.i, 1000003
  %uitofp64 = uitofp i64 %uitofp64.m to x86_fp80
  %uitofp64.bits = bitcast x86_fp80 %uitofp64 to i80
  %uitofp64.wide = zext i80 %uitofp64.bits to i128
  call void @show(ptr @n.uitofp64, i128 %uitofp64.wide)
  %uitofp8.i = trunc i32 %n to i8
  %uitofp8.m = mul i8 %uitofp8.i, 1
  %uitofp8 = uitofp i8 %uitofp8.m to x86_fp80
  %uitofp8.bits = bitcast x86_fp80 %uitofp8 to i80
  %uitofp8.wide = zext i80 %uitofp8.bits to i128
  call void @show(ptr @n.uitofp8, i128 %uitofp8.wide)
  %uitofp128.i = sext i32 %n to i128
  %uitofp128.m = mul i128 %uitofp128.i, 1000003
  %uitofp128 = uitofp i128 %uitofp128.m to x86_fp80
  %uitofp128.bits = bitcast x86_fp80 %uitofp128 to i80
  %uitofp128.wide = zext i80 %uitofp128.bits to i128
  call void @show(ptr @n.uitofp128, i128 %uitofp128.wide)
  %ssmall32.n = and i32 %n, 127
  %ssmall32 = uitofp i32 %ssmall32.n to x86_fp80
  %fptosi32 = fptosi x86_fp80 %ssmall32 to i32
  %fptosi32.w = zext i32 %fptosi32 to i128
  call void @show(ptr @n.fptosi32, i128 %fptosi32.w)
  %usmall32.n = and i32 %n, 127
  %usmall32 = uitofp i32 %usmall32.n to x86_fp80
  %fptoui32 = fptoui x86_fp80 %usmall32 to i32
  %fptoui32.w = zext i32 %fptoui32 to i128
  call void @show(ptr @n.fptoui32, i128 %fptoui32.w)
  %ssmall64.n = and i32 %n, 127
  %ssmall64 = uitofp i32 %ssmall64.n to x86_fp80
  %fptosi64 = fptosi x86_fp80 %ssmall64 to i64
  %fptosi64.w = zext i64 %fptosi64 to i128
  call void @show(ptr @n.fptosi64, i128 %fptosi64.w)
  %usmall64.n = and i32 %n, 127
  %usmall64 = uitofp i32 %usmall64.n to x86_fp80
  %fptoui64 = fptoui x86_fp80 %usmall64 to i64
  %fptoui64.w = zext i64 %fptoui64 to i128
  call void @show(ptr @n.fptoui64, i128 %fptoui64.w)
  ret void
}

define void @test.fp128(i64 %abits, i32 %n) {
  %ad = bitcast i64 %abits to double
  %a = fpext double %ad to fp128
  %to.half = fptrunc fp128 %a to half
  %to.half.nan = fcmp uno half %to.half, 0.0
  %to.half.bits = bitcast half %to.half to i16
  %to.half.fix = select i1 %to.half.nan, i16 7, i16 %to.half.bits
  %to.half.wide = zext i16 %to.half.fix to i128
  call void @show(ptr @n.to.half, i128 %to.half.wide)
  %to.float = fptrunc fp128 %a to float
  %to.float.nan = fcmp uno float %to.float, 0.0
  %to.float.bits = bitcast float %to.float to i32
  %to.float.fix = select i1 %to.float.nan, i32 7, i32 %to.float.bits
  %to.float.wide = zext i32 %to.float.fix to i128
  call void @show(ptr @n.to.float, i128 %to.float.wide)
  %to.double = fptrunc fp128 %a to double
  %to.double.nan = fcmp uno double %to.double, 0.0
  %to.double.bits = bitcast double %to.double to i64
  %to.double.fix = select i1 %to.double.nan, i64 7, i64 %to.double.bits
  %to.double.wide = zext i64 %to.double.fix to i128
  call void @show(ptr @n.to.double, i128 %to.double.wide)
  %to.x86_fp80 = fptrunc fp128 %a to x86_fp80
  %to.x86_fp80.nan = fcmp uno x86_fp80 %to.x86_fp80, 0xK00000000000000000000
  %to.x86_fp80.bits = bitcast x86_fp80 %to.x86_fp80 to i80
  %to.x86_fp80.fix = select i1 %to.x86_fp80.nan, i80 7, i80 %to.x86_fp80.bits
  %to.x86_fp80.wide = zext i80 %to.x86_fp80.fix to i128
  call void @show(ptr @n.to.x86_fp80, i128 %to.x86_fp80.wide)
  %ssat8 = call i8 @llvm.fptosi.sat.i8.f128(fp128 %a)
  %ssat8.w = zext i8 %ssat8 to i128
  call void @show(ptr @n.ssat8, i128 %ssat8.w)
  %usat8 = call i8 @llvm.fptoui.sat.i8.f128(fp128 %a)
  %usat8.w = zext i8 %usat8 to i128
  call void @show(ptr @n.usat8, i128 %usat8.w)
  %ssat32 = call i32 @llvm.fptosi.sat.i32.f128(fp128 %a)
  %ssat32.w = zext i32 %ssat32 to i128
  call void @show(ptr @n.ssat32, i128 %ssat32.w)
  %usat32 = call i32 @llvm.fptoui.sat.i32.f128(fp128 %a)
  %usat32.w = zext i32 %usat32 to i128
  call void @show(ptr @n.usat32, i128 %usat32.w)
  %ssat64 = call i64 @llvm.fptosi.sat.i64.f128(fp128 %a)
  %ssat64.w = zext i64 %ssat64 to i128
  call void @show(ptr @n.ssat64, i128 %ssat64.w)
  %usat64 = call i64 @llvm.fptoui.sat.i64.f128(fp128 %a)
  %usat64.w = zext i64 %usat64 to i128
  call void @show(ptr @n.usat64, i128 %usat64.w)
  %ssat128 = call i128 @llvm.fptosi.sat.i128.f128(fp128 %a)
  %ssat128.w = or i128 %ssat128, 0
  call void @show(ptr @n.ssat128, i128 %ssat128.w)
  %usat128 = call i128 @llvm.fptoui.sat.i128.f128(fp128 %a)
  %usat128.w = or i128 %usat128, 0
  call void @show(ptr @n.usat128, i128 %usat128.w)
  %sitofp32.i = or i32 %n, 0
  %sitofp32.m = mul i32 %sitofp32.i, 1
  %sitofp32 = sitofp i32 %sitofp32.m to fp128
  %sitofp32.bits = bitcast fp128 %sitofp32 to i128
  %sitofp32.wide = or i128 %sitofp32.bits, 0
  call void @show(ptr @n.sitofp32, i128 %sitofp32.wide)
  %sitofp64.i = sext i32 %n to i64
  %sitofp64.m = mul i64 %sitofp64.i, 1000003
  %sitofp64 = sitofp i64 %sitofp64.m to fp128
  %sitofp64.bits = bitcast fp128 %sitofp64 to i128
  %sitofp64.wide = or i128 %sitofp64.bits, 0
  call void @show(ptr @n.sitofp64, i128 %sitofp64.wide)
  %sitofp8.i = trunc i32 %n to i8
  %sitofp8.m = mul i8 %sitofp8.i, 1
  %sitofp8 = sitofp i8 %sitofp8.m to fp128
  %sitofp8.bits = bitcast fp128 %sitofp8 to i128
  %sitofp8.wide = or i128 %sitofp8.bits, 0
  call void @show(ptr @n.sitofp8, i128 %sitofp8.wide)
  %sitofp128.i = sext i32 %n to i128
  %sitofp128.m = mul i128 %sitofp128.i, 1000003
  %sitofp128 = sitofp i128 %sitofp128.m to fp128
  %sitofp128.bits = bitcast fp128 %sitofp128 to i128
  %sitofp128.wide = or i128 %sitofp128.bits, 0
  call void @show(ptr @n.sitofp128, i128 %sitofp128.wide)
  %uitofp32.i = or i32 %n, 0
  %uitofp32.m = mul i32 %uitofp32.i, 1
  %uitofp32 = uitofp i32 %uitofp32.m to fp128
  %uitofp32.bits = bitcast fp128 %uitofp32 to i128
  %uitofp32.wide = or i128 %uitofp32.bits, 0
  call void @show(ptr @n.uitofp32, i128 %uitofp32.wide)
  %uitofp64.i = sext i32 %n to i64
  %uitofp64.m = mul i64 %uitofp64.i, 1000003
  %uitofp64 = uitofp i64 %uitofp64.m to fp128
  %uitofp64.bits = bitcast fp128 %uitofp64 to i128
  %uitofp64.wide = or i128 %uitofp64.bits, 0
  call void @show(ptr @n.uitofp64, i128 %uitofp64.wide)
  %uitofp8.i = trunc i32 %n to i8
  %uitofp8.m = mul i8 %uitofp8.i, 1
  %uitofp8 = uitofp i8 %uitofp8.m to fp128
  %uitofp8.bits = bitcast fp128 %uitofp8 to i128
  %uitofp8.wide = or i128 %uitofp8.bits, 0
  call void @show(ptr @n.uitofp8, i128 %uitofp8.wide)
  %uitofp128.i = sext i32 %n to i128
  %uitofp128.m = mul i128 %uitofp128.i, 1000003
  %uitofp128 = uitofp i128 %uitofp128.m to fp128
  %uitofp128.bits = bitcast fp128 %uitofp128 to i128
  %uitofp128.wide = or i128 %uitofp128.bits, 0
  call void @show(ptr @n.uitofp128, i128 %uitofp128.wide)
  %ssmall32.n = and i32 %n, 127
  %ssmall32 = uitofp i32 %ssmall32.n to fp128
  %fptosi32 = fptosi fp128 %ssmall32 to i32
  %fptosi32.w = zext i32 %fptosi32 to i128
  call void @show(ptr @n.fptosi32, i128 %fptosi32.w)
  %usmall32.n = and i32 %n, 127
  %usmall32 = uitofp i32 %usmall32.n to fp128
  %fptoui32 = fptoui fp128 %usmall32 to i32
  %fptoui32.w = zext i32 %fptoui32 to i128
  call void @show(ptr @n.fptoui32, i128 %fptoui32.w)
  %ssmall64.n = and i32 %n, 127
  %ssmall64 = uitofp i32 %ssmall64.n to fp128
  %fptosi64 = fptosi fp128 %ssmall64 to i64
  %fptosi64.w = zext i64 %fptosi64 to i128
  call void @show(ptr @n.fptosi64, i128 %fptosi64.w)
  %usmall64.n = and i32 %n, 127
  %usmall64 = uitofp i32 %usmall64.n to fp128
  %fptoui64 = fptoui fp128 %usmall64 to i64
  %fptoui64.w = zext i64 %fptoui64 to i128
  call void @show(ptr @n.fptoui64, i128 %fptoui64.w)
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
  call void @test.half(i64 4609434218613702656, i32 1)
  call void @test.half(i64 13843783779560194048, i32 -1)
  call void @test.half(i64 4591870180066957722, i32 123456789)
  call void @test.half(i64 9218868437227405312, i32 -123456789)
  call void @test.half(i64 18442240474082181120, i32 2147483647)
  call void @test.half(i64 9223372036854775808, i32 -2147483648)
  call void @test.half(i64 9221120237041090560, i32 0)
  call void @test.half(i64 4502148214488346440, i32 77)
  call void @test.half(i64 4678479150791524352, i32 65535)
  call void @test.half(i64 4679546776582094848, i32 -65537)
  call void @test.half(i64 1, i32 3)
  call void @test.half(i64 9214871658872686752, i32 16777217)
  call void @test.half(i64 4746794007248502784, i32 33554435)
  call void @test.half(i64 13970166044105375744, i32 5)
  call void @test.half(i64 4890946611321988160, i32 9)
  call void @test.half(i64 4891288408196988160, i32 10)
  call void @test.half(i64 5175426328141668785, i32 11)
  call void @test.half(i64 14413632652858640925, i32 12)
  call void @test.half(i64 4643193623632936960, i32 13)
  call void @test.half(i64 13862111318981266637, i32 14)
  call void @test.half(i64 4614256656552045841, i32 15)
  call void @test.bfloat(i64 4609434218613702656, i32 1)
  call void @test.bfloat(i64 13843783779560194048, i32 -1)
  call void @test.bfloat(i64 4591870180066957722, i32 123456789)
  call void @test.bfloat(i64 9218868437227405312, i32 -123456789)
  call void @test.bfloat(i64 18442240474082181120, i32 2147483647)
  call void @test.bfloat(i64 9223372036854775808, i32 -2147483648)
  call void @test.bfloat(i64 9221120237041090560, i32 0)
  call void @test.bfloat(i64 4502148214488346440, i32 77)
  call void @test.bfloat(i64 4678479150791524352, i32 65535)
  call void @test.bfloat(i64 4679546776582094848, i32 -65537)
  call void @test.bfloat(i64 1, i32 3)
  call void @test.bfloat(i64 9214871658872686752, i32 16777217)
  call void @test.bfloat(i64 4746794007248502784, i32 33554435)
  call void @test.bfloat(i64 13970166044105375744, i32 5)
  call void @test.bfloat(i64 4890946611321988160, i32 9)
  call void @test.bfloat(i64 4891288408196988160, i32 10)
  call void @test.bfloat(i64 5175426328141668785, i32 11)
  call void @test.bfloat(i64 14413632652858640925, i32 12)
  call void @test.bfloat(i64 4643193623632936960, i32 13)
  call void @test.bfloat(i64 13862111318981266637, i32 14)
  call void @test.bfloat(i64 4614256656552045841, i32 15)
  call void @test.float(i64 4609434218613702656, i32 1)
  call void @test.float(i64 13843783779560194048, i32 -1)
  call void @test.float(i64 4591870180066957722, i32 123456789)
  call void @test.float(i64 9218868437227405312, i32 -123456789)
  call void @test.float(i64 18442240474082181120, i32 2147483647)
  call void @test.float(i64 9223372036854775808, i32 -2147483648)
  call void @test.float(i64 9221120237041090560, i32 0)
  call void @test.float(i64 4502148214488346440, i32 77)
  call void @test.float(i64 4678479150791524352, i32 65535)
  call void @test.float(i64 4679546776582094848, i32 -65537)
  call void @test.float(i64 1, i32 3)
  call void @test.float(i64 9214871658872686752, i32 16777217)
  call void @test.float(i64 4746794007248502784, i32 33554435)
  call void @test.float(i64 13970166044105375744, i32 5)
  call void @test.float(i64 4890946611321988160, i32 9)
  call void @test.float(i64 4891288408196988160, i32 10)
  call void @test.float(i64 5175426328141668785, i32 11)
  call void @test.float(i64 14413632652858640925, i32 12)
  call void @test.float(i64 4643193623632936960, i32 13)
  call void @test.float(i64 13862111318981266637, i32 14)
  call void @test.float(i64 4614256656552045841, i32 15)
  call void @test.double(i64 4609434218613702656, i32 1)
  call void @test.double(i64 13843783779560194048, i32 -1)
  call void @test.double(i64 4591870180066957722, i32 123456789)
  call void @test.double(i64 9218868437227405312, i32 -123456789)
  call void @test.double(i64 18442240474082181120, i32 2147483647)
  call void @test.double(i64 9223372036854775808, i32 -2147483648)
  call void @test.double(i64 9221120237041090560, i32 0)
  call void @test.double(i64 4502148214488346440, i32 77)
  call void @test.double(i64 4678479150791524352, i32 65535)
  call void @test.double(i64 4679546776582094848, i32 -65537)
  call void @test.double(i64 1, i32 3)
  call void @test.double(i64 9214871658872686752, i32 16777217)
  call void @test.double(i64 4746794007248502784, i32 33554435)
  call void @test.double(i64 13970166044105375744, i32 5)
  call void @test.double(i64 4890946611321988160, i32 9)
  call void @test.double(i64 4891288408196988160, i32 10)
  call void @test.double(i64 5175426328141668785, i32 11)
  call void @test.double(i64 14413632652858640925, i32 12)
  call void @test.double(i64 4643193623632936960, i32 13)
  call void @test.double(i64 13862111318981266637, i32 14)
  call void @test.double(i64 4614256656552045841, i32 15)
  call void @test.x86_fp80(i64 4609434218613702656, i32 1)
  call void @test.x86_fp80(i64 13843783779560194048, i32 -1)
  call void @test.x86_fp80(i64 4591870180066957722, i32 123456789)
  call void @test.x86_fp80(i64 9218868437227405312, i32 -123456789)
  call void @test.x86_fp80(i64 18442240474082181120, i32 2147483647)
  call void @test.x86_fp80(i64 9223372036854775808, i32 -2147483648)
  call void @test.x86_fp80(i64 9221120237041090560, i32 0)
  call void @test.x86_fp80(i64 4502148214488346440, i32 77)
  call void @test.x86_fp80(i64 4678479150791524352, i32 65535)
  call void @test.x86_fp80(i64 4679546776582094848, i32 -65537)
  call void @test.x86_fp80(i64 1, i32 3)
  call void @test.x86_fp80(i64 9214871658872686752, i32 16777217)
  call void @test.x86_fp80(i64 4746794007248502784, i32 33554435)
  call void @test.x86_fp80(i64 13970166044105375744, i32 5)
  call void @test.x86_fp80(i64 4890946611321988160, i32 9)
  call void @test.x86_fp80(i64 4891288408196988160, i32 10)
  call void @test.x86_fp80(i64 5175426328141668785, i32 11)
  call void @test.x86_fp80(i64 14413632652858640925, i32 12)
  call void @test.x86_fp80(i64 4643193623632936960, i32 13)
  call void @test.x86_fp80(i64 13862111318981266637, i32 14)
  call void @test.x86_fp80(i64 4614256656552045841, i32 15)
  call void @test.fp128(i64 4609434218613702656, i32 1)
  call void @test.fp128(i64 13843783779560194048, i32 -1)
  call void @test.fp128(i64 4591870180066957722, i32 123456789)
  call void @test.fp128(i64 9218868437227405312, i32 -123456789)
  call void @test.fp128(i64 18442240474082181120, i32 2147483647)
  call void @test.fp128(i64 9223372036854775808, i32 -2147483648)
  call void @test.fp128(i64 9221120237041090560, i32 0)
  call void @test.fp128(i64 4502148214488346440, i32 77)
  call void @test.fp128(i64 4678479150791524352, i32 65535)
  call void @test.fp128(i64 4679546776582094848, i32 -65537)
  call void @test.fp128(i64 1, i32 3)
  call void @test.fp128(i64 9214871658872686752, i32 16777217)
  call void @test.fp128(i64 4746794007248502784, i32 33554435)
  call void @test.fp128(i64 13970166044105375744, i32 5)
  call void @test.fp128(i64 4890946611321988160, i32 9)
  call void @test.fp128(i64 4891288408196988160, i32 10)
  call void @test.fp128(i64 5175426328141668785, i32 11)
  call void @test.fp128(i64 14413632652858640925, i32 12)
  call void @test.fp128(i64 4643193623632936960, i32 13)
  call void @test.fp128(i64 13862111318981266637, i32 14)
  call void @test.fp128(i64 4614256656552045841, i32 15)
  ret i32 3
}
