; verify unreach-call => FALSE(unreach-call) by int=7
; Three bits: seven and one make zero.
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %t = trunc i32 %n to i3
  %s = add i3 %t, 1
  %c = icmp eq i3 %s, 0
  %big = icmp slt i32 %n, 8
  %pos = icmp sgt i32 %n, 0
  %r = and i1 %big, %pos
  %all = and i1 %r, %c
  br i1 %all, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
