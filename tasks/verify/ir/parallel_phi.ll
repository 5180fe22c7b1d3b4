; verify unreach-call => TRUE
; The two phis swap: they are assigned at once.
declare void @reach_error()

define i32 @main() {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, 6
  br i1 %again, label %loop, label %done
done:
  %sum = add i32 %a, %b
  %ok = icmp eq i32 %sum, 3
  %order = icmp eq i32 %a, 2
  %both = and i1 %ok, %order
  br i1 %both, label %good, label %bad
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
