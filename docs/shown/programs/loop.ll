; The same function in C in loop.c.
declare i32 @input()

define i32 @function(i32 %y) {
entry:
  %first = call i32 @input()
  %enter = icmp slt i32 %first, %y
  br i1 %enter, label %loop, label %exit
loop:
  %x = phi i32 [ %first, %entry ], [ %next, %loop ]
  %next = add nsw i32 %x, 1
  %again = icmp slt i32 %next, %y
  br i1 %again, label %loop, label %exit
exit:
  ret i32 0
}

define i32 @main() {
  %result = call i32 @function(i32 10)
  ret i32 %result
}
