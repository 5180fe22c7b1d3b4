//! A persistent array: copies share what they have in common, and hashes are kept with the parts.
//!
//! Eight ways at each level. A part that is shared is copied when it is written, one that is not is
//! written in place. **Invariants:** the digest of a node is that of its contents, or unset. After
//! [`Trie::tidy`] there is one representation of a content: no node says nothing, none says item by
//! item that all is zero, and the array is as low as it can be.

use super::scalar::mix;
use std::cell::Cell;
use std::rc::Rc;

/// Hashes of a part: of its contents, and of what is known in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Digest {
    /// Of the contents; never 0.
    pub(super) hash: u64,
    /// Of which things are known.
    pub(super) shape: u64,
}

impl Digest {
    pub(super) fn add(&mut self, key: u64, other: Digest) {
        self.hash = mix(self.hash ^ key, other.hash);
        self.shape = mix(self.shape ^ key, other.shape);
    }
}

/// What an item amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Amounts {
    /// As good as absent.
    Nothing,
    /// The item in a part that is all zero.
    Zero,
    /// Anything else.
    Something,
}

/// Something that an array holds.
pub(super) trait Item: Clone + Eq {
    /// The item in a part that is all zero.
    fn zero() -> Self;
    /// Its hashes.
    fn digest(&self) -> Digest;
    /// What remains if no more is to be known than in the example; `None` if less is known.
    fn project(&self, example: &Self) -> Option<Self>;
    /// What is known in both; `None` if that is nothing or cannot be said.
    fn join(&self, other: &Self) -> Option<Self>;
    /// Brings it into its one representation, and says what it amounts to.
    fn tidy(&mut self) -> Amounts;
}

type Link<T> = Option<Rc<Node<T>>>;

#[derive(Clone, Debug)]
struct Node<T> {
    digest: Cell<Digest>,
    kind: Kind<T>,
}

#[derive(Clone, Debug)]
enum Kind<T> {
    /// Everything below is zero.
    Zero,
    Leaf(T),
    Inner([Link<T>; 8]),
}

impl<T> Node<T> {
    fn new(kind: Kind<T>) -> Rc<Self> {
        Rc::new(Node { digest: Cell::default(), kind })
    }
}

fn empty<T>() -> [Link<T>; 8] {
    [const { None }; 8]
}

/// What is at an index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<'a, T> {
    Nothing,
    Zero,
    Item(&'a T),
}

/// The array. What was never written is absent, or zero where that was asked for.
#[derive(Clone, Debug)]
pub(super) struct Trie<T> {
    height: u32,
    root: Link<T>,
}

impl<T> Default for Trie<T> {
    fn default() -> Self {
        Trie { height: 0, root: None }
    }
}

impl<T: Item> Trie<T> {
    /// Is nothing in it?
    pub(super) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// What is at an index.
    #[inline]
    pub(super) fn get(&self, index: u64) -> Found<'_, T> {
        if index >> (3 * self.height).min(63) != 0 {
            return Found::Nothing;
        }
        let mut link = &self.root;
        let mut level = self.height;
        loop {
            let Some(node) = link else { return Found::Nothing };
            match &node.kind {
                Kind::Zero => return Found::Zero,
                Kind::Leaf(item) => return Found::Item(item),
                Kind::Inner(children) => {
                    level -= 1;
                    link = &children[(index >> (3 * level)) as usize & 7];
                }
            }
        }
    }

    fn grow(&mut self, index: u64) {
        while index >> (3 * self.height).min(63) != 0 {
            self.raise();
        }
    }

    /// Makes room above.
    fn raise(&mut self) {
        if let Some(root) = self.root.take() {
            let mut children = empty();
            children[0] = Some(root);
            self.root = Some(Node::new(Kind::Inner(children)));
        }
        self.height += 1;
    }

    /// The item at an index, to be changed; made first if there is none.
    #[inline]
    pub(super) fn make(&mut self, index: u64, absent: impl FnOnce() -> T) -> &mut T {
        if index >> (3 * self.height).min(63) != 0 {
            self.grow(index);
        }
        let mut link = &mut self.root;
        for level in (0..self.height).rev() {
            let node = link.get_or_insert_with(|| Node::new(Kind::Inner(empty())));
            let node = Rc::make_mut(node);
            node.digest.set(Digest::default());
            if matches!(node.kind, Kind::Zero) {
                node.kind = Kind::Inner([(); 8].map(|()| Some(Node::new(Kind::Zero))));
            }
            match &mut node.kind {
                Kind::Inner(children) => link = &mut children[(index >> (3 * level)) as usize & 7],
                // A leaf above the lowest level does not occur.
                _ => break_invariant(),
            }
        }
        let node = link.get_or_insert_with(|| Node::new(Kind::Leaf(absent())));
        let node = Rc::make_mut(node);
        node.digest.set(Digest::default());
        if matches!(node.kind, Kind::Zero) {
            node.kind = Kind::Leaf(T::zero());
        }
        match &mut node.kind {
            Kind::Leaf(item) => item,
            _ => break_invariant(),
        }
    }

    /// The item at an index, to be changed, if there is one or zero.
    pub(super) fn get_mut(&mut self, index: u64) -> Option<&mut T> {
        match self.get(index) {
            Found::Nothing => None,
            _ => Some(self.make(index, T::zero)),
        }
    }

    /// Everything from one index to before another becomes absent, or zero.
    pub(super) fn clear(&mut self, from: u64, to: u64, zero: bool) {
        if from >= to {
            return;
        }
        if zero {
            self.grow(to - 1);
        }
        clear(&mut self.root, self.height, 0, from, to, zero);
    }

    /// Everything from one index to before another becomes what it is in another array.
    pub(super) fn take_range(&mut self, other: &Self, from: u64, to: u64) {
        if from >= to {
            return;
        }
        while self.height < other.height {
            self.raise();
        }
        take_range(&mut self.root, &other.below(self.height), self.height, 0, from, to);
    }

    /// Calls `f` with every item, in order, and with the ranges that are zero.
    pub(super) fn for_each<'a>(&'a self, f: impl FnMut(u64, u64, Found<'a, T>)) {
        self.for_each_within(0, u64::MAX, f);
    }

    /// The same for what overlaps a range, from one index to before another.
    pub(super) fn for_each_within<'a>(&'a self, from: u64, to: u64, mut f: impl FnMut(u64, u64, Found<'a, T>)) {
        let mut stack = vec![(&self.root, self.height, 0u64)];
        while let Some((link, level, start)) = stack.pop() {
            let Some(node) = link else { continue };
            if start >= to || start + (1 << (3 * level).min(60)) <= from {
                continue;
            }
            match &node.kind {
                Kind::Zero => f(start, 1 << (3 * level).min(60), Found::Zero),
                Kind::Leaf(item) => f(start, 1, Found::Item(item)),
                Kind::Inner(children) => {
                    for (i, child) in children.iter().enumerate().rev() {
                        if child.is_some() {
                            stack.push((child, level - 1, start + ((i as u64) << (3 * (level - 1)))));
                        }
                    }
                }
            }
        }
    }

    /// Brings what was changed into its one representation.
    pub(super) fn tidy(&mut self) {
        tidy(&mut self.root);
        while self.height > 0
            && let Some(root) = &mut self.root
            && let Kind::Inner(children) = &root.kind
            && children[1..].iter().all(Option::is_none)
        {
            self.root = children[0].clone();
            self.height -= 1;
        }
        if self.root.is_none() {
            self.height = 0;
        }
    }

    /// The hashes of the whole.
    pub(super) fn digest(&self) -> Digest {
        digest(&self.root)
    }

    /// The part below a height, as an array of that height has it.
    fn below(&self, height: u32) -> Link<T> {
        let mut link = self.root.clone();
        for _ in self.height..height {
            if link.is_some() {
                let mut children = empty();
                children[0] = link;
                link = Some(Node::new(Kind::Inner(children)));
            }
        }
        for _ in height..self.height {
            if let Some(Kind::Inner(children)) = link.as_ref().map(|node| &node.kind) {
                link = children[0].clone();
            }
        }
        link
    }

    /// What remains if no more is to be known than in the example; `None` if less is known.
    pub(super) fn project(&self, example: &Self) -> Option<Self> {
        let root = if self.height == example.height {
            project(&self.root, &example.root)?
        } else {
            project(&self.below(example.height), &example.root)?
        };
        Some(Trie { height: example.height, root })
    }

    /// What is known in both.
    pub(super) fn join(&self, other: &Self) -> Self {
        // The lower one knows nothing above its height.
        let height = self.height.min(other.height);
        let mut both = Trie { height, root: join(&self.below(height), &other.below(height)) };
        both.tidy();
        both
    }
}

#[cold]
fn break_invariant() -> ! {
    unreachable!("leaves of a trie are at its lowest level")
}

fn clear<T: Item>(link: &mut Link<T>, level: u32, start: u64, from: u64, to: u64, zero: bool) {
    let size = 1u64 << (3 * level).min(60);
    if to <= start || start + size <= from || (link.is_none() && !zero) {
        return;
    }
    if from <= start && start + size <= to {
        *link = zero.then(|| Node::new(Kind::Zero));
        return;
    }
    let node = Rc::make_mut(link.get_or_insert_with(|| Node::new(Kind::Inner(empty()))));
    node.digest.set(Digest::default());
    if matches!(node.kind, Kind::Zero) {
        node.kind = Kind::Inner([(); 8].map(|()| Some(Node::new(Kind::Zero))));
    }
    if let Kind::Inner(children) = &mut node.kind {
        for (i, child) in (0u64..).zip(children.iter_mut()) {
            clear(child, level - 1, start + i * (size / 8), from, to, zero);
        }
        if children.iter().all(Option::is_none) {
            *link = None;
        }
    }
}

fn take_range<T: Item>(link: &mut Link<T>, other: &Link<T>, level: u32, start: u64, from: u64, to: u64) {
    let size = 1u64 << (3 * level).min(60);
    let same = match (&*link, other) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    if same || to <= start || start + size <= from {
        return;
    }
    if from <= start && start + size <= to {
        link.clone_from(other);
        return;
    }
    let node = Rc::make_mut(link.get_or_insert_with(|| Node::new(Kind::Inner(empty()))));
    node.digest.set(Digest::default());
    if matches!(node.kind, Kind::Zero) {
        node.kind = Kind::Inner([(); 8].map(|()| Some(Node::new(Kind::Zero))));
    }
    let others = match other.as_ref().map(|node| &node.kind) {
        Some(Kind::Inner(children)) => children.clone(),
        Some(_) => [(); 8].map(|()| other.clone()),
        None => empty(),
    };
    if let Kind::Inner(children) = &mut node.kind {
        for (i, (child, other)) in (0u64..).zip(children.iter_mut().zip(&others)) {
            take_range(child, other, level - 1, start + i * (size / 8), from, to);
        }
        if children.iter().all(Option::is_none) {
            *link = None;
        }
    }
}

/// Parts with a digest were tidied when it was computed.
fn tidy<T: Item>(link: &mut Link<T>) {
    let Some(node) = link else { return };
    if node.digest.get().hash != 0 || matches!(node.kind, Kind::Zero) {
        return;
    }
    let amounts = match &mut Rc::make_mut(node).kind {
        Kind::Zero => Amounts::Zero,
        Kind::Leaf(item) => item.tidy(),
        Kind::Inner(children) => {
            children.iter_mut().for_each(tidy);
            let zero = |child: &Link<T>| child.as_ref().is_some_and(|node| matches!(node.kind, Kind::Zero));
            if children.iter().all(Option::is_none) {
                Amounts::Nothing
            } else if children.iter().all(zero) {
                Amounts::Zero
            } else {
                Amounts::Something
            }
        }
    };
    match amounts {
        Amounts::Nothing => *link = None,
        Amounts::Zero => *link = Some(Node::new(Kind::Zero)),
        Amounts::Something => {}
    }
}

fn digest<T: Item>(link: &Link<T>) -> Digest {
    let Some(node) = link else { return Digest { hash: 1, shape: 0 } };
    let known = node.digest.get();
    if known.hash != 0 {
        return known;
    }
    let mut sum = match &node.kind {
        Kind::Zero => Digest { hash: 3, shape: 5 },
        Kind::Leaf(item) => item.digest(),
        Kind::Inner(children) => {
            let mut sum = Digest { hash: 7, shape: 0 };
            for (i, child) in (1u64..).zip(children) {
                if child.is_some() {
                    sum.add(i, digest(child));
                }
            }
            sum
        }
    };
    sum.hash |= 1;
    node.digest.set(sum);
    sum
}

fn project<T: Item>(link: &Link<T>, example: &Link<T>) -> Option<Link<T>> {
    let (node, model) = match (link, example) {
        (_, None) => return Some(None),
        (None, Some(_)) => return None,
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return Some(Some(Rc::clone(a))),
        (Some(a), Some(b)) => (a, b),
    };
    match (&node.kind, &model.kind) {
        (Kind::Zero, Kind::Zero) => Some(Some(Rc::clone(node))),
        (_, Kind::Zero) => None,
        (Kind::Leaf(a), Kind::Leaf(b)) => {
            if digest(link) == digest(example) {
                return Some(Some(Rc::clone(node)));
            }
            Some(Some(Node::new(Kind::Leaf(a.project(b)?))))
        }
        (Kind::Zero, Kind::Leaf(b)) => Some(Some(Node::new(Kind::Leaf(T::zero().project(b)?)))),
        (Kind::Zero, Kind::Inner(models)) => {
            let mut children = empty();
            for (child, model) in children.iter_mut().zip(models) {
                *child = project(link, model)?;
            }
            Some(Some(Node::new(Kind::Inner(children))))
        }
        (Kind::Inner(parts), Kind::Inner(models)) => {
            let mut children = empty();
            for (child, (part, model)) in children.iter_mut().zip(parts.iter().zip(models)) {
                *child = project(part, model)?;
            }
            Some(Some(Node::new(Kind::Inner(children))))
        }
        _ => None,
    }
}

fn join<T: Item>(a: &Link<T>, b: &Link<T>) -> Link<T> {
    let (Some(x), Some(y)) = (a, b) else { return None };
    if Rc::ptr_eq(x, y) {
        return Some(Rc::clone(x));
    }
    let kind = match (&x.kind, &y.kind) {
        (Kind::Zero, Kind::Zero) => Kind::Zero,
        (Kind::Leaf(p), Kind::Leaf(q)) => Kind::Leaf(p.join(q)?),
        (Kind::Zero, Kind::Leaf(q)) | (Kind::Leaf(q), Kind::Zero) => Kind::Leaf(T::zero().join(q)?),
        (Kind::Zero, Kind::Inner(parts)) => Kind::Inner(each(parts, |part| join(a, part))),
        (Kind::Inner(parts), Kind::Zero) => Kind::Inner(each(parts, |part| join(part, b))),
        (Kind::Inner(p), Kind::Inner(q)) => {
            let mut children = empty();
            for (child, (p, q)) in children.iter_mut().zip(p.iter().zip(q)) {
                *child = join(p, q);
            }
            Kind::Inner(children)
        }
        _ => return None,
    };
    if let Kind::Inner(children) = &kind
        && children.iter().all(Option::is_none)
    {
        return None;
    }
    Some(Node::new(kind))
}

fn each<T>(parts: &[Link<T>; 8], f: impl Fn(&Link<T>) -> Link<T>) -> [Link<T>; 8] {
    let mut children = empty();
    children.iter_mut().zip(parts).for_each(|(child, part)| *child = f(part));
    children
}

impl<T: Item> PartialEq for Trie<T> {
    fn eq(&self, other: &Self) -> bool {
        self.height == other.height && equal(&self.root, &other.root)
    }
}

impl<T: Item> Eq for Trie<T> {}

fn equal<T: Item>(a: &Link<T>, b: &Link<T>) -> bool {
    let (x, y) = match (a, b) {
        (None, None) => return true,
        (Some(x), Some(y)) => (x, y),
        _ => return false,
    };
    if Rc::ptr_eq(x, y) {
        return true;
    }
    let (hash_x, hash_y) = (x.digest.get().hash, y.digest.get().hash);
    if hash_x != 0 && hash_y != 0 && hash_x != hash_y {
        return false;
    }
    match (&x.kind, &y.kind) {
        (Kind::Zero, Kind::Zero) => true,
        (Kind::Leaf(p), Kind::Leaf(q)) => p == q,
        (Kind::Inner(p), Kind::Inner(q)) => p.iter().zip(q).all(|(p, q)| equal(p, q)),
        _ => false,
    }
}
