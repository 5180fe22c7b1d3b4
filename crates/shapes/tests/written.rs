//! Heaps and operations as people write them.

use adumbra_shapes::operation::{Condition, Fresh, Operation};
use adumbra_shapes::*;

const LIST: &str = "
    a = 0        # the first
    p = 2
    t = null
    0: next = 1, one
    1: next = 2, one
    2: next = null, zero
    ";

#[test]
fn heaps_are_read() {
    let written = WrittenHeap::read("list", LIST).unwrap();
    assert_eq!(written.heap.count, 3);
    assert_eq!(written.heap.pointers[1], (Pointer(1), Place::Cell(2)));
    assert_eq!(written.heap.fields, [(Field(0), vec![Place::Cell(1), Place::Cell(2), Place::Null])]);
    assert_eq!(written.heap.assertions[1].1, [Truth::False, Truth::False, Truth::True]);
    assert_eq!(written.pointer(Pointer(2)), "t");
    let check = |text: &str, message: &str| {
        assert_eq!(WrittenHeap::read("h", text).unwrap_err().to_string(), message);
    };
    check("a 0", "h:1: expected =, found 0");
    check("a = b", "h:1: expected null, ? or the number of a cell, found b");
    check("a = 0\n0 next = 1", "h:2: expected :, found next");
    check("a = 64", "h:1: too many names");
    check("a = 99999999999999999999999", "h:1: expected a number, found 99999999999999999999999");
    check("a = 9999999999", "h:1: too many names");
    assert_eq!(WrittenHeap::read("h", "").unwrap().heap.count, 0);
}

#[test]
fn operations_are_read() {
    let written = WrittenHeap::read("list", LIST).unwrap();
    let [a, p, t] = std::array::from_fn(|number| Pointer(number as u32));
    let next = Field(0);
    for (text, operation) in [
        ("a = null", Operation::Null(a)),
        ("a = p", Operation::Copy(a, p)),
        ("t = a->next", Operation::Load(t, a, next)),
        ("t = malloc", Operation::Malloc(t, Fresh::Unknown)),
        ("a->next = null", Operation::StoreNull(a, next)),
        ("a->next = t", Operation::Store(a, next, t)),
        ("a = ?", Operation::Forget(a)),
        ("a->next = ?", Operation::ForgetField(a, next)),
        ("free p", Operation::Free(p)),
        ("assume a == p", Operation::Assume(Condition::Equal(a, p), true)),
        ("assume a != null", Operation::Assume(Condition::Null(a), false)),
        ("assume a->next == null", Operation::Assume(Condition::FieldNull(a, next), true)),
        ("assume a->next != p", Operation::Assume(Condition::FieldEqual(a, next, p), false)),
    ] {
        assert_eq!(written.operation("do", text), Ok(operation), "{text}");
    }
    let check = |text: &str, message: &str| {
        assert_eq!(written.operation("do", text).unwrap_err().to_string(), message, "{text}");
    };
    check("x = null", "do:1: unknown predicate x");
    check("a = p->prev", "do:1: unknown field prev");
    check("a = p t", "do:1: expected the end, found t");
    check("assume a = p", "do:1: expected == or !=, found p");
    check("", "do:1: expected an operation, found the end of the file");
}
