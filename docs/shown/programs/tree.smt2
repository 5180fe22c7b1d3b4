; The counterexample of recursion depth 1: the inner call is a subtree.
(set-option :produce-interpolants true)
(set-logic QF_LIA)
