//! Names of a program's variables in files.
//!
//! | name | variable |
//! |---|---|
//! | `f::x` | the local `x` of `f`, if it is in one register only |
//! | `f::x~2` | the second of several registers in which `x` is |
//! | `f::%3` | the register with this number in `f`, which holds no variable |
//! | `f::x#4` | `x` in the activation of a recursive function with four calls open around it |
//! | `g`, `g+8` | a global that is accessed as a whole, or this place in it |
//! | `a[]` | what is accessed by computed addresses: an array, the elements of which are indexed by their place |
//! | `f::&x` | a local in memory; `f::&%1` what the first site of `f` without a name creates |
//! | `%result0_32` | a result of this width on its way to the caller |
//! | `%objects` | the number of the next object |
//!
//! `.object` and `.offset` behind a name are the parts of a pointer. Names are equal only for equal
//! variables: where two regions of memory would have the same name, they are numbered, too.

use super::{clean, function_named, looks};
use adumbra_dependence::{AbstractObject, Regions, Shape};
use adumbra_formula::{Part, Place};
use adumbra_program::{Function, Program, Site};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The names of one program.
pub(crate) struct Names {
    program: Arc<Program>,
    regions: Arc<Regions>,
    registers: FxHashMap<Function, Rc<Vec<String>>>,
    memory: Vec<String>,
}

const OBJECTS: &str = "%objects";

impl Names {
    pub(crate) fn new(program: &Arc<Program>, regions: &Arc<Regions>) -> Names {
        let memory = numbered(regions.iter().map(|(id, _)| Some(region(program, regions, id))));
        Names { program: Arc::clone(program), regions: Arc::clone(regions), registers: FxHashMap::default(), memory }
    }

    /// The names of a function's registers, in their order.
    fn of_function(&mut self, function: Function) -> Rc<Vec<String>> {
        if let Some(known) = self.registers.get(&function) {
            return Rc::clone(known);
        }
        let data = &self.program.functions[function];
        let registers = data.body.as_ref().map(|body| body.register_ids());
        let variable = |register| self.program.registers[register].variable.as_ref().map(|v| clean(&v.name));
        let named = numbered(registers.into_iter().flatten().map(variable));
        let named: Vec<String> = named.into_iter().map(|name| format!("{}::{name}", clean(&data.name))).collect();
        let named = Rc::new(named);
        self.registers.insert(function, Rc::clone(&named));
        named
    }

    /// The name of a part of a place.
    pub(crate) fn name(&mut self, place: Place, part: Part) -> Option<String> {
        let name = match place {
            Place::Register(register, activation) => {
                let owner = self.program.defined_functions().find(|(_, _, body)| {
                    let (first, end) = body.registers;
                    first <= register && register < end
                });
                let (function, first) = owner.map(|(function, _, body)| (function, body.registers.0))?;
                let name = self.of_function(function)[(register.as_u32() - first.as_u32()) as usize].clone();
                if activation > 0 { format!("{name}#{activation}") } else { name }
            }
            Place::Cell(region) | Place::Array(region) => self.memory.get(region.as_u32() as usize)?.clone(),
            Place::Result(number, width) => format!("%result{number}_{width}"),
            Place::NextObject => OBJECTS.to_owned(),
            // Watched places are those of one run.
            Place::Watched(_) | Place::WatchedIndex(_) | Place::WatchedLast(_) => return None,
            // What is known of functions by themselves is found again.
            Place::EnteredRegister(_) | Place::EnteredCell(_) | Place::EnteredArray(_) => return None,
        };
        Some(match part {
            Part::Bits => name,
            Part::Object => format!("{name}.object"),
            Part::Offset => format!("{name}.offset"),
        })
    }

    /// The variables that a name may mean, given what functions looked like when it was written:
    /// one if that has not changed.
    pub(crate) fn find(&mut self, name: &str, looked: &FxHashMap<String, u64>) -> Vec<(Place, Part)> {
        let parts = [("", Part::Bits), (".object", Part::Object), (".offset", Part::Offset)];
        for (suffix, part) in parts {
            let found = name.strip_suffix(suffix).map(|name| self.places(name, looked)).unwrap_or_default();
            if !found.is_empty() {
                return found.into_iter().map(|place| (place, part)).collect();
            }
        }
        // A variable with the name of an operator of SMT-LIB is written with a number behind it.
        match name.rsplit_once('!') {
            Some((plain, number)) if number.parse::<u32>().is_ok() => self.find(plain, looked),
            _ => Vec::new(),
        }
    }

    fn places(&mut self, name: &str, looked: &FxHashMap<String, u64>) -> Vec<Place> {
        if name == OBJECTS {
            return vec![Place::NextObject];
        }
        if let Some((number, width)) = name.strip_prefix("%result").and_then(|rest| rest.split_once('_')) {
            let place = number.parse().ok().zip(width.parse().ok());
            return place.map(|(number, width)| Place::Result(number, width)).into_iter().collect();
        }
        if let Some((function, local)) = name.rsplit_once("::")
            && !local.starts_with('&')
        {
            return self.locals(function, local, looked);
        }
        let same = |region: &str| region == name || plain(region) == name;
        let ids = self.regions.iter().map(|(id, _)| id);
        let (exact, alike): (Vec<_>, Vec<_>) = ids
            .filter(|id| same(&self.memory[id.as_u32() as usize]))
            .partition(|id| self.memory[id.as_u32() as usize] == name);
        let found = if exact.is_empty() { alike } else { exact };
        let place = |id| match self.regions.get(id).shape {
            Shape::Scalar => Place::Cell(id),
            _ => Place::Array(id),
        };
        found.into_iter().map(place).collect()
    }

    fn locals(&mut self, function: &str, local: &str, looked: &FxHashMap<String, u64>) -> Vec<Place> {
        let (local, activation) = match local.rsplit_once('#') {
            Some((local, number)) => match number.parse::<u32>() {
                Ok(number) => (local, number),
                Err(_) => return Vec::new(),
            },
            None => (local, 0),
        };
        let Some(id) = function_named(&self.program, function) else { return Vec::new() };
        let names = self.of_function(id);
        let Some(body) = self.program.body(id) else { return Vec::new() };
        let whole = format!("{function}::{local}");
        let registers = body.register_ids().zip(names.iter());
        let changed = looked.get(function).is_some_and(|then| *then != looks(&self.program, id));
        let meant = if changed { plain(&whole) } else { whole.as_str() };
        // Without a number, or with one that has lost its meaning, a name is that of all registers
        // of the variable.
        let found = registers.filter(|(_, name)| *name == meant || plain(name) == meant);
        found.map(|(register, _)| Place::Register(register, activation)).collect()
    }
}

/// A name without its number among equal ones.
fn plain(name: &str) -> &str {
    match name.rsplit_once('~') {
        Some((plain, number)) if number.bytes().all(|b| b.is_ascii_digit()) => plain,
        _ => name,
    }
}

/// Names with numbers behind those that are there more than once; what has no name is called by its
/// place in the list.
fn numbered(names: impl Iterator<Item = Option<String>>) -> Vec<String> {
    let names: Vec<String> = (0..).zip(names).map(|(n, name)| name.unwrap_or_else(|| format!("%{n}"))).collect();
    let mut counts: FxHashMap<&str, (u32, u32)> = FxHashMap::default();
    for name in &names {
        counts.entry(name).or_default().0 += 1;
    }
    let mut result = Vec::with_capacity(names.len());
    for name in &names {
        let count = counts.entry(name).or_default();
        count.1 += 1;
        result.push(if count.0 > 1 { format!("{name}~{}", count.1) } else { name.clone() });
    }
    result
}

/// What a region is called, by the first object in it.
fn region(program: &Program, regions: &Regions, id: adumbra_dependence::RegionId) -> String {
    let data = regions.get(id);
    let object = data.objects.first().map_or_else(|| "%memory".to_owned(), |object| self::object(program, *object));
    match (data.shape, data.residue) {
        (Shape::Scalar, None | Some(0)) => object,
        (Shape::Scalar, Some(offset)) => format!("{object}+{offset}"),
        _ => format!("{object}[]"),
    }
}

fn object(program: &Program, object: AbstractObject) -> String {
    let named = |function: Function| clean(&program.functions[function].name);
    let at_site = |site: Site| {
        let data = &program.sites[site];
        let name = match &data.variable {
            Some(variable) => clean(&variable.name),
            None => {
                let before = program
                    .sites
                    .iter()
                    .filter(|(other, d)| *other <= site && d.function == data.function && d.variable.is_none());
                format!("%{}", before.count())
            }
        };
        format!("{}::&{name}", named(data.function))
    };
    match object {
        AbstractObject::Global(global) => clean(&program.globals[global].name),
        AbstractObject::Function(function) => named(function),
        AbstractObject::Site(site) => at_site(site),
        AbstractObject::Called(site, call) => {
            let caller = program.function_of(program.edges[call].from);
            format!("{}@{}", at_site(site), named(caller))
        }
        AbstractObject::Arguments(function) => format!("{}::&...", named(function)),
        AbstractObject::Copied(edge) => format!("{}::&copied", named(program.function_of(program.edges[edge].from))),
    }
}
