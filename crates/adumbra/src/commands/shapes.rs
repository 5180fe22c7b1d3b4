//! `adumbra shapes`: read and check descriptions of linked data structures, and see what an
//! explicit heap looks like and becomes.

use crate::failure::{Exit, Failure};
use adumbra_shapes::check::{Effort, Refuted, check};
use adumbra_shapes::description::{Library, LinkBy, SHIPPED, StructureId};
use adumbra_shapes::generator::{bindings, generators};
use adumbra_shapes::{Binding, Field, Generator, Names, Shapes, TooLarge, Tracking, WrittenHeap, show};
use clap::{Args, ValueHint};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What `adumbra shapes` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ShapesArgs {
    /// A description to read and check; without it, those that are shipped are listed
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// A heap, cell by cell: which structures does it look like?
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    heap: Option<PathBuf>,
    /// Abstract the heap as this structure, with these fields for its links
    #[arg(long = "as", value_name = "STRUCTURE(FIELD,…)", requires = "heap")]
    view: Option<String>,
    /// The predicates that are told, by their families; without it, all of the structure
    #[arg(long, value_name = "FAMILY", value_delimiter = ',', requires = "view")]
    families: Option<Vec<String>>,
    /// An operation on the abstracted heap; may be given several times
    #[arg(long = "do", value_name = "OPERATION", requires = "view")]
    operations: Vec<String>,
}

const EXAMPLES: &str = "\
A graph has a line for each node: what holds on it and where it leads. `+` marks a node that stands for one cell or
more, `?` what may hold or not. Operations are x = null, x = y, x = y->f, x = malloc, x->f = null, x->f = y, free x,
assume x == y, assume x->f != null, and so on.

Exit codes: 10 if a formula of the description is refuted by a heap, 2 if a file cannot be read.

Examples:
  adumbra shapes
  adumbra shapes structures/dll.shape
  adumbra shapes --heap list.heap --as 'sll(next)' --do 'p = a->next'";

/// Runs the command.
pub fn run(arguments: &ShapesArgs) -> Result<Exit, Failure> {
    let mut library = Library::shipped().map_err(|problem| Failure::new(Exit::Internal, problem.to_string()))?;
    let mut text = String::new();
    let mut exit = Exit::Success;
    match &arguments.file {
        Some(file) => {
            let structures = described(&mut library, file)?;
            if structures.is_empty() {
                text.push_str("no structure: nothing is checked\n");
            }
            for structure in structures {
                exit = describe(&library, structure, true, &mut text).unwrap_or(exit);
            }
        }
        None if arguments.heap.is_none() => {
            for structure in library.structures() {
                describe(&library, structure, false, &mut text);
            }
        }
        None => {}
    }
    if let Some(heap) = &arguments.heap {
        with_heap(library, arguments, heap, &mut text)?;
    }
    let mut out = std::io::stdout().lock();
    let done = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    done.map(|()| exit).map_err(|error| Failure::output("standard output", &error))
}

fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file)
        .map_err(|error| Failure::new(Exit::Input, format!("{}: cannot be read: {error}", file.display())))
}

/// The structures of a file, which are added to the library, unless it is one of those shipped.
fn described(library: &mut Library, file: &Path) -> Result<Vec<StructureId>, Failure> {
    let text = read(file)?;
    let name = file.display().to_string();
    if let Some(at) = SHIPPED.iter().position(|(_, known)| *known == text) {
        let mut before = Library::default();
        for (file, text) in &SHIPPED[..at] {
            before.read(file, text).map_err(|problem| Failure::new(Exit::Internal, problem.to_string()))?;
        }
        let own = before.read(&name, &text).map_err(|problem| Failure::new(Exit::Internal, problem.to_string()))?;
        return Ok(own.1);
    }
    let found = library.read(&name, &text).map_err(|problem| Failure::new(Exit::Input, problem.to_string()))?;
    Ok(found.1)
}

/// Says what a structure is; if it is checked, gives the exit code of a refutation.
fn describe(library: &Library, id: StructureId, checked: bool, text: &mut String) -> Option<Exit> {
    let structure = library.structure(id);
    let _ = writeln!(text, "{}({})", structure.name, structure.links.join(", "));
    for (link, by) in structure.links.iter().zip(&structure.found_by) {
        match by {
            LinkBy::Any => {}
            LinkBy::Field(name) => drop(writeln!(text, "  {link} is the field {name}")),
            LinkBy::Offset(offset) => drop(writeln!(text, "  {link} is at offset {offset}")),
        }
    }
    let link = |name: &u8| structure.links[usize::from(*name)].as_str();
    for (coarser, links) in &structure.refines {
        let links: Vec<&str> = links.iter().map(link).collect();
        let _ = writeln!(text, "  refines {}({})", library.structure(*coarser).name, links.join(", "));
    }
    for family in &structure.families {
        let members = family.members.iter().map(|(schema, arguments)| {
            let arguments: Vec<&str> = arguments.iter().map(|a| a.as_ref().map_or("*", link)).collect();
            format!("{}[{}]", library.schema(*schema).name, arguments.join(", "))
        });
        let _ = writeln!(text, "  {}: {}", family.name, members.collect::<Vec<_>>().join(", "));
    }
    let fields = (0..structure.links.len() as u32).map(Field).collect();
    let count = generators(library, &Binding { structure: id, fields }).len();
    let invariants = match structure.invariants.len() {
        0 => "no invariant".to_owned(),
        1 => "1 invariant".to_owned(),
        many => format!("{many} invariants"),
    };
    let _ = writeln!(text, "  {invariants}, {count} generators of shape classes");
    if !checked {
        return None;
    }
    match check(library, id, Effort::default()) {
        Ok(tried) => {
            let cells = if tried.cells == 1 { "cell" } else { "cells" };
            let _ = writeln!(
                text,
                "  no formula is wrong on {} heaps: all with up to {} {cells}, and some with up to 6",
                tried.heaps, tried.cells
            );
            None
        }
        Err(refuted) => {
            let line = match &refuted {
                Refuted::Update { line, .. } | Refuted::Rule { line, .. } => *line,
                Refuted::TooLarge(_) => structure.line,
            };
            let _ = writeln!(text, "  line {line}: {}", refuted.to_string().trim_end().replace('\n', "\n  "));
            Some(Exit::Violation)
        }
    }
}

fn too_large(error: TooLarge) -> Failure {
    Failure::new(Exit::Unknown, error.to_string())
}

fn with_heap(library: Library, arguments: &ShapesArgs, file: &Path, text: &mut String) -> Result<(), Failure> {
    let failed = |problem: adumbra_shapes::description::Problem| Failure::new(Exit::Input, problem.to_string());
    let heap = WrittenHeap::read(&file.display().to_string(), &read(file)?).map_err(failed)?;
    let fields: Vec<Field> = heap.fields().collect();
    let name = |binding: &Binding| {
        let fields: Vec<String> = binding.fields.iter().map(|field| heap.field(*field)).collect();
        format!("{}({})", library.structure(binding.structure).name, fields.join(","))
    };
    let all = bindings(&library, &fields);
    let found = heap.heap.looks_like(&library, &all).map_err(too_large)?;
    let names: Vec<String> = found.iter().map(name).collect();
    let _ = writeln!(text, "looks like: {}", if names.is_empty() { "nothing".to_owned() } else { names.join(" ") });
    let Some(view) = &arguments.view else { return Ok(()) };
    let wanted: String = view.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(binding) = all.iter().find(|binding| name(binding) == wanted) else {
        let hint = all.iter().map(name).collect::<Vec<_>>().join(" ");
        return Err(Failure::new(Exit::Usage, format!("no structure {wanted} in this heap")).hint(hint));
    };
    let mut generator = Generator::finest(&library, binding.clone());
    if let Some(families) = &arguments.families {
        generator.families = 0;
        for family in families {
            let known = &library.structure(binding.structure).families;
            let Some(at) = known.iter().position(|known| known.name == *family) else {
                let names: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
                return Err(Failure::new(Exit::Usage, format!("no family {family}")).hint(names.join(" ")));
            };
            generator.families |= 1 << at;
        }
    }
    let pointers: std::collections::BTreeSet<_> = heap.pointers().collect();
    let tracking = Tracking {
        separating: pointers.clone(),
        pointers,
        assertions: heap.assertions().collect(),
        ..Tracking::default()
    };
    let parts = generator.parts(&library, &tracking);
    let mut shapes = Shapes::new(library);
    let class = shapes.class_of_parts(parts).map_err(too_large)?;
    let mut graphs = vec![heap.heap.to_shape(&mut shapes, class).map_err(too_large)?];
    let print = |shapes: &Shapes, graphs: &[adumbra_shapes::GraphId], text: &mut String| {
        for (number, graph) in graphs.iter().enumerate() {
            let shown = show(shapes.library(), shapes.class(class), shapes.graph(*graph), &heap);
            let separator = if number > 0 { "or\n" } else { "" };
            let _ = write!(text, "{separator}{shown}");
        }
        if graphs.is_empty() {
            text.push_str("no heap\n");
        }
    };
    print(&shapes, &graphs, text);
    for written in &arguments.operations {
        let operation = heap.operation("--do", written).map_err(failed)?;
        let operation = shapes.operation(operation);
        let mut after = Vec::new();
        for graph in graphs {
            let set = shapes.post(graph, operation).map_err(too_large)?;
            after.extend(shapes.graphs(set).to_vec());
        }
        after.sort_unstable();
        after.dedup();
        graphs = after;
        let _ = writeln!(text, "after {written}:");
        print(&shapes, &graphs, text);
    }
    Ok(())
}
