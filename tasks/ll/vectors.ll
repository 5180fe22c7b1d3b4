; Vectors: lane-wise operations, lanes by constant and variable index, memory, reductions, masked accesses.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@number = private unnamed_addr constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define void @show(i64 %x) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %x)
  ret void
}

define void @show4(<4 x i32> %v) {
  %w = bitcast <4 x i32> %v to i128
  %a = trunc i128 %w to i64
  %h = lshr i128 %w, 64
  %b = trunc i128 %h to i64
  call void @show(i64 %a)
  call void @show(i64 %b)
  ret void
}

define void @test(<4 x i32> %a, <4 x i32> %b, i32 %k) {
  %add = add <4 x i32> %a, %b
  call void @show4(<4 x i32> %add)
  %sub = sub <4 x i32> %a, %b
  call void @show4(<4 x i32> %sub)
  %mul = mul <4 x i32> %a, %b
  call void @show4(<4 x i32> %mul)
  %udiv = udiv <4 x i32> %a, %b
  call void @show4(<4 x i32> %udiv)
  %sdiv = sdiv <4 x i32> %a, %b
  call void @show4(<4 x i32> %sdiv)
  %urem = urem <4 x i32> %a, %b
  call void @show4(<4 x i32> %urem)
  %srem = srem <4 x i32> %a, %b
  call void @show4(<4 x i32> %srem)
  %and = and <4 x i32> %a, %b
  call void @show4(<4 x i32> %and)
  %or = or <4 x i32> %a, %b
  call void @show4(<4 x i32> %or)
  %xor = xor <4 x i32> %a, %b
  call void @show4(<4 x i32> %xor)
  %s = and <4 x i32> %b, splat (i32 31)
  %shl = shl <4 x i32> %a, %s
  call void @show4(<4 x i32> %shl)
  %lshr = lshr <4 x i32> %a, %s
  call void @show4(<4 x i32> %lshr)
  %ashr = ashr <4 x i32> %a, %s
  call void @show4(<4 x i32> %ashr)
  %ceq = icmp eq <4 x i32> %a, %b
  %meq = bitcast <4 x i1> %ceq to i4
  %zeq = zext i4 %meq to i64
  call void @show(i64 %zeq)
  %xeq = sext <4 x i1> %ceq to <4 x i32>
  call void @show4(<4 x i32> %xeq)
  %cne = icmp ne <4 x i32> %a, %b
  %mne = bitcast <4 x i1> %cne to i4
  %zne = zext i4 %mne to i64
  call void @show(i64 %zne)
  %xne = sext <4 x i1> %cne to <4 x i32>
  call void @show4(<4 x i32> %xne)
  %cult = icmp ult <4 x i32> %a, %b
  %mult = bitcast <4 x i1> %cult to i4
  %zult = zext i4 %mult to i64
  call void @show(i64 %zult)
  %xult = sext <4 x i1> %cult to <4 x i32>
  call void @show4(<4 x i32> %xult)
  %cule = icmp ule <4 x i32> %a, %b
  %mule = bitcast <4 x i1> %cule to i4
  %zule = zext i4 %mule to i64
  call void @show(i64 %zule)
  %xule = sext <4 x i1> %cule to <4 x i32>
  call void @show4(<4 x i32> %xule)
  %cugt = icmp ugt <4 x i32> %a, %b
  %mugt = bitcast <4 x i1> %cugt to i4
  %zugt = zext i4 %mugt to i64
  call void @show(i64 %zugt)
  %xugt = sext <4 x i1> %cugt to <4 x i32>
  call void @show4(<4 x i32> %xugt)
  %cuge = icmp uge <4 x i32> %a, %b
  %muge = bitcast <4 x i1> %cuge to i4
  %zuge = zext i4 %muge to i64
  call void @show(i64 %zuge)
  %xuge = sext <4 x i1> %cuge to <4 x i32>
  call void @show4(<4 x i32> %xuge)
  %cslt = icmp slt <4 x i32> %a, %b
  %mslt = bitcast <4 x i1> %cslt to i4
  %zslt = zext i4 %mslt to i64
  call void @show(i64 %zslt)
  %xslt = sext <4 x i1> %cslt to <4 x i32>
  call void @show4(<4 x i32> %xslt)
  %csle = icmp sle <4 x i32> %a, %b
  %msle = bitcast <4 x i1> %csle to i4
  %zsle = zext i4 %msle to i64
  call void @show(i64 %zsle)
  %xsle = sext <4 x i1> %csle to <4 x i32>
  call void @show4(<4 x i32> %xsle)
  %csgt = icmp sgt <4 x i32> %a, %b
  %msgt = bitcast <4 x i1> %csgt to i4
  %zsgt = zext i4 %msgt to i64
  call void @show(i64 %zsgt)
  %xsgt = sext <4 x i1> %csgt to <4 x i32>
  call void @show4(<4 x i32> %xsgt)
  %csge = icmp sge <4 x i32> %a, %b
  %msge = bitcast <4 x i1> %csge to i4
  %zsge = zext i4 %msge to i64
  call void @show(i64 %zsge)
  %xsge = sext <4 x i1> %csge to <4 x i32>
  call void @show4(<4 x i32> %xsge)
  %sel = select <4 x i1> %cslt, <4 x i32> %a, <4 x i32> %b
  call void @show4(<4 x i32> %sel)
  %pick = icmp sgt i32 %k, 1
  %sel2 = select i1 %pick, <4 x i32> %a, <4 x i32> %b
  call void @show4(<4 x i32> %sel2)
  %sh = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 6, i32 0, i32 3, i32 5>
  call void @show4(<4 x i32> %sh)
  %sh2 = shufflevector <4 x i32> %a, <4 x i32> poison, <2 x i32> <i32 3, i32 1>
  %sh2b = bitcast <2 x i32> %sh2 to i64
  call void @show(i64 %sh2b)
  %sh3 = shufflevector <4 x i32> %a, <4 x i32> %b, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %sh3b = bitcast <8 x i32> %sh3 to <4 x i64>
  %sh3c = extractelement <4 x i64> %sh3b, i32 3
  call void @show(i64 %sh3c)
  %splat0 = insertelement <4 x i32> poison, i32 %k, i64 0
  %splat = shufflevector <4 x i32> %splat0, <4 x i32> poison, <4 x i32> zeroinitializer
  call void @show4(<4 x i32> %splat)
  %ins = insertelement <4 x i32> %a, i32 -5, i32 %k
  call void @show4(<4 x i32> %ins)
  %insc = insertelement <4 x i32> %a, i32 -6, i8 2
  call void @show4(<4 x i32> %insc)
  %ext = extractelement <4 x i32> %b, i32 %k
  %extz = zext i32 %ext to i64
  call void @show(i64 %extz)
  %tr = trunc <4 x i32> %a to <4 x i8>
  %trb = bitcast <4 x i8> %tr to i32
  %trz = zext i32 %trb to i64
  call void @show(i64 %trz)
  %zx = zext <4 x i32> %a to <4 x i64>
  %sx = sext <4 x i32> %b to <4 x i64>
  %xs = xor <4 x i64> %zx, %sx
  %xs2 = extractelement <4 x i64> %xs, i32 1
  call void @show(i64 %xs2)
  %fl = sitofp <4 x i32> %a to <4 x float>
  %fm = fmul <4 x float> %fl, splat (float 5.000000e-01)
  %fn = fneg <4 x float> %fm
  %fb = bitcast <4 x float> %fn to <4 x i32>
  call void @show4(<4 x i32> %fb)
  %fc = fcmp olt <4 x float> %fl, %fm
  %fcs = sext <4 x i1> %fc to <4 x i32>
  call void @show4(<4 x i32> %fcs)
  %fi = fptosi <4 x float> %fm to <4 x i32>
  call void @show4(<4 x i32> %fi)
  %fe = fpext <4 x float> %fm to <4 x double>
  %fe2 = extractelement <4 x double> %fe, i64 2
  %fe3 = bitcast double %fe2 to i64
  call void @show(i64 %fe3)
  %fsel = select <4 x i1> %fc, <4 x float> %fl, <4 x float> %fm
  %fsb = bitcast <4 x float> %fsel to <4 x i32>
  call void @show4(<4 x i32> %fsb)
  %place = alloca [2 x <4 x i32>], align 16
  %q = getelementptr <4 x i32>, ptr %place, i64 1
  store <4 x i32> %a, ptr %place, align 16
  store <4 x i32> %b, ptr %q, align 16
  %u = getelementptr i8, ptr %place, i64 12
  %lv = load <4 x i32>, ptr %u, align 1
  call void @show4(<4 x i32> %lv)
  %bits = alloca <4 x i1>
  store <4 x i1> %cslt, ptr %bits
  %lb = load <4 x i1>, ptr %bits
  %lbs = sext <4 x i1> %lb to <4 x i32>
  call void @show4(<4 x i32> %lbs)
  %byte = load i8, ptr %bits
  %byte4 = and i8 %byte, 15
  %bz = zext i8 %byte4 to i64
  call void @show(i64 %bz)
  %three = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> <i32 1, i32 2, i32 7>
  %tp = alloca <3 x i32>
  store <3 x i32> %three, ptr %tp
  %lt = load <3 x i32>, ptr %tp
  %l2 = extractelement <3 x i32> %lt, i32 2
  %l2z = zext i32 %l2 to i64
  call void @show(i64 %l2z)
  %wv = bitcast <4 x i32> %a to <2 x i64>
  %w0 = extractelement <2 x i64> %wv, i32 0
  call void @show(i64 %w0)
  %hv = bitcast <4 x i32> %a to <8 x i16>
  %h5 = extractelement <8 x i16> %hv, i32 5
  %h5z = zext i16 %h5 to i64
  call void @show(i64 %h5z)
  %radd = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %a)
  %rzadd = zext i32 %radd to i64
  call void @show(i64 %rzadd)
  %rmul = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %a)
  %rzmul = zext i32 %rmul to i64
  call void @show(i64 %rzmul)
  %rand = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %a)
  %rzand = zext i32 %rand to i64
  call void @show(i64 %rzand)
  %ror = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %a)
  %rzor = zext i32 %ror to i64
  call void @show(i64 %rzor)
  %rxor = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %a)
  %rzxor = zext i32 %rxor to i64
  call void @show(i64 %rzxor)
  %rsmax = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %a)
  %rzsmax = zext i32 %rsmax to i64
  call void @show(i64 %rzsmax)
  %rsmin = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %a)
  %rzsmin = zext i32 %rsmin to i64
  call void @show(i64 %rzsmin)
  %rumax = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %a)
  %rzumax = zext i32 %rumax to i64
  call void @show(i64 %rzumax)
  %rumin = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %a)
  %rzumin = zext i32 %rumin to i64
  call void @show(i64 %rzumin)
  %rfadd = call float @llvm.vector.reduce.fadd.v4f32(float 2.0, <4 x float> %fl)
  %rbfadd = bitcast float %rfadd to i32
  %rzfadd = zext i32 %rbfadd to i64
  call void @show(i64 %rzfadd)
  %rfmul = call float @llvm.vector.reduce.fmul.v4f32(float 2.0, <4 x float> %fl)
  %rbfmul = bitcast float %rfmul to i32
  %rzfmul = zext i32 %rbfmul to i64
  call void @show(i64 %rzfmul)
  %rfmax = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %fl)
  %rbfmax = bitcast float %rfmax to i32
  %rzfmax = zext i32 %rbfmax to i64
  call void @show(i64 %rzfmax)
  %rfmin = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %fl)
  %rbfmin = bitcast float %rfmin to i32
  %rzfmin = zext i32 %rbfmin to i64
  call void @show(i64 %rzfmin)
  %rfmaximum = call float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %fl)
  %rbfmaximum = bitcast float %rfmaximum to i32
  %rzfmaximum = zext i32 %rbfmaximum to i64
  call void @show(i64 %rzfmaximum)
  %rfminimum = call float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %fl)
  %rbfminimum = bitcast float %rfminimum to i32
  %rzfminimum = zext i32 %rbfminimum to i64
  call void @show(i64 %rzfminimum)
  %rb1 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %cslt)
  %rbz = zext i1 %rb1 to i64
  call void @show(i64 %rbz)
  %vsmax = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> %b)
  call void @show4(<4 x i32> %vsmax)
  %vumin = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %a, <4 x i32> %b)
  call void @show4(<4 x i32> %vumin)
  %vuadd.sat = call <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32> %a, <4 x i32> %b)
  call void @show4(<4 x i32> %vuadd.sat)
  %vctpop = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %a)
  call void @show4(<4 x i32> %vctpop)
  %vctlz = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %a, i1 false)
  call void @show4(<4 x i32> %vctlz)
  %vabs = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %a, i1 false)
  call void @show4(<4 x i32> %vabs)
  %vov = call { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32> %a, <4 x i32> %b)
  %vov0 = extractvalue { <4 x i32>, <4 x i1> } %vov, 0
  %vov1 = extractvalue { <4 x i32>, <4 x i1> } %vov, 1
  call void @show4(<4 x i32> %vov0)
  %vovs = sext <4 x i1> %vov1 to <4 x i32>
  call void @show4(<4 x i32> %vovs)
  %vfabs = call <4 x float> @llvm.fabs.v4f32(<4 x float> %fn)
  %vfb = bitcast <4 x float> %vfabs to <4 x i32>
  call void @show4(<4 x i32> %vfb)
  %vrev = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %a)
  call void @show4(<4 x i32> %vrev)
  %vx = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %a, i64 2)
  %vxb = bitcast <2 x i32> %vx to i64
  call void @show(i64 %vxb)
  %vi = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %a, <2 x i32> %vx, i64 0)
  call void @show4(<4 x i32> %vi)
  %ml = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %place, <4 x i1> %cslt, <4 x i32> %b)
  call void @show4(<4 x i32> %ml)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %b, ptr %place, <4 x i1> %cslt)
  %ms = load <4 x i32>, ptr %place
  call void @show4(<4 x i32> %ms)
  %ptrs = getelementptr i32, ptr %place, <4 x i64> <i64 7, i64 0, i64 3, i64 2>
  %ga = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ptrs, <4 x i1> splat (i1 true), <4 x i32> poison)
  call void @show4(<4 x i32> %ga)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %a, <4 x ptr> %ptrs, <4 x i1> %cslt)
  %sc = load <4 x i32>, ptr %q
  call void @show4(<4 x i32> %sc)
  %pi = ptrtoint <4 x ptr> %ptrs to <4 x i64>
  %pi0 = extractelement <4 x i64> %pi, i32 0
  %pi1 = extractelement <4 x i64> %pi, i32 1
  %pd = sub i64 %pi0, %pi1
  call void @show(i64 %pd)
  %fz = freeze <4 x i32> %sh
  call void @show4(<4 x i32> %fz)
  ret void
}

define i32 @main() {
  call void @test(<4 x i32> <i32 1, i32 -2, i32 3, i32 -4>, <4 x i32> <i32 7, i32 3, i32 -3, i32 4>, i32 0)
  call void @test(<4 x i32> <i32 2147483647, i32 -2147483648, i32 0, i32 305419896>, <4 x i32> <i32 1, i32 2, i32 65535, i32 -7>, i32 3)
  call void @test(<4 x i32> <i32 5, i32 5, i32 5, i32 5>, <4 x i32> <i32 5, i32 6, i32 4, i32 -1>, i32 2)
  ret i32 9
}
