(declare-const |main::x| (_ BitVec 32))
(set-info :place "main")
(assert (= ((_ extract 0 0) |main::x|) #b0))
