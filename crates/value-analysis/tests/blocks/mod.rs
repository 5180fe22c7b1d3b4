//! States are reduced at the entry of functions and expanded behind them: `follow.rs` follows runs
//! of the interpreter, and the analysis without blocks beside; `explore.rs` explores programs with
//! each function analysed once for all calls that look alike inside; `goldens.rs` says what comes
//! of that on programs in C.

mod explore;
mod follow;
mod goldens;
