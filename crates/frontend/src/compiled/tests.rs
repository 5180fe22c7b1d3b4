//! Up to the request: what clang and rustc make of small inputs.

use super::*;
use crate::error::ErrorClass;
use adumbra_program::DataModel;

/// Compiles to textual IR in a directory of its own; answers the request and the texts of its
/// modules.
fn compiled(
    files: &[(&str, &str)],
    change: impl FnOnce(&mut LoadOptions),
) -> Result<(LoadRequest, String), FrontendError> {
    let dir = tempfile::tempdir().unwrap();
    let mut inputs = Vec::new();
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        if Language::of(&path).is_some() {
            inputs.push(path);
        }
    }
    let mut options = LoadOptions::new(inputs);
    options.compiler_flags = vec!["-S".into()];
    change(&mut options);
    let out = tempfile::tempdir().unwrap();
    let request = compile(&options, out.path())?;
    let text = request.modules.iter().map(|m| String::from_utf8_lossy(&std::fs::read(&m.path).unwrap()).into_owned());
    let text = text.collect::<Vec<_>>().join("\n").replace(&dir.path().display().to_string(), "DIR");
    Ok((request, text))
}

fn check(name: &str, source: &str, property: &str, wanted: &[&str], unwanted: &[&str]) -> String {
    let property = Property::by_name(property).unwrap();
    let (_, ir) = compiled(&[(name, source)], |o| o.property = property).unwrap();
    adumbra_testing::llvm::has(&ir, wanted, unwanted);
    ir
}

#[test]
fn locals_have_lifetimes_for_every_property() {
    let source = "void use(int *); int nd(void); int main(void) { while (nd()) { int y; use(&y); } return 0; }";
    for property in ["unreach-call", "no-overflow", "memsafety", "termination", "everything"] {
        check("a.c", source, property, &["llvm.lifetime.start", "llvm.lifetime.end", "!DILocation"], &["!tbaa"]);
    }
}

#[test]
fn overflow_checks_only_where_asked() {
    let source = "int main(void) { int x = 2147483647 + 1; return x << 3; }";
    check("a.c", source, "no-overflow", &["llvm.ubsantrap"], &[]);
    check("a.c", source, "unreach-call", &[], &["llvm.ubsantrap", "nsw"]);
}

#[test]
fn inline_functions_have_bodies() {
    let source = "inline int sq(int x) { return x * x; } static inline int tw(int x) { return 2 * x; }\n\
                  int main(void) { return sq(3) + tw(4); }";
    check(
        "a.c",
        source,
        "unreach-call",
        &["define available_externally i32 @sq", "define internal i32 @tw"],
        &["alwaysinline"],
    );
}

#[test]
fn the_preprocessor_sees_no_optimisation() {
    let source =
        "#if defined __OPTIMIZE__ || !defined __NO_INLINE__\n#error optimised\n#endif\nint main(void) { return 0; }";
    check("a.c", source, "unreach-call", &["@main"], &[]);
}

#[test]
fn old_c_is_accepted() {
    let source = "f(p) char *p; { return g(p); }\nint *h() { return 3; }\nvoid v(void); main() { int (*q)(int) = v; return f(\"\"); }\n\
                  int k(void) { return; }\nvoid l(void) { return 1; }";
    check("a.c", source, "unreach-call", &["@main", "@f", "@k", "@l"], &[]);
}

#[test]
fn the_second_standard_is_gnu89() {
    // `inline` without `static` defines the function in gnu89 only; `restrict` is no keyword there.
    let source = "int restrict = 1; int main(void) { return restrict; }";
    check("a.c", source, "unreach-call", &["@restrict"], &[]);
    let named = compiled(&[("a.c", source)], |o| o.compiler_flags.push("-std=gnu99".into()));
    assert!(matches!(named, Err(FrontendError::Compile { .. })));
}

#[test]
fn types_of_gcc_are_understood() {
    let source = "extern _Float128 q(_Float64x, _Float32, _Float64, _Float32x);\n\
                  extern _Complex _Float128 c(void);\nint unix; int linux;\nint main(void) { return (int)q(1, 2, 3, 4); }";
    let ir = check("a.i", source, "unreach-call", &["fp128 @q(x86_fp80", "float noundef", "@unix"], &[]);
    assert!(ir.contains("double noundef"), "{ir}");
}

#[test]
fn atomic_builtins_of_gcc_are_understood() {
    let source = "typedef _Atomic int atomic_int; int plain; struct s { int a, b; }; _Atomic(struct s) big;\n\
                  int main(void) { atomic_int a = 0; struct s t; __atomic_fetch_add((&a), (1), 5);\n\
                  __atomic_load(&big, &t, 5); __atomic_store_n(&plain, 3, 5);\n\
                  return __extension__ ({ __auto_type p = (&a); __typeof__((void)0, *p) r; __atomic_load(p, &r, (5)); r; }); }";
    check("a.i", source, "unreach-call", &["atomicrmw add", "load atomic i32", "ptr @plain seq_cst"], &[]);
}

#[test]
fn a_library_function_that_the_program_defines_is_called() {
    let files = [
        ("a.c", "int abs(int x) { return 42; }\n"),
        ("b.c", "int abs(int); int main(int c, char **v) { return abs(c); }\n"),
    ];
    let (_, ir) = compiled(&files, |_| {}).unwrap();
    assert!(ir.contains("call i32 @abs(") && !ir.contains("@llvm.abs"), "{ir}");
    check("b.c", files[1].1, "unreach-call", &["@llvm.abs"], &[]);
}

#[test]
fn lines_are_those_of_the_file_as_given() {
    let source = "# 1 \"orig.c\"\n# 1 \"/usr/include/x.h\" 1 3\nint nd(void);\n# 90 \"orig.c\" 2\nint main(void) {\n#line 200\n  return nd();\n}\n";
    let (request, ir) = compiled(&[("a.i", source), ("x.h", "")], |_| {}).unwrap();
    assert_eq!(request.files.len(), 1);
    assert!(request.files[0].path.ends_with("a.i"), "{:?}", request.files[0].path);
    assert_eq!(request.files[0].line_markers[2], (5, "orig.c".into(), 90));
    assert!(ir.contains("!DIFile(filename: \"DIR/a.i\", directory: \"\""), "{ir}");
    assert!(!ir.contains("orig.c") && !ir.contains("adumbra-"), "{ir}");
    assert!(ir.contains("!DISubprogram(name: \"main\", scope: ") && ir.contains("line: 5"), "{ir}");
    assert!(ir.contains("!DILocation(line: 7, column: 10"), "{ir}");
}

#[test]
fn errors_of_a_copy_name_the_original() {
    let source = "# 1 \"orig.c\"\n#include \"x.h\"\nint main(void) {\n  return undeclared + X;\n}\n";
    let error = compiled(&[("a.c", source), ("x.h", "#define X 1\n")], |_| {}).unwrap_err();
    let FrontendError::Compile { first, .. } = &error else { panic!("{error:?}") };
    assert!(first.file.ends_with("/a.c"), "{first}");
    assert_eq!((first.line, first.column), (4, 10));
    assert!(first.message.contains("undeclared"), "{first}");
}

#[test]
fn what_clang_cannot_take_is_named() {
    let source = "int main(void) {\n  int inner(int x) { return x; }\n  return inner(1);\n}\n";
    let error = compiled(&[("a.c", source)], |_| {}).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Input);
    assert!(error.to_string().contains("a.c:2:"), "{error}");
    assert!(error.hint().unwrap().contains("nested function"), "{:?}", error.hint());
}

#[test]
fn data_models_reach_the_compiler() {
    let source = "_Static_assert(sizeof(long) == SIZE, \"size\"); int main(void) { return 0; }";
    for (model, size) in [(DataModel::Ilp32, 4), (DataModel::Lp64, 8)] {
        let (request, _) = compiled(&[("a.c", source)], |o| {
            o.data_model = Some(model);
            o.compiler_flags.push(format!("-DSIZE={size}"));
        })
        .unwrap();
        assert_eq!(request.data_model, Some(model));
    }
}

#[test]
fn cxx_is_compiled() {
    let source = "struct A { int x; virtual int f() { return x; } }; int main() { A a; a.x = 3; return a.f(); }";
    check("a.cpp", source, "unreach-call", &["define dso_local noundef i32 @main", "_ZN1A1fEv"], &[]);
}

#[test]
fn rust_programs_start_in_their_main() {
    let entry = |source: &str| compiled(&[("r-1.rs", source)], |o| o.compiler_flags.clear()).unwrap().0.entry;
    let plain = entry("fn main() { let x = vec![1, 2]; assert!(x.len() == 2); }");
    assert!(plain.starts_with("_RNvC") && plain.ends_with("_3r_14main"), "{plain}");
    assert_eq!(entry("#![no_main]\n#[no_mangle]\npub extern \"C\" fn main() -> i32 { 0 }"), "main");
    assert_eq!(entry("#[no_mangle]\npub extern \"C\" fn start() -> i32 { 0 }"), "main");
    let error = compiled(&[("r.rs", "fn main() { x }")], |o| o.compiler_flags.clear()).unwrap_err();
    assert!(error.to_string().contains("r.rs:1:13: cannot find value `x`"), "{error}");
}

#[test]
fn rust_modules_have_the_bodies_of_generic_functions() {
    let source = "fn main() { let v = vec![1, 2]; assert!(v.len() == 2); }";
    let (_, bitcode) = compiled(&[("r.rs", source)], |o| o.compiler_flags.clear()).unwrap();
    // Only the function that frees a vector's memory calls this; otherwise it would be left to the
    // standard library.
    assert!(bitcode.contains("14___rust_dealloc"));
}

#[test]
fn flags_without_a_compiler_are_a_usage_error() {
    let error = compiled(&[("a.ll", "")], |_| {}).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Usage);
}

#[test]
fn bytes_that_are_no_bitcode_are_refused() {
    let error = compiled(&[("a.bc", "random")], |o| o.compiler_flags.clear()).unwrap_err();
    assert!(error.to_string().ends_with("a.bc: not LLVM bitcode"), "{error}");
}

#[test]
fn given_modules_are_kept_as_they_were() {
    let place = tempfile::tempdir().unwrap();
    let (given, out) = (place.path().join("a.ll"), place.path().join("out"));
    std::fs::write(&given, "; before").unwrap();
    std::fs::create_dir(&out).unwrap();
    let request = compile(&LoadOptions::new([&given]), &out).unwrap();
    std::fs::write(&given, "; after").unwrap();
    assert_eq!(std::fs::read_to_string(&request.modules[0].path).unwrap(), "; before");
    assert_eq!(request.modules[0].display, given.display().to_string());
}

#[test]
fn the_bitcode_goes_with_what_was_compiled() {
    let place = tempfile::tempdir().unwrap();
    let source = place.path().join("a.c");
    std::fs::write(&source, "int main(void) { return 0; }").unwrap();
    let compiled = Compiled::new(&LoadOptions::new([source])).unwrap();
    let Kept::Bitcode { request, directory } = &compiled.kept else { panic!("{compiled:?}") };
    let (module, directory) = (request.modules[0].path.clone(), directory.path().to_owned());
    assert!(module.starts_with(&directory) && module.is_file(), "{module:?}");
    drop(compiled);
    assert!(!directory.exists());
}

#[test]
fn several_files_compile_in_order_and_the_first_error_wins() {
    let good: Vec<(String, String)> = (0..6).map(|i| (format!("f{i}.c"), format!("int f{i};"))).collect();
    let files: Vec<(&str, &str)> = good.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let (request, _) = compiled(&files, |o| o.jobs = Some(3)).unwrap();
    let order: Vec<_> = request.modules.iter().map(|m| m.display.rsplit('/').next().unwrap().to_owned()).collect();
    assert_eq!(order, ["f0.c", "f1.c", "f2.c", "f3.c", "f4.c", "f5.c"]);
    let error = compiled(&[("a.c", "int a;"), ("b.c", "int b = ;"), ("c.c", "int c = ;")], |_| {}).unwrap_err();
    assert!(error.to_string().contains("b.c:1:9"), "{error}");
}
