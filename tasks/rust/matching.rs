// run => ended
enum Shape {
    Square(u32),
    Rectangle { w: u32, h: u32 },
    Empty,
}

fn area(shape: &Shape) -> u32 {
    match shape {
        Shape::Square(s) => s * s,
        Shape::Rectangle { w, h } if w == h => w * w,
        Shape::Rectangle { w, h } => w * h,
        Shape::Empty => 0,
    }
}

fn kind(n: u128) -> &'static str {
    match n {
        0 => "zero",
        1..=9 => "digit",
        u128::MAX => "all",
        _ => "other",
    }
}

fn main() {
    let shapes = [Shape::Square(3), Shape::Rectangle { w: 2, h: 5 }, Shape::Empty];
    let total: u32 = shapes.iter().map(area).sum();
    assert_eq!(total, 19);
    assert!(kind(7) == "digit" && kind(u128::MAX) == "all" && kind(1 << 70) == "other");
    let text = "a,b,c";
    assert!(text.split(',').count() == 3);
}
