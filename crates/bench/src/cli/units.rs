//! Times and sizes as people write them: `90`, `15m`, `4G`, `512MiB`.

/// Seconds: a number with `s`, `m`, `min` or `h`, several of them as in `1h30m`, or none for
/// seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let error = || format!("`{text}` is no time; write 90, 90s, 15m or 1h30m");
    let mut total = 0.0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (number, unit, tail) = split(rest).ok_or_else(error)?;
        let factor = match unit {
            // Seconds need no unit if they are all there is.
            "" if rest == text.trim() => 1.0,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(error()),
        };
        total += number * factor;
        rest = tail;
    }
    if total > 0.0 { Ok(total) } else { Err(error()) }
}

/// Bytes: a number with `K`, `M`, `G`, `T` (thousands, with or without a `B`) or `KiB`, `MiB`,
/// `GiB`, `TiB` (powers of 1024), or none.
pub fn bytes(text: &str) -> Result<u64, String> {
    let error = || format!("`{text}` is no size; write 4G, 500M or 512MiB");
    let (number, unit, tail) = split(text.trim()).ok_or_else(error)?;
    let unit = unit.to_ascii_lowercase();
    let (prefix, base) = match unit.strip_suffix("ib") {
        Some(prefix) => (prefix, 1024.0_f64),
        None => (unit.strip_suffix('b').unwrap_or(&unit), 1000.0),
    };
    let power = match prefix {
        "" if base == 1000.0 => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(error()),
    };
    let size = (number * base.powi(power)).round();
    if tail.is_empty() && (1.0..1e18).contains(&size) { Ok(size as u64) } else { Err(error()) }
}

/// A number, the letters behind it, and the rest.
fn split(text: &str) -> Option<(f64, &str, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    let rest = rest.trim_start();
    let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (unit, tail) = rest.split_at(letters);
    Some((number.parse().ok()?, unit, tail.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let good =
            [("90", 90.0), ("0.5s", 0.5), ("15m", 900.0), ("15 min", 900.0), ("1h30m", 5400.0), ("1m 30s", 90.0)];
        for (text, expected) in good {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in ["", "0", "x", "-5", "5 x", "5m7", "1.2.3", "5s!"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes() {
        let good = [("4G", 4_000_000_000), ("15 GB", 15_000_000_000), ("512MiB", 512 << 20), ("1k", 1000), ("77", 77)];
        for (text, expected) in good {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "0", "G", "4X", "-4G", "4G5M", "4ib", "1e30", "99999999T"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
