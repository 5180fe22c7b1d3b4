//! What a tool writes: the beginning and the end are kept.

use std::collections::VecDeque;

/// How much of the beginning is kept.
const HEAD: usize = 1 << 20;
/// How much of the end is kept.
const TAIL: usize = 1 << 20;

/// A stream, of which the middle may be left out.
#[derive(Default)]
pub(super) struct Capture {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
}

impl Capture {
    /// Adds what was read.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(TAIL)..];
        let excess = (self.tail.len() + rest.len()).saturating_sub(TAIL);
        self.tail.drain(..excess);
        self.tail.extend(rest);
    }

    /// How many bytes were written.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// What was kept, with a note where something is missing.
    pub(super) fn text(self) -> String {
        let kept = (self.head.len() + self.tail.len()) as u64;
        let mut bytes = self.head;
        if kept < self.total {
            bytes.extend_from_slice(format!("\n[{} bytes left out]\n", self.total - kept).as_bytes());
        }
        bytes.extend(self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(pieces: impl IntoIterator<Item = Vec<u8>>) -> (u64, String) {
        let mut capture = Capture::default();
        pieces.into_iter().for_each(|piece| capture.add(&piece));
        (capture.total(), capture.text())
    }

    #[test]
    fn short_output_is_kept_whole() {
        let pieces = ["one ", "two ", "\u{fc}", " three"].map(|p| p.as_bytes().to_vec());
        assert_eq!(captured(pieces), (16, "one two \u{fc} three".to_owned()));
    }

    #[test]
    fn long_output_keeps_its_ends() {
        let line = |n: usize| format!("{n:07}\n").into_bytes();
        let lines = 1_000_000;
        let (total, text) = captured((0..lines).map(line));
        assert_eq!(total, 8_000_000);
        assert!(text.starts_with("0000000\n0000001\n") && text.ends_with("0999998\n0999999\n"), "{}", text.len());
        assert!(text.contains(&format!("[{} bytes left out]", 8_000_000 - HEAD - TAIL)));
        assert!(text.len() < HEAD + TAIL + 100);
    }

    #[test]
    fn one_huge_piece_is_cut_too() {
        let mut piece = vec![b'x'; 5 << 20];
        piece.extend_from_slice(b"end");
        let (total, text) = captured([piece]);
        assert_eq!(total, (5 << 20) + 3);
        assert!(text.len() < HEAD + TAIL + 100 && text.ends_with("xend"));
    }
}
