//! The laws of the value analysis with runs: whatever is known of lists is so in runs of the
//! interpreter, over programs that build lists of many forms and take them apart.

use adumbra_laws::sources::load_c;
use adumbra_laws::{Facts, Naming, Random, Subject};
use adumbra_program::*;
use adumbra_value_analysis::{Folding, ValueAnalysis, ValueOptions, ValueState};
use adumbra_verdict::{Lives, ObjectName, StateFacts};
use std::sync::Arc;

const FOLDING: Folding = Folding { shortest: 2, least: 2, pieces: 3, owning: false };

/// What the programs have in common.
const HEAD: &str = "
    void *malloc(unsigned long);
    void free(void *);
    int __VERIFIER_nondet_int(void);
    struct leaf { struct leaf *next; int kind; };
    struct node { int mark; struct node *next; struct node *back; struct leaf *leaves; struct node **home; };
    struct list { struct node *head, *tail; };
    struct list g;
    static int some(void) { return __VERIFIER_nondet_int() & 1; }
    static int more(void) { return (__VERIFIER_nondet_int() & 7) != 3; }
    static struct node *make(int mark) {
        struct node *n = malloc(sizeof *n);
        n->mark = mark; n->next = 0; n->back = 0; n->leaves = 0; n->home = 0;
        return n;
    }
    static void leaf(struct node *n, int kind) {
        struct leaf *l = malloc(sizeof *l);
        l->kind = kind; l->next = n->leaves; n->leaves = l;
    }
    static void drop(struct node *n) {
        while (n->leaves) { struct leaf *l = n->leaves; n->leaves = l->next; free(l); }
        free(n);
    }
";

/// What a program does with a list, one after the other.
const BUILDING: &[&str] = &[
    "while (more()) { struct node *n = make(1); n->next = l->head; if (l->head) l->head->back = n; else l->tail = n; l->head = n; }",
    "while (more()) { struct node *n = make(1); n->back = l->tail; if (l->tail) l->tail->next = n; else l->head = n; l->tail = n; }",
    "while (more()) { struct node *n = make(some()); n->next = l->head; if (l->head) l->head->back = n; else l->tail = n; l->head = n; leaf(n, 3); }",
    "while (more()) { struct node *n = make(1); n->next = l->head; if (l->head) l->head->back = n; else l->tail = n; l->head = n; while (some()) leaf(n, 4); }",
    "while (more()) { struct node *n = make(1); n->next = l->head; l->head = n; if (some()) leaf(n, 5); n->home = &l->head; }",
];
const USING: &[&str] = &[
    "for (struct node *n = l->head; n; n = n->next) n->mark = 2;",
    "for (struct node *n = l->tail; n; n = n->back) if (some()) n->mark = 3;",
    "for (struct node *n = l->head; n; n = n->next) while (some()) leaf(n, 6);",
    "struct node *done = 0, *at = l->head; while (at) { struct node *n = at->next; at->next = done; at->back = 0; done = at; at = n; } l->head = done; l->tail = 0;",
    "for (struct node **p = &l->head; *p;) if (some()) { struct node *n = *p; *p = n->next; if (*p) (*p)->back = n->back; else l->tail = n->back; drop(n); } else p = &(*p)->next;",
    "if (l->head && l->head != l->tail) { struct node *n = l->head; l->head = n->next; if (l->head) l->head->back = 0; else l->tail = 0; drop(n); }",
    "if (l->tail && l->tail->back) { struct node *n = l->tail; l->tail = n->back; l->tail->next = 0; drop(n); }",
    "struct node *half = l->head; for (struct node *n = l->head; n; n = n->next) if (some()) half = n; if (half) half->mark = 7;",
];
const ENDING: &[&str] = &[
    "while (l->head) { struct node *n = l->head; l->head = n->next; drop(n); }",
    "while (l->head) { struct node *n = l->head; l->head = n->next; if (l->head) l->head->back = 0; drop(n); } l->tail = 0;",
    "",
];

fn random_lists(random: &mut Random) -> String {
    let list = random.pick(&[
        "struct list own = {0, 0}; struct list *l = &own;",
        "struct list *l = &g;",
        "struct list *l = malloc(sizeof *l); l->head = 0; l->tail = 0;",
    ]);
    let mut body = format!("{list} {{ {} }}", random.pick(BUILDING));
    for _ in 0..random.below(3) {
        body += &format!(" {{ {} }}", random.pick(USING));
    }
    body += &format!(" {{ {} }}", random.pick(ENDING));
    format!("{HEAD} int main(void) {{ {body} return 0; }}")
}

/// The facts of a state, without what is known of objects that may have been freed: it is so if
/// they live.
fn tell(analysis: &ValueAnalysis, state: &ValueState, facts: &mut StateFacts) {
    adumbra_engine::Analysis::facts(analysis, state, facts);
    let objects = std::mem::take(&mut facts.objects);
    facts.cells.retain(
        |(name, ..)| !matches!(name, ObjectName::Allocated(index) if objects[*index as usize].lives == Lives::Perhaps),
    );
    facts.objects = objects;
}

fn subject(program: &Arc<Program>) -> Subject<'_, ValueAnalysis, Facts<ValueAnalysis>> {
    let options = ValueOptions { lists: Some(FOLDING), numbers: Some(3), refines: false, ..ValueOptions::default() };
    let analysis = ValueAnalysis::new(program, options);
    let mut subject = Subject::new(program, analysis, Facts { naming: Naming::ByPointers, tell });
    subject.refining = false;
    subject
}

#[test]
fn random_lists_are_covered() {
    let mut random = Random(11);
    let (mut steps, mut laws, mut unfolded) = (0, 0, 0);
    for number in 0..40 {
        let text = random_lists(&mut random);
        println!("{number}: {text}");
        let program = load_c(&text, "memsafety", true);
        let mut subject = subject(&program);
        for seed in 0..4 {
            subject.run(&program.property, Some(seed), 3000);
        }
        subject.check_order(false);
        steps += subject.followed.steps;
        laws += subject.followed.laws;
        let counts = adumbra_engine::Analysis::counts(&subject.analysis);
        unfolded += counts.iter().find(|(name, _)| *name == "members unfolded").map_or(0, |(_, count)| *count);
    }
    assert!(steps > 20_000 && laws > 1000 && unfolded > 80, "{steps} {laws} {unfolded}");
}
