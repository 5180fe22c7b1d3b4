; The same product twice, of words of 64 bits: with sharing they are one term.
(set-logic QF_BV)
(declare-const a (_ BitVec 64))
(declare-const b (_ BitVec 64))
(assert (distinct (bvmul a b) (bvmul a b)))
(check-sat)
