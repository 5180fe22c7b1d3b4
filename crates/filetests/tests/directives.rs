//! Checks that are fulfilled, checks that are not, and files that are wrong.

use adumbra_filetests::{Command, problems, updated};

/// Prints the lines of the file that start with `out `.
fn lines(command: &Command, text: &str) -> Result<String, String> {
    match command.name() {
        "lines" => {
            let wanted = |line: &str| !command.flag("odd") || line.len() % 2 == 1;
            let most = command.value("most").map_or(usize::MAX, |n| n.parse().unwrap());
            let printed = text.lines().filter_map(|line| line.strip_prefix("out "));
            Ok(printed.filter(|line| wanted(line)).take(most).map(|line| format!("{line}\n")).collect())
        }
        _ => command.unknown(),
    }
}

const FIVE: &str = "out one\nout two\nout four\nout 12 and 7\nout five\n";

/// The problems of a file with five lines of output, without what was printed.
fn found(directives: &str) -> Vec<(usize, String)> {
    let first = |message: String| message.lines().next().unwrap_or_default().to_owned();
    problems(&format!("{directives}{FIVE}"), &lines).into_iter().map(|(line, m)| (line, first(m))).collect()
}

#[track_caller]
fn passes(directives: &str) {
    assert_eq!(found(directives), []);
}

#[track_caller]
fn fails(directives: &str, line: usize, message: &str) {
    assert_eq!(found(directives), [(line, message.to_owned())]);
}

#[test]
fn lines_are_found_in_their_order() {
    passes("; test lines\n; check: one\n; check: four\n; check: five\n");
    passes("// Of three letters.\n; test lines\n  ; check: two\n");
    fails("; test lines\n; check: four\n; check: one\n", 3, "is no line from here: one");
    fails("; test lines\n; check: one\n; check: one\n", 3, "is no line from here: one");
    fails("; test lines\n; check: on\n", 2, "is no line from here: on");
    fails("; test lines\n; check: 12 and .\n", 2, "is no line from here: 12 and .");
}

#[test]
fn the_next_line_is_the_next() {
    passes("; test lines\n; nextln: one\n; nextln: two\n");
    passes("; test lines\n; check: two\n; nextln: four\n");
    fails("; test lines\n; check: one\n; nextln: four\n", 3, "is not the next line: four");
    fails("; test lines\n; nextln: two\n", 2, "is not the next line: two");
    fails("; test lines\n; check: five\n; nextln: six\n", 3, "is not the next line: six");
}

#[test]
fn lines_are_absent_between_matches() {
    passes("; test lines\n; check: one\n; not: five\n; check: four\n; not: tw\n");
    fails("; test lines\n; check: one\n; not: tw\n; check: four\n", 3, "should not be printed here: tw");
    fails("; test lines\n; check: one\n; not: ve\n", 3, "should not be printed here: ve");
    fails("; test lines\n; not: one\n; check: four\n", 2, "should not be printed here: one");
}

#[test]
fn parts_are_regular_expressions() {
    passes("; test lines\n; check: {{[0-9]+}} and {{[0-9]}}\n");
    passes("; test lines\n; check: {{one|two}}\n; nextln: {{one|two}}\n");
    let want = "; test lines\n; check: {{[0-9]}} and {{[0-9]}}\n";
    fails(want, 2, "is no line from here: {{[0-9]}} and {{[0-9]}}");
}

#[test]
fn whole_outputs_are_compared_to_the_end() {
    let all = "; test lines\n; output: one\n; output: two\n; output: four\n; output: 12 and 7\n; output: five\n";
    passes(all);
    fails(&all.replace("four", "for"), 4, "another line of output was expected: for");
    fails(&all.replace("; output: five\n", ""), 5, "the output goes on behind: 12 and 7");
    fails(&format!("{all}; output: six\n"), 7, "another line of output was expected: six");
}

#[test]
fn commands_have_their_own_checks_and_options() {
    passes("; test lines most=2\n; output: one\n; output: two\n; test lines odd\n; check: one\n; not: four\n");
    fails("; test lines most=1\n; check: one\n; test lines most=1\n; check: two\n", 4, "is no line from here: two");
    fails("; test lines many=1\n; check: one\n", 1, "`many` is no option of `lines` here");
    fails("; test lines most\n; check: one\n", 1, "`most` is no option of `lines` here");
    fails("; test words\n; check: one\n", 1, "there is no command `words`");
}

#[test]
fn what_cannot_fail_is_an_error() {
    fails("", 1, "the file has no `; test`");
    fails("; test lines\n", 1, "the command has no checks; `UPDATE=1` writes what it prints");
    fails("; check: one\n; test lines\n", 1, "a check before the first `; test`");
    fails("; test lines\n; not: six\n", 1, "only `not`, which holds for an empty output");
    fails(
        "; test lines\n; check: one\n; not: six\n; nextln: two\n",
        3,
        "`not` before `nextln`, between which there is no line",
    );
    fails("; test lines\n; check:\n", 2, "the check matches an empty line");
    fails("; test lines\n; check: {{.*}}\n", 2, "the check matches an empty line");
    fails("; test lines\n; not:\n", 2, "`not` without a text");
    fails("; test lines\n; check: one\n; not: {{six}}\n", 3, "`not` takes no regular expression");
    fails("; test lines\n; output: one\n; check: two\n", 1, "`output` stands beside other checks");
    fails("; test lines\n; check: {{one\n", 2, "`{{` without `}}`");
    fails("; test lines\n; chekc: one\n", 2, "`chekc` is no directive; comments start with `//`");
    fails("; test lines\n; one\n", 2, "`one` is no directive; comments start with `//`");
}

#[test]
fn messages_show_the_output_and_where_the_check_looked() {
    let text = "; test lines\n; check: two\n; check: six\nout one\nout two\nout three\n";
    let expected = "is no line from here: six\nthe output:\n    one\n    two\n  > three";
    assert_eq!(problems(text, &lines), [(3, expected.to_owned())]);
    let nothing = "is no line from here: two\nthe output: nothing";
    assert_eq!(problems("; test lines\n; check: two\n", &lines), [(2, nothing.to_owned())]);
}

#[test]
fn outputs_are_written() {
    let text = "; test lines\n; output: six\nout one\n; output: seven\nout two\n; test lines most=1\n; test lines\n; check: two\n";
    let new = updated(text, &lines).unwrap();
    let expected = "; test lines\n; output: one\n; output: two\nout one\nout two\n; test lines most=1\n; output: one\n\
                    ; test lines\n; check: two\n";
    assert_eq!(new, expected);
    assert_eq!(problems(&new, &lines), []);
    assert_eq!(updated(&new, &lines).unwrap(), new);
    assert_eq!(updated("; test words\n", &lines), Err((1, "there is no command `words`".into())));
}
