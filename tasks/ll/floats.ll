; Floating-point arithmetic and every comparison, in every format.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@n.fadd = private unnamed_addr constant [5 x i8] c"fadd\00"
@n.fcmp = private unnamed_addr constant [5 x i8] c"fcmp\00"
@n.fdiv = private unnamed_addr constant [5 x i8] c"fdiv\00"
@n.fmul = private unnamed_addr constant [5 x i8] c"fmul\00"
@n.fneg = private unnamed_addr constant [5 x i8] c"fneg\00"
@n.frem = private unnamed_addr constant [5 x i8] c"frem\00"
@n.fsub = private unnamed_addr constant [5 x i8] c"fsub\00"
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
  %fadd = fadd half %a, %b
  %fadd.nan = fcmp uno half %fadd, %zero
  %fadd.bits = bitcast half %fadd to i16
  %fadd.fix = select i1 %fadd.nan, i16 7, i16 %fadd.bits
  %fadd.wide = zext i16 %fadd.fix to i128
  call void @show(ptr @n.fadd, i128 %fadd.wide)
  %fsub = fsub half %a, %b
  %fsub.nan = fcmp uno half %fsub, %zero
  %fsub.bits = bitcast half %fsub to i16
  %fsub.fix = select i1 %fsub.nan, i16 7, i16 %fsub.bits
  %fsub.wide = zext i16 %fsub.fix to i128
  call void @show(ptr @n.fsub, i128 %fsub.wide)
  %fmul = fmul half %a, %b
  %fmul.nan = fcmp uno half %fmul, %zero
  %fmul.bits = bitcast half %fmul to i16
  %fmul.fix = select i1 %fmul.nan, i16 7, i16 %fmul.bits
  %fmul.wide = zext i16 %fmul.fix to i128
  call void @show(ptr @n.fmul, i128 %fmul.wide)
  %fdiv = fdiv half %a, %b
  %fdiv.nan = fcmp uno half %fdiv, %zero
  %fdiv.bits = bitcast half %fdiv to i16
  %fdiv.fix = select i1 %fdiv.nan, i16 7, i16 %fdiv.bits
  %fdiv.wide = zext i16 %fdiv.fix to i128
  call void @show(ptr @n.fdiv, i128 %fdiv.wide)
  %frem = frem half %a, %b
  %frem.nan = fcmp uno half %frem, %zero
  %frem.bits = bitcast half %frem to i16
  %frem.fix = select i1 %frem.nan, i16 7, i16 %frem.bits
  %frem.wide = zext i16 %frem.fix to i128
  call void @show(ptr @n.frem, i128 %frem.wide)
  %fneg = fneg half %a
  %fneg.nan = fcmp uno half %fneg, %zero
  %fneg.bits = bitcast half %fneg to i16
  %fneg.fix = select i1 %fneg.nan, i16 7, i16 %fneg.bits
  %fneg.wide = zext i16 %fneg.fix to i128
  call void @show(ptr @n.fneg, i128 %fneg.wide)
  %cfalse = fcmp false half %a, %b
  %zfalse = zext i1 %cfalse to i128
  %hfalse = shl i128 %zfalse, 0
  %ofalse = or i128 0, %hfalse
  %coeq = fcmp oeq half %a, %b
  %zoeq = zext i1 %coeq to i128
  %hoeq = shl i128 %zoeq, 1
  %ooeq = or i128 %ofalse, %hoeq
  %cogt = fcmp ogt half %a, %b
  %zogt = zext i1 %cogt to i128
  %hogt = shl i128 %zogt, 2
  %oogt = or i128 %ooeq, %hogt
  %coge = fcmp oge half %a, %b
  %zoge = zext i1 %coge to i128
  %hoge = shl i128 %zoge, 3
  %ooge = or i128 %oogt, %hoge
  %colt = fcmp olt half %a, %b
  %zolt = zext i1 %colt to i128
  %holt = shl i128 %zolt, 4
  %oolt = or i128 %ooge, %holt
  %cole = fcmp ole half %a, %b
  %zole = zext i1 %cole to i128
  %hole = shl i128 %zole, 5
  %oole = or i128 %oolt, %hole
  %cone = fcmp one half %a, %b
  %zone = zext i1 %cone to i128
  %hone = shl i128 %zone, 6
  %oone = or i128 %oole, %hone
  %cord = fcmp ord half %a, %b
  %zord = zext i1 %cord to i128
  %hord = shl i128 %zord, 7
  %oord = or i128 %oone, %hord
  %cueq = fcmp ueq half %a, %b
  %zueq = zext i1 %cueq to i128
  %hueq = shl i128 %zueq, 8
  %oueq = or i128 %oord, %hueq
  %cugt = fcmp ugt half %a, %b
  %zugt = zext i1 %cugt to i128
  %hugt = shl i128 %zugt, 9
  %ougt = or i128 %oueq, %hugt
  %cuge = fcmp uge half %a, %b
  %zuge = zext i1 %cuge to i128
  %huge = shl i128 %zuge, 10
  %ouge = or i128 %ougt, %huge
  %cult = fcmp ult half %a, %b
  %zult = zext i1 %cult to i128
  %hult = shl i128 %zult, 11
  %oult = or i128 %ouge, %hult
  %cule = fcmp ule half %a, %b
  %zule = zext i1 %cule to i128
  %hule = shl i128 %zule, 12
  %oule = or i128 %oult, %hule
  %cune = fcmp une half %a, %b
  %zune = zext i1 %cune to i128
  %hune = shl i128 %zune, 13
  %oune = or i128 %oule, %hune
  %cuno = fcmp uno half %a, %b
  %zuno = zext i1 %cuno to i128
  %huno = shl i128 %zuno, 14
  %ouno = or i128 %oune, %huno
  %ctrue = fcmp true half %a, %b
  %ztrue = zext i1 %ctrue to i128
  %htrue = shl i128 %ztrue, 15
  %otrue = or i128 %ouno, %htrue
  call void @show(ptr @n.fcmp, i128 %otrue)
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
  %fadd = fadd bfloat %a, %b
  %fadd.nan = fcmp uno bfloat %fadd, %zero
  %fadd.bits = bitcast bfloat %fadd to i16
  %fadd.fix = select i1 %fadd.nan, i16 7, i16 %fadd.bits
  %fadd.wide = zext i16 %fadd.fix to i128
  call void @show(ptr @n.fadd, i128 %fadd.wide)
  %fsub = fsub bfloat %a, %b
  %fsub.nan = fcmp uno bfloat %fsub, %zero
  %fsub.bits = bitcast bfloat %fsub to i16
  %fsub.fix = select i1 %fsub.nan, i16 7, i16 %fsub.bits
  %fsub.wide = zext i16 %fsub.fix to i128
  call void @show(ptr @n.fsub, i128 %fsub.wide)
  %fmul = fmul bfloat %a, %b
  %fmul.nan = fcmp uno bfloat %fmul, %zero
  %fmul.bits = bitcast bfloat %fmul to i16
  %fmul.fix = select i1 %fmul.nan, i16 7, i16 %fmul.bits
  %fmul.wide = zext i16 %fmul.fix to i128
  call void @show(ptr @n.fmul, i128 %fmul.wide)
  %fdiv = fdiv bfloat %a, %b
  %fdiv.nan = fcmp uno bfloat %fdiv, %zero
  %fdiv.bits = bitcast bfloat %fdiv to i16
  %fdiv.fix = select i1 %fdiv.nan, i16 7, i16 %fdiv.bits
  %fdiv.wide = zext i16 %fdiv.fix to i128
  call void @show(ptr @n.fdiv, i128 %fdiv.wide)
  %frem = frem bfloat %a, %b
  %frem.nan = fcmp uno bfloat %frem, %zero
  %frem.bits = bitcast bfloat %frem to i16
  %frem.fix = select i1 %frem.nan, i16 7, i16 %frem.bits
  %frem.wide = zext i16 %frem.fix to i128
  call void @show(ptr @n.frem, i128 %frem.wide)
  %fneg = fneg bfloat %a
  %fneg.nan = fcmp uno bfloat %fneg, %zero
  %fneg.bits = bitcast bfloat %fneg to i16
  %fneg.fix = select i1 %fneg.nan, i16 7, i16 %fneg.bits
  %fneg.wide = zext i16 %fneg.fix to i128
  call void @show(ptr @n.fneg, i128 %fneg.wide)
  %cfalse = fcmp false bfloat %a, %b
  %zfalse = zext i1 %cfalse to i128
  %hfalse = shl i128 %zfalse, 0
  %ofalse = or i128 0, %hfalse
  %coeq = fcmp oeq bfloat %a, %b
  %zoeq = zext i1 %coeq to i128
  %hoeq = shl i128 %zoeq, 1
  %ooeq = or i128 %ofalse, %hoeq
  %cogt = fcmp ogt bfloat %a, %b
  %zogt = zext i1 %cogt to i128
  %hogt = shl i128 %zogt, 2
  %oogt = or i128 %ooeq, %hogt
  %coge = fcmp oge bfloat %a, %b
  %zoge = zext i1 %coge to i128
  %hoge = shl i128 %zoge, 3
  %ooge = or i128 %oogt, %hoge
  %colt = fcmp olt bfloat %a, %b
  %zolt = zext i1 %colt to i128
  %holt = shl i128 %zolt, 4
  %oolt = or i128 %ooge, %holt
  %cole = fcmp ole bfloat %a, %b
  %zole = zext i1 %cole to i128
  %hole = shl i128 %zole, 5
  %oole = or i128 %oolt, %hole
  %cone = fcmp one bfloat %a, %b
  %zone = zext i1 %cone to i128
  %hone = shl i128 %zone, 6
  %oone = or i128 %oole, %hone
  %cord = fcmp ord bfloat %a, %b
  %zord = zext i1 %cord to i128
  %hord = shl i128 %zord, 7
  %oord = or i128 %oone, %hord
  %cueq = fcmp ueq bfloat %a, %b
  %zueq = zext i1 %cueq to i128
  %hueq = shl i128 %zueq, 8
  %oueq = or i128 %oord, %hueq
  %cugt = fcmp ugt bfloat %a, %b
  %zugt = zext i1 %cugt to i128
  %hugt = shl i128 %zugt, 9
  %ougt = or i128 %oueq, %hugt
  %cuge = fcmp uge bfloat %a, %b
  %zuge = zext i1 %cuge to i128
  %huge = shl i128 %zuge, 10
  %ouge = or i128 %ougt, %huge
  %cult = fcmp ult bfloat %a, %b
  %zult = zext i1 %cult to i128
  %hult = shl i128 %zult, 11
  %oult = or i128 %ouge, %hult
  %cule = fcmp ule bfloat %a, %b
  %zule = zext i1 %cule to i128
  %hule = shl i128 %zule, 12
  %oule = or i128 %oult, %hule
  %cune = fcmp une bfloat %a, %b
  %zune = zext i1 %cune to i128
  %hune = shl i128 %zune, 13
  %oune = or i128 %oule, %hune
  %cuno = fcmp uno bfloat %a, %b
  %zuno = zext i1 %cuno to i128
  %huno = shl i128 %zuno, 14
  %ouno = or i128 %oune, %huno
  %ctrue = fcmp true bfloat %a, %b
  %ztrue = zext i1 %ctrue to i128
  %htrue = shl i128 %ztrue, 15
  %otrue = or i128 %ouno, %htrue
  call void @show(ptr @n.fcmp, i128 %otrue)
  ret void
}

define void @test.float(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fptrunc double %ad to float
  %b = fptrunc double %bd to float
  %zero = select i1 true, float 0.0, float 0.0
  %fadd = fadd float %a, %b
  %fadd.nan = fcmp uno float %fadd, %zero
  %fadd.bits = bitcast float %fadd to i32
  %fadd.fix = select i1 %fadd.nan, i32 7, i32 %fadd.bits
  %fadd.wide = zext i32 %fadd.fix to i128
  call void @show(ptr @n.fadd, i128 %fadd.wide)
  %fsub = fsub float %a, %b
  %fsub.nan = fcmp uno float %fsub, %zero
  %fsub.bits = bitcast float %fsub to i32
  %fsub.fix = select i1 %fsub.nan, i32 7, i32 %fsub.bits
  %fsub.wide = zext i32 %fsub.fix to i128
  call void @show(ptr @n.fsub, i128 %fsub.wide)
  %fmul = fmul float %a, %b
  %fmul.nan = fcmp uno float %fmul, %zero
  %fmul.bits = bitcast float %fmul to i32
  %fmul.fix = select i1 %fmul.nan, i32 7, i32 %fmul.bits
  %fmul.wide = zext i32 %fmul.fix to i128
  call void @show(ptr @n.fmul, i128 %fmul.wide)
  %fdiv = fdiv float %a, %b
  %fdiv.nan = fcmp uno float %fdiv, %zero
  %fdiv.bits = bitcast float %fdiv to i32
  %fdiv.fix = select i1 %fdiv.nan, i32 7, i32 %fdiv.bits
  %fdiv.wide = zext i32 %fdiv.fix to i128
  call void @show(ptr @n.fdiv, i128 %fdiv.wide)
  %frem = frem float %a, %b
  %frem.nan = fcmp uno float %frem, %zero
  %frem.bits = bitcast float %frem to i32
  %frem.fix = select i1 %frem.nan, i32 7, i32 %frem.bits
  %frem.wide = zext i32 %frem.fix to i128
  call void @show(ptr @n.frem, i128 %frem.wide)
  %fneg = fneg float %a
  %fneg.nan = fcmp uno float %fneg, %zero
  %fneg.bits = bitcast float %fneg to i32
  %fneg.fix = select i1 %fneg.nan, i32 7, i32 %fneg.bits
  %fneg.wide = zext i32 %fneg.fix to i128
  call void @show(ptr @n.fneg, i128 %fneg.wide)
  %cfalse = fcmp false float %a, %b
  %zfalse = zext i1 %cfalse to i128
  %hfalse = shl i128 %zfalse, 0
  %ofalse = or i128 0, %hfalse
  %coeq = fcmp oeq float %a, %b
  %zoeq = zext i1 %coeq to i128
  %hoeq = shl i128 %zoeq, 1
  %ooeq = or i128 %ofalse, %hoeq
  %cogt = fcmp ogt float %a, %b
  %zogt = zext i1 %cogt to i128
  %hogt = shl i128 %zogt, 2
  %oogt = or i128 %ooeq, %hogt
  %coge = fcmp oge float %a, %b
  %zoge = zext i1 %coge to i128
  %hoge = shl i128 %zoge, 3
  %ooge = or i128 %oogt, %hoge
  %colt = fcmp olt float %a, %b
  %zolt = zext i1 %colt to i128
  %holt = shl i128 %zolt, 4
  %oolt = or i128 %ooge, %holt
  %cole = fcmp ole float %a, %b
  %zole = zext i1 %cole to i128
  %hole = shl i128 %zole, 5
  %oole = or i128 %oolt, %hole
  %cone = fcmp one float %a, %b
  %zone = zext i1 %cone to i128
  %hone = shl i128 %zone, 6
  %oone = or i128 %oole, %hone
  %cord = fcmp ord float %a, %b
  %zord = zext i1 %cord to i128
  %hord = shl i128 %zord, 7
  %oord = or i128 %oone, %hord
  %cueq = fcmp ueq float %a, %b
  %zueq = zext i1 %cueq to i128
  %hueq = shl i128 %zueq, 8
  %oueq = or i128 %oord, %hueq
  %cugt = fcmp ugt float %a, %b
  %zugt = zext i1 %cugt to i128
  %hugt = shl i128 %zugt, 9
  %ougt = or i128 %oueq, %hugt
  %cuge = fcmp uge float %a, %b
  %zuge = zext i1 %cuge to i128
  %huge = shl i128 %zuge, 10
  %ouge = or i128 %ougt, %huge
  %cult = fcmp ult float %a, %b
  %zult = zext i1 %cult to i128
  %hult = shl i128 %zult, 11
  %oult = or i128 %ouge, %hult
  %cule = fcmp ule float %a, %b
  %zule = zext i1 %cule to i128
  %hule = shl i128 %zule, 12
  %oule = or i128 %oult, %hule
  %cune = fcmp une float %a, %b
  %zune = zext i1 %cune to i128
  %hune = shl i128 %zune, 13
  %oune = or i128 %oule, %hune
  %cuno = fcmp uno float %a, %b
  %zuno = zext i1 %cuno to i128
  %huno = shl i128 %zuno, 14
  %ouno = or i128 %oune, %huno
  %ctrue = fcmp true float %a, %b
  %ztrue = zext i1 %ctrue to i128
  %htrue = shl i128 %ztrue, 15
  %otrue = or i128 %ouno, %htrue
  call void @show(ptr @n.fcmp, i128 %otrue)
  ret void
}

define void @test.double(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fadd double %ad, -0.0
  %b = fadd double %bd, -0.0
  %zero = select i1 true, double 0.0, double 0.0
  %fadd = fadd double %a, %b
  %fadd.nan = fcmp uno double %fadd, %zero
  %fadd.bits = bitcast double %fadd to i64
  %fadd.fix = select i1 %fadd.nan, i64 7, i64 %fadd.bits
  %fadd.wide = zext i64 %fadd.fix to i128
  call void @show(ptr @n.fadd, i128 %fadd.wide)
  %fsub = fsub double %a, %b
  %fsub.nan = fcmp uno double %fsub, %zero
  %fsub.bits = bitcast double %fsub to i64
  %fsub.fix = select i1 %fsub.nan, i64 7, i64 %fsub.bits
  %fsub.wide = zext i64 %fsub.fix to i128
  call void @show(ptr @n.fsub, i128 %fsub.wide)
  %fmul = fmul double %a, %b
  %fmul.nan = fcmp uno double %fmul, %zero
  %fmul.bits = bitcast double %fmul to i64
  %fmul.fix = select i1 %fmul.nan, i64 7, i64 %fmul.bits
  %fmul.wide = zext i64 %fmul.fix to i128
  call void @show(ptr @n.fmul, i128 %fmul.wide)
  %fdiv = fdiv double %a, %b
  %fdiv.nan = fcmp uno double %fdiv, %zero
  %fdiv.bits = bitcast double %fdiv to i64
  %fdiv.fix = select i1 %fdiv.nan, i64 7, i64 %fdiv.bits
  %fdiv.wide = zext i64 %fdiv.fix to i128
  call void @show(ptr @n.fdiv, i128 %fdiv.wide)
  %frem = frem double %a, %b
  %frem.nan = fcmp uno double %frem, %zero
  %frem.bits = bitcast double %frem to i64
  %frem.fix = select i1 %frem.nan, i64 7, i64 %frem.bits
  %frem.wide = zext i64 %frem.fix to i128
  call void @show(ptr @n.frem, i128 %frem.wide)
  %fneg = fneg double %a
  %fneg.nan = fcmp uno double %fneg, %zero
  %fneg.bits = bitcast double %fneg to i64
  %fneg.fix = select i1 %fneg.nan, i64 7, i64 %fneg.bits
  %fneg.wide = zext i64 %fneg.fix to i128
  call void @show(ptr @n.fneg, i128 %fneg.wide)
  %cfalse = fcmp false double %a, %b
  %zfalse = zext i1 %cfalse to i128
  %hfalse = shl i128 %zfalse, 0
  %ofalse = or i128 0, %hfalse
  %coeq = fcmp oeq double %a, %b
  %zoeq = zext i1 %coeq to i128
  %hoeq = shl i128 %zoeq, 1
  %ooeq = or i128 %ofalse, %hoeq
  %cogt = fcmp ogt double %a, %b
  %zogt = zext i1 %cogt to i128
  %hogt = shl i128 %zogt, 2
  %oogt = or i128 %ooeq, %hogt
  %coge = fcmp oge double %a, %b
  %zoge = zext i1 %coge to i128
  %hoge = shl i128 %zoge, 3
  %ooge = or i128 %oogt, %hoge
  %colt = fcmp olt double %a, %b
  %zolt = zext i1 %colt to i128
  %holt = shl i128 %zolt, 4
  %oolt = or i128 %ooge, %holt
  %cole = fcmp ole double %a, %b
  %zole = zext i1 %cole to i128
  %hole = shl i128 %zole, 5
  %oole = or i128 %oolt, %hole
  %cone = fcmp one double %a, %b
  %zone = zext i1 %cone to i128
  %hone = shl i128 %zone, 6
  %oone = or i128 %oole, %hone
  %cord = fcmp ord double %a, %b
  %zord = zext i1 %cord to i128
  %hord = shl i128 %zord, 7
  %oord = or i128 %oone, %hord
  %cueq = fcmp ueq double %a, %b
  %zueq = zext i1 %cueq to i128
  %hueq = shl i128 %zueq, 8
  %oueq = or i128 %oord, %hueq
  %cugt = fcmp ugt double %a, %b
  %zugt = zext i1 %cugt to i128
  %hugt = shl i128 %zugt, 9
  %ougt = or i128 %oueq, %hugt
  %cuge = fcmp uge double %a, %b
  %zuge = zext i1 %cuge to i128
  %huge = shl i128 %zuge, 10
  %ouge = or i128 %ougt, %huge
  %cult = fcmp ult double %a, %b
  %zult = zext i1 %cult to i128
  %hult = shl i128 %zult, 11
  %oult = or i128 %ouge, %hult
  %cule = fcmp ule double %a, %b
  %zule = zext i1 %cule to i128
  %hule = shl i128 %zule, 12
  %oule = or i128 %oult, %hule
  %cune = fcmp une double %a, %b
  %zune = zext i1 %cune to i128
  %hune = shl i128 %zune, 13
  %oune = or i128 %oule, %hune
  %cuno = fcmp uno double %a, %b
  %zuno = zext i1 %cuno to i128
  %huno = shl i128 %zuno, 14
  %ouno = or i128 %oune, %huno
  %ctrue = fcmp true double %a, %b
  %ztrue = zext i1 %ctrue to i128
  %htrue = shl i128 %ztrue, 15
  %otrue = or i128 %ouno, %htrue
  call void @show(ptr @n.fcmp, i128 %otrue)
  ret void
}

define void @test.x86_fp80(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fpext double %ad to x86_fp80
  %b = fpext double %bd to x86_fp80
  %zero = select i1 true, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000
  %fadd = fadd x86_fp80 %a, %b
  %fadd.nan = fcmp uno x86_fp80 %fadd, %zero
  %fadd.bits = bitcast x86_fp80 %fadd to i80
  %fadd.fix = select i1 %fadd.nan, i80 7, i80 %fadd.bits
  %fadd.wide = zext i80 %fadd.fix to i128
  call void @show(ptr @n.fadd, i128 %fadd.wide)
  %fsub = fsub x86_fp80 %a, %b
  %fsub.nan = fcmp uno x86_fp80 %fsub, %zero
  %fsub.bits = bitcast x86_fp80 %fsub to i80
  %fsub.fix = select i1 %fsub.nan, i80 7, i80 %fsub.bits
  %fsub.wide = zext i80 %fsub.fix to i128
  call void @show(ptr @n.fsub, i128 %fsub.wide)
  %fmul = fmul x86_fp80 %a, %b
  %fmul.nan = fcmp uno x86_fp80 %fmul, %zero
  %fmul.bits = bitcast x86_fp80 %fmul to i80
  %fmul.fix = select i1 %fmul.nan, i80 7, i80 %fmul.bits
  %fmul.wide = zext i80 %fmul.fix to i128
  call void @show(ptr @n.fmul, i128 %fmul.wide)
  %fdiv = fdiv x86_fp80 %a, %b
  %fdiv.nan = fcmp uno x86_fp80 %fdiv, %zero
  %fdiv.bits = bitcast x86_fp80 %fdiv to i80
  %fdiv.fix = select i1 %fdiv.nan, i80 7, i80 %fdiv.bits
  %fdiv.wide = zext i80 %fdiv.fix to i128
  call void @show(ptr @n.fdiv, i128 %fdiv.wide)
  %frem = frem x86_fp80 %a, %b
  %frem.nan = fcmp uno x86_fp80 %frem, %zero
  %frem.bits = bitcast x86_fp80 %frem to i80
  %frem.fix = select i1 %frem.nan, i80 7, i80 %frem.bits
  %frem.wide = zext i80 %frem.fix to i128
  call void @show(ptr @n.frem, i128 %frem.wide)
  %fneg = fneg x86_fp80 %a
  %fneg.nan = fcmp uno x86_fp80 %fneg, %zero
  %fneg.bits = bitcast x86_fp80 %fneg to i80
  %fneg.fix = select i1 %fneg.nan, i80 7, i80 %fneg.bits
  %fneg.wide = zext i80 %fneg.fix to i128
  call void @show(ptr @n.fneg, i128 %fneg.wide)
  %cfalse = fcmp false x86_fp80 %a, %b
  %zfalse = zext i1 %cfalse to i128
  %hfalse = shl i128 %zfalse, 0
  %ofalse = or i128 0, %hfalse
  %coeq = fcmp oeq x86_fp80 %a, %b
  %zoeq = zext i1 %coeq to i128
  %hoeq = shl i128 %zoeq, 1
  %ooeq = or i128 %ofalse, %hoeq
  %cogt = fcmp ogt x86_fp80 %a, %b
  %zogt = zext i1 %cogt to i128
  %hogt = shl i128 %zogt, 2
  %oogt = or i128 %ooeq, %hogt
  %coge = fcmp oge x86_fp80 %a, %b
  %zoge = zext i1 %coge to i128
  %hoge = shl i128 %zoge, 3
  %ooge = or i128 %oogt, %hoge
  %colt = fcmp olt x86_fp80 %a, %b
  %zolt = zext i1 %colt to i128
  %holt = shl i128 %zolt, 4
  %oolt = or i128 %ooge, %holt
  %cole = fcmp ole x86_fp80 %a, %b
  %zole = zext i1 %cole to i128
  %hole = shl i128 %zole, 5
  %oole = or i128 %oolt, %hole
  %cone = fcmp one x86_fp80 %a, %b
  %zone = zext i1 %cone to i128
  %hone = shl i128 %zone, 6
  %oone = or i128 %oole, %hone
  %cord = fcmp ord x86_fp80 %a, %b
  %zord = zext i1 %cord to i128
  %hord = shl i128 %zord, 7
  %oord = or i128 %oone, %hord
  %cueq = fcmp ueq x86_fp80 %a, %b
  %zueq = zext i1 %cueq to i128
  %hueq = shl i128 %zueq, 8
  %oueq = or i128 %oord, %hueq
  %cugt = fcmp ugt x86_fp80 %a, %b
  %zugt = zext i1 %cugt to i128
  %hugt = shl i128 %zugt, 9
  %ougt = or i128 %oueq, %hugt
  %cuge = fcmp uge x86_fp80 %a, %b
  %zuge = zext i1 %cuge to i128
  %huge = shl i128 %zuge, 10
  %ouge = or i128 %ougt, %huge
  %cult = fcmp ult x86_fp80 %a, %b
  %zult = zext i1 %cult to i128
  %hult = shl i128 %zult, 11
  %oult = or i128 %ouge, %hult
  %cule = fcmp ule x86_fp80 %a, %b
  %zule = zext i1 %cule to i128
  %hule = shl i128 %zule, 12
  %oule = or i128 %oult, %hule
  %cune = fcmp une x86_fp80 %a, %b
  %zune = zext i1 %cune to i128
  %hune = shl i128 %zune, 13
  %oune = or i128 %oule, %hune
  %cuno = fcmp uno x86_fp80 %a, %b
  %zuno = zext i1 %cuno to i128
  %huno = shl i128 %zuno, 14
  %ouno = or i128 %oune, %huno
  %ctrue = fcmp true x86_fp80 %a, %b
  %ztrue = zext i1 %ctrue to i128
  %htrue = shl i128 %ztrue, 15
  %otrue = or i128 %ouno, %htrue
  call void @show(ptr @n.fcmp, i128 %otrue)
  ret void
}

define void @test.fp128(i64 %abits, i64 %bbits) {
  %ad = bitcast i64 %abits to double
  %bd = bitcast i64 %bbits to double
  %a = fpext double %ad to fp128
  %b = fpext double %bd to fp128
  %zero = select i1 true, fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000000000000000000000
  %fadd = fadd fp128 %a, %b
  %fadd.nan = fcmp uno fp128 %fadd, %zero
  %fadd.bits = bitcast fp128 %fadd to i128
  %fadd.fix = select i1 %fadd.nan, i128 7, i128 %fadd.bits
  %fadd.wide = or i128 %fadd.fix, 0
  call void @show(ptr @n.fadd, i128 %fadd.wide)
  %fsub = fsub fp128 %a, %b
  %fsub.nan = fcmp uno fp128 %fsub, %zero
  %fsub.bits = bitcast fp128 %fsub to i128
  %fsub.fix = select i1 %fsub.nan, i128 7, i128 %fsub.bits
  %fsub.wide = or i128 %fsub.fix, 0
  call void @show(ptr @n.fsub, i128 %fsub.wide)
  %fmul = fmul fp128 %a, %b
  %fmul.nan = fcmp uno fp128 %fmul, %zero
  %fmul.bits = bitcast fp128 %fmul to i128
  %fmul.fix = select i1 %fmul.nan, i128 7, i128 %fmul.bits
  %fmul.wide = or i128 %fmul.fix, 0
  call void @show(ptr @n.fmul, i128 %fmul.wide)
  %fdiv = fdiv fp128 %a, %b
  %fdiv.nan = fcmp uno fp128 %fdiv, %zero
  %fdiv.bits = bitcast fp128 %fdiv to i128
  %fdiv.fix = select i1 %fdiv.nan, i128 7, i128 %fdiv.bits
  %fdiv.wide = or i128 %fdiv.fix, 0
  call void @show(ptr @n.fdiv, i128 %fdiv.wide)
  %frem = frem fp128 %a, %b
  %frem.nan = fcmp uno fp128 %frem, %zero
  %frem.bits = bitcast fp128 %frem to i128
  %frem.fix = select i1 %frem.nan, i128 7, i128 %frem.bits
  %frem.wide = or i128 %frem.fix, 0
  call void @show(ptr @n.frem, i128 %frem.wide)
  %fneg = fneg fp128 %a
  %fneg.nan = fcmp uno fp128 %fneg, %zero
  %fneg.bits = bitcast fp128 %fneg to i128
  %fneg.fix = select i1 %fneg.nan, i128 7, i128 %fneg.bits
  %fneg.wide = or i128 %fneg.fix, 0
  call void @show(ptr @n.fneg, i128 %fneg.wide)
  %cfalse = fcmp false fp128 %a, %b
  %zfalse = zext i1 %cfalse to i128
  %hfalse = shl i128 %zfalse, 0
  %ofalse = or i128 0, %hfalse
  %coeq = fcmp oeq fp128 %a, %b
  %zoeq = zext i1 %coeq to i128
  %hoeq = shl i128 %zoeq, 1
  %ooeq = or i128 %ofalse, %hoeq
  %cogt = fcmp ogt fp128 %a, %b
  %zogt = zext i1 %cogt to i128
  %hogt = shl i128 %zogt, 2
  %oogt = or i128 %ooeq, %hogt
  %coge = fcmp oge fp128 %a, %b
  %zoge = zext i1 %coge to i128
  %hoge = shl i128 %zoge, 3
  %ooge = or i128 %oogt, %hoge
  %colt = fcmp olt fp128 %a, %b
  %zolt = zext i1 %colt to i128
  %holt = shl i128 %zolt, 4
  %oolt = or i128 %ooge, %holt
  %cole = fcmp ole fp128 %a, %b
  %zole = zext i1 %cole to i128
  %hole = shl i128 %zole, 5
  %oole = or i128 %oolt, %hole
  %cone = fcmp one fp128 %a, %b
  %zone = zext i1 %cone to i128
  %hone = shl i128 %zone, 6
  %oone = or i128 %oole, %hone
  %cord = fcmp ord fp128 %a, %b
  %zord = zext i1 %cord to i128
  %hord = shl i128 %zord, 7
  %oord = or i128 %oone, %hord
  %cueq = fcmp ueq fp128 %a, %b
  %zueq = zext i1 %cueq to i128
  %hueq = shl i128 %zueq, 8
  %oueq = or i128 %oord, %hueq
  %cugt = fcmp ugt fp128 %a, %b
  %zugt = zext i1 %cugt to i128
  %hugt = shl i128 %zugt, 9
  %ougt = or i128 %oueq, %hugt
  %cuge = fcmp uge fp128 %a, %b
  %zuge = zext i1 %cuge to i128
  %huge = shl i128 %zuge, 10
  %ouge = or i128 %ougt, %huge
  %cult = fcmp ult fp128 %a, %b
  %zult = zext i1 %cult to i128
  %hult = shl i128 %zult, 11
  %oult = or i128 %ouge, %hult
  %cule = fcmp ule fp128 %a, %b
  %zule = zext i1 %cule to i128
  %hule = shl i128 %zule, 12
  %oule = or i128 %oult, %hule
  %cune = fcmp une fp128 %a, %b
  %zune = zext i1 %cune to i128
  %hune = shl i128 %zune, 13
  %oune = or i128 %oule, %hune
  %cuno = fcmp uno fp128 %a, %b
  %zuno = zext i1 %cuno to i128
  %huno = shl i128 %zuno, 14
  %ouno = or i128 %oune, %huno
  %ctrue = fcmp true fp128 %a, %b
  %ztrue = zext i1 %ctrue to i128
  %htrue = shl i128 %ztrue, 15
  %otrue = or i128 %ouno, %htrue
  call void @show(ptr @n.fcmp, i128 %otrue)
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
  ret i32 3
}
