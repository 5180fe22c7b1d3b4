; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 7))
(declare-const b (_ BitVec 7))
(declare-const c (_ BitVec 7))
(define-fun m ((x (_ BitVec 7)) (y (_ BitVec 7))) (_ BitVec 7) (ite (bvult x y) y x))
(assert (not (= (m a (m b c)) (m (m b a) c))))
(check-sat)
