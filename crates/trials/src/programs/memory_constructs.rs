//! More of what random programs are made of: memory seen in several ways.

use super::generate::{Maker, Place};
use super::tree::Part;

/// An integer, a structure or a number seen as its bytes.
pub(super) fn bytes(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("bytes of objects");
    let (name, pointer) = (maker.name("v"), maker.name("p"));
    let (kind, size) = *maker.rng.pick(&[("int", 4), ("unsigned long", 8), ("short", 2), ("float", 4)]);
    let value = maker.expression(2);
    let value = if kind == "float" { format!("({value}) & 1023") } else { value };
    let mut parts = vec![
        Part::line(format!("{kind} {name} = {value};")),
        Part::line(format!("unsigned char *{pointer} = (unsigned char *)&{name};")),
    ];
    maker.scope.arrays.push((pointer.clone(), size, true));
    // Bytes of a floating-point number are only read, so that it never is a NaN.
    if kind != "float" {
        let index = maker.index(size, true);
        parts.push(Part::line(format!("{pointer}[{index}] = {};", maker.expression(1))));
        maker.scope.places.push(Place { text: name, tame: kind != "int" });
    } else {
        maker.scope.arrays.pop();
        let index = maker.expression(1);
        maker.scope.values.push(format!("{pointer}[(unsigned)({index}) % {size}]"));
    }
    parts
}

/// Characters up to a zero: measured, compared and copied, by hand and by the library.
pub(super) fn strings(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("strings");
    let (text, walker, length) = (maker.name("c"), maker.name("p"), maker.name("n"));
    let size = maker.rng.between(3, 5);
    let filled = maker.rng.between(1, size - 1);
    let letters: String = (0..filled).map(|_| *maker.rng.pick(&['a', 'b', 'c'])).collect();
    let mut parts = vec![Part::line(format!("char {text}[{size}] = \"{letters}\";"))];
    let index = maker.index(size, true);
    // Without the last zero the end is not found.
    let guard = match maker.faults.access && maker.rng.one_in(3) {
        true => String::new(),
        false => format!(" {text}[{}] = 0;", size - 1),
    };
    parts.push(Part::line(format!("{text}[{index}] = 'a' + (({}) & 3);{guard}", maker.expression(1))));
    match maker.rng.below(3) {
        0 => parts.push(Part::line(format!("unsigned {length} = strlen({text});"))),
        1 => {
            parts.push(Part::line(format!("unsigned {length} = 0;")));
            let count = vec![Part::line(format!("{length}++;"))];
            parts.push(Part::block(format!("for (char *{walker} = {text}; *{walker}; {walker}++)"), count));
        }
        _ => {
            let other: String = (0..filled).map(|_| *maker.rng.pick(&['a', 'b', 'c', 'd'])).collect();
            parts.push(Part::line(format!("unsigned {length} = strcmp({text}, \"{other}\") > 0;")));
        }
    }
    maker.scope.places.push(Place { text: length, tame: true });
    parts
}

/// An array of pointers, some null, that are exchanged and followed.
pub(super) fn pointer_arrays(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("arrays of pointers");
    let (first, second, array, swapped) = (maker.name("t"), maker.name("t"), maker.name("q"), maker.name("p"));
    let mut parts = vec![
        Part::line(format!("int {first} = {};", maker.expression(1))),
        Part::line(format!("int {second} = {};", maker.expression(1))),
    ];
    let third = if maker.faults.access && maker.rng.one_in(2) { "0".into() } else { format!("&{first}") };
    parts.push(Part::line(format!("int *{array}[3] = {{&{first}, &{second}, {third}}};")));
    let (a, b) = (maker.expression(1), maker.expression(1));
    let (a, b) = (format!("(unsigned)({a}) % 3"), format!("(unsigned)({b}) % 3"));
    parts.push(Part::line(format!(
        "int *{swapped} = {array}[{a}]; {array}[{a}] = {array}[{b}]; {array}[{b}] = {swapped};"
    )));
    let index = maker.index(3, true);
    parts.push(Part::line(format!("*{array}[{index}] = {};", maker.expression(1))));
    maker.scope.places.push(Place { text: first, tame: false });
    maker.scope.places.push(Place { text: second, tame: false });
    parts
}

/// Pointers as numbers, their differences, and their order within an array.
pub(super) fn addresses(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("addresses");
    let (array, from, to, distance) = (maker.name("a"), maker.name("p"), maker.name("p"), maker.name("d"));
    let length = maker.rng.between(2, 5);
    let (a, b) = (maker.expression(1), maker.expression(1));
    let mut parts = vec![
        Part::line(format!("int {array}[{length}] = {{3, 1}};")),
        Part::line(format!("int *{from} = {array} + (unsigned)({a}) % {length};")),
        Part::line(format!("int *{to} = &{array}[(unsigned)({b}) % {length}];")),
    ];
    match maker.rng.below(3) {
        0 => parts.push(Part::line(format!("int {distance} = {to} - {from};"))),
        1 => parts.push(Part::line(format!("int {distance} = {to} > {from};"))),
        _ => {
            let number = maker.name("n");
            parts.push(Part::line(format!("unsigned long {number} = (unsigned long){from};")));
            parts.push(Part::line(format!("int {distance} = *(int *){number};")));
        }
    }
    let past = if maker.faults.access && maker.rng.one_in(3) { format!(" + {}", length - 1) } else { String::new() };
    // At most one element beyond the end: the pointer is moved only where it points to the first or
    // second.
    let moved = if past.is_empty() { from.clone() } else { format!("({from} < {array} + 2 ? {from}{past} : {from})") };
    parts.push(Part::line(format!("*{moved} = {};", maker.expression(1))));
    maker.scope.places.push(Place { text: format!("(*{to})"), tame: false });
    maker.scope.places.push(Place { text: distance, tame: false });
    parts
}

/// An array of structures with pointers among them, copied as bytes.
pub(super) fn records(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("records");
    let (kind, array, copy) = (maker.name("R"), maker.name("s"), maker.name("s"));
    maker.parts.push(Part::line(format!("struct {kind} {{ short key; int *at; unsigned char tail[2]; }};")));
    let target = maker.name("t");
    let (value, index) = (maker.expression(1), maker.expression(1));
    let other = if maker.faults.access && maker.rng.one_in(3) { "0".into() } else { format!("&{target}") };
    let index = format!("(unsigned)({index}) % 2");
    let mut parts = vec![
        Part::line(format!("int {target} = {value};")),
        Part::line(format!("struct {kind} {array}[2] = {{{{1, &{target}, {{2, 3}}}}, {{4, {other}, {{5, 6}}}}}};")),
        Part::line(format!("struct {kind} {copy};")),
        Part::line(format!("memcpy(&{copy}, &{array}[{index}], sizeof {copy});")),
    ];
    parts.push(Part::line(format!("*{copy}.at = {};", maker.expression(1))));
    parts.push(Part::line(format!("{array}[{index}].tail[{copy}.key & 1] ^= {};", maker.expression(1))));
    maker.scope.places.push(Place { text: target, tame: false });
    maker.scope.places.push(Place { text: format!("{array}[{index}].key"), tame: true });
    maker.scope.places.push(Place { text: format!("{copy}.tail[1]"), tame: true });
    parts
}

/// A structure of the heap that owns another block.
pub(super) fn owners(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("heap");
    maker.has("owners");
    let (kind, owner) = (maker.name("O"), maker.name("o"));
    maker.parts.push(Part::line(format!("struct {kind} {{ unsigned size; int *data; }};")));
    maker.parts.push(Part::Global(owner.clone(), format!("static struct {kind} *{owner};")));
    let size = maker.name("n");
    let length = maker.expression(1);
    let mut parts = vec![
        Part::line(format!("unsigned {size} = (({length}) & 1) + 1;")),
        Part::line(format!("{owner} = malloc(sizeof *{owner});")),
        Part::line(format!("{owner}->size = {size};")),
        Part::line(format!("{owner}->data = calloc({owner}->size, sizeof(int));")),
    ];
    let index = if maker.faults.access && maker.rng.one_in(3) { "1".into() } else { format!("{owner}->size - 1") };
    parts.push(Part::line(format!("{owner}->data[{index}] = {};", maker.expression(1))));
    if maker.rng.one_in(2) {
        parts.push(maker.check());
    }
    let condition = maker.condition();
    let (data, whole) = (format!("free({owner}->data);"), format!("free({owner}); {owner} = 0;"));
    parts.push(Part::line(match maker.rng.below(5) {
        0 if maker.faults.leak => format!("if ({condition}) {data} {whole}"),
        1 if maker.faults.leak => format!("{data} if ({condition}) {{ {whole} }}"),
        2 if maker.faults.free => format!("if ({condition}) {{ {data} }} {data} {whole}"),
        3 if maker.faults.access => format!("if ({condition}) {{ {whole} }} else {{ {data} }} {data} {whole}"),
        _ => format!("{data} {whole}"),
    }));
    parts
}
