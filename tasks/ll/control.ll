; φ as parallel assignment, switch, computed jumps, select, calls in every form.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@number = private unnamed_addr constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define void @show(i64 %x) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %x)
  ret void
}

; Two φ that swap each other's value: they read before any of them writes.
define i32 @swap(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %c = phi i32 [ 3, %entry ], [ %sum, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add i32 %a, %c
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %high = shl i32 %a, 16
  %middle = shl i32 %b, 8
  %x = or i32 %high, %middle
  %y = xor i32 %x, %c
  ret i32 %y
}

; A φ whose values come along two edges from the same block.
define i32 @twice(i32 %x) {
entry:
  switch i32 %x, label %other [ i32 1, label %join
                                i32 2, label %join
                                i32 -3, label %join ]
other:
  br label %join
join:
  %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ 20, %other ]
  ret i32 %r
}

define i64 @wide_switch(i128 %x) {
  switch i128 %x, label %other [ i128 0, label %zero
                                 i128 18446744073709551616, label %high
                                 i128 -1, label %minus ]
zero:
  ret i64 1
high:
  ret i64 2
minus:
  ret i64 3
other:
  ret i64 4
}

define i64 @bit_switch(i1 %x) {
  switch i1 %x, label %other [ i1 true, label %yes ]
yes:
  ret i64 11
other:
  ret i64 12
}

define i64 @small_switch(i3 %x) {
  switch i3 %x, label %other [ i3 -1, label %minus
                               i3 3, label %three ]
minus:
  ret i64 21
three:
  ret i64 22
other:
  ret i64 23
}

@labels = internal constant [3 x ptr] [ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two), ptr blockaddress(@jump, %end)]

define i64 @jump(i64 %n) {
entry:
  br label %dispatch
dispatch:
  %i = phi i64 [ %n, %entry ], [ %i1, %one ], [ %i2, %two ]
  %acc = phi i64 [ 0, %entry ], [ %acc1, %one ], [ %acc2, %two ]
  %place = getelementptr [3 x ptr], ptr @labels, i64 0, i64 %i
  %label = load ptr, ptr %place
  indirectbr ptr %label, [label %one, label %two, label %end]
one:
  %i1 = add i64 %i, 1
  %acc1 = add i64 %acc, 5
  br label %dispatch
two:
  %i2 = add i64 %i, 1
  %acc2 = mul i64 %acc, 7
  br label %dispatch
end:
  ret i64 %acc
}

; A loop whose block comes before the block that leads to it, and a block that nothing reaches.
define i64 @order(i64 %n) {
entry:
  br label %head
back:
  %less = sub i64 %v, 1
  %twice = mul i64 %w, 3
  br label %head
head:
  %v = phi i64 [ %n, %entry ], [ %less, %back ]
  %w = phi i64 [ 1, %entry ], [ %twice, %back ]
  %zero = icmp eq i64 %v, 0
  br i1 %zero, label %out, label %back
nowhere:
  %never = phi i64 [ %never, %nowhere ]
  br label %nowhere
out:
  ret i64 %w
}

define i64 @add(i64 %a, i64 %b) {
  %r = add i64 %a, %b
  ret i64 %r
}

define i64 @sub(i64 %a, i64 %b) {
  %r = sub i64 %a, %b
  ret i64 %r
}

define i64 @down(i64 %n, i64 %acc) {
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %done, label %again
done:
  ret i64 %acc
again:
  %m = sub i64 %n, 1
  %new = add i64 %acc, %n
  %r = musttail call i64 @down(i64 %m, i64 %new)
  ret i64 %r
}

define fastcc i64 @quick(i64 %x) {
  %r = tail call i64 @add(i64 %x, i64 1)
  ret i64 %r
}

declare i32 @__gxx_personality_v0(...)

define i64 @careful(i64 %x) personality ptr @__gxx_personality_v0 {
  %r = invoke i64 @add(i64 %x, i64 100) to label %fine unwind label %pad
fine:
  %s = phi i64 [ %r, %0 ]
  ret i64 %s
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define i64 @both(ptr %f, i1 %which) {
  %g = select i1 %which, ptr @add, ptr @sub
  %x = call i64 %f(i64 40, i64 2)
  %y = call i64 %g(i64 100, i64 %x)
  ret i64 %y
}

define i32 @main() {
  %a = call i32 @swap(i32 5)
  %b = call i32 @swap(i32 6)
  %za = zext i32 %a to i64
  %zb = zext i32 %b to i64
  call void @show(i64 %za)
  call void @show(i64 %zb)
  %c = call i32 @twice(i32 2)
  %d = call i32 @twice(i32 -3)
  %e = call i32 @twice(i32 4)
  %cd = mul i32 %c, %d
  %cde = sub i32 %cd, %e
  %zc = zext i32 %cde to i64
  call void @show(i64 %zc)
  %f0 = call i64 @wide_switch(i128 0)
  %f1 = call i64 @wide_switch(i128 18446744073709551616)
  %f2 = call i64 @wide_switch(i128 -1)
  %f3 = call i64 @wide_switch(i128 18446744073709551615)
  %f4 = call i64 @bit_switch(i1 true)
  %f5 = call i64 @bit_switch(i1 false)
  %f6 = call i64 @small_switch(i3 7)
  %f7 = call i64 @small_switch(i3 3)
  %f8 = call i64 @small_switch(i3 4)
  call void @show(i64 %f0)
  call void @show(i64 %f1)
  call void @show(i64 %f2)
  call void @show(i64 %f3)
  call void @show(i64 %f4)
  call void @show(i64 %f5)
  call void @show(i64 %f6)
  call void @show(i64 %f7)
  call void @show(i64 %f8)
  %g0 = call i64 @jump(i64 0)
  %g1 = call i64 @jump(i64 1)
  %g2 = call i64 @jump(i64 2)
  call void @show(i64 %g0)
  call void @show(i64 %g1)
  call void @show(i64 %g2)
  %h = call i64 @order(i64 7)
  call void @show(i64 %h)
  %i = call i64 @down(i64 1000, i64 0)
  call void @show(i64 %i)
  %j = call fastcc i64 @quick(i64 41)
  call void @show(i64 %j)
  %k = call i64 @careful(i64 5)
  call void @show(i64 %k)
  %l = call i64 @both(ptr @sub, i1 true)
  %m = call i64 @both(ptr @add, i1 false)
  call void @show(i64 %l)
  call void @show(i64 %m)
  ret i32 42
}
