//! Standard input and output of the program that is run.

use adumbra_interpreter::Streams;
use std::io::{BufRead, BufWriter, IsTerminal, Read, StderrLock, StdinLock, StdoutLock, Write};

/// The real streams of this process.
pub struct Standard {
    input: StdinLock<'static>,
    output: BufWriter<StdoutLock<'static>>,
    errors: BufWriter<StderrLock<'static>>,
    interactive: bool,
    failed: Option<std::io::Error>,
}

impl Default for Standard {
    fn default() -> Self {
        Standard {
            input: std::io::stdin().lock(),
            output: BufWriter::with_capacity(1 << 16, std::io::stdout().lock()),
            errors: BufWriter::new(std::io::stderr().lock()),
            interactive: std::io::stdout().is_terminal(),
            failed: None,
        }
    }
}

impl Standard {
    /// Writes out what is left; the first error of all writes, if there was one.
    pub fn finish(mut self) -> std::io::Result<()> {
        let flushed = self.output.flush().and(self.errors.flush());
        self.failed.map_or(flushed, Err)
    }
}

impl Streams for Standard {
    fn read(&mut self) -> Option<u8> {
        // What was asked should be seen before the answer is waited for.
        if self.interactive {
            self.failed = self.failed.take().or(self.output.flush().err());
        }
        let byte = self.input.fill_buf().ok()?.first().copied();
        if byte.is_some() {
            self.input.consume(1);
        }
        byte
    }

    fn write(&mut self, descriptor: i32, byte: u8) {
        let result = match descriptor {
            2 => {
                let written = self.errors.write_all(&[byte]);
                if byte == b'\n' { written.and_then(|()| self.errors.flush()) } else { written }
            }
            _ => {
                let written = self.output.write_all(&[byte]);
                if byte == b'\n' && self.interactive { written.and_then(|()| self.output.flush()) } else { written }
            }
        };
        if let Err(error) = result {
            self.failed.get_or_insert(error);
        }
    }
}

/// No input, and output that nobody reads.
pub struct Discard;

impl Streams for Discard {
    fn read(&mut self) -> Option<u8> {
        None
    }

    fn write(&mut self, _descriptor: i32, _byte: u8) {}
}

/// All of standard input, unless it is a terminal.
pub fn standard_input() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock();
    if !input.is_terminal() {
        drop(input.read_to_end(&mut bytes));
    }
    bytes
}
