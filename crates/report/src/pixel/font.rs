//! Letters for pictures of pixels: five by seven points each, ASCII.

/// Pixels of a point of a letter.
pub(super) const POINT: u64 = 2;

/// Pixels from one letter to the next.
pub(super) const ADVANCE: u64 = 6 * POINT;

/// Pixels of a letter in height.
pub(super) const HEIGHT: u64 = 7 * POINT;

/// Pixels from one line to the next.
pub(super) const LINE: u64 = 10 * POINT;

/// Bands of sixteen letters side by side, seven lines each; the last letter stands for those that
/// are not there.
const LETTERS: &str = include_str!("font.txt");

/// Calls `point` for each point of a letter.
pub(super) fn points(letter: char, mut point: impl FnMut(u64, u64)) {
    let index = match u32::from(letter) {
        code @ 32..=126 => code as usize - 32,
        _ => 95,
    };
    for (y, line) in LETTERS.lines().skip(index / 16 * 7).take(7).enumerate() {
        let cells = line.as_bytes().iter().skip(index % 16 * 6).take(5);
        for (x, _) in cells.enumerate().filter(|(_, cell)| **cell == b'#') {
            point(x as u64, y as u64);
        }
    }
}
