; One example of each kind of simplification, at 64 bits: both sides become one term, so that there is nothing to search.
(set-logic QF_BV)
(declare-const a (_ BitVec 64))
(declare-const b (_ BitVec 64))
(declare-const c Bool)
(declare-const p Bool)
(declare-const q Bool)
(push 1) ; constant propagation
(assert (distinct (bvadd a #x0000000000000000) a))
(check-sat)
(pop 1)
(push 1) ; constant collection
(assert (distinct (bvadd (bvadd a #x0000000000000001) #x0000000000000002) (bvadd a #x0000000000000003)))
(check-sat)
(pop 1)
(push 1) ; simple deduction
(assert (distinct (and (bvult a b) (bvugt a b)) false))
(check-sat)
(pop 1)
(push 1) ; redundancy elimination
(assert (distinct (ite p a a) a))
(check-sat)
(pop 1)
(push 1) ; partial canonicalisation
(assert (distinct (ite p (and p q) c) (ite p q c)))
(check-sat)
(pop 1)
(push 1) ; strength reduction
(assert (distinct (bvmul #x0000000000000003 a) (bvadd (bvshl a #x0000000000000001) a)))
(check-sat)
(pop 1)
(push 1) ; factoring of choices
(assert (distinct (ite c a (bvadd a #x0000000000000001)) (bvadd a (ite c #x0000000000000000 #x0000000000000001))))
(check-sat)
(pop 1)
(push 1) ; nested choices
(assert (distinct (ite c (ite c a b) b) (ite c a b)))
(check-sat)
(pop 1)
