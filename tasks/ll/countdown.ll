; A global counts down to zero through a function; the program of a textbook on LLVM's form, with today's pointers.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@x = global i32 10, align 4

define i32 @decr(i32) {
  %2 = alloca i32
  store i32 %0, ptr %2
  %3 = load i32, ptr %2
  %4 = sub nsw i32 %3, 1
  ret i32 %4
}

define i32 @main() {
  %1 = alloca i32
  store i32 0, ptr %1
  br label %2

2:
  %3 = load i32, ptr @x
  %4 = icmp sgt i32 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr @x
  %7 = call i32 @decr(i32 %6)
  store i32 %7, ptr @x
  br label %2

8:
  %9 = load i32, ptr %1
  ret i32 %9
}
