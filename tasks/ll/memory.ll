; Memory: intrinsic copies and fills, dynamic allocation, scopes, variable arguments, pointers and their bits.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@number = private unnamed_addr constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define void @show(i64 %x) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %x)
  ret void
}

@buffer = global [32 x i8] c"abcdefghijklmnopqrstuvwxyz012345"
@format = private unnamed_addr constant [20 x i8] c"%d %s %.3f %lld %c\0A\00"
@word = private unnamed_addr constant [5 x i8] c"word\00"
@guide = private unnamed_addr constant [8 x i8] c"%s %d\0A\00\00"
declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
%list = type { i32, i32, ptr, ptr }

define void @print(ptr %f, ...) {
  %l = alloca %list, align 16
  %m = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %l)
  call void @llvm.va_copy.p0(ptr %m, ptr %l)
  call i32 @vprintf(ptr %f, ptr %l)
  call i32 @vprintf(ptr %f, ptr %m)
  call void @llvm.va_end.p0(ptr %m)
  call void @llvm.va_end.p0(ptr %l)
  ret void
}

define i64 @digest(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %h = phi i64 [ 7, %entry ], [ %new, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %done
body:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 %i
  %c = load i8, ptr %q
  %z = zext i8 %c to i64
  %m = mul i64 %h, 31
  %new = add i64 %m, %z
  %next = add nuw nsw i64 %i, 1
  br label %loop
done:
  ret i64 %h
}

define i64 @stack(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %h = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %token = call ptr @llvm.stacksave.p0()
  %block = alloca i32, i64 %i, align 32
  %size = mul i64 %i, 4
  %byte = trunc i64 %i to i8
  call void @llvm.memset.p0.i64(ptr align 32 %block, i8 %byte, i64 %size, i1 false)
  %last = sub i64 %i, 1
  %p = getelementptr i32, ptr %block, i64 %last
  %v = load i32, ptr %p
  %z = zext i32 %v to i64
  %sum = add i64 %h, %z
  %bits = ptrtoint ptr %block to i64
  %low = and i64 %bits, 31
  %odd = icmp ne i64 %low, 0
  call void @llvm.stackrestore.p0(ptr %token)
  %next = add i64 %i, 1
  %more = icmp ule i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %sum
}

define i32 @main() {
  call void @llvm.memmove.p0.p0.i64(ptr getelementptr (i8, ptr @buffer, i64 3), ptr @buffer, i64 20, i1 false)
  %a = call i64 @digest(ptr @buffer, i64 32)
  call void @show(i64 %a)
  call void @llvm.memcpy.p0.p0.i32(ptr @buffer, ptr getelementptr (i8, ptr @buffer, i64 16), i32 16, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr getelementptr (i8, ptr @buffer, i64 24), ptr @buffer, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr getelementptr (i8, ptr @buffer, i64 8), i8 -1, i64 0, i1 false)
  call void @llvm.memset.inline.p0.i64(ptr getelementptr (i8, ptr @buffer, i64 9), i8 65, i64 3, i1 true)
  %b = call i64 @digest(ptr @buffer, i64 32)
  call void @show(i64 %b)
  %c = call i64 @stack(i64 9)
  call void @show(i64 %c)
  call void (ptr, ...) @print(ptr @format, i32 -5, ptr @word, double 2.5, i64 1234567890123, i32 65)
  %heap = call ptr @malloc(i64 24)
  %second = getelementptr { i64, ptr, i64 }, ptr %heap, i32 0, i32 1
  store ptr %heap, ptr %second
  %got = load ptr, ptr %second
  store i64 99, ptr %got
  %d = load i64, ptr %heap
  call void @show(i64 %d)
  %bits = ptrtoint ptr %second to i64
  %down = and i64 %bits, -16
  %base = inttoptr i64 %down to ptr
  %e = load i64, ptr %base
  call void @show(i64 %e)
  %masked = call ptr @llvm.ptrmask.p0.i64(ptr %second, i64 -16)
  %f = load i64, ptr %masked
  call void @show(i64 %f)
  %address = ptrtoaddr ptr %second to i64
  %sameaddress = icmp eq i64 %address, %bits
  %g = zext i1 %sameaddress to i64
  call void @show(i64 %g)
  %distance = sub i64 %bits, %down
  call void @show(i64 %distance)
  %less = icmp ult ptr %heap, %second
  %zl = zext i1 %less to i64
  call void @show(i64 %zl)
  ; Bytes of a pointer copied one by one are the pointer.
  %copy = alloca ptr
  br label %copying
copying:
  %i = phi i64 [ 0, %0 ], [ %next, %copying ]
  %from = getelementptr i8, ptr %second, i64 %i
  %to = getelementptr i8, ptr %copy, i64 %i
  %byte = load i8, ptr %from
  store i8 %byte, ptr %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %copying, label %copied
copied:
  %again = load ptr, ptr %copy
  %h = load i64, ptr %again
  call void @show(i64 %h)
  call void @free(ptr %heap)
  %local = alloca i64
  call void @llvm.lifetime.start.p0(ptr %local)
  store i64 5, ptr %local
  %inv = call ptr @llvm.invariant.start.p0(i64 8, ptr %local)
  call void @llvm.invariant.end.p0(ptr %inv, i64 8, ptr %local)
  %laundered = call ptr @llvm.launder.invariant.group.p0(ptr %local)
  %k = load volatile i64, ptr %laundered
  call void @llvm.assume(i1 true)
  call void @llvm.lifetime.end.p0(ptr %local)
  call void @show(i64 %k)
  %known = call i1 @llvm.is.constant.i64(i64 %k)
  %zk = zext i1 %known to i64
  call void @show(i64 %zk)
  call void @llvm.donothing()
  call void @llvm.prefetch.p0(ptr @buffer, i32 0, i32 3, i32 1)
  ; Two small loads of what one large store wrote.
  %mix = alloca i64
  store i64 1234605616436508552, ptr %mix
  %upper = getelementptr i8, ptr %mix, i64 4
  %ml = load i32, ptr %mix
  %mh = load i16, ptr %upper
  %mlz = zext i32 %ml to i64
  %mhz = zext i16 %mh to i64
  call void @show(i64 %mlz)
  call void @show(i64 %mhz)
  %mf = load float, ptr %upper
  %mfd = fpext float %mf to double
  %mfb = bitcast double %mfd to i64
  call void @show(i64 %mfb)
  ret i32 1
}
