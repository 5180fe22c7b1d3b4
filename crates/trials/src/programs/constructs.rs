//! What random programs are made of: each function writes something of its kind, notes it, and
//! leaves in the scope what it declared.

use super::generate::{Construct, Maker, Place, Scope};
use super::memory_constructs::{addresses, bytes, owners, pointer_arrays, records, strings};
use super::tree::Part;

/// All constructs.
pub(super) const ALL: [Construct; 23] = [
    loops,
    arrays,
    pointers,
    structures,
    unions,
    bit_fields,
    floats,
    heap,
    lists,
    function_pointers,
    recursion,
    switches,
    copies,
    dangling,
    bytes,
    strings,
    pointer_arrays,
    addresses,
    records,
    // What is allocated has the most ways to go wrong.
    heap,
    heap,
    owners,
    owners,
];

/// A loop with few rounds.
pub(super) fn loops(maker: &mut Maker<'_>) -> Vec<Part> {
    if maker.loops >= 2 {
        return vec![maker.assignment()];
    }
    maker.has("loops");
    let counter = maker.name("i");
    let mut parts = Vec::new();
    let bound = if maker.rng.one_in(2) {
        maker.rng.between(1, 5).to_string()
    } else {
        let bound = maker.name("n");
        let value = maker.expression(1);
        parts.push(Part::line(format!("unsigned {bound} = ({value}) & {};", maker.rng.pick(&[3, 7]))));
        bound
    };
    maker.loops += 1;
    let scope = maker.scope.clone();
    maker.scope.values.push(counter.clone());
    let mut body = maker.body(1);
    if maker.rng.one_in(4) {
        let condition = maker.condition();
        let leave = *maker.rng.pick(&["break;", "continue;"]);
        let at = maker.rng.below(body.len() + 1).min(body.len());
        let fits = !matches!(body.get(at), Some(Part::Block(head, ..)) if head.starts_with("else"));
        if fits {
            body.insert(at, Part::block(format!("if ({condition})"), vec![Part::line(leave)]));
        }
    }
    maker.scope = Scope { functions: std::mem::take(&mut maker.scope.functions), ..scope };
    maker.loops -= 1;
    match maker.rng.below(4) {
        // A `continue` must not skip the counting.
        0 => {
            body.insert(0, Part::line(format!("{counter}++;")));
            parts.push(Part::line(format!("unsigned {counter} = 0;")));
            parts.push(Part::block(format!("while ({counter} < {bound})"), body));
            maker.scope.values.push(counter);
        }
        1 => {
            body.insert(0, Part::line(format!("{counter}++;")));
            parts.push(Part::line(format!("unsigned {counter} = 0;")));
            parts.push(Part::Block("do {".into(), body, format!("}} while ({counter} < {bound});")));
            maker.scope.values.push(counter);
        }
        2 => parts.push(Part::block(format!("for (int {counter} = {bound}; {counter} > 0; {counter}--)"), body)),
        _ => parts.push(Part::block(format!("for (unsigned {counter} = 0; {counter} < {bound}; {counter}++)"), body)),
    }
    parts
}

/// An array, filled and changed; of one or two dimensions.
fn arrays(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("arrays");
    let name = maker.name("a");
    let length = maker.rng.between(2, 6);
    let kind = *maker.rng.pick(&["int", "unsigned char", "short", "long", "unsigned"]);
    let values: Vec<String> = (0..length).map(|_| maker.rng.below(30).to_string()).collect();
    let local = maker.rng.one_in(2);
    let mut parts = Vec::new();
    if local {
        parts.push(Part::line(format!("{kind} {name}[{length}] = {{{}}};", values.join(", "))));
    } else {
        let declaration = format!("static {kind} {name}[{length}] = {{{}}};", values.join(", "));
        maker.parts.push(Part::Global(name.clone(), declaration));
    }
    maker.scope.arrays.push((name.clone(), length, local));
    let index = maker.index(length, local);
    let value = maker.expression(2);
    parts.push(Part::line(format!("{name}[{index}] = {value};")));
    if maker.rng.one_in(2) && maker.loops < 2 {
        // The classic loop over all elements, sometimes over one too many.
        let last = if maker.faults.access && maker.rng.one_in(4) { "<=" } else { "<" };
        let counter = maker.name("i");
        let value = maker.expression(1);
        parts.push(Part::block(
            format!("for (int {counter} = 0; {counter} {last} {length}; {counter}++)"),
            vec![Part::line(format!("{name}[{counter}] = {name}[{counter}] ^ ({value});"))],
        ));
    }
    if maker.rng.one_in(4) {
        maker.has("two dimensions");
        let matrix = maker.name("m");
        parts.push(Part::line(format!("int {matrix}[2][3] = {{{{1, 2, 3}}, {{4, 5, 6}}}};")));
        let (row, column) = (maker.expression(1), maker.expression(1));
        let place = format!("{matrix}[(unsigned)({row}) % 2][(unsigned)({column}) % 3]");
        parts.push(Part::line(format!("{place} = {};", maker.expression(1))));
        maker.scope.places.push(Place { text: place, tame: false });
    }
    parts
}

/// Pointers to variables and elements, sometimes null; pointers to pointers.
fn pointers(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("pointers");
    let (first, second) = (maker.name("t"), maker.name("t"));
    let pointer = maker.name("p");
    let mut parts = vec![
        Part::line(format!("int {first} = {};", maker.expression(1))),
        Part::line(format!("int {second} = {};", maker.expression(1))),
    ];
    let condition = maker.condition();
    let other = match maker.rng.below(4) {
        0 if maker.faults.access => "(int *)0".to_owned(),
        _ => format!("&{second}"),
    };
    parts.push(Part::line(format!("int *{pointer} = {condition} ? &{first} : {other};")));
    let mut place = format!("(*{pointer})");
    match maker.rng.below(4) {
        0 => {
            let outer = maker.name("p");
            parts.push(Part::line(format!("int **{outer} = &{pointer};")));
            let condition = maker.condition();
            parts.push(Part::block(format!("if ({condition})"), vec![Part::line(format!("*{outer} = &{second};"))]));
            place = format!("(**{outer})");
        }
        1 => {
            let array = maker.name("a");
            let length = maker.rng.between(2, 4);
            let reach = length + usize::from(maker.faults.access && maker.rng.one_in(3));
            let offset = maker.expression(1);
            parts.push(Part::line(format!("int {array}[{length}] = {{7, 9}};")));
            parts.push(Part::line(format!("int *{pointer}e = {array} + (unsigned)({offset}) % {reach};")));
            place = format!("(*{pointer}e)");
            let walker = maker.name("p");
            parts.push(Part::block(
                format!("for (int *{walker} = {array}; {walker} < {array} + {length}; {walker}++)"),
                vec![Part::line(format!("*{walker} ^= {};", maker.rng.below(9)))],
            ));
        }
        2 => {
            // A guard, so that the pointer may be null.
            let condition = maker.condition();
            parts.push(Part::line(format!("if ({condition}) {pointer} = 0;")));
            parts.push(Part::line(format!("if (!{pointer}) {pointer} = &{first};")));
        }
        _ => {}
    }
    parts.push(Part::line(format!("{place} = {};", maker.expression(2))));
    maker.scope.places.push(Place { text: place, tame: false });
    maker.scope.places.push(Place { text: first, tame: false });
    parts
}

/// Structures: members, copies, by value and by reference to functions.
fn structures(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("structures");
    let (kind, name) = (maker.name("S"), maker.name("s"));
    maker.parts.push(Part::line(format!(
        "struct {kind} {{ int a; unsigned char b; short c[3]; struct {{ long d; _Bool e; }} inner; }};"
    )));
    let (a, b) = (maker.expression(1), maker.rng.below(9));
    let mut parts = vec![Part::line(format!("struct {kind} {name} = {{{a}, {b}, {{1, 2, 3}}, {{4, 1}}}};"))];
    match maker.rng.below(4) {
        0 => {
            let copy = maker.name("s");
            parts.push(Part::line(format!("struct {kind} {copy} = {name};")));
            parts.push(Part::line(format!("{copy}.a = {};", maker.expression(1))));
            let condition = maker.condition();
            parts.push(Part::line(format!("if ({condition}) {name} = {copy};")));
        }
        1 => {
            let function = maker.name("f");
            maker.parts.push(Part::block(
                format!("static struct {kind} {function}(struct {kind} s, int v)"),
                vec![Part::line("s.b += v;"), Part::line("s.inner.d ^= s.a;"), Part::line("return s;")],
            ));
            parts.push(Part::line(format!("{name} = {function}({name}, {});", maker.expression(1))));
        }
        2 => {
            let function = maker.name("f");
            maker.parts.push(Part::block(
                format!("static void {function}(struct {kind} *s, unsigned v)"),
                vec![Part::line("s->c[v % 3] = v;"), Part::line("s->inner.e = v > 3;")],
            ));
            parts.push(Part::line(format!("{function}(&{name}, {});", maker.expression(1))));
        }
        _ => {
            let pointer = maker.name("p");
            let condition = maker.condition();
            let other = if maker.faults.access && maker.rng.one_in(2) { "0".into() } else { format!("&{name}") };
            parts.push(Part::line(format!("struct {kind} *{pointer} = {condition} ? &{name} : {other};")));
            parts.push(Part::line(format!("{pointer}->inner.d = {};", maker.expression(1))));
        }
    }
    let index = maker.expression(1);
    let members = [
        (format!("{name}.a"), false),
        (format!("{name}.b"), true),
        (format!("{name}.c[(unsigned)({index}) % 3]"), true),
        (format!("{name}.inner.d"), false),
        (format!("{name}.inner.e"), true),
    ];
    maker.scope.places.extend(members.into_iter().map(|(text, tame)| Place { text, tame }));
    parts
}

/// A union whose bytes are written by one member and read by another.
fn unions(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("unions");
    let (kind, name) = (maker.name("U"), maker.name("u"));
    maker.parts.push(Part::line(format!(
        "union {kind} {{ unsigned word; unsigned char byte[4]; short half[2]; float real; }};"
    )));
    let value = maker.expression(2);
    let mut parts = vec![Part::line(format!("union {kind} {name} = {{{value}}};"))];
    match maker.rng.below(3) {
        0 => parts.push(Part::line(format!("{name}.byte[{}] = {};", maker.rng.below(4), maker.expression(1)))),
        1 => parts.push(Part::line(format!("{name}.real = (float)(({}) & 255);", maker.expression(1)))),
        _ => parts.push(Part::line(format!("{name}.half[1] = {};", maker.expression(1)))),
    }
    let index = maker.expression(1);
    maker.scope.places.push(Place { text: format!("{name}.byte[(unsigned)({index}) % 4]"), tame: true });
    maker.scope.places.push(Place { text: format!("{name}.half[{}]", maker.rng.below(2)), tame: true });
    maker.scope.places.push(Place { text: format!("{name}.word"), tame: true });
    parts
}

/// Bit-fields, which share storage.
fn bit_fields(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("bit-fields");
    let (kind, name) = (maker.name("B"), maker.name("b"));
    let widths: Vec<usize> = (0..4).map(|_| maker.rng.between(1, 9)).collect();
    maker.parts.push(Part::line(format!(
        "struct {kind} {{ unsigned a : {}; int b : {}; unsigned c : {}; signed long d : {}; unsigned char e; }};",
        widths[0],
        widths[1] + 1,
        widths[2],
        widths[3] + 25
    )));
    let (a, c) = (maker.expression(1), maker.expression(1));
    let parts = vec![
        Part::line(format!("struct {kind} {name} = {{{a}, -1, {c}, 5, 200}};")),
        Part::line(format!("{name}.d = {};", maker.expression(2))),
        Part::line(format!("{name}.{}++;", maker.rng.pick(&["a", "b", "c"]))),
    ];
    for member in ["a", "b", "c", "d"] {
        maker.scope.places.push(Place { text: format!("{name}.{member}"), tame: member != "d" });
    }
    parts
}

/// Floating-point variables and conversions.
fn floats(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("floats");
    let name = maker.name("r");
    let kind = *maker.rng.pick(&["float", "double"]);
    let mut parts = vec![Part::line(format!("{kind} {name} = {};", maker.float(2)))];
    maker.scope.floats.push(name.clone());
    if maker.rng.one_in(2) {
        parts.push(Part::line(format!("{name} = {};", maker.float(2))));
    }
    if maker.rng.one_in(2) {
        let claim = maker.condition();
        parts.push(Part::line(format!("assert({claim} || {name} != {name});")));
    }
    parts
}

/// A block of the heap: used, and freed on the way or not, once or twice.
fn heap(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("heap");
    let name = maker.name("h");
    let length = maker.rng.between(1, 4);
    let mut parts = Vec::new();
    let value = maker.expression(1);
    if maker.in_main && maker.rng.one_in(4) {
        maker.main_holds = true;
        parts.push(Part::line(format!("int *{name};")));
    } else if maker.in_main || maker.rng.one_in(2) {
        maker.parts.push(Part::Global(name.clone(), format!("static int *{name};")));
    } else {
        parts.push(Part::line(format!("int *{name};")));
    }
    if maker.rng.one_in(2) {
        parts.push(Part::line(format!("{name} = calloc({length}, sizeof(int));")));
    } else {
        parts.push(Part::line(format!("{name} = malloc({length} * sizeof(int));")));
        let counter = maker.name("i");
        let fill = vec![Part::line(format!("{name}[{counter}] = {value};"))];
        parts.push(Part::block(format!("for (int {counter} = 0; {counter} < {length}; {counter}++)"), fill));
    }
    let mut length = length;
    if maker.rng.one_in(4) {
        maker.has("realloc");
        length += 1;
        parts.push(Part::line(format!("{name} = realloc({name}, {length} * sizeof(int));")));
        parts.push(Part::line(format!("{name}[{}] = 3;", length - 1)));
    }
    maker.scope.arrays.push((name.clone(), length, true));
    parts.push(maker.assignment());
    let index = maker.index(length, true);
    parts.push(Part::line(format!("{name}[{index}] = {};", maker.expression(1))));
    if maker.rng.one_in(2) {
        parts.push(maker.check());
    }
    maker.scope.arrays.pop();
    let condition = maker.condition();
    let free = format!("free({name});");
    parts.push(Part::line(match maker.rng.below(6) {
        0 if maker.faults.leak => format!("if ({condition}) free({name}); else {name} = 0;"),
        1 if maker.faults.leak => format!("if ({condition}) {free}"),
        2 if maker.faults.free => format!("{free} if ({condition}) {free}"),
        3 if maker.faults.free => format!("free({name} + (({condition}) ? 1 : 0));"),
        4 if maker.faults.access => format!("{free} if ({condition}) {name}[0] = 1;"),
        5 if maker.faults.leak => String::new(),
        _ => free,
    }));
    parts
}

/// A list that is built, summed up and freed.
fn lists(maker: &mut Maker<'_>) -> Vec<Part> {
    if maker.loops > 0 {
        return vec![maker.assignment()];
    }
    maker.has("lists");
    maker.has("heap");
    let (kind, head, walker, sum) = (maker.name("N"), maker.name("l"), maker.name("p"), maker.name("v"));
    maker.parts.push(Part::line(format!("struct {kind} {{ int value; struct {kind} *next; }};")));
    maker.parts.push(Part::Global(head.clone(), format!("static struct {kind} *{head};")));
    let count = maker.name("n");
    let (value, length) = (maker.expression(1), maker.expression(1));
    let counter = maker.name("i");
    let node = maker.name("e");
    let most = *maker.rng.pick(&[1, 3]);
    let mut parts = vec![Part::line(format!("unsigned {count} = ({length}) & {most};"))];
    parts.push(Part::block(
        format!("for (unsigned {counter} = 0; {counter} < {count}; {counter}++)"),
        vec![
            Part::line(format!("struct {kind} *{node} = malloc(sizeof *{node});")),
            Part::line(format!("{node}->value = {value};")),
            Part::line(format!("{node}->next = {head};")),
            Part::line(format!("{head} = {node};")),
        ],
    ));
    parts.push(Part::line(format!("unsigned {sum} = 0;")));
    parts.push(Part::block(
        format!("for (struct {kind} *{walker} = {head}; {walker}; {walker} = {walker}->next)"),
        vec![Part::line(format!("{sum} += {walker}->value;"))],
    ));
    if maker.faults.access && maker.rng.one_in(3) {
        let condition = maker.condition();
        parts.push(Part::line(format!("if ({condition}) {sum} = {head}->value;")));
    }
    let keep = if maker.faults.leak && maker.rng.one_in(2) { format!(" && {}", maker.atom()) } else { String::new() };
    let order = maker.faults.access && maker.rng.one_in(4);
    let next = Part::line(format!("{head} = {head}->next;"));
    let body = match order {
        true => vec![Part::line(format!("free({head});")), next],
        false => {
            let rest = maker.name("e");
            vec![
                Part::line(format!("struct {kind} *{rest} = {head}->next;")),
                Part::line(format!("free({head});")),
                Part::line(format!("{head} = {rest};")),
            ]
        }
    };
    parts.push(Part::block(format!("while ({head}{keep})"), body));
    if maker.faults.leak && maker.rng.one_in(3) {
        parts.push(Part::line(format!("{head} = 0;")));
    }
    maker.scope.places.push(Place { text: sum, tame: true });
    parts
}

/// A table of functions, called by number.
fn function_pointers(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("function pointers");
    let (table, count) = (maker.name("table"), maker.rng.between(2, 3));
    let mut functions = Vec::new();
    for _ in 0..count {
        let function = maker.name("f");
        let (operator, number) = (*maker.rng.pick(&["^", "&", "|"]), maker.rng.below(20));
        let body = match maker.rng.below(3) {
            0 => format!("return (a {operator} b) + {number} % 7;"),
            1 => format!("return a > {number} ? b : a {operator} {number};"),
            _ => format!("return (a & 15) * {number} - (b & 15);"),
        };
        let function_body = vec![Part::line(body)];
        maker.parts.push(Part::block(format!("static int {function}(int a, int b)"), function_body));
        functions.push(function);
    }
    if maker.faults.access && maker.rng.one_in(3) {
        functions.push("0".into());
    }
    let length = functions.len();
    let declaration = format!("static int (*{table}[{length}])(int, int) = {{{}}};", functions.join(", "));
    maker.parts.push(Part::Global(table.clone(), declaration));
    let mut parts = Vec::new();
    if maker.rng.one_in(3) {
        let condition = maker.condition();
        parts.push(Part::line(format!("if ({condition}) {table}[0] = {table}[1];")));
    }
    let (index, a, b) = (maker.index(length, false), maker.expression(1), maker.expression(1));
    let result = maker.name("v");
    parts.push(Part::line(format!("int {result} = {table}[{index}]({a}, {b});")));
    maker.scope.places.push(Place { text: result, tame: false });
    parts
}

/// A function that calls itself a few times.
fn recursion(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("recursion");
    let function = maker.name("f");
    let inner = maker.name("a");
    let outer = std::mem::take(&mut maker.scope);
    maker.scope.places.push(Place { text: "a".into(), tame: false });
    maker.scope.values.push("n".into());
    let step = maker.expression(1);
    maker.scope = outer;
    let mut body = vec![Part::line(format!("if (n <= 0) return a & {};", maker.rng.pick(&[15, 31])))];
    body.push(Part::line(match maker.rng.below(4) {
        0 => format!("return {function}(n - 1, a + 1) + {function}(n - 2, {step});"),
        1 => format!("return ({function}(n - 1, {step}) ^ n) & 63;"),
        2 => format!("int {inner} = {function}(n - 1, {step}); return {inner} > 20 ? {inner} - a % 8 : {inner} + n;"),
        _ => format!("int {inner}[2] = {{n, a}}; {inner}[n & 1] = {step}; return {function}(n - 1, {inner}[0]);"),
    }));
    maker.parts.push(Part::block(format!("static int {function}(int n, int a)"), body));
    let (depth, value) = (maker.expression(1), maker.expression(1));
    let result = maker.name("v");
    maker.scope.places.push(Place { text: result.clone(), tame: false });
    vec![Part::line(format!("int {result} = {function}((int)(({depth}) & {}), {value});", maker.rng.pick(&[1, 3])))]
}

/// A choice among cases, some of which fall through; sometimes a jump out of it.
fn switches(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("switches");
    let selector = maker.expression(2);
    let mut cases = Vec::new();
    for number in 0..maker.rng.between(2, 4) {
        let label = if number == 3 { "default:".to_owned() } else { format!("case {}:", number * 2) };
        cases.push(Part::line(label));
        cases.push(maker.assignment());
        if !maker.rng.one_in(4) {
            cases.push(Part::line("break;"));
        }
    }
    vec![Part::block(format!("switch (({selector}) & 7)"), cases)]
}

/// Bytes that are copied and set, of arrays and structures.
fn copies(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("copies of bytes");
    let (from, to) = (maker.name("a"), maker.name("a"));
    let length = maker.rng.between(2, 4);
    let size = maker.expression(1);
    let reach = length * 2 + usize::from(maker.faults.access && maker.rng.one_in(3));
    let byte = maker.rng.below(4);
    let parts = vec![
        Part::line(format!("unsigned short {from}[{length}] = {{{}, 513}};", maker.rng.below(700))),
        Part::line(format!("unsigned short {to}[{length}] = {{0}};")),
        Part::line(format!("{from}[{}] = {};", maker.rng.below(length), maker.expression(1))),
        match maker.rng.one_in(3) {
            true => Part::line(format!("memset({to}, {byte}, (unsigned)({size}) % {});", reach + 1)),
            false => Part::line(format!("memcpy({to}, {from}, (unsigned)({size}) % {});", reach + 1)),
        },
    ];
    maker.scope.arrays.push((to, length, true));
    maker.scope.arrays.push((from, length, true));
    parts
}

/// A pointer to a local variable that outlives it, used only where faults are wanted.
fn dangling(maker: &mut Maker<'_>) -> Vec<Part> {
    maker.has("locals that are gone");
    let (function, kept, pointer) = (maker.name("f"), maker.name("g"), maker.name("p"));
    maker.parts.push(Part::Global(kept.clone(), format!("static int {kept} = 4;")));
    maker.parts.push(Part::block(
        format!("static int *{function}(int v)"),
        vec![
            Part::line("int local = v;"),
            Part::line("int *p = &local;"),
            Part::line(format!("if (v & 1) p = &{kept};")),
            Part::line("*p = v;"),
            Part::line("return p;"),
        ],
    ));
    let value = maker.expression(1);
    let argument = match maker.faults.access && maker.rng.one_in(2) {
        true => format!("(int)({value})"),
        false => format!("(int)({value}) | 1"),
    };
    let condition = maker.condition();
    maker.scope.places.push(Place { text: kept, tame: false });
    vec![
        Part::line(format!("int *{pointer} = {function}({argument});")),
        Part::line(format!("if ({condition}) *{pointer} = {};", maker.expression(1))),
    ]
}
