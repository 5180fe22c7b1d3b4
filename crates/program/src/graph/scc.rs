//! Strongly connected components, by Tarjan's algorithm without recursion.

use super::order::NONE;
use super::{Graph, Lists};

/// The strongly connected components of a graph, all nodes included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    component: Vec<u32>,
    members: Lists,
    cyclic: Vec<bool>,
}

impl Components {
    /// The components of a graph, numbered so that edges between components lead to smaller
    /// numbers.
    pub fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let mut component = vec![NONE; n];
        let mut number = vec![NONE; n];
        let mut low = vec![0u32; n];
        let (mut next_number, mut count) = (0, 0);
        let mut open = Vec::new();
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for start in std::iter::once(graph.root()).chain(graph.nodes()) {
            if number[start as usize] != NONE {
                continue;
            }
            stack.push((start, 0));
            while let Some((node, next)) = stack.last_mut() {
                let v = *node as usize;
                if *next == 0 && number[v] == NONE {
                    number[v] = next_number;
                    low[v] = next_number;
                    next_number += 1;
                    open.push(*node);
                }
                if let Some(successor) = graph.successors(*node).get(*next) {
                    *next += 1;
                    let s = *successor as usize;
                    if number[s] == NONE {
                        stack.push((*successor, 0));
                    } else if component[s] == NONE {
                        low[v] = low[v].min(number[s]);
                    }
                    continue;
                }
                if low[v] == number[v] {
                    while let Some(member) = open.pop() {
                        component[member as usize] = count;
                        if member as usize == v {
                            break;
                        }
                    }
                    count += 1;
                }
                stack.pop();
                if let Some((parent, _)) = stack.last() {
                    let p = *parent as usize;
                    low[p] = low[p].min(low[v]);
                }
            }
        }
        let members = Lists::group(count as usize, component.iter().zip(0u32..).map(|(c, v)| (*c, v)));
        let mut cyclic: Vec<bool> = (0..count).map(|c| members.get(c).len() > 1).collect();
        for (a, b) in graph.edges() {
            if a == b {
                cyclic[component[a as usize] as usize] = true;
            }
        }
        Components { component, members, cyclic }
    }

    /// Number of components.
    pub fn len(&self) -> usize {
        self.cyclic.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.cyclic.is_empty()
    }

    /// The component of a node.
    pub fn of(&self, node: u32) -> u32 {
        self.component[node as usize]
    }

    /// The nodes of a component, in ascending order.
    pub fn members(&self, component: u32) -> &[u32] {
        self.members.get(component)
    }

    /// Does a cycle run through the component?
    pub fn is_cyclic(&self, component: u32) -> bool {
        self.cyclic[component as usize]
    }
}
