//! Large programs: points-to sets, regions, the dependence graph, a slice, blocks and footprints of
//! random programs that move pointers about.
//!
//! Without numbers every set is listed; with them most pointers may come from one, as in programs
//! with an allocator of their own.

#[path = "../tests/common/generated.rs"]
#[allow(dead_code)]
mod generated;

use adumbra_dependence::*;
use adumbra_program::{Edge, Program};
use generated::{Style, program};

fn main() {
    divan::main();
}

/// Numbers of functions, how many others each knows, and how many of 100 operations are about
/// numbers.
const SIZES: [Size; 4] = [(50, 50, 0), (50, 50, 3), (250, 2, 0), (250, 2, 3)];

type Size = (u32, u32, u64);

fn made((functions, near, numbers): Size) -> Program {
    program(1, Style { functions, operations: 50, globals: functions, near, numbers, copies: 2 })
}

#[divan::bench(args = SIZES, max_time = 5)]
fn points_to(bencher: divan::Bencher, size: Size) {
    let program = made(size);
    bencher.bench_local(|| Andersen::new(&program, Outside::Pure));
}

#[divan::bench(args = SIZES, max_time = 5)]
fn regions(bencher: divan::Bencher, size: Size) {
    let program = made(size);
    let points_to = Andersen::new(&program, Outside::Pure);
    bencher.bench_local(|| Regions::new(&program, &points_to));
}

#[divan::bench(args = SIZES, max_time = 5)]
fn graph(bencher: divan::Bencher, size: Size) {
    let program = made(size);
    let points_to = Andersen::new(&program, Outside::Pure);
    let regions = Regions::new(&program, &points_to);
    let options = DependenceOptions::default();
    bencher.bench_local(|| DependenceGraph::new(&program, &points_to, &regions, &options));
}

#[divan::bench(args = SIZES, max_time = 5)]
fn slice(bencher: divan::Bencher, size: Size) {
    let program = made(size);
    let points_to = Andersen::new(&program, Outside::Pure);
    let regions = Regions::new(&program, &points_to);
    let graph = DependenceGraph::new(&program, &points_to, &regions, &DependenceOptions::default());
    let last = Criterion::Edge(Edge::from_u32(program.edges.len() as u32 - 1));
    bencher.bench_local(|| graph.slice(&program, std::slice::from_ref(&last)));
}

/// Blocks and footprints are also measured on ten thousand functions.
const MANY: [Size; 4] = [(250, 2, 0), (250, 2, 3), (2_500, 2, 0), (10_000, 2, 0)];

#[divan::bench(args = MANY, max_time = 5)]
fn blocks(bencher: divan::Bencher, size: Size) {
    let program = made(size);
    let points_to = Andersen::new(&program, Outside::Pure);
    bencher.bench_local(|| Blocks::new(&program, &points_to, Partition::Both));
}

#[divan::bench(args = MANY, max_time = 5)]
fn footprints(bencher: divan::Bencher, size: Size) {
    let program = made(size);
    let points_to = Andersen::new(&program, Outside::Pure);
    let regions = Regions::new(&program, &points_to);
    let blocks = Blocks::new(&program, &points_to, Partition::Both);
    bencher.bench_local(|| Footprints::new(&program, &points_to, &regions, &blocks));
}
