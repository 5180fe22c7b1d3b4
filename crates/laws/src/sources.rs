//! C programs for the tests of the value analysis.

use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_formula::Builder;
use adumbra_frontend::{LoadOptions, Loaded, load};
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_testing::{files, llvm};
use std::path::Path;
use std::sync::Arc;

fn load_file(path: &Path, property: &str, promote: bool) -> Option<Arc<Program>> {
    llvm::need();
    let property = Property::by_name(property).unwrap();
    load(&LoadOptions::new([path]).property(property).promote(promote)).ok().map(Loaded::into_program)
}

/// A program from its C text.
pub fn load_c(text: &str, property: &str, promote: bool) -> Arc<Program> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("task.c");
    std::fs::write(&path, text).unwrap();
    load_file(&path, property, promote).unwrap_or_else(|| panic!("does not load: {text}"))
}

/// A function of the program.
pub fn function(program: &Program, name: &str) -> Function {
    program.function_named(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// Programs of our own that use what the analysis must get right.
pub const OWN: &[(&str, &str)] = &[
    (
        "list",
        "extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
         struct N { int d; struct N *n; };
         int main(void) { struct N *h = 0; for (int i = 0; i < 5; i++) { struct N *t = malloc(sizeof *t); t->d = i; t->n = h; h = t; }
           int s = 0; while (h) { struct N *n = h->n; s += h->d; free(h); h = n; } if (__VERIFIER_nondet_int() == 3) s++; return s; }",
    ),
    (
        "arrays",
        "extern int __VERIFIER_nondet_int(void); int a[40]; char c[100];
         int main(void) { int i = __VERIFIER_nondet_int(); for (int k = 0; k < 40; k++) a[k] = k * k; int j = i & 31; a[j] = 7;
           c[3] = 1; *(int *)(c + 62) = 0x01020304; int x = a[j] + a[5] + c[63]; short *p = (short *)(c + 62); return x + *p; }",
    ),
    (
        "pointers",
        "extern int __VERIFIER_nondet_int(void); int x = 1, y = 2, z; int *p = &x, **q = &p; int t[3] = {1, 2, 3};
         void set(int *a, int v) { *a = v; }
         int main(void) { int l = 5; set(&l, 6); set(p, 9); *q = &y; set(*q, l); if (__VERIFIER_nondet_int() > 0) p = &z; *p = 4;
           int *e = t + 3; int n = (int)(e - t); return x + y + z + l + n + (p == &y) + (e != p) + (p < e); }",
    ),
    (
        "structs",
        "struct S { int a; char b; struct S *next; double d; }; struct S g; 
         static struct S make(int a) { struct S s = {a, (char)a, &g, a * 0.5}; return s; }
         int main(void) { struct S s = make(3), t; t = s; t.next->a = 4; g = t; double d = g.d + s.d; return (int)d + g.a + t.b + s.next->a; }",
    ),
    (
        "recursion",
        "int f(int n) { int l[4]; l[n & 3] = n; if (n <= 1) return l[n & 3]; int r = f(n - 1); return r + l[n & 3] + f(n - 2); }
         int main(void) { return f(7); }",
    ),
    (
        "switch_and_inputs",
        "extern int __VERIFIER_nondet_int(void); int g; int main(void) { g = __VERIFIER_nondet_int(); int r = 0;
           for (int i = 0; i < 6; i++) { int x = __VERIFIER_nondet_int(); switch (x) { case 0: r += 1; break; case 1: r += g; break;
             case 5: if (g == 3) r -= g; break; default: if (x == g + 1) r++; } if (g == 0) g = x; unsigned char b = (unsigned char)x; if (b == 7) r += b; }
           return r; }",
    ),
    (
        "floats",
        "extern double __VERIFIER_nondet_double(void); int main(void) { double a = 0.1, b = 0.2; float f = (float)(a + b); long double w = f; w = w * 3;
           double z = 0.0; double n = z / z; int c = n != n; if (__VERIFIER_nondet_double() > 1.0) a = n; union { double d; long l; } u; u.d = n; long bits = u.l; u.d = a;
           return (int)(f * 10) + (int)w + c + (bits == 0) + (u.l > 0); }",
    ),
    (
        "varargs",
        "#include <stdarg.h>\nstatic int sum(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); 
           s += va_arg(m, int); va_end(l); va_end(m); return s; } int main(void) { return sum(3, 1, 2, 3) + sum(1, 5); }",
    ),
    (
        "memory_functions",
        "#include <string.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void); struct P { char *p; int k[5]; }; struct P a, b;
         int main(void) { char buf[20]; memset(buf, 3, sizeof buf); memcpy(buf + 4, \"hello\", 6); memmove(buf + 1, buf + 4, 10); a.p = buf; a.k[2] = 8; memcpy(&b, &a, sizeof a);
           char *h = calloc(30, 1); h[7] = 2; int n = __VERIFIER_nondet_int(); if (n > 0 && n < 9) memset(h, 1, n); int r = b.p[2] + b.k[2] + h[7] + h[20]; free(h); return r + (int)strlen(\"abc\"); }",
    ),
    (
        "scopes_and_vla",
        "extern int __VERIFIER_nondet_int(void); int main(void) { int r = 0; for (int i = 1; i < 5; i++) { int x; if (i > 2) x = i; else x = 1; int v[i]; v[i - 1] = x; r += v[i - 1];
           { int y = r; int *p = &y; *p += 1; r = y; } } return r; }",
    ),
    (
        "function_pointers",
        "static int one(int x) { return x + 1; } static int two(int x) { return x * 2; } int (*table[2])(int) = {one, two}; int (*cur)(int);
         int main(void) { int r = 1; for (int i = 0; i < 4; i++) { cur = table[i & 1]; r = cur(r); } return r + (cur == two); }",
    ),
    (
        "wide",
        "extern int __VERIFIER_nondet_int(void); __int128 g; int main(void) { __int128 a = 1; a <<= 100; g = a + 5; __int128 b = g >> 98; unsigned __int128 c = (unsigned __int128)g * 3;
           return (int)b + (int)(c >> 99) + (g == a); }",
    ),
    (
        "overflow_checks",
        "extern int __VERIFIER_nondet_int(void); int main(void) { int s = 1; for (int i = 1; i < 12; i++) { s = s * i; s -= 3; } int x = __VERIFIER_nondet_int(); if (x == 4) s += x; return s >> 2; }",
    ),
    (
        "invalid",
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *); int a[4];
         int main(void) { int *p = malloc(12); p[1] = 3; int i = __VERIFIER_nondet_int(); if (i == 1) free(p); if (i > 2) return a[i & 7]; if (i < -5) return *(int *)0; int r = p[1]; free(p); return r; }",
    ),
    (
        "leaks",
        "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long); extern void free(void *); extern void exit(int); void *keep;
         int main(void) { void *p = malloc(3), *q = malloc(4); int i = __VERIFIER_nondet_int(); if (i > 0) keep = p; else free(p); if (i == 1) exit(0); free(q); return 0; }",
    ),
];

/// Programs in many shapes: those above for several properties, promoted and not, and the tasks of
/// the interpreter.
pub fn programs() -> Vec<(String, Arc<Program>)> {
    let mut out = Vec::new();
    for (i, (name, text)) in OWN.iter().enumerate() {
        let properties = ["everything", "memsafety", "no-overflow", "unreach-call", "memcleanup"];
        for (k, promote) in [(i, true), (i + 2, false)] {
            let property = properties[k % properties.len()];
            out.push((format!("{name} {property} {promote}"), load_c(text, property, promote)));
        }
    }
    let files = files::below(&files::repository("tasks/run"), &["c"]);
    for (i, file) in files.iter().enumerate().step_by(2) {
        let property = if i % 4 == 0 { "everything" } else { "memsafety" };
        if let Some(program) = load_file(file, property, i % 3 != 0) {
            out.push((format!("{} {property}", file.file_name().unwrap().to_string_lossy()), program));
        }
    }
    out
}

/// Builds formulas of the program.
pub fn builder(program: &Arc<Program>) -> Builder {
    let regions = Arc::new(Regions::new(program, &Andersen::new(program, Outside::Pure)));
    Builder::new(program, &regions, Externals::Pure)
}
