; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(declare-const a (_ BitVec 11))
(declare-const b (_ BitVec 11))
(declare-const c (_ BitVec 11))
(assert (bvult a b))
(assert (bvult b c))
(assert (= (bvmul (bvmul a b) (bvxor c a)) (_ bv213 11)))
(check-sat)
