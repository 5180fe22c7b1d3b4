// run => ended 7
#![no_main]

trait Speaks {
    fn loud(&self) -> i32;
}
struct Dog(i32);
struct Cat;
impl Speaks for Dog {
    fn loud(&self) -> i32 {
        self.0
    }
}
impl Speaks for Cat {
    fn loud(&self) -> i32 {
        2
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let animals: [Box<dyn Speaks>; 2] = [Box::new(Dog(5)), Box::new(Cat)];
    animals.iter().map(|a| a.loud()).sum()
}
