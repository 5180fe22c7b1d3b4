; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(declare-const a (_ BitVec 6))
(declare-const b (_ BitVec 6))
(declare-const c (_ BitVec 6))
(assert (bvult a b))
(assert (bvult b c))
(assert (= (bvmul (bvmul a b) (bvxor c a)) (_ bv33 6)))
(check-sat)
