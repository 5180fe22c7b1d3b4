; verify unreach-call => TRUE
; The intrinsic is the function of the library, which has bounds.
declare double @llvm.sin.f64(double)
declare void @reach_error()
declare double @__VERIFIER_nondet_double()
define i32 @main() {
  %x = call double @__VERIFIER_nondet_double()
  %s = call double @llvm.sin.f64(double %x)
  %c = fcmp ogt double %s, 1.0
  br i1 %c, label %bad, label %good
bad:
  call void @reach_error()
  br label %good
good:
  ret i32 0
}
