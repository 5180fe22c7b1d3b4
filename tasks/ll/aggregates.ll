; First-class structures and arrays, address arithmetic, constants and globals of every kind.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@number = private unnamed_addr constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define void @show(i64 %x) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %x)
  ret void
}

%pair = type { i32, i64 }
%nest = type { i8, %pair, [3 x %pair], { i16, <2 x i32> } }
%packed = type <{ i8, i64, i16 }>
%opaque = type opaque

@zero = global %nest zeroinitializer
@full = global %nest { i8 1, %pair { i32 2, i64 3 }, [3 x %pair] [%pair { i32 4, i64 5 }, %pair zeroinitializer, %pair { i32 8, i64 9 }], { i16, <2 x i32> } { i16 10, <2 x i32> <i32 11, i32 12> } }
@tight = constant %packed <{ i8 -1, i64 81985529216486895, i16 4660 }>
@text = private unnamed_addr constant [6 x i8] c"hello\00"
@inside = global ptr getelementptr inbounds (%nest, ptr @full, i64 0, i32 2, i64 2, i32 1)
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @full, i64 24) to i64), i64 ptrtoint (ptr @full to i64))
@functions = global [2 x ptr] [ptr @first, ptr @second]
@other_name = alias %nest, ptr @full
@part_name = alias i64, getelementptr (i8, ptr @full, i64 16)
@function_name = alias i64 (i64), ptr @first
@thread = thread_local global i32 77
@weak = weak global i32 5
@common = common global i32 0
@once = linkonce_odr global i32 6
@odd = global i33 -2
@wide = global i129 -3
@halves = global [3 x half] [half 1.0, half 2.0, half 0xH7C00]
@quad = global fp128 0xL00000000000000003FFF800000000000
@ext = global x86_fp80 0xK4000C000000000000000
@undefs = global { i32, [2 x i32] } { i32 undef, [2 x i32] [i32 1, i32 poison] }
@self = global ptr @self
$grouped = comdat any
@grouped = linkonce_odr global i32 9, comdat


define i64 @first(i64 %x) {
  %r = mul i64 %x, 3
  ret i64 %r
}

define i64 @second(i64 %x) {
  %r = add i64 %x, 1000
  ret i64 %r
}

define linkonce_odr i64 @shared(i64 %x) comdat($grouped) {
  %r = xor i64 %x, 255
  ret i64 %r
}

define available_externally i32 @abs(i32 %x) {
  %n = icmp slt i32 %x, 0
  %m = sub i32 0, %x
  %r = select i1 %n, i32 %m, i32 %x
  ret i32 %r
}

define %nest @make(i8 %a, %pair %p) {
  %1 = insertvalue %nest zeroinitializer, i8 %a, 0
  %2 = insertvalue %nest %1, %pair %p, 1
  %3 = insertvalue %nest %2, %pair %p, 2, 1
  %4 = insertvalue %nest %3, i64 99, 2, 2, 1
  %5 = insertvalue %nest %4, <2 x i32> <i32 7, i32 8>, 3, 1
  ret %nest %5
}

define i64 @digest(%nest %n) {
  %a = extractvalue %nest %n, 0
  %p = extractvalue %nest %n, 1
  %b = extractvalue %pair %p, 0
  %c = extractvalue %pair %p, 1
  %arr = extractvalue %nest %n, 2
  %q = extractvalue [3 x %pair] %arr, 1
  %d = extractvalue %pair %q, 1
  %e = extractvalue %nest %n, 2, 2, 1
  %v = extractvalue %nest %n, 3, 1
  %f = extractelement <2 x i32> %v, i32 1
  %za = zext i8 %a to i64
  %zb = zext i32 %b to i64
  %zf = zext i32 %f to i64
  %h0 = mul i64 %za, 31
  %h1 = add i64 %h0, %zb
  %h2 = mul i64 %h1, 31
  %h3 = add i64 %h2, %c
  %h4 = mul i64 %h3, 31
  %h5 = add i64 %h4, %d
  %h6 = mul i64 %h5, 31
  %h7 = add i64 %h6, %e
  %h8 = mul i64 %h7, 31
  %h9 = add i64 %h8, %zf
  ret i64 %h9
}

define { i64, i1, [2 x i16] } @several(i1 %which) {
  br i1 %which, label %yes, label %no
yes:
  %a = insertvalue { i64, i1, [2 x i16] } { i64 5, i1 true, [2 x i16] [i16 1, i16 2] }, i16 300, 2, 1
  br label %join
no:
  br label %join
join:
  %r = phi { i64, i1, [2 x i16] } [ %a, %yes ], [ { i64 6, i1 false, [2 x i16] [i16 3, i16 4] }, %no ]
  ret { i64, i1, [2 x i16] } %r
}

define void @result(ptr sret(%pair) %out, ptr byval(%pair) %in) {
  %f = getelementptr %pair, ptr %in, i32 0, i32 1
  %v = load i64, ptr %f
  %w = add i64 %v, 1
  store i64 %w, ptr %f
  %g = getelementptr %pair, ptr %out, i32 0, i32 1
  store i64 %w, ptr %g
  store i32 17, ptr %out
  ret void
}

define i64 @through(ptr %o) {
  %x = load i64, ptr %o
  ret i64 %x
}

@list = appending global [0 x ptr] zeroinitializer, section "llvm.metadata"
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @late, ptr null }, { i32, ptr, ptr } { i32 100, ptr @early, ptr null }]
@state = internal global i64 1

define internal void @early() {
  %v = load i64, ptr @state
  %w = add i64 %v, 10
  store i64 %w, ptr @state
  ret void
}

define internal void @late() {
  %v = load i64, ptr @state
  %w = mul i64 %v, 3
  store i64 %w, ptr @state
  ret void
}

define i32 @main() {
  %s = load i64, ptr @state
  call void @show(i64 %s)
  %n = load %nest, ptr @full
  %d0 = call i64 @digest(%nest %n)
  call void @show(i64 %d0)
  %m = call %nest @make(i8 200, %pair { i32 21, i64 22 })
  %d1 = call i64 @digest(%nest %m)
  call void @show(i64 %d1)
  store %nest %m, ptr @zero
  %field = getelementptr %nest, ptr @zero, i64 0, i32 2, i64 1, i32 1
  %v = load i64, ptr %field
  call void @show(i64 %v)
  %x = select i1 false, %nest %n, %nest %m
  %d2 = call i64 @digest(%nest %x)
  call void @show(i64 %d2)
  %p1 = getelementptr %packed, ptr @tight, i32 0, i32 1
  %v1 = load i64, ptr %p1, align 1
  call void @show(i64 %v1)
  %v2 = load %packed, ptr @tight
  %v3 = extractvalue %packed %v2, 2
  %v4 = zext i16 %v3 to i64
  call void @show(i64 %v4)
  %p2 = load ptr, ptr @inside
  %v5 = load i64, ptr %p2
  call void @show(i64 %v5)
  %v6 = load i64, ptr @distance
  call void @show(i64 %v6)
  %fp = getelementptr [2 x ptr], ptr @functions, i64 0, i64 1
  %f = load ptr, ptr %fp
  %v7 = call i64 %f(i64 5)
  call void @show(i64 %v7)
  %v8 = load i64, ptr @part_name
  call void @show(i64 %v8)
  %v9 = call i64 @function_name(i64 14)
  call void @show(i64 %v9)
  %name = getelementptr %nest, ptr @other_name, i64 0, i32 2, i64 0, i32 1
  %v10 = load i64, ptr %name
  call void @show(i64 %v10)
  %t = call ptr @llvm.threadlocal.address.p0(ptr @thread)
  %v11 = load i32, ptr %t
  %w1 = load i32, ptr @weak
  %w2 = load i32, ptr @common
  %w3 = load i32, ptr @once
  %w4 = load i32, ptr @grouped
  %s1 = add i32 %v11, %w1
  %s2 = add i32 %s1, %w2
  %s3 = add i32 %s2, %w3
  %s4 = add i32 %s3, %w4
  %z1 = zext i32 %s4 to i64
  call void @show(i64 %z1)
  %o = load i33, ptr @odd
  %zo = sext i33 %o to i64
  call void @show(i64 %zo)
  %wi = load i129, ptr @wide
  %wh = lshr i129 %wi, 100
  %zw = trunc i129 %wh to i64
  call void @show(i64 %zw)
  %hp = getelementptr [3 x half], ptr @halves, i64 0, i64 1
  %h = load half, ptr %hp
  %hd = fpext half %h to double
  %hb = bitcast double %hd to i64
  call void @show(i64 %hb)
  %q = load fp128, ptr @quad
  %qd = fptrunc fp128 %q to double
  %qb = bitcast double %qd to i64
  call void @show(i64 %qb)
  %e = load x86_fp80, ptr @ext
  %ed = fptrunc x86_fp80 %e to double
  %eb = bitcast double %ed to i64
  call void @show(i64 %eb)
  %up = getelementptr i32, ptr @undefs, i64 1
  %u = load i32, ptr %up
  %zu = zext i32 %u to i64
  call void @show(i64 %zu)
  %r1 = call { i64, i1, [2 x i16] } @several(i1 true)
  %r2 = call { i64, i1, [2 x i16] } @several(i1 false)
  %ra = extractvalue { i64, i1, [2 x i16] } %r1, 2, 1
  %rb = extractvalue { i64, i1, [2 x i16] } %r2, 2, 0
  %rc = extractvalue { i64, i1, [2 x i16] } %r2, 1
  %rz = zext i16 %ra to i64
  %ry = zext i16 %rb to i64
  %rx = zext i1 %rc to i64
  %rs = add i64 %rz, %ry
  %rr = add i64 %rs, %rx
  call void @show(i64 %rr)
  %in = alloca %pair
  %out = alloca %pair
  store %pair { i32 1, i64 500 }, ptr %in
  call void @result(ptr sret(%pair) %out, ptr byval(%pair) %in)
  %ip = getelementptr %pair, ptr %in, i32 0, i32 1
  %op = getelementptr %pair, ptr %out, i32 0, i32 1
  %iv = load i64, ptr %ip
  %ov = load i64, ptr %op
  call void @show(i64 %iv)
  call void @show(i64 %ov)
  %tv = call i64 @through(ptr %op)
  call void @show(i64 %tv)
  %me = load ptr, ptr @self
  %same = icmp eq ptr %me, @self
  %zs = zext i1 %same to i64
  call void @show(i64 %zs)
  %sh = call i64 @shared(i64 4096)
  call void @show(i64 %sh)
  %ab = call i32 @abs(i32 -12)
  %zab = zext i32 %ab to i64
  call void @show(i64 %zab)
  %i8 = trunc i64 %iv to i8
  %neg = getelementptr i8, ptr getelementptr (i8, ptr @text, i64 5), i8 -4
  %ch = load i8, ptr %neg
  %zch = zext i8 %ch to i64
  call void @show(i64 %zch)
  %ci = getelementptr i8, ptr @text, i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @full, i64 2) to i64), i64 ptrtoint (ptr @full to i64))
  %cc = load i8, ptr %ci
  %zcc = zext i8 %cc to i64
  call void @show(i64 %zcc)
  %i128p = getelementptr i16, ptr @text, i128 1
  %c2 = load i8, ptr %i128p
  %zc2 = zext i8 %c2 to i64
  call void @show(i64 %zc2)
  %back = bitcast ptr @text to ptr
  %c3 = load i8, ptr %back
  %zc3 = zext i8 %c3 to i64
  call void @show(i64 %zc3)
  %fz = freeze i32 undef
  %fx = xor i32 %fz, %fz
  %zfx = zext i32 %fx to i64
  call void @show(i64 %zfx)
  %empty = insertvalue { {}, i32, [0 x i8] } zeroinitializer, i32 5, 1
  %fi = extractvalue { {}, i32, [0 x i8] } %empty, 1
  %zfi = zext i32 %fi to i64
  call void @show(i64 %zfi)
  ret i32 3
}
