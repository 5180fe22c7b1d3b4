; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(declare-const a (_ BitVec 10))
(declare-const b (_ BitVec 10))
(declare-const c (_ BitVec 10))
(assert (bvult a b))
(assert (bvult b c))
(assert (= (bvmul (bvmul a b) (bvxor c a)) (_ bv511 10)))
(check-sat)
