//! Structures on the heap of programs in C: which objects lead to which, at which offsets.

use adumbra_dependence::{Andersen, Outside, Structures};
use adumbra_laws::sources::load_c;
use adumbra_program::*;

const HEAD: &str = "extern void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void);\n";

/// For each family: the record, the offsets of links into itself, the offsets of links to others.
type Family = (String, Vec<Option<u64>>, Vec<Option<u64>>);

fn families(text: &str) -> Vec<Family> {
    let program = load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let points_to = Andersen::new(&program, Outside::Pure);
    let structures = Structures::new(&program, &points_to);
    let describe = |(id, family): (u32, &adumbra_dependence::Family)| {
        let name = match family.record.and_then(|record| program.ctypes.get(record)) {
            Some(CType::Record { name, .. }) => name.clone(),
            _ => String::new(),
        };
        let (own, others): (Vec<_>, Vec<_>) = family.links.iter().partition(|link| link.to == id);
        assert_eq!(family.is_recursive(id), !own.is_empty());
        let offsets = |links: Vec<&adumbra_dependence::Link>| links.into_iter().map(|link| link.offset).collect();
        (name, offsets(own), offsets(others))
    };
    let mut found: Vec<_> = (0..).zip(structures.families()).map(describe).collect();
    found.sort();
    found
}

fn family(name: &str, own: &[u64], others: &[u64]) -> (String, Vec<Option<u64>>, Vec<Option<u64>>) {
    let known = |offsets: &[u64]| offsets.iter().map(|offset| Some(*offset)).collect();
    (name.to_owned(), known(own), known(others))
}

#[test]
fn a_list_leads_into_itself() {
    let text = "struct node { long v; struct node *next; };
      int main(void) { struct node *l = 0; while (__VERIFIER_nondet_int()) { struct node *t = malloc(sizeof *t); t->next = l; l = t; } return 0; }";
    assert_eq!(families(text), [family("struct node", &[8], &[])]);
}

#[test]
fn both_ways_and_trees() {
    let list = "struct dll { struct dll *succ, *pred; };
      int main(void) { struct dll *p = malloc(sizeof *p); p->succ = p->pred = 0;
        while (__VERIFIER_nondet_int()) { struct dll *t = malloc(sizeof *t); t->pred = p; p->succ = t; p = t; } return 0; }";
    assert_eq!(families(list), [family("struct dll", &[0, 8], &[])]);
    let tree = "struct tree { int key; struct tree *left, *right; };
      static struct tree *grow(int n) { if (n <= 0) return 0; struct tree *t = malloc(sizeof *t); t->left = grow(n - 1); t->right = grow(n - 2); return t; }
      int main(void) { grow(__VERIFIER_nondet_int()); return 0; }";
    assert_eq!(families(tree), [family("struct tree", &[8, 16], &[])]);
}

/// Lists whose elements own lists are two families; memory that leads nowhere is one by itself.
#[test]
fn lists_of_lists_and_flat_memory() {
    let text =
        "struct inner { struct inner *next; }; struct outer { long id; struct inner *owned; struct outer *next; };
      int main(void) { struct outer *o = 0; int *flat = malloc(sizeof *flat); *flat = 1;
        while (__VERIFIER_nondet_int()) { struct outer *t = malloc(sizeof *t); t->owned = 0; t->next = o; o = t;
          while (__VERIFIER_nondet_int()) { struct inner *i = malloc(sizeof *i); i->next = o->owned; o->owned = i; } }
        return 0; }";
    let expected = [family("", &[], &[]), family("struct inner", &[0], &[]), family("struct outer", &[16], &[8])];
    assert_eq!(families(text), expected);
}

/// A chain of three different objects is no structure of any length.
#[test]
fn a_chain_of_known_length_is_not_recursive() {
    let text = "struct node { struct node *next; };
      int main(void) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
        a->next = b; b->next = c; c->next = 0; return 0; }";
    let found = families(text);
    assert_eq!(found.iter().filter(|(_, own, _)| !own.is_empty()).count(), 0, "{found:?}");
    assert_eq!(found.iter().filter(|(_, _, others)| *others == [Some(0)]).count(), 2, "{found:?}");
}
