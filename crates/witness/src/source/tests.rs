//! Tests of the reader of C texts.

use super::*;

const TEXT: &str = r#"struct s { int a; };
int f(int x) __attribute__((noinline));
static int f(int x) { return x; }
int old(a, b) int a; int b; { return a + b; }
int table[] = { 1, 2 };
int main(void) {
  int n = f(3), m;
  for (int i = 0; i < n; i++) n = f(f(i));
  if (n) { m = 1; } else if (m > 2 ? n : 0) m = 2; else { m = 3; }
  do { m--; } while (m > 0);
out:
  while (n) { switch (n) { case 1: case 2 ? 3 : 4: break; default: ; } n--; }
  return ({ int t = 1; t; });
end: }
"#;

fn source() -> Source {
    Source::new(TEXT.as_bytes().to_vec())
}

fn text(source: &Source, first: usize, last: usize) -> &str {
    &TEXT[source.tokens[first].start..source.tokens[last].end]
}

#[test]
fn functions_of_all_styles() {
    let source = source();
    let names: Vec<_> = source.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["f", "old", "main"]);
}

#[test]
fn statements_begin_and_end() {
    let source = source();
    let main: Vec<String> = source
        .statements
        .iter()
        .filter(|s| s.kind != StatementKind::Block && s.first > source.functions[2].body.0)
        .map(|s| format!("{:?} {}", s.kind, text(&source, s.first, s.last)))
        .collect();
    assert_eq!(
        main,
        [
            "Simple int n = f(3), m;",
            "For for (int i = 0; i < n; i++) n = f(f(i));",
            "Simple n = f(f(i));",
            "If if (n) { m = 1; } else if (m > 2 ? n : 0) m = 2; else { m = 3; }",
            "Simple m = 1;",
            "If if (m > 2 ? n : 0) m = 2; else { m = 3; }",
            "Simple m = 2;",
            "Simple m = 3;",
            "Do do { m--; } while (m > 0);",
            "Simple m--;",
            "Label out:\n  while (n) { switch (n) { case 1: case 2 ? 3 : 4: break; default: ; } n--; }",
            "While while (n) { switch (n) { case 1: case 2 ? 3 : 4: break; default: ; } n--; }",
            "Switch switch (n) { case 1: case 2 ? 3 : 4: break; default: ; }",
            "Label case 1: case 2 ? 3 : 4: break;",
            "Label case 2 ? 3 : 4: break;",
            "Simple break;",
            "Label default: ;",
            "Simple ;",
            "Simple n--;",
            "Simple return ({ int t = 1; t; });",
            "Label end:",
        ]
    );
}

#[test]
fn branchings_and_their_conditions() {
    let source = source();
    let found: Vec<String> = (0..source.tokens.len())
        .filter_map(|t| source.branching_at(t))
        .map(|b| {
            let condition = match b.condition {
                (first, end) if first < end => text(&source, first, end - 1),
                _ => "",
            };
            format!("{} {condition}", source.word(b.token))
        })
        .collect();
    assert_eq!(found, ["for i < n", "if n", "if m > 2 ? n : 0", "? m > 2", "do m > 0", "while n", "switch n", "? 2"]);
}

#[test]
fn calls_by_name_and_by_parenthesis() {
    let source = source();
    let closing: Vec<(u32, u32)> = (0..source.tokens.len())
        .filter_map(|t| source.call_closed_at(t))
        .map(|c| source.line_and_column(source.tokens[c.close].start))
        .collect();
    assert_eq!(closing, [(7, 14), (8, 40), (8, 41)]);
    let name = source.token_at(source.byte_offset(7, 11).unwrap()).unwrap();
    assert_eq!(source.word(name), "f");
    assert_eq!(source.call_named_at(name).map(|c| source.line_and_column(source.tokens[c.close].start)), Some((7, 14)));
}

#[test]
fn columns_count_characters() {
    let source = Source::new("int a; /* \u{e4}\u{f6} */ int b;\n\tint c;".as_bytes().to_vec());
    let b = source.tokens.iter().position(|t| &source.text[t.start..t.end] == b"b").unwrap();
    assert_eq!(source.line_and_column(source.tokens[b].start), (1, 21));
    assert_eq!(source.offset(1, 21), Some(source.tokens[b].start));
    assert_eq!(source.byte_offset(1, 23), Some(source.tokens[b].start));
    assert_eq!(source.offset(2, 2), Some(source.tokens[b + 2].start));
    assert_eq!(source.offset(3, 1), None);
    assert_eq!(source.offset(1, 0), None);
}

#[test]
fn long_chains_and_deep_nests_do_not_recurse() {
    let chain = "if (x) y = 1; else ".repeat(50_000);
    let nest = "{".repeat(50_000) + &"}".repeat(50_000);
    let parentheses = format!("x = {}1{};", "(".repeat(50_000), ")".repeat(50_000));
    for body in [chain + ";", nest, parentheses] {
        let source = Source::new(format!("int main() {{ {body} }}").into_bytes());
        assert!(source.statements.iter().all(|s| s.last >= s.first));
        assert_eq!(source.functions.len(), 1);
    }
}

#[test]
fn broken_texts_have_no_place() {
    for text in ["int f() { if (", "int f() { do { } }", "}{)(", "int f() { case", "int f() { x = (1; }", "f() { a ? }"]
    {
        let source = Source::new(text.as_bytes().to_vec());
        for token in 0..=source.tokens.len() {
            let _ = (source.branching_at(token), source.call_closed_at(token), source.call_named_at(token));
            let _ = source.statement_around(token);
        }
    }
}
