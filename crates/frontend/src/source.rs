//! A C source text before clang sees it: line markers, GCC's types, library functions that the
//! program defines.
//!
//! Positions are those of the file as given. The preprocessor's line markers (`# 12 "x.h"`,
//! `#line 12 "x.h"`) would send clang to the files they name, so a copy is compiled in which they
//! are blank; what they said is kept as [`FileData::line_markers`](adumbra_program::FileData).

use adumbra_text::c::quoted;

/// A line marker: the first line of the file as given that it is about, the file and the line it
/// names.
pub type LineMarker = (u32, String, u32);

/// Blanks the line markers of a text. The copy has the same lines; `None` if there are no markers.
pub fn blank_line_markers(text: &[u8]) -> Option<(Vec<u8>, Vec<LineMarker>)> {
    let mut markers: Vec<LineMarker> = Vec::new();
    let mut copy: Vec<u8> = Vec::new();
    let mut copied = 0;
    let mut start = 0;
    let mut continued = false;
    for (number, line) in text.split_inclusive(|b| *b == b'\n').enumerate() {
        let end = start + line.len();
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        if !continued && let Some((original, file)) = parse_marker(content) {
            let file = file.or_else(|| markers.last().map(|m| m.1.clone())).unwrap_or_default();
            markers.push((number as u32 + 2, file, original));
            copy.extend_from_slice(&text[copied..start]);
            copied = start + content.len();
        }
        continued = content.ends_with(b"\\");
        start = end;
    }
    if markers.is_empty() {
        return None;
    }
    copy.extend_from_slice(&text[copied..]);
    Some((copy, markers))
}

/// `# 12 "file" flags` or `#line 12 "file"`: the line and the file, if it names one.
fn parse_marker(line: &[u8]) -> Option<(u32, Option<String>)> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
    let rest = match rest.strip_prefix(b"line") {
        Some(rest) if rest.first().is_some_and(u8::is_ascii_whitespace) => rest.trim_ascii_start(),
        Some(_) => return None,
        None => rest,
    };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let rest = rest[digits..].trim_ascii_start();
    let Some(rest) = rest.strip_prefix(b"\"") else { return rest.is_empty().then_some((number, None)) };
    let mut file = Vec::new();
    let mut bytes = rest.iter();
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => file.push(*bytes.next()?),
            b => file.push(*b),
        }
    }
    Some((number, Some(String::from_utf8_lossy(&file).into_owned())))
}

/// A first line that gives the copy the name of the original.
pub fn name_line(path: &str) -> String {
    format!("# 1 {}\n", quoted(path))
}

/// Types that are keywords for GCC and not for clang, and what they are on x86.
const GCC_TYPES: &[(&str, &str)] = &[
    ("_Float32", "float"),
    ("_Float32x", "double"),
    ("_Float64", "double"),
    ("_Float64x", "long double"),
    ("_Float128", "__float128"),
    ("_Float128x", "__float128"),
];

/// GCC applies these builtins to `_Atomic` objects, clang to others only. The cast changes the type
/// of the pointer and nothing else; a comma expression has the type of its operand without
/// qualifiers.
const ATOMICS: &[(&str, &str)] = &[
    ("__atomic_load(p,...)", "__atomic_load((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_load_n(p,...)", "__atomic_load_n((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_store(p,...)", "__atomic_store((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_store_n(p,...)", "__atomic_store_n((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_exchange(p,...)", "__atomic_exchange((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_exchange_n(p,...)", "__atomic_exchange_n((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_compare_exchange(p,...)", "__atomic_compare_exchange((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_compare_exchange_n(p,...)", "__atomic_compare_exchange_n((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_fetch_add(p,...)", "__atomic_fetch_add((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_fetch_sub(p,...)", "__atomic_fetch_sub((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_fetch_and(p,...)", "__atomic_fetch_and((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_fetch_or(p,...)", "__atomic_fetch_or((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_fetch_xor(p,...)", "__atomic_fetch_xor((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_add_fetch(p,...)", "__atomic_add_fetch((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
    ("__atomic_sub_fetch(p,...)", "__atomic_sub_fetch((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)"),
];

/// What a scan of a text finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scan {
    /// Macros, as name and meaning, for what the text uses of GCC and clang does not have:
    /// floating-point types that are keywords there (unless the text defines them), and atomic
    /// builtins on `_Atomic` objects.
    pub macros: Vec<(&'static str, &'static str)>,
    /// Library functions that the text seems to define, of those that the compiler knows.
    pub redefined: Vec<String>,
}

/// Library functions whose calls clang turns into instructions of its own, also if the program
/// defines them.
const BUILTINS: &[&str] = &[
    "abs",
    "labs",
    "llabs",
    "ffs",
    "ffsl",
    "ffsll",
    "memcpy",
    "memmove",
    "memset",
    "mempcpy",
    "memcmp",
    "bcmp",
    "bcopy",
    "bzero",
    "strlen",
    "strcmp",
    "strncmp",
    "strchr",
    "memchr",
    "alloca",
    "fabs",
    "fabsf",
    "fabsl",
    "floor",
    "floorf",
    "floorl",
    "ceil",
    "ceilf",
    "ceill",
    "trunc",
    "truncf",
    "truncl",
    "round",
    "roundf",
    "roundl",
    "roundeven",
    "roundevenf",
    "roundevenl",
    "rint",
    "rintf",
    "rintl",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "lrint",
    "lrintf",
    "lrintl",
    "llrint",
    "llrintf",
    "llrintl",
    "lround",
    "lroundf",
    "lroundl",
    "llround",
    "llroundf",
    "llroundl",
    "sqrt",
    "sqrtf",
    "sqrtl",
    "sin",
    "sinf",
    "sinl",
    "cos",
    "cosf",
    "cosl",
    "tan",
    "tanf",
    "tanl",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "expf",
    "expl",
    "exp2",
    "exp2f",
    "exp2l",
    "exp10",
    "log",
    "logf",
    "logl",
    "log2",
    "log2f",
    "log2l",
    "log10",
    "log10f",
    "log10l",
    "pow",
    "powf",
    "powl",
    "fma",
    "fmaf",
    "fmal",
    "fmin",
    "fminf",
    "fminl",
    "fmax",
    "fmaxf",
    "fmaxl",
    "fmod",
    "fmodf",
    "fmodl",
    "copysign",
    "copysignf",
    "copysignl",
    "ldexp",
    "ldexpf",
    "ldexpl",
    "isnan",
    "isinf",
    "finite",
    "frexp",
    "frexpf",
    "frexpl",
    "modf",
    "modff",
    "modfl",
    "sincos",
    "sincosf",
    "sincosl",
    "abort",
    "exit",
    "_exit",
    "setjmp",
    "_setjmp",
    "longjmp",
    "_longjmp",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "printf",
    "fprintf",
    "prefetch",
];

/// Finds what the compile line must know. A library function counts as defined if, outside all
/// braces, its name is followed by a parenthesis and no `;`, `,`, `=` or `__attribute__` stands
/// between that parenthesis and a `{`. If this sees a definition where none is, a call stays a call
/// of the library's model, with the same meaning.
pub fn scan(text: &[u8]) -> Scan {
    let mut found = Scan::default();
    let mut typedefs: Vec<&'static str> = Vec::new();
    let (mut atomic_objects, mut atomic_builtins) = (false, false);
    let mut in_typedef = false;
    let mut depth = 0usize;
    let mut parens = 0usize;
    let mut candidate: Option<(&'static str, bool)> = None; // the name; has its parenthesis come?
    let mut i = 0;
    while i < text.len() {
        let b = text[i];
        match b {
            b'"' | b'\'' => {
                i += 1;
                while i < text.len() && text[i] != b && text[i] != b'\n' {
                    i += if text[i] == b'\\' { 2 } else { 1 };
                }
            }
            b'/' if text.get(i + 1) == Some(&b'/') => {
                while i < text.len() && text[i] != b'\n' {
                    i += 1;
                }
            }
            b'/' if text.get(i + 1) == Some(&b'*') => {
                i += 2;
                while i + 1 < text.len() && !(text[i] == b'*' && text[i + 1] == b'/') {
                    i += 1;
                }
                i += 1;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let length = text[i..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
                let word = &text[i..i + length];
                i += length;
                atomic_builtins |= word.starts_with(b"__atomic_");
                if word == b"typedef" {
                    in_typedef = true;
                } else if word == b"_Atomic" {
                    atomic_objects = true;
                } else if let Some(ty) = GCC_TYPES.iter().find(|t| t.0.as_bytes() == word) {
                    let ends = text[i..].iter().find(|b| !b.is_ascii_whitespace()) == Some(&b';');
                    if in_typedef && ends {
                        typedefs.push(ty.0);
                    } else if !found.macros.contains(ty) {
                        found.macros.push(*ty);
                    }
                } else if depth == 0 && parens == 0 && !matches!(candidate, Some((_, true))) {
                    candidate = BUILTINS.iter().find(|n| n.as_bytes() == word).map(|n| (*n, false));
                }
                continue;
            }
            b'0'..=b'9' => {
                i += text[i..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_' || **b == b'.').count();
                continue;
            }
            b'(' => {
                parens += 1;
                if parens == 1
                    && let Some((_, seen)) = &mut candidate
                {
                    *seen = true;
                }
            }
            b')' => parens = parens.saturating_sub(1),
            b'{' => {
                if let Some((name, true)) = candidate.take()
                    && depth == 0
                    && !found.redefined.iter().any(|n| n == name)
                {
                    found.redefined.push(name.into());
                }
                depth += 1;
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                parens = 0;
                candidate = None;
            }
            b';' => {
                in_typedef = false;
                // Old-style parameter declarations stand between the parenthesis and the brace.
                if depth == 0 && parens == 0 && !old_style_parameters_follow(&text[i + 1..]) {
                    candidate = None;
                }
            }
            b'=' | b',' if parens == 0 => candidate = None,
            _ => {}
        }
        i += 1;
    }
    found.macros.retain(|t| !typedefs.contains(&t.0));
    if atomic_objects && atomic_builtins {
        found.macros.extend_from_slice(ATOMICS);
    }
    found
}

/// After a `;` outside braces: is the next token `{`? Then the `;` ended an old-style parameter
/// declaration.
fn old_style_parameters_follow(text: &[u8]) -> bool {
    text.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_blanked_and_kept() {
        let text =
            b"# 1 \"a.c\"\n# 1 \"/usr/include/x.h\" 1 3 4\nint f(void);\n# 7 \"a.c\" 2\r\nint x;\n#line 40\nint y;\n";
        let (copy, markers) = blank_line_markers(text).unwrap();
        assert_eq!(copy, b"\n\nint f(void);\n\r\nint x;\n\nint y;\n");
        let expected = [(2, "a.c", 1), (3, "/usr/include/x.h", 1), (5, "a.c", 7), (7, "a.c", 40)]
            .map(|(a, f, b)| (a, f.to_owned(), b));
        assert_eq!(markers, expected);
    }

    #[test]
    fn other_lines_stay() {
        for text in [
            "#define X 1\n# define Y 2\n#pragma pack(1)\n",
            "#define S \\\n# 12 \"x\"\n",
            "x = y # 1\n#12x\n#linear 1 \"a\"\n# 1 \"open\n",
            "",
        ] {
            assert_eq!(blank_line_markers(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(name_line("a\"b\\c.i"), "# 1 \"a\\\"b\\\\c.i\"\n");
        let line = name_line("a\"b\\c.i");
        assert_eq!(parse_marker(line.trim_end().as_bytes()), Some((1, Some("a\"b\\c.i".into()))));
    }

    fn redefined(text: &str) -> Vec<String> {
        scan(text.as_bytes()).redefined
    }

    #[test]
    fn definitions_of_library_functions_are_seen() {
        assert_eq!(redefined("int abs(int x) { return 1; }"), ["abs"]);
        assert_eq!(redefined("static double\nfloor (double x)\n{ return abs(x); }"), ["floor"]);
        assert_eq!(redefined("int abs(x) int x; { return 1; }"), ["abs"]);
        assert_eq!(
            redefined("/* abs( */ extern int abs(int); int main(void) { return abs(1); }"),
            Vec::<String>::new()
        );
        assert_eq!(
            redefined("int labs(int) __attribute__((x)); int f(int abs) { if (abs(2)) { } }"),
            Vec::<String>::new()
        );
        assert_eq!(redefined("int (*p)(int) = abs; struct s { int abs; } t = { 1 }; int g() {}"), Vec::<String>::new());
    }

    #[test]
    fn types_of_gcc_are_seen_unless_defined() {
        let types = |text: &str| scan(text.as_bytes()).macros;
        assert_eq!(types("_Atomic int x; int y = 1;"), []);
        assert_eq!(types("_Atomic int x; int f(void) { return __atomic_load_n(&x, 5); }"), ATOMICS);
        assert_eq!(
            types("extern _Float128 f(_Float64x);"),
            [("_Float128", "__float128"), ("_Float64x", "long double")]
        );
        assert_eq!(types("typedef float _Float32; _Float32 x;"), []);
        assert_eq!(types("char *s = \"_Float32\"; int my_Float32;"), []);
    }
}
