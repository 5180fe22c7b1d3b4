//! The language of specifications: what is read is written the same way, and errors say where and
//! why.

use adumbra_analyses::automaton::*;
use adumbra_laws::Random;
use std::path::Path;

fn shipped() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs");
    let mut all: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the specifications")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "spec"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a readable file")))
        .collect();
    all.sort();
    all
}

#[track_caller]
fn goes_round(specification: &Specification) {
    let text = specification.to_string();
    match parse("again", &text) {
        Ok(again) => assert_eq!(again, *specification, "{text}"),
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[test]
fn shipped_specifications_are_read() {
    let all = shipped();
    assert!(all.len() >= 3);
    for (file, text) in all {
        goes_round(&parse(&file, &text).unwrap_or_else(|e| panic!("{e}")));
    }
}

/// The specifications in the user's page are ones.
#[test]
fn the_examples_of_the_documentation_are_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/specifications.md");
    let text = std::fs::read_to_string(page).expect("the page");
    let mut count = 0;
    let mut block: Option<String> = None;
    for line in text.lines() {
        match (&mut block, line) {
            (None, "```spec") => block = Some(String::new()),
            (Some(example), "```") => {
                goes_round(&parse("specifications.md", example).unwrap_or_else(|e| panic!("{e}\n{example}")));
                count += 1;
                block = None;
            }
            (Some(example), line) => {
                example.push_str(line);
                example.push('\n');
            }
            (None, _) => {}
        }
    }
    assert!(count >= 4, "{count} examples");
}

#[test]
fn every_form_is_read_and_written() {
    let text = r#"
        # comments begin with a hash
        automaton files($f) { // or with two strokes
            state closed {
                return open = $f assuming $f >= 0 -> opened;
                call close($f) -> error "a \"file\" that is not open\n";
                call "odd name"(_, -1, null, n, 0x10, ...) assuming !(n < 3) && (n != 5 || n == 7) -> closed;
                call any -> closed;
                call none() -> closed;
                call spin_*(...) -> stop;
            }
            state opened {
                call close($f) -> closed;
                line 12 -> stop;
                line "dir/a.c":7 -> opened;
                branch 9 true -> closed;
                branch "b.c":9 false -> closed;
                violation division-by-zero -> error "divides by zero";
                return main -> stop;
                exit -> error "still open";
            }
        }
        automaton second { state only { } }
    "#;
    let specification = parse("test", text).unwrap_or_else(|e| panic!("{e}"));
    goes_round(&specification);
    assert_eq!(specification.automata.len(), 2);
    assert!(specification.speaks_of_lines());
    let files = &specification.automata[0];
    assert_eq!(files.parameter.as_deref(), Some("f"));
    assert_eq!(files.show_rule(&files.states[0].rules[0]), "return open = $f assuming $f >= 0 -> opened;");
    assert_eq!(
        files.show_rule(&files.states[0].rules[2]),
        "call \"odd name\"(_, -1, null, n, 16, ...) assuming !(n < 3) && (n != 5 || n == 7) -> closed;"
    );
    assert_eq!(files.states[0].rules[1].action, Action::Error("a \"file\" that is not open\n".into()));
    assert_eq!(files.states[1].rules[0].action, Action::Go(0));
}

#[test]
fn errors_name_place_and_cause() {
    let within = |rule: &str| format!("automaton a($p) {{\n  state s {{ {rule} }}\n}}");
    let nested = |n: usize| within(&format!("call f(x) assuming {}x == 1{} -> s;", "(".repeat(n), ")".repeat(n)));
    for (text, error) in [
        (String::new(), "t.spec:1:1: there is no automaton; one begins with `automaton NAME {`"),
        ("state s {}".into(), "t.spec:1:1: expected `automaton`, found `state`"),
        ("automaton {".into(), "t.spec:1:11: expected the name of the automaton, found `{`"),
        ("automaton a {}".into(), "t.spec:1:14: the automaton has no state"),
        (
            "automaton a { state s {".into(),
            "t.spec:1:24: expected `call`, `return`, `line`, `branch`, `exit` or `violation`, found the end of the text",
        ),
        ("automaton a { state s {} state s {} }".into(), "t.spec:1:32: there are two states `s`"),
        ("automaton a { state s {} } automaton a { state s {} }".into(), "t.spec:1:28: there are two automata `a`"),
        ("automaton a { state error {} }".into(), "t.spec:1:21: `error` cannot be the name of a state"),
        ("automaton a(p) {".into(), "t.spec:1:13: expected the parameter, such as `$x`, found `p`"),
        (
            "automaton a { state s { call f($q) -> s; } }".into(),
            "t.spec:1:32: the automaton has no parameter; declare it: `automaton NAME($q)`",
        ),
        (within("call f($q) -> s;"), "t.spec:2:20: the automaton's parameter is `$p`, not `$q`"),
        (within("call f -> t;"), "t.spec:2:23: there is no state `t`; there are s"),
        (within("call f -> error;"), "t.spec:2:28: expected the message of the error, in quotes, found `;`"),
        (within("call f -> error \"open"), "t.spec:2:29: the text has no closing quote on its line"),
        (within("call f -> s"), "t.spec:2:25: expected `;`, found `}`"),
        (within("call f(x, x) -> s;"), "t.spec:2:23: two arguments are called `x`"),
        (within("call f(x) assuming y == 1 -> s;"), "t.spec:2:32: nothing in the trigger is called `y`"),
        (within("call f(x) assuming x -> s;"), "t.spec:2:34: expected a comparison, found `->`"),
        (within("call f(x) assuming !x == 1 -> s;"), "t.spec:2:33: expected `(` behind `!`, found `x`"),
        (
            within("exit assuming $p == 1 -> s;"),
            "t.spec:2:27: the condition is about the parameter, but the trigger does not mention it",
        ),
        (within("call f(..., _) -> s;"), "t.spec:2:23: expected `)`, found `,`"),
        (within("call -> s;"), "t.spec:2:18: expected the name of a function, found `->`"),
        (within("call f(-x) -> s;"), "t.spec:2:21: expected a number, found `x`"),
        (
            within("call f(99999999999999999999) -> s;"),
            "t.spec:2:20: `99999999999999999999` is not a number of at most 64 bits",
        ),
        (within("line 0 -> s;"), "t.spec:2:18: expected the number of a line, found `0`"),
        (within("branch 3 maybe -> s;"), "t.spec:2:22: expected `true` or `false`, found `maybe`"),
        (
            within("violation null-access -> s;"),
            "t.spec:2:23: `null-access` is not one of error-call, assertion, panic, division-by-zero, bad-conversion, unreachable",
        ),
        (
            within("jump f -> s;"),
            "t.spec:2:13: expected `call`, `return`, `line`, `branch`, `exit` or `violation`, found `jump`",
        ),
        (within("call f(%) -> s;"), "t.spec:2:20: `%` means nothing here"),
        (within("call f($) -> s;"), "t.spec:2:20: a name is missing behind `$`"),
        (nested(1000), "t.spec:2:96: the condition is nested too deeply"),
    ] {
        match parse("t.spec", &text) {
            Ok(_) => panic!("{text} is read"),
            Err(found) => assert_eq!(found.to_string(), error, "{text}"),
        }
    }
    assert!(parse("t.spec", &nested(60)).is_ok());
}

/// Random parts of specifications.
struct Parts(Random);

impl Parts {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        self.0.pick(from)
    }

    fn pattern(&mut self, names: &mut Vec<String>, parameter: bool) -> Pattern {
        match self.below(if parameter { 5 } else { 4 }) {
            0 => Pattern::Any,
            1 => Pattern::Null,
            2 => Pattern::Number(self.below(1 << 20) as i128 - (1 << 19)),
            3 => {
                names.push(format!("n{}", names.len()));
                Pattern::Name(format!("n{}", names.len() - 1))
            }
            _ => Pattern::Parameter,
        }
    }

    fn operand(&mut self, names: &[String], parameter: bool) -> Operand {
        match self.below(4) {
            0 if parameter => Operand::Parameter,
            1 if !names.is_empty() => Operand::Name(names[self.below(names.len())].clone()),
            2 => Operand::Null,
            _ => Operand::Number(self.below(100) as i128 - 50),
        }
    }

    fn condition(&mut self, names: &[String], parameter: bool, depth: u32) -> Condition {
        match self.below(if depth == 0 { 1 } else { 5 }) {
            1 => Condition::Not(Box::new(self.condition(names, parameter, depth - 1))),
            2 | 3 => Condition::And(
                Box::new(self.condition(names, parameter, depth - 1)),
                Box::new(self.condition(names, parameter, depth - 1)),
            ),
            4 => Condition::Or(
                Box::new(self.condition(names, parameter, depth - 1)),
                Box::new(self.condition(names, parameter, depth - 1)),
            ),
            _ => {
                let comparison = self.pick(Comparison::SIGNS).0;
                Condition::Compare(self.operand(names, parameter), comparison, self.operand(names, parameter))
            }
        }
    }

    fn place(&mut self) -> Place {
        Place {
            file: (self.below(2) == 0).then(|| self.pick(&["a.c", "x y\\\".c"]).to_string()),
            line: 1 + self.below(90) as u32,
        }
    }

    fn rule(&mut self, parameter: bool, states: usize) -> Rule {
        let mut names = Vec::new();
        let function = self.pick(&["f", "lock_*", "odd name", "_Z3fooi", "12"]).to_string();
        let trigger = match self.below(7) {
            0 | 1 => Trigger::Call {
                function,
                arguments: (self.below(4) > 0).then(|| Arguments {
                    first: (0..self.below(4)).map(|_| self.pattern(&mut names, parameter)).collect(),
                    more: self.below(2) == 0,
                }),
            },
            2 => Trigger::Return { function, result: (self.below(3) > 0).then(|| self.pattern(&mut names, parameter)) },
            3 => Trigger::Line(self.place()),
            4 => Trigger::Branch(self.place(), self.below(2) == 0),
            5 => Trigger::Exit,
            _ => Trigger::Violation(self.pick(Trigger::VIOLATIONS)),
        };
        let mentioned = trigger.patterns().contains(&Pattern::Parameter);
        let condition = (self.below(2) == 0).then(|| self.condition(&names, mentioned, 4));
        let action = match self.below(3) {
            0 => Action::Go(self.below(states)),
            1 => Action::Error(self.pick(&["wrong", "a \"quoted\"\nline \\", ""]).to_string()),
            _ => Action::Stop,
        };
        Rule { trigger, condition, action }
    }

    fn specification(&mut self) -> Specification {
        let automata = (0..1 + self.below(3))
            .map(|number| {
                let parameter = (self.below(2) == 0).then(|| "x".to_owned());
                let count = 1 + self.below(4);
                let states = (0..count)
                    .map(|state| State {
                        name: format!("s{state}"),
                        rules: (0..self.below(5)).map(|_| self.rule(parameter.is_some(), count)).collect(),
                    })
                    .collect();
                Automaton { name: format!("a{number}"), parameter, states }
            })
            .collect();
        Specification { automata }
    }
}

#[test]
fn random_specifications_go_round() {
    let mut random = Parts(Random(7));
    for _ in 0..3000 {
        goes_round(&random.specification());
    }
}

/// Whatever bytes are cut out of a text, reading it ends without a panic.
#[test]
fn damaged_texts_are_errors() {
    let mut random = Parts(Random(3));
    let signs =
        ["{", "}", "(", ")", "->", ";", "$", "\"", "state", "error", "!", "&&", "=", "9", "ä", "\n", "-", "..."];
    for _ in 0..2000 {
        let mut text = random.specification().to_string();
        for _ in 0..1 + random.below(3) {
            let at = (0..=text.len()).filter(|i| text.is_char_boundary(*i)).collect::<Vec<_>>();
            let (a, b) = (random.pick(&at), random.pick(&at));
            let sign = random.pick(&signs);
            if random.below(2) == 0 {
                text.replace_range(a..a, sign);
            } else {
                let end = at.iter().copied().find(|i| *i > a.min(b)).unwrap_or(text.len());
                text.replace_range(a.min(b)..end, sign);
            }
        }
        if let Ok(read) = parse("damaged", &text) {
            goes_round(&read);
        }
    }
}
