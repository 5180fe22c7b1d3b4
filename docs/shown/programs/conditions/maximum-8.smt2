; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(declare-const c (_ BitVec 8))
(define-fun m ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8) (ite (bvult x y) y x))
(assert (not (= (m a (m b c)) (m (m b a) c))))
(check-sat)
