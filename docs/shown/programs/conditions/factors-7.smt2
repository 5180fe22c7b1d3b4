; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(declare-const a (_ BitVec 7))
(declare-const b (_ BitVec 7))
(declare-const c (_ BitVec 7))
(assert (bvult a b))
(assert (bvult b c))
(assert (= (bvmul (bvmul a b) (bvxor c a)) (_ bv91 7)))
(check-sat)
