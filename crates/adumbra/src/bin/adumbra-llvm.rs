//! The executable `adumbra-llvm`, the only one that links LLVM; `adumbra` starts it to read
//! bitcode.

fn main() -> std::process::ExitCode {
    adumbra_llvm::run()
}
