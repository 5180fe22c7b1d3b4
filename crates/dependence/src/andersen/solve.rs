//! Propagation: what is new in a node goes along its edges and to the constraints that watch it.

use super::*;

impl Solver<'_> {
    /// The node that stands for a node now.
    pub(super) fn find(&mut self, node: Node) -> Node {
        let mut root = node;
        while let Some(next) = self.parent[root] {
            root = next;
        }
        let mut at = node;
        while let Some(next) = self.parent[at] {
            if next != root {
                self.parent[at] = Some(root);
            }
            at = next;
        }
        root
    }

    /// Makes two nodes one.
    pub(super) fn unify(&mut self, a: Node, b: Node) -> Node {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            self.unify_pair(a, b, &mut pairs);
        }
        self.find(a)
    }

    /// Makes two nodes one; others that thereby get the same solution are added to `same`.
    fn unify_pair(&mut self, a: Node, b: Node, same: &mut Vec<(Node, Node)>) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        // The node of exposed objects stays.
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.parent[b] = Some(a);
        let mut gone = std::mem::take(&mut self.nodes[b]);
        let closure = crate::offsets::gcd(gone.closure, self.nodes[a].closure);
        for (mine, other) in [(self.nodes[a].loads, gone.loads), (self.nodes[a].stores, gone.stores)] {
            let (Some(mine), Some(other)) = (mine, other) else { continue };
            if let (Watch::Load(x), Watch::Load(y)) | (Watch::Store(x), Watch::Store(y)) =
                (self.watches[mine as usize].0, self.watches[other as usize].0)
            {
                same.push((x, y));
                gone.watches.retain(|w| *w != other);
            }
        }
        let data = &mut self.nodes[a];
        (data.loads, data.stores) = (data.loads.or(gone.loads), data.stores.or(gone.stores));
        data.watches.extend(gone.watches);
        data.watches.sort_unstable();
        data.watches.dedup();
        for (to, shift) in gone.edges {
            let to = self.find(to);
            if (to != a || shift != 0) && self.edge_set.insert((a, to, shift)) {
                self.nodes[a].edges.push((to, shift));
            }
        }
        self.include(a, &gone.set);
        self.close(a, closure);
        // Edges and constraints of each may not have seen the set of the other.
        self.nodes[a].fresh = self.nodes[a].set.clone();
        self.enqueue(a);
    }

    /// Makes the set of a node closed under adding `closure`.
    pub(super) fn close(&mut self, node: Node, closure: u64) {
        let data = &mut self.nodes[node];
        if closure == 0 || data.closure == closure {
            return;
        }
        data.closure = closure;
        let set = std::mem::take(&mut data.set);
        let (unknown, indeterminate) = (set.unknown, set.indeterminate);
        let moving = Moving { shift: None, closure, bits: self.bits };
        data.set.absorb(&set, &moving, &self.is_exposed, &mut data.fresh);
        (data.set.unknown, data.set.indeterminate) = (unknown, indeterminate);
        self.enqueue(node);
    }

    fn enqueue(&mut self, node: Node) {
        if !std::mem::replace(&mut self.nodes[node].queued, true) {
            self.queue.push(node);
        }
    }

    /// The node's set includes another.
    pub(super) fn include(&mut self, node: Node, set: &PointerSet) {
        let node = self.find(node);
        let data = &mut self.nodes[node];
        let moving = Moving { shift: None, closure: data.closure, bits: self.bits };
        if data.set.absorb(set, &moving, &self.is_exposed, &mut data.fresh) {
            self.enqueue(node);
        }
    }

    /// What is in one node, moved by a shift, is in the other.
    pub(super) fn flow(&mut self, from: Node, to: Node, shift: u32) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to && shift == 0 || !self.edge_set.insert((from, to, shift)) {
            return;
        }
        self.nodes[from].edges.push((to, shift));
        if from == to {
            let set = self.nodes[from].set.clone();
            self.pass(&set, to, shift);
        } else {
            let set = std::mem::take(&mut self.nodes[from].set);
            self.pass(&set, to, shift);
            self.nodes[from].set = set;
        }
    }

    fn pass(&mut self, set: &PointerSet, to: Node, shift: u32) {
        let to = self.find(to);
        let data = &mut self.nodes[to];
        let shift = if shift == 0 { None } else { Some(&self.shifts[shift as usize]) };
        let moving = Moving { shift, closure: data.closure, bits: self.bits };
        if data.set.absorb(set, &moving, &self.is_exposed, &mut data.fresh) {
            self.enqueue(to);
        }
    }

    /// Adds a constraint on what a node points to.
    ///
    /// All loads through one node have the same cells; they share a node that these flow into. So
    /// do stores.
    pub(super) fn watch(&mut self, node: Node, watch: Watch) {
        let node = self.find(node);
        let data = &self.nodes[node];
        let shared = match watch {
            _ if self.plain => None,
            Watch::Load(_) => data.loads,
            Watch::Store(_) => data.stores,
            _ => None,
        };
        let watch = match (watch, shared.map(|id| self.watches[id as usize].0)) {
            (Watch::Load(into), Some(Watch::Load(all))) => return self.flow(all, into, 0),
            (Watch::Store(value), Some(Watch::Store(all))) => return self.flow(value, all, 0),
            (Watch::Load(into), _) if !self.plain => {
                let all = self.nodes.push(NodeData::default());
                self.flow(all, into, 0);
                Watch::Load(all)
            }
            (Watch::Store(value), _) if !self.plain => {
                let all = self.nodes.push(NodeData::default());
                self.flow(value, all, 0);
                Watch::Store(all)
            }
            (watch, _) => watch,
        };
        let watches = &mut self.watches;
        let id = *self.watch_index.entry(watch).or_insert_with(|| {
            watches.push((watch, false));
            watches.len() as u32 - 1
        });
        let data = &mut self.nodes[node];
        match watch {
            _ if self.plain => {}
            Watch::Load(_) => data.loads = Some(id),
            Watch::Store(_) => data.stores = Some(id),
            _ => {}
        }
        let Err(at) = data.watches.binary_search(&id) else { return };
        data.watches.insert(at, id);
        if !data.set.is_empty() {
            let set = data.set.clone();
            self.notify(id, &set);
        }
    }

    /// Solves the constraints.
    pub(super) fn run(&mut self) {
        let (mut rounds, mut edges) = (0, 0);
        loop {
            while let Some((function, context)) = self.todo.pop() {
                self.generate(function, context);
            }
            self.settle();
            if self.queue.is_empty() && self.todo.is_empty() && self.pending.is_empty() {
                return;
            }
            if !self.plain && (rounds % 8 == 0 || self.edge_set.len() > edges + edges / 4 + 64) {
                self.collapse();
                edges = self.edge_set.len();
            }
            rounds += 1;
            let mut queue = std::mem::take(&mut self.queue);
            queue.sort_by_key(|n| (self.order[*n], *n));
            for node in queue {
                self.visit(node);
            }
        }
    }

    /// Passes on what is new in a node.
    fn visit(&mut self, node: Node) {
        self.nodes[node].queued = false;
        if self.parent[node].is_some() {
            return;
        }
        let mut fresh = std::mem::take(&mut self.nodes[node].fresh);
        if self.nodes[node].set.reaches_exposed() {
            // What it flows to reaches them too.
            fresh.entries.retain(|(object, _)| !self.is_exposed.has(*object));
        }
        if fresh.is_empty() {
            return;
        }
        for i in 0..self.nodes[node].edges.len() {
            let (to, shift) = self.nodes[node].edges[i];
            self.pass(&fresh, to, shift);
        }
        // A constraint may add others before it, or make the node one with another, which then sees
        // everything anew.
        let mut i = 0;
        while let Some(watch) = self.nodes[node].watches.get(i).copied() {
            self.notify(watch, &fresh);
            i += 1;
        }
    }

    /// A constraint sees new pointers.
    fn notify(&mut self, id: u32, set: &PointerSet) {
        for (object, offsets) in set.entries() {
            self.target(id, *object, offsets);
        }
        if set.reaches_exposed() && !std::mem::replace(&mut self.watches[id as usize].1, true) {
            match self.watches[id as usize].0 {
                Watch::Expose => {}
                Watch::From(copy) if self.many_exposed() => self.add_exposed_ends(copy, true),
                Watch::To(copy) if self.many_exposed() => self.add_exposed_ends(copy, false),
                watch => self.watch(self.exposed, watch),
            }
        }
    }

    /// A constraint sees pointers into an object.
    fn target(&mut self, id: u32, object: ObjectId, offsets: &Offsets) {
        let watch = self.watches[id as usize].0;
        let size = self.program.layout.pointer_bytes();
        let least = |length: Length| match length {
            Length::Exactly(n) => n,
            Length::Multiple { .. } => 1,
        };
        match watch {
            Watch::Load(into) => {
                for start in self.starts(object, offsets, size) {
                    let cell = self.cell(object, start);
                    self.flow(cell, into, 0);
                }
            }
            Watch::Store(value) => {
                for start in self.starts(object, offsets, size) {
                    let cell = self.cell(object, start);
                    self.flow(value, cell, 0);
                }
            }
            Watch::Read(length) => {
                for start in self.starts(object, offsets, length) {
                    self.affect(object, start, Length::Exactly(length), Kind::Read);
                }
            }
            Watch::Write { length, unknown, indeterminate } => {
                for start in self.starts(object, offsets, least(length)) {
                    self.affect(object, start, length, Kind::Write { unknown, indeterminate });
                }
            }
            Watch::From(copy) | Watch::To(copy) => {
                let source = matches!(watch, Watch::From(_));
                for start in self.starts(object, offsets, least(self.copies[copy].length)) {
                    self.add_end(copy, object, start, source);
                }
            }
            Watch::Gather(length) => {
                for start in self.starts(object, offsets, least(length)) {
                    self.gather(object, start, length);
                }
            }
            Watch::Scatter(length) => {
                for start in self.starts(object, offsets, least(length)) {
                    self.scatter(object, start, length);
                }
            }
            Watch::Arguments(function) => {
                let wide = self.program.layout.model == DataModel::Lp64;
                let area = self.objects.intern(AbstractObject::Arguments(function), u64::MAX, false);
                for start in self.starts(object, offsets, if wide { 24 } else { 4 }) {
                    if wide {
                        self.affect(object, start, Length::Exactly(8), Kind::number());
                        let nothing = Kind::Write { unknown: false, indeterminate: false };
                        self.affect(object, start + 16, Length::Exactly(8), nothing);
                    }
                    let cell = self.cell(object, if wide { start + 8 } else { start });
                    self.include(cell, &PointerSet::to(area, 0));
                }
            }
            Watch::Call(edge, context) => {
                if let AbstractObject::Function(function) = self.objects.object(object)
                    && offsets.contains(0, self.bits)
                {
                    self.link(edge, context, function);
                }
            }
            Watch::Havoc => self.havoc(object),
            Watch::Expose => {
                let any = Offsets::any(self.bits);
                let data = &mut self.nodes[self.exposed];
                if data.set.insert(object, &any, self.bits) {
                    data.fresh.insert(object, &any, self.bits);
                    self.enqueue(self.exposed);
                    if !self.plain {
                        self.is_exposed.add(object);
                    }
                }
            }
        }
    }
}
