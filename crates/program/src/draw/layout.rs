//! A layered layout in the manner of Sugiyama, with near-linear passes only.
//!
//! Boxes get ranks by longest paths along the edges that are no back edges; long edges are broken
//! by dummies, one a rank, as far as a budget allows; barycentre sweeps order each rank; isotonic
//! regression moves boxes toward their neighbours while keeping order and distances. Edges bend
//! only between ranks, so that they never cross a box. Back edges, and edges for which there was no
//! budget, run in lanes of their own at the sides.

/// What to lay out.
pub(super) struct Input {
    /// Width and height of each box.
    pub sizes: Vec<(f64, f64)>,
    /// For each box a key; an edge to a box with a key that is not larger is a back edge.
    pub keys: Vec<u64>,
    /// The edges.
    pub edges: Vec<(u32, u32)>,
}

/// How an edge runs.
pub(super) enum Route {
    /// Through these points, alternating straight vertical pieces and curves:
    /// `(x, y top, y bottom)` for each rank passed, source and target included.
    Curve(Vec<(f64, f64, f64)>),
    /// Along these corners.
    Lane(Vec<(f64, f64)>),
}

/// Where everything goes.
pub(super) struct Layout {
    /// Upper left corner of each box.
    pub corners: Vec<(f64, f64)>,
    /// The way of each edge.
    pub routes: Vec<Route>,
    /// Extent.
    pub size: (f64, f64),
}

const BOX_GAP: f64 = 22.0;
const RANK_GAP: f64 = 24.0;
const LANE_GAP: f64 = 9.0;
const ROUNDS: usize = 8;

/// A box or a dummy.
struct Vertex {
    width: f64,
    height: f64,
    rank: u32,
    /// The edge that a dummy belongs to; `None` for a box.
    chain: Option<u32>,
    x: f64,
    above: Vec<u32>,
    below: Vec<u32>,
}

pub(super) fn layout(input: &Input) -> Layout {
    let n = input.sizes.len();
    let forward = |&(a, b): &(u32, u32)| input.keys[b as usize] > input.keys[a as usize];
    let ranks = ranks(input, &forward);
    let mut vertices: Vec<Vertex> = (0..n)
        .map(|i| {
            let (width, height) = input.sizes[i];
            Vertex { width, height, rank: ranks[i], chain: None, x: 0.0, above: vec![], below: vec![] }
        })
        .collect();
    let chains = chains(input, &forward, &mut vertices);
    let mut layers = layers(input, &vertices, &chains);
    order(&mut layers, &mut vertices);
    place_horizontally(&layers, &mut vertices, input.edges.len());
    finish(input, &layers, &mut vertices, &chains)
}

fn ranks(input: &Input, forward: &dyn Fn(&(u32, u32)) -> bool) -> Vec<u32> {
    let n = input.sizes.len();
    let mut out = vec![Vec::new(); n];
    for edge in input.edges.iter().filter(|e| forward(e)) {
        out[edge.0 as usize].push(edge.1);
    }
    let mut by_key: Vec<u32> = (0..n as u32).collect();
    by_key.sort_by_key(|i| input.keys[*i as usize]);
    let mut ranks = vec![0; n];
    for node in by_key {
        for next in &out[node as usize] {
            ranks[*next as usize] = ranks[*next as usize].max(ranks[node as usize] + 1);
        }
    }
    ranks
}

/// For each edge the vertices it passes, ends included; none if it runs in a lane.
fn chains(input: &Input, forward: &dyn Fn(&(u32, u32)) -> bool, vertices: &mut Vec<Vertex>) -> Vec<Option<Vec<u32>>> {
    let span = |i: usize, vertices: &[Vertex]| {
        let (a, b) = input.edges[i];
        vertices[b as usize].rank - vertices[a as usize].rank
    };
    let mut chains = vec![None; input.edges.len()];
    let mut by_span: Vec<usize> = (0..input.edges.len()).filter(|i| forward(&input.edges[*i])).collect();
    by_span.sort_by_key(|i| span(*i, vertices));
    let mut budget = 4 * (input.sizes.len() + input.edges.len()) + 200;
    for i in by_span {
        let (from, to) = input.edges[i];
        let dummies = span(i, vertices) as usize - 1;
        if dummies > budget {
            break;
        }
        budget -= dummies;
        let mut chain = vec![from];
        for rank in vertices[from as usize].rank + 1..vertices[to as usize].rank {
            chain.push(vertices.len() as u32);
            vertices.push(Vertex {
                width: 4.0,
                height: 0.0,
                rank,
                chain: Some(i as u32),
                x: 0.0,
                above: vec![],
                below: vec![],
            });
        }
        chain.push(to);
        for pair in chain.windows(2) {
            vertices[pair[0] as usize].below.push(pair[1]);
            vertices[pair[1] as usize].above.push(pair[0]);
        }
        chains[i] = Some(chain);
    }
    chains
}

fn layers(input: &Input, vertices: &[Vertex], chains: &[Option<Vec<u32>>]) -> Vec<Vec<u32>> {
    let count = vertices.iter().map(|v| v.rank + 1).max().unwrap_or(0);
    // Boxes by key, dummies with the key of their edge's source, so that what belongs together
    // starts together.
    let mut keyed: Vec<(u64, u32)> = (0..input.sizes.len() as u32).map(|i| (input.keys[i as usize], i)).collect();
    for chain in chains.iter().flatten() {
        let key = input.keys[chain[0] as usize];
        keyed.extend(chain[1..chain.len() - 1].iter().map(|v| (key, *v)));
    }
    keyed.sort_unstable();
    let mut layers = vec![Vec::new(); count as usize];
    for (_, v) in keyed {
        layers[vertices[v as usize].rank as usize].push(v);
    }
    layers
}

/// Barycentre sweeps, down and up in turn; the order with the fewest crossings stays.
fn order(layers: &mut Vec<Vec<u32>>, vertices: &mut [Vertex]) {
    let mut place = vec![0f64; vertices.len()];
    let set_places = |layer: &[u32], place: &mut [f64]| {
        layer.iter().enumerate().for_each(|(i, v)| place[*v as usize] = i as f64);
    };
    layers.iter().for_each(|layer| set_places(layer, &mut place));
    let mut best = layers.clone();
    let mut fewest = crossings(layers, vertices, &place);
    for round in 0..ROUNDS {
        let down = round % 2 == 0;
        let count = layers.len();
        for i in 0..count {
            let layer = &mut layers[if down { i } else { count - 1 - i }];
            let mut keyed: Vec<(f64, u32)> = layer
                .iter()
                .map(|v| {
                    let vertex = &vertices[*v as usize];
                    let others = if down { &vertex.above } else { &vertex.below };
                    let sum: f64 = others.iter().map(|o| place[*o as usize]).sum();
                    (if others.is_empty() { place[*v as usize] } else { sum / others.len() as f64 }, *v)
                })
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            layer.clear();
            layer.extend(keyed.iter().map(|(_, v)| *v));
            set_places(layer, &mut place);
        }
        let now = crossings(layers, vertices, &place);
        if now < fewest {
            fewest = now;
            best.clone_from(layers);
        }
        if fewest == 0 {
            break;
        }
    }
    *layers = best;
}

/// Number of crossings between neighbouring ranks, by counting inversions with a Fenwick tree.
fn crossings(layers: &[Vec<u32>], vertices: &[Vertex], place: &[f64]) -> u64 {
    let mut total = 0;
    for (i, layer) in layers.iter().enumerate() {
        let width = layers.get(i + 1).map_or(0, Vec::len);
        let mut tree = vec![0u64; width + 1];
        let mut inserted = 0u64;
        for v in layer {
            let mut targets: Vec<usize> =
                vertices[*v as usize].below.iter().map(|b| place[*b as usize] as usize).collect();
            targets.sort_unstable();
            for target in &targets {
                let mut at = target + 1;
                let mut at_most = 0;
                while at > 0 {
                    at_most += tree[at];
                    at &= at - 1;
                }
                total += inserted - at_most;
            }
            for target in targets {
                inserted += 1;
                let mut at = target + 1;
                while at <= width {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
    }
    total
}

fn place_horizontally(layers: &[Vec<u32>], vertices: &mut [Vertex], edges: usize) {
    for layer in layers {
        let mut x = 0.0;
        for v in layer {
            let vertex = &mut vertices[*v as usize];
            vertex.x = x + vertex.width / 2.0;
            x += vertex.width + BOX_GAP;
        }
        for v in layer {
            vertices[*v as usize].x -= x / 2.0;
        }
    }
    // Small pictures get more rounds: they are looked at more closely.
    let rounds = if vertices.len() < 2000 { 10 * ROUNDS } else { 2 * ROUNDS };
    for round in 0..=rounds {
        let down = round % 2 == 0;
        let last = round + 2 >= rounds;
        // Sum of the places of each edge's dummies, and their number.
        let mut chains = vec![(0.0, 0.0); edges];
        for vertex in vertices.iter() {
            if let Some(chain) = vertex.chain {
                let (total, count) = &mut chains[chain as usize];
                *total += vertex.x;
                *count += 1.0;
            }
        }
        for i in 0..layers.len() {
            let layer = &layers[if down { i } else { layers.len() - 1 - i }];
            let wishes: Vec<(f64, f64)> = layer
                .iter()
                .map(|v| {
                    let vertex = &vertices[*v as usize];
                    let (mut sum, mut weight) = (0.0, 0.0);
                    if let Some(chain) = vertex.chain {
                        // Straight edges matter more than centred boxes.
                        let (total, count) = chains[chain as usize];
                        (sum, weight) = (16.0 * total / count, 16.0);
                    }
                    let sides = [(&vertex.above, down || last), (&vertex.below, !down || last)];
                    for o in sides.iter().filter(|(_, used)| *used).flat_map(|(list, _)| list.iter()) {
                        sum += vertices[*o as usize].x;
                        weight += 1.0;
                    }
                    if weight == 0.0 { (vertex.x, 0.05) } else { (sum / weight, weight) }
                })
                .collect();
            fit(layer, &wishes, vertices);
        }
    }
}

/// Moves the vertices of a rank as near to their wishes as order and distances allow: weighted
/// isotonic regression by pooling adjacent violators.
fn fit(layer: &[u32], wishes: &[(f64, f64)], vertices: &mut [Vertex]) {
    let mut offsets = Vec::with_capacity(layer.len());
    let mut offset = 0.0;
    for (i, v) in layer.iter().enumerate() {
        if i > 0 {
            let (a, b) = (&vertices[layer[i - 1] as usize], &vertices[*v as usize]);
            let gap = if a.chain.is_some() && b.chain.is_some() { LANE_GAP } else { BOX_GAP };
            offset += a.width / 2.0 + b.width / 2.0 + gap;
        }
        offsets.push(offset);
    }
    // Pools of (mean, weight, number of members).
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for ((wish, weight), offset) in wishes.iter().zip(&offsets) {
        let mut pool = (wish - offset, *weight, 1);
        while let Some(&(mean, w, count)) = pools.last()
            && mean >= pool.0
        {
            pools.pop();
            pool = ((mean * w + pool.0 * pool.1) / (w + pool.1), w + pool.1, count + pool.2);
        }
        pools.push(pool);
    }
    let means = pools.iter().flat_map(|(mean, _, count)| std::iter::repeat_n(*mean, *count));
    for ((v, mean), offset) in layer.iter().zip(means).zip(&offsets) {
        vertices[*v as usize].x = mean + offset;
    }
}

/// Vertical places, the ends of edges on their boxes, and lanes.
fn finish(input: &Input, layers: &[Vec<u32>], vertices: &mut [Vertex], chains: &[Option<Vec<u32>>]) -> Layout {
    let lanes: Vec<usize> = (0..input.edges.len()).filter(|i| chains[*i].is_none()).collect();
    let rank = |v: u32, vertices: &[Vertex]| vertices[v as usize].rank as usize;
    // Horizontal pieces of lanes below and above each rank.
    let (mut below, mut above) = (vec![0usize; layers.len()], vec![0usize; layers.len()]);
    for i in &lanes {
        let (from, to) = input.edges[*i];
        below[rank(from, vertices)] += 1;
        above[rank(to, vertices)] += 1;
    }
    let stagger = |count: usize| count.min(12) as f64 * 4.0;
    let mut bands = Vec::with_capacity(layers.len());
    let mut y = 0.0;
    for (i, layer) in layers.iter().enumerate() {
        y += stagger(above[i]);
        let height = layer.iter().map(|v| vertices[*v as usize].height).fold(0.0, f64::max);
        bands.push((y, y + height));
        y += height + RANK_GAP + stagger(below[i]);
    }
    let (left, right) = vertices
        .iter()
        .fold((f64::MAX, f64::MIN), |(l, r), v| (l.min(v.x - v.width / 2.0), r.max(v.x + v.width / 2.0)));
    let ports = ports(input, vertices, chains, (left, right));
    let mut edges_of_rank: Vec<(f64, f64)> = layers
        .iter()
        .map(|layer| {
            layer.iter().fold((f64::MAX, f64::MIN), |(l, r), v| {
                let v = &vertices[*v as usize];
                (l.min(v.x - v.width / 2.0), r.max(v.x + v.width / 2.0))
            })
        })
        .collect();
    let mut routes: Vec<Route> = Vec::with_capacity(input.edges.len());
    for (i, chain) in chains.iter().enumerate() {
        let points = chain.iter().flatten().enumerate().map(|(k, v)| {
            let vertex = &vertices[*v as usize];
            let (top, bottom) = bands[vertex.rank as usize];
            if k == 0 {
                (ports[i].0, top + vertex.height, bottom)
            } else if vertex.chain.is_some() {
                (vertex.x, top, bottom)
            } else {
                (ports[i].1, top, top)
            }
        });
        routes.push(Route::Curve(points.collect()));
    }
    // Short lanes first, so that they lie inside long ones.
    let mut by_span = lanes;
    by_span.sort_by_key(|i| rank(input.edges[*i].0, vertices).abs_diff(rank(input.edges[*i].1, vertices)));
    let mut work = 20_000_000usize;
    let (mut far_left, mut far_right) = (left, right);
    let (mut used_below, mut used_above) = (vec![0usize; layers.len()], vec![0usize; layers.len()]);
    for i in by_span {
        let (from, to) = input.edges[i];
        let (a, b) = (rank(from, vertices), rank(to, vertices));
        let span = a.min(b)..=a.max(b);
        let on_right = runs_on_right((from, to), vertices);
        let passed = if work > a.abs_diff(b) { &mut edges_of_rank[span] } else { &mut [] };
        work = work.saturating_sub(a.abs_diff(b));
        let x = if on_right {
            let x = passed.iter().map(|e| e.1).fold(f64::MIN, f64::max);
            if passed.is_empty() { far_right } else { x + 14.0 }
        } else {
            let x = passed.iter().map(|e| e.0).fold(f64::MAX, f64::min);
            if passed.is_empty() { far_left } else { x - 14.0 }
        };
        for slot in passed.iter_mut() {
            if on_right { slot.1 = x } else { slot.0 = x }
        }
        far_left = far_left.min(x);
        far_right = far_right.max(x);
        used_below[a] += 1;
        used_above[b] += 1;
        let start = bands[a].0 + vertices[from as usize].height;
        let down = bands[a].1 + 2.0 + stagger(used_below[a]);
        let up = bands[b].0 - 8.0 - stagger(used_above[b]);
        let (x0, x1) = ports[i];
        routes[i] = Route::Lane(vec![(x0, start), (x0, down), (x, down), (x, up), (x1, up), (x1, bands[b].0)]);
    }
    let corners = (0..input.sizes.len())
        .map(|i| (vertices[i].x - vertices[i].width / 2.0 - far_left, bands[vertices[i].rank as usize].0))
        .collect();
    for route in &mut routes {
        match route {
            Route::Curve(points) => points.iter_mut().for_each(|p| p.0 -= far_left),
            Route::Lane(points) => points.iter_mut().for_each(|p| p.0 -= far_left),
        }
    }
    Layout { corners, routes, size: (far_right - far_left, y - RANK_GAP + 8.0) }
}

/// On which side an edge has its lane: on that of the lower end.
fn runs_on_right((from, to): (u32, u32), vertices: &[Vertex]) -> bool {
    let (from, to) = (&vertices[from as usize], &vertices[to as usize]);
    if from.rank > to.rank { from.x >= to.x } else { to.x >= from.x }
}

/// For each edge where it leaves its source and where it meets its target, spread over the width of
/// the boxes.
fn ports(
    input: &Input,
    vertices: &[Vertex],
    chains: &[Option<Vec<u32>>],
    (left, right): (f64, f64),
) -> Vec<(f64, f64)> {
    let mut ports = vec![(0.0, 0.0); input.edges.len()];
    let mut outgoing: Vec<Vec<(f64, usize)>> = vec![Vec::new(); input.sizes.len()];
    let mut incoming = outgoing.clone();
    for (i, (from, to)) in input.edges.iter().enumerate() {
        let (second, last_but_one) = match &chains[i] {
            Some(chain) => (vertices[chain[1] as usize].x, vertices[chain[chain.len() - 2] as usize].x),
            None if runs_on_right((*from, *to), vertices) => (right, right),
            None => (left, left),
        };
        outgoing[*from as usize].push((second, i));
        incoming[*to as usize].push((last_but_one, i));
    }
    let spread = |list: &mut Vec<(f64, usize)>, vertex: &Vertex, set: &mut dyn FnMut(usize, f64)| {
        list.sort_by(|a, b| a.0.total_cmp(&b.0));
        let step = f64::min(20.0, (vertex.width - 8.0).max(1.0) / list.len().max(1) as f64);
        for (k, (_, i)) in list.iter().enumerate() {
            set(*i, vertex.x + (k as f64 - (list.len() as f64 - 1.0) / 2.0) * step);
        }
    };
    for (v, vertex) in vertices.iter().take(input.sizes.len()).enumerate() {
        spread(&mut outgoing[v], vertex, &mut |i, x| ports[i].0 = x);
        spread(&mut incoming[v], vertex, &mut |i, x| ports[i].1 = x);
    }
    ports
}
