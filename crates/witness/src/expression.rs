//! Expressions of witnesses: C without effects.
//!
//! An expression is compiled as part of a copy of the program, so all that must be known here is
//! that it is nothing but an expression: no statement, no assignment, no call, no text that would
//! end a comment or a string.

use crate::source::{Source, TokenKind};

/// The name that stands for `\result` in a copy of the program.
pub const RESULT: &str = "__witness_result";

/// The expression as it goes into a copy of the program, or what is wrong with it.
pub fn harmless(text: &str, has_result: bool) -> Result<String, String> {
    let mut plain = text.to_owned();
    if has_result {
        plain = plain.replace("\\result", &format!(" {RESULT} "));
    }
    if let Some(at) = plain.find('\\')
        && !plain.contains('\'')
    {
        let word: String = plain[at + 1..].chars().take_while(|c| c.is_alphanumeric()).collect();
        return Err(format!("`\\{word}` is not supported here"));
    }
    let source = Source::new(plain.into_bytes());
    if source.tokens.is_empty() {
        return Err("the expression is empty".into());
    }
    let mut words = Vec::new();
    for (index, token) in source.tokens.iter().enumerate() {
        let word = source.word(index);
        let bad = match token.kind {
            TokenKind::Quoted => {
                let closed = word.len() > 2 && word.starts_with('\'') && word.ends_with('\'');
                (!closed).then(|| format!("{word} is no value"))
            }
            TokenKind::Number => None,
            TokenKind::Word => {
                let called = source.word(index + 1) == "(" && word != "sizeof";
                called.then(|| format!("`{word}(…)` is a call, and expressions of witnesses have no effects"))
            }
            TokenKind::Sign => match word {
                "(" | ")" | "[" | "]" => (source.partner(index) == index).then(|| format!("`{word}` has no partner")),
                "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||"
                | "!" | "~" | "&" | "|" | "^" | "?" | ":" | "." | "->" | "," => None,
                "=" | "++" | "--" => Some(format!("`{word}` is an effect, and expressions of witnesses have none")),
                _ if word.ends_with('=') => {
                    Some(format!("`{word}` is an effect, and expressions of witnesses have none"))
                }
                _ => Some(format!("`{word}` does not belong into an expression")),
            },
        };
        if let Some(message) = bad {
            return Err(message);
        }
        words.push(word);
    }
    Ok(words.join(" "))
}

/// Can evaluating the expression end an execution, or have a value that C does not fix? True of
/// divisions, accesses through pointers and shifts.
pub fn is_partial(expression: &str) -> bool {
    let source = Source::new(expression.as_bytes().to_vec());
    (0..source.tokens.len()).any(|index| match source.word(index) {
        // A number is no -1, by which the least integer cannot be divided.
        "/" | "%" => !is_positive(source.word(index + 1)),
        "[" | "->" | "<<" | ">>" => true,
        // A product has an operand on its left.
        "*" => {
            let before = index.checked_sub(1);
            let operand = before.is_some_and(|b| {
                matches!(source.word(b), ")" | "]")
                    || matches!(source.tokens[b].kind, TokenKind::Word | TokenKind::Number)
            });
            !operand || before.is_some_and(|b| source.word(b) == ")")
        }
        _ => false,
    })
}

/// Is a word a number, and not zero?
fn is_positive(word: &str) -> bool {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']).trim_start_matches("0x").trim_start_matches("0X");
    word.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && digits.bytes().any(|byte| byte != b'0')
}

/// The equations `name == constant` among the parts of a conjunction: name, constant.
pub fn equations(expression: &str) -> Vec<(String, String)> {
    let source = Source::new(expression.replace("\\result", RESULT).into_bytes());
    let text = |range: std::ops::Range<usize>| range.map(|t| source.word(t)).collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    let mut start = 0;
    let mut end = source.tokens.len();
    while source.word(start) == "(" && end > 0 && source.partner(start) == end - 1 {
        (start, end) = (start + 1, end - 1);
    }
    let mut part = start;
    while part < end {
        let mut stop = part;
        while stop < end && source.word(stop) != "&&" {
            if matches!(source.word(stop), "||" | "?") {
                return Vec::new();
            }
            stop = match source.word(stop) {
                "(" if source.partner(stop) > stop => source.partner(stop) + 1,
                _ => stop + 1,
            };
        }
        let (mut first, mut last) = (part, stop);
        while source.word(first) == "(" && last > 0 && source.partner(first) == last - 1 {
            (first, last) = (first + 1, last - 1);
        }
        if let Some(sign) = (first..last).find(|t| source.word(*t) == "==") {
            found.push((text(first..sign), text(sign + 1..last)));
        }
        part = stop + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_without_effects_pass() {
        for text in ["x == 3", "(unsigned)x <= 3U && a[i] != 'b'", "p->f * 2 == -1 ? 1 : sizeof(x)", "\\result >= -1"] {
            assert!(harmless(text, true).is_ok(), "{text}");
        }
        assert_eq!(harmless("x /* y */ == 1 // z", false).as_deref(), Ok("x == 1"));
    }

    #[test]
    fn everything_else_is_refused() {
        for (text, part) in [
            ("", "empty"),
            ("x = 1", "effect"),
            ("x += 1", "effect"),
            ("x++ > 0", "effect"),
            ("f(x)", "call"),
            ("x; y", "`;`"),
            ("({ 1; })", "`{`"),
            ("1) || (1", "partner"),
            ("\"a\" == p", "no value"),
            ("\\result == 1", "\\result"),
            ("x == 1 #", "`#`"),
            ("'", "no value"),
        ] {
            let error = harmless(text, false).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn equations_of_conjunctions() {
        let pairs = |text| equations(text).into_iter().map(|(a, b)| format!("{a}:{b}")).collect::<Vec<_>>();
        assert_eq!(pairs("\\result == -5"), ["__witness_result:- 5"]);
        assert_eq!(pairs("((x == 1) && (y < 2) && 3 == z)"), ["x:1", "3:z"]);
        assert!(pairs("x == 1 || y == 2").is_empty());
        assert!(pairs("(").is_empty());
    }

    #[test]
    fn partial_operators() {
        for text in ["x + y * 2 <= 3", "x % 2U == 0", "x / 10 > y"] {
            assert!(!is_partial(text), "{text}");
        }
        for text in [
            "x / y", "x % 0", "x / 0x0U", "x / -1", "x % 0ULL", "*p == 1", "a[1]", "p->f", "(x) * y", "1 << x",
            "x + *p",
        ] {
            assert!(is_partial(text), "{text}");
        }
    }
}
