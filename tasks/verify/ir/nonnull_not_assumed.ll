; verify unreach-call => FALSE(unreach-call)
; The promise of the attribute is not kept, and it is not believed.
declare void @reach_error()

define void @check(ptr nonnull %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret void
}

define i32 @main() {
  call void @check(ptr null)
  ret i32 0
}
