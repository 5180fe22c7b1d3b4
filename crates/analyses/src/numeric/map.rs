//! A persistent map from small numbers: copies share what they have in common.
//!
//! Eight ways at each level. A part that is shared is copied when it is written, one that is not is
//! written in place. The hash of a part is the sum of the hashes of its entries, so equal maps have
//! equal hashes whatever their height.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;

const WAYS: usize = 8;

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf { hash: u64, items: [Option<T>; WAYS] },
    Inner { hash: u64, children: [Link<T>; WAYS] },
}

type Link<T> = Option<Rc<Node<T>>>;

/// The map.
#[derive(Clone, Debug)]
pub struct Map<T> {
    /// Levels above the leaves.
    height: u32,
    root: Link<T>,
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Map { height: 0, root: None }
    }
}

impl<T> Node<T> {
    fn hash(&self) -> u64 {
        match self {
            Node::Leaf { hash, .. } | Node::Inner { hash, .. } => *hash,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Leaf { items, .. } => items.iter().all(Option::is_none),
            Node::Inner { children, .. } => children.iter().all(Option::is_none),
        }
    }

    fn leaf() -> Self {
        Node::Leaf { hash: 0, items: [const { None }; WAYS] }
    }

    fn inner() -> Self {
        Node::Inner { hash: 0, children: [const { None }; WAYS] }
    }
}

fn entry_hash<T: Hash>(key: u32, item: &Option<T>) -> u64 {
    item.as_ref().map_or(0, |item| FxBuildHasher.hash_one((key, item)))
}

fn digit(key: u32, level: u32) -> usize {
    (key >> (3 * level).min(31)) as usize % WAYS
}

impl<T: Clone + Eq + Hash> Map<T> {
    /// The hash of all entries.
    pub fn hash(&self) -> u64 {
        self.root.as_ref().map_or(0, |node| node.hash())
    }

    /// Do two maps share everything?
    fn same(a: &Link<T>, b: &Link<T>) -> bool {
        match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    fn holds(&self, key: u32) -> bool {
        let bits = 3 * (self.height + 1);
        bits >= 32 || key >> bits == 0
    }

    /// What is at a key.
    pub fn get(&self, key: u32) -> Option<&T> {
        if !self.holds(key) {
            return None;
        }
        let mut link = &self.root;
        let mut level = self.height;
        loop {
            match &**link.as_ref()? {
                Node::Leaf { items, .. } => return items[digit(key, 0)].as_ref(),
                Node::Inner { children, .. } => {
                    link = &children[digit(key, level)];
                    level -= 1;
                }
            }
        }
    }

    /// Sets or removes what is at a key.
    pub fn set(&mut self, key: u32, item: Option<T>) {
        if self.get(key) == item.as_ref() {
            return;
        }
        while !self.holds(key) {
            if let Some(root) = self.root.take() {
                let mut node = Node::inner();
                if let Node::Inner { hash, children } = &mut node {
                    *hash = root.hash();
                    children[0] = Some(root);
                }
                self.root = Some(Rc::new(node));
            }
            self.height += 1;
        }
        let change = entry_hash(key, &item).wrapping_sub(entry_hash(key, &self.get(key).cloned()));
        set(&mut self.root, self.height, key, item, change);
    }

    /// Calls `f` with every entry, in order.
    pub fn for_each<'a>(&'a self, mut f: impl FnMut(u32, &'a T)) {
        for_each(&self.root, self.height, 0, &mut f);
    }

    /// Keeps the entries that `f` accepts.
    pub fn retain(&mut self, mut f: impl FnMut(u32, &T) -> bool) {
        let mut gone = Vec::new();
        self.for_each(|key, item| {
            if !f(key, item) {
                gone.push(key);
            }
        });
        for key in gone {
            self.set(key, None);
        }
    }

    /// Combines entry by entry. What two maps share is taken over, so `f` must give `x` for `x` and
    /// `x`.
    pub fn zip(&self, other: &Self, f: &mut impl FnMut(u32, Option<&T>, Option<&T>) -> Option<T>) -> Self {
        let height = self.height.max(other.height);
        let (a, b) = (self.raised(height), other.raised(height));
        Map { height, root: zip(&a, &b, height, 0, f) }
    }

    /// Does `f` accept all pairs of entries that are not shared?
    pub fn all(&self, other: &Self, f: &mut impl FnMut(u32, Option<&T>, Option<&T>) -> bool) -> bool {
        let height = self.height.max(other.height);
        all(&self.raised(height), &other.raised(height), height, 0, f)
    }

    fn raised(&self, height: u32) -> Link<T> {
        let mut root = self.root.clone()?;
        for _ in self.height..height {
            let mut node = Node::inner();
            if let Node::Inner { hash, children } = &mut node {
                *hash = root.hash();
                children[0] = Some(root);
            }
            root = Rc::new(node);
        }
        Some(root)
    }
}

fn set<T: Clone + Eq + Hash>(link: &mut Link<T>, level: u32, key: u32, item: Option<T>, change: u64) {
    let node = link.get_or_insert_with(|| Rc::new(if level == 0 { Node::leaf() } else { Node::inner() }));
    let node = Rc::make_mut(node);
    match node {
        Node::Leaf { hash, items } => {
            *hash = hash.wrapping_add(change);
            items[digit(key, 0)] = item;
        }
        Node::Inner { hash, children } => {
            *hash = hash.wrapping_add(change);
            set(&mut children[digit(key, level)], level - 1, key, item, change);
        }
    }
    if node.is_empty() {
        *link = None;
    }
}

fn for_each<'a, T>(link: &'a Link<T>, level: u32, start: u32, f: &mut impl FnMut(u32, &'a T)) {
    match link.as_deref() {
        None => {}
        Some(Node::Leaf { items, .. }) => {
            for (i, item) in (0..).zip(items) {
                if let Some(item) = item {
                    f(start + i, item);
                }
            }
        }
        Some(Node::Inner { children, .. }) => {
            for (i, child) in (0u32..).zip(children) {
                for_each(child, level - 1, start + (i << (3 * level)), f);
            }
        }
    }
}

fn zip<T: Clone + Eq + Hash>(
    a: &Link<T>,
    b: &Link<T>,
    level: u32,
    start: u32,
    f: &mut impl FnMut(u32, Option<&T>, Option<&T>) -> Option<T>,
) -> Link<T> {
    if Map::same(a, b) {
        return a.clone();
    }
    let mut same = true;
    let mut sum = 0u64;
    let node = if level == 0 {
        let side = |link: &'_ Link<T>, i: usize| match link.as_deref() {
            Some(Node::Leaf { items, .. }) => items[i].clone(),
            _ => None,
        };
        let mut items = [const { None }; WAYS];
        for (i, slot) in items.iter_mut().enumerate() {
            let (x, y) = (side(a, i), side(b, i));
            if x.is_none() && y.is_none() {
                continue;
            }
            let key = start + i as u32;
            *slot = f(key, x.as_ref(), y.as_ref());
            same &= *slot == x;
            sum = sum.wrapping_add(entry_hash(key, slot));
        }
        Node::Leaf { hash: sum, items }
    } else {
        let mut children = [const { None }; WAYS];
        for (i, slot) in children.iter_mut().enumerate() {
            let (x, y) = (child(a, i), child(b, i));
            *slot = zip(x, y, level - 1, start + ((i as u32) << (3 * level)), f);
            same &= Map::same(slot, x);
            sum = sum.wrapping_add(slot.as_ref().map_or(0, |node| node.hash()));
        }
        Node::Inner { hash: sum, children }
    };
    if same {
        a.clone()
    } else if node.is_empty() {
        None
    } else {
        Some(Rc::new(node))
    }
}

fn child<T>(link: &Link<T>, i: usize) -> &Link<T> {
    match link.as_deref() {
        Some(Node::Inner { children, .. }) => &children[i],
        _ => &None,
    }
}

fn all<T: Clone + Eq + Hash>(
    a: &Link<T>,
    b: &Link<T>,
    level: u32,
    start: u32,
    f: &mut impl FnMut(u32, Option<&T>, Option<&T>) -> bool,
) -> bool {
    if Map::same(a, b) {
        return true;
    }
    (0..WAYS).all(|i| {
        if level > 0 {
            return all(child(a, i), child(b, i), level - 1, start + ((i as u32) << (3 * level)), f);
        }
        fn side<T>(link: &Link<T>, i: usize) -> Option<&T> {
            match link.as_deref() {
                Some(Node::Leaf { items, .. }) => items[i].as_ref(),
                _ => None,
            }
        }
        let (x, y) = (side(a, i), side(b, i));
        (x.is_none() && y.is_none()) || f(start + i as u32, x, y)
    })
}

impl<T: Clone + Eq + Hash> PartialEq for Map<T> {
    fn eq(&self, other: &Self) -> bool {
        self.hash() == other.hash() && self.all(other, &mut |_, a, b| a == b)
    }
}

impl<T: Clone + Eq + Hash> Eq for Map<T> {}
