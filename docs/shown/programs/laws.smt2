; What must hold of the operators, for all words: every query asks for a counterexample.
(set-logic QF_BV)
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(push 1) ; quotient and remainder, by zero too
(assert (distinct x (bvadd (bvmul (bvudiv x y) y) (bvurem x y))))
(check-sat)
(pop 1)
(push 1) ; division rounds toward zero
(assert (distinct x (bvadd (bvmul (bvsdiv x y) y) (bvsrem x y))))
(check-sat)
(pop 1)
(push 1) ; the rest has the sign of the dividend
(assert (and (bvslt x #b000000) (bvsgt (bvsrem x y) #b000000)))
(check-sat)
(pop 1)
(push 1) ; shifts are products and quotients
(assert (distinct (bvshl x (bvand y #b000111)) (bvmul x (bvshl #b000001 (bvand y #b000111)))))
(check-sat)
(pop 1)
(push 1) ; orders
(assert (distinct (bvslt x y) (bvult (bvxor x #b100000) (bvxor y #b100000))))
(check-sat)
(pop 1)
(push 1) ; no law: x < x + 1 fails where it wraps
(assert (bvuge x (bvadd x #b000001)))
(check-sat)
(get-value (x))
(pop 1)
