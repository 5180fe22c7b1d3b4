; verify unreach-call => FALSE(unreach-call) by seed 1
; The undef may be any value: the branch on the phi cannot be folded.
declare void @reach_error()
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
entry:
  %n = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %n, 0
  br i1 %c, label %join, label %set
set:
  br label %join
join:
  %x = phi i32 [ 1, %set ], [ undef, %entry ]
  %d = icmp ne i32 %x, 1
  br i1 %d, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
