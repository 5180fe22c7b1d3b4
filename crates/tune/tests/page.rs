//! The report: well-formed, self-contained, and what it says is what was measured.

use adumbra_tune::journal::{Run, Status, Subject};
use adumbra_tune::judge::WrongAnswer;
use adumbra_tune::report::{self, Findings, Measured, plots};
use adumbra_tune::session::Rules;
use adumbra_tune::space::Space;

const RULES: Rules = Rules { cutoff: 100.0, penalty: 10.0 };

fn runs(costs: &[f64]) -> Vec<Run> {
    let run = |cost: &f64| {
        let status = if *cost > RULES.cutoff { Status::Stopped } else { Status::Solved };
        Run { status, cost: *cost, answer: "unsat <b>&".to_owned(), cpu: *cost }
    };
    costs.iter().map(run).collect()
}

fn set(default: &[f64], tuned: &[f64]) -> Measured {
    Measured {
        instances: (0..default.len()).map(|n| format!("f/<i>{n}&.cnf")).collect(),
        rows: vec![("default".to_owned(), runs(default)), ("tuned".to_owned(), runs(tuned))],
    }
}

fn findings() -> Findings {
    Findings {
        subject: Subject {
            tool: "solve & <co>".into(),
            cost: "conflicts".into(),
            method: "FocusedILS".into(),
            ..Subject::default()
        },
        rules: RULES,
        differences: vec![("restart".into(), "true".into(), "false".into())],
        train: set(&[10.0, 50.0, 999.0], &[5.0, 40.0, 60.0]),
        test: set(&[10.0, 90.0, 999.0, 20.0], &[5.0, 45.0, 50.0, 20.0]),
        random: vec![("r1".into(), runs(&[6.0, 999.0, 999.0, 30.0])), ("r2".into(), runs(&[7.0, 60.0, 70.0, 40.0]))],
        trajectory: vec![vec![(0.5, 50.0), (3.0, 20.0)], Vec::new()],
        evaluations: 123,
        elapsed: 4.5,
        wrong: Vec::new(),
    }
}

#[test]
fn numbers_are_those_of_the_runs() {
    let text = findings().text();
    // Default: 10 + 90 + 10*100 + 20 over 4 instances; tuned: 120 / 4.
    assert!(text.contains("test      default  3/4 solved, mean 55.0, PAR10 280"), "{text}");
    assert!(text.contains("test      tuned    4/4 solved, mean 30.0, PAR10 30.0"), "{text}");
    assert!(text.contains("training  default  2/3 solved"), "{text}");
    assert!(text.contains("default / tuned on the test set: 9.33"), "{text}");
    assert!(text.contains("the best of 2 random configurations needs 44.2; tuned needs 0.68 times as much"), "{text}");
}

#[test]
fn the_page_is_well_formed_and_loads_nothing() {
    for wrong in [false, true] {
        let mut findings = findings();
        if wrong {
            let answer = WrongAnswer {
                instance: "a<".into(),
                configuration: "c&".into(),
                answer: "sat".into(),
                against: "expected unsat".into(),
            };
            findings.wrong.push(answer);
        }
        let page = report::page(&findings);
        assert_eq!(page.contains("WRONG ANSWER: a&lt;"), wrong);
        for part in
            ["restart", "Default and tuned", "Random configurations", "9.33", "solve &amp; &lt;co&gt;", "conflicts"]
        {
            assert!(page.contains(part), "{part}");
        }
        assert_eq!(page.matches("<svg").count(), 5, "two for each set, and the trajectory");
        for svg in page.split("<svg").skip(1) {
            let svg = format!("<svg{}</svg>", svg.split("</svg>").next().unwrap());
            roxmltree::Document::parse(&svg).unwrap();
        }
        assert!(
            !page.contains("<script") && !page.contains("src=") && !page.contains("<i>"),
            "nothing of a name is markup"
        );
        // The elements of the body are closed in order.
        let body = &page[page.find("<body>").unwrap()..page.find("</html>").unwrap()];
        roxmltree::Document::parse(body).unwrap_or_else(|e| panic!("{e}\n{body}"));
    }
}

#[test]
fn a_page_of_nothing_is_a_page() {
    let empty = Findings {
        train: Measured::default(),
        test: Measured::default(),
        random: Vec::new(),
        trajectory: Vec::new(),
        differences: Vec::new(),
        ..findings()
    };
    assert!(empty.ratio().is_none());
    let page = report::page(&empty);
    assert!(page.contains("Not finished"));
    let none: [&[Run]; 2] = [&[], &[]];
    roxmltree::Document::parse(&plots::correlation("t", ["a", "b"], "c", &RULES, &[], none)).unwrap();
    roxmltree::Document::parse(&plots::quantile("t", "c", &RULES, &[])).unwrap();
    roxmltree::Document::parse(&plots::trajectory("t", "c", &[])).unwrap();
}

#[test]
fn the_configuration_file_says_its_purpose_and_what_is_set() {
    let space = Space::read("a {1,2}[1]\nb {x,y}[x]\n").unwrap();
    let file =
        report::configuration_file(&space, &space.configuration(&[1, 0]), "# old purpose\nc = 3\n\n", "For\nall");
    assert_eq!(file, "# For all\nc = 3\na = 2\nb = x\n");
}
