// run => ended
use std::collections::VecDeque;
use std::rc::Rc;

struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

struct Loud<'a>(&'a std::cell::Cell<u32>);
impl Drop for Loud<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

fn main() {
    let mut list = None;
    for value in 1..=3 {
        list = Some(Box::new(Node { value, next: list }));
    }
    let mut sum = 0;
    let mut at = &list;
    while let Some(node) = at {
        sum = sum * 10 + node.value;
        at = &node.next;
    }
    assert!(sum == 321);
    let shared = Rc::new(5);
    let other = Rc::clone(&shared);
    assert!(Rc::strong_count(&other) == 2);
    let dropped = std::cell::Cell::new(0);
    {
        let _all = [Loud(&dropped), Loud(&dropped)];
    }
    assert!(dropped.get() == 2);
    let mut queue: VecDeque<u16> = VecDeque::new();
    queue.push_back(1);
    queue.push_back(2);
    queue.push_front(0);
    assert!(queue.pop_back() == Some(2) && queue.len() == 2);
}
