//! Reading witnesses of the format 1.0: automata in GraphML.
//!
//! Of the automaton of a violation witness a shortest path from the entry to a violation is taken.
//! An edge that says what a function returned, or how a condition is decided, becomes a waypoint;
//! other assumptions become hints. Of a correctness witness the invariants are taken whose place is
//! told by the edges into their nodes.

use super::{
    Content, Decision, Hint, Invariant, Malformed, Metadata, Place, Producer, Segment, Task, Waypoint, WaypointKind,
    Witness, check,
};
use adumbra_program::DataModel;
use roxmltree::{Document, Node};
use std::collections::{HashMap, VecDeque};

/// Reads a witness.
pub fn read(text: &str) -> Result<Witness, Malformed> {
    let document = Document::parse(text).map_err(|e| Malformed::at(e.pos().row, format!("not XML: {e}")))?;
    let line = |node: Node<'_, '_>| document.text_pos_at(node.range().start).row;
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return Err(Malformed::at(line(root), "not a witness: the root element is not `graphml`"));
    }
    let graph = children(root, "graph")
        .next()
        .ok_or_else(|| Malformed::at(line(root), "the witness has no `graph` element"))?;
    let reader = Reader { graph, line: &line };
    let metadata = reader.metadata()?;
    let nodes = reader.nodes()?;
    let edges = reader.edges(&nodes)?;
    let file = metadata.task.input_files.first().cloned().unwrap_or_default();
    let mut hints = Vec::new();
    let content = match reader.required("witness-type")?.as_str() {
        "violation_witness" => Content::Violation(reader.violation(&nodes, &edges, &file, &mut hints)?),
        "correctness_witness" => Content::Correctness(reader.correctness(&nodes, &edges, &file)?, Vec::new()),
        other => {
            let message = format!("witness-type is `{other}`; `violation_witness` and `correctness_witness` are known");
            return Err(Malformed::at(line(graph), message));
        }
    };
    check(&content)?;
    Ok(Witness { metadata, content, hints })
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |c| c.tag_name().name() == name)
}

/// The values of a key.
fn values(node: Node<'_, '_>, key: &str) -> Vec<String> {
    let of_key = children(node, "data").filter(|d| d.attribute("key") == Some(key));
    of_key.map(|d| d.text().unwrap_or_default().trim().to_owned()).collect()
}

fn value(node: Node<'_, '_>, key: &str) -> Option<String> {
    values(node, key).into_iter().next()
}

fn is_true(node: Node<'_, '_>, key: &str) -> bool {
    value(node, key).is_some_and(|v| v == "true")
}

struct Reader<'r, 'a, 'i> {
    graph: Node<'a, 'i>,
    line: &'r dyn Fn(Node<'_, '_>) -> u32,
}

type Nodes<'a, 'i> = HashMap<&'a str, Node<'a, 'i>>;

struct EdgeText<'a, 'i> {
    from: &'a str,
    to: &'a str,
    node: Node<'a, 'i>,
}

impl<'a, 'i> Reader<'_, 'a, 'i> {
    fn required(&self, key: &str) -> Result<String, Malformed> {
        value(self.graph, key).ok_or_else(|| {
            Malformed::at((self.line)(self.graph), format!("the graph has no data with the key `{key}`"))
        })
    }

    fn metadata(&self) -> Result<Metadata, Malformed> {
        let language = self.required("sourcecodelang")?;
        if language != "C" {
            return Err(Malformed::at(
                (self.line)(self.graph),
                format!("sourcecodelang is `{language}`; only `C` is known"),
            ));
        }
        let data_model = match self.required("architecture")?.as_str() {
            "32bit" => DataModel::Ilp32,
            "64bit" => DataModel::Lp64,
            other => {
                let message = format!("architecture is `{other}`; `32bit` and `64bit` are known");
                return Err(Malformed::at((self.line)(self.graph), message));
            }
        };
        self.required("specification")?;
        let file = self.required("programfile")?;
        let hash = self.required("programhash")?;
        Ok(Metadata {
            format_version: "1.0".into(),
            uuid: String::new(),
            creation_time: value(self.graph, "creationtime").unwrap_or_default(),
            producer: Producer { name: self.required("producer")?, ..Producer::default() },
            task: Task {
                input_files: vec![file.clone()],
                hashes: vec![(file, hash)],
                specification: values(self.graph, "specification").join("\n"),
                data_model,
            },
        })
    }

    fn nodes(&self) -> Result<Nodes<'a, 'i>, Malformed> {
        let mut nodes = HashMap::new();
        for node in children(self.graph, "node") {
            let id = node.attribute("id").ok_or_else(|| Malformed::at((self.line)(node), "a node without `id`"))?;
            if nodes.insert(id, node).is_some() {
                return Err(Malformed::at((self.line)(node), format!("two nodes `{id}`")));
            }
        }
        Ok(nodes)
    }

    fn edges(&self, nodes: &Nodes<'a, 'i>) -> Result<Vec<EdgeText<'a, 'i>>, Malformed> {
        children(self.graph, "edge")
            .map(|node| {
                let end = |name: &str| match node.attribute(name) {
                    Some(id) if nodes.contains_key(id) => Ok(id),
                    Some(id) => Err(Malformed::at(
                        (self.line)(node),
                        format!("an edge with the {name} `{id}`, which is no node"),
                    )),
                    None => Err(Malformed::at((self.line)(node), format!("an edge without `{name}`"))),
                };
                Ok(EdgeText { from: end("source")?, to: end("target")?, node })
            })
            .collect()
    }

    fn entry(&self, nodes: &Nodes<'a, 'i>) -> Result<&'a str, Malformed> {
        let mut entries = nodes.iter().filter(|(_, n)| is_true(**n, "entry")).map(|(id, _)| *id);
        match (entries.next(), entries.next()) {
            (Some(entry), None) => Ok(entry),
            (None, _) => Err(Malformed::at((self.line)(self.graph), "no node is the entry")),
            _ => Err(Malformed::at((self.line)(self.graph), "more than one node is the entry")),
        }
    }

    /// A number of an edge.
    fn number(&self, node: Node<'_, '_>, key: &str) -> Result<Option<u32>, Malformed> {
        match value(node, key) {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(Malformed::at((self.line)(node), format!("{key} is `{text}`, which is no number"))),
            },
        }
    }

    fn place(&self, edge: Node<'_, '_>, file: &str) -> Result<Option<Place>, Malformed> {
        let line = match self.number(edge, "startline")? {
            Some(line) => Some(line),
            None => self.number(edge, "endline")?,
        };
        let file = value(edge, "originfile").unwrap_or_else(|| file.into());
        Ok(line.filter(|l| *l > 0).map(|line| Place { file, line, column: None, function: None }))
    }

    fn violation(
        &self,
        nodes: &Nodes<'a, 'i>,
        edges: &[EdgeText<'a, 'i>],
        file: &str,
        hints: &mut Vec<Hint>,
    ) -> Result<Vec<Segment>, Malformed> {
        let entry = self.entry(nodes)?;
        let mut out: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, edge) in edges.iter().enumerate() {
            out.entry(edge.from).or_default().push(index);
        }
        let mut reached: HashMap<&str, Option<usize>> = HashMap::from([(entry, None)]);
        let mut queue = VecDeque::from([entry]);
        let mut goal = None;
        while let Some(id) = queue.pop_front() {
            if is_true(nodes[id], "violation") {
                goal = Some(id);
                break;
            }
            for &index in out.get(id).map_or(&[][..], |v| v) {
                let to = edges[index].to;
                if !is_true(nodes[to], "sink") && !reached.contains_key(to) {
                    reached.insert(to, Some(index));
                    queue.push_back(to);
                }
            }
        }
        let goal = goal.ok_or_else(|| {
            Malformed::at((self.line)(self.graph), "no node that is a violation can be reached from the entry")
        })?;
        let mut path = Vec::new();
        let mut at = goal;
        while let Some(Some(index)) = reached.get(at) {
            path.push(*index);
            at = edges[*index].from;
        }
        path.reverse();
        let mut segments = Vec::new();
        let mut last_place = None;
        for index in path {
            let edge = edges[index].node;
            let place = self.place(edge, file)?;
            let line = (self.line)(edge);
            last_place = place.clone().or(last_place);
            let mut required = None;
            let assumption = value(edge, "assumption");
            let result = value(edge, "assumption.resultfunction");
            for part in assumption.iter().flat_map(|a| a.split(';')).map(str::trim).filter(|p| !p.is_empty()) {
                if part.contains("\\result") && result.is_some() {
                    required = Some((WaypointKind::FunctionReturn(part.to_owned()), result.clone()));
                } else {
                    hints.push(Hint { line: place.as_ref().map(|p| p.line), expression: part.to_owned() });
                }
            }
            match value(edge, "control").as_deref() {
                Some("condition-true") => required = Some((WaypointKind::Branching(Decision::Truth(true)), None)),
                Some("condition-false") => required = Some((WaypointKind::Branching(Decision::Truth(false)), None)),
                Some(other) => {
                    let message = format!("control is `{other}`; `condition-true` and `condition-false` are known");
                    return Err(Malformed::at(line, message));
                }
                None => {}
            }
            if let (Some((kind, called)), Some(place)) = (required, place) {
                segments.push(Segment { avoid: vec![], follow: Waypoint { kind, place, called, line } });
            }
        }
        let line = (self.line)(nodes[goal]);
        let place =
            last_place.ok_or_else(|| Malformed::at(line, "no edge on the path to the violation has a startline"))?;
        segments.push(Segment {
            avoid: vec![],
            follow: Waypoint { kind: WaypointKind::Target, place, called: None, line },
        });
        Ok(segments)
    }

    fn correctness(
        &self,
        nodes: &Nodes<'a, 'i>,
        edges: &[EdgeText<'a, 'i>],
        file: &str,
    ) -> Result<Vec<Invariant>, Malformed> {
        self.entry(nodes)?;
        // An edge into the head of a loop stands where executions come from; the loop itself is
        // where its condition is decided.
        let mut decided: HashMap<&str, Place> = HashMap::new();
        for edge in edges.iter().filter(|e| value(e.node, "control").is_some()) {
            if let Some(place) = self.place(edge.node, file)? {
                decided.entry(edge.from).or_insert(place);
            }
        }
        let mut found: Vec<Invariant> = Vec::new();
        for edge in edges {
            let node = nodes[edge.to];
            let Some(expression) = value(node, "invariant") else { continue };
            let of_loop = is_true(edge.node, "enterLoopHead");
            let place = match decided.get(edge.to) {
                Some(place) if of_loop => Some(place.clone()),
                _ => self.place(edge.node, file)?,
            };
            let Some(place) = place else { continue };
            let place = Place { function: value(node, "invariant.scope"), ..place };
            let invariant = Invariant { of_loop, place, expression, line: (self.line)(node) };
            if !found.contains(&invariant) {
                found.push(invariant);
            }
        }
        Ok(found)
    }
}
