; A verification condition of a small function on words: can the assertion fail?
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 9))
(declare-const b (_ BitVec 9))
(declare-const c (_ BitVec 9))
(define-fun m ((x (_ BitVec 9)) (y (_ BitVec 9))) (_ BitVec 9) (ite (bvult x y) y x))
(assert (not (= (m a (m b c)) (m (m b a) c))))
(check-sat)
