//! The line on a terminal that shows how things are.
//!
//! It is redrawn twice a second, so that it never stands still while there is work, and is gone
//! before anything else is printed: whoever has a message says it here. A message that was said is
//! not said again.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Goes to the beginning of the line and empties it.
const CLEAR: &str = "\r\x1b[K";

/// How often the line is redrawn.
const INTERVAL: Duration = Duration::from_millis(500);

struct Line {
    terminal: bool,
    started: Instant,
    /// What is shown now.
    text: Option<String>,
    /// Does a thread redraw it?
    ticks: bool,
    said: HashSet<String>,
}

static LINE: LazyLock<Mutex<Line>> = LazyLock::new(|| {
    Mutex::new(Line {
        terminal: std::io::stderr().is_terminal(),
        started: Instant::now(),
        text: None,
        ticks: false,
        said: HashSet::new(),
    })
});

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Line {
    fn draw(&self) {
        if let (true, Some(text)) = (self.terminal, &self.text) {
            write(&format!("{CLEAR}{text}, {:.0} s", self.started.elapsed().as_secs_f64()));
        }
    }

    fn clear(&mut self) {
        if self.text.take().is_some() && self.terminal {
            write(CLEAR);
        }
    }
}

/// Writes to standard error; a reader that went away does not want it.
fn write(text: &str) {
    let mut err = std::io::stderr().lock();
    drop(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
}

/// Shows how things are, until it is cleared.
pub fn show(text: &str) {
    let mut line = line();
    line.text = Some(text.to_owned());
    line.draw();
    if line.terminal && !line.ticks {
        // Without a thread the line stands still, and all else is the same.
        line.ticks = std::thread::Builder::new().name("progress".into()).spawn(tick).is_ok();
    }
}

fn tick() {
    loop {
        std::thread::sleep(INTERVAL);
        line().draw();
    }
}

/// Removes the line.
pub fn clear() {
    line().clear();
}

/// Removes what another process of ours left of its line.
pub fn clear_of_others() {
    if std::io::stderr().is_terminal() {
        write(CLEAR);
    }
}

/// Says something on standard error, once.
pub fn say(message: &str) {
    let mut line = line();
    if !line.said.insert(message.to_owned()) {
        return;
    }
    let shown = line.text.clone();
    line.clear();
    let mut text = message.to_owned();
    let _ = writeln!(text);
    write(&text);
    line.text = shown;
    line.draw();
}
