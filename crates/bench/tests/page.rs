//! The page in a browser: it is sorted, filtered, opened and turned, at two widths, without an
//! error on the console.
//!
//! The test needs Chromium and says so where there is none. A script is put into a copy of the page
//! that uses it as a person would and leaves its findings in the document, which the browser then
//! prints.

use crate::support::demo;
use adumbra_bench::report::data::{Cell, Data};
use adumbra_bench::report::{Analysis, Noise, html, tables};
use adumbra_bench::score::Scheme;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Collects errors from the beginning.
const BEFORE: &str = "<script>
var problems = [];
addEventListener('error', (e) => problems.push(e.message));
addEventListener('securitypolicyviolation', (e) => problems.push('blocked: ' + e.blockedURI));
for (const kind of ['error', 'warn']) console[kind] = (...what) => problems.push(what.join(' '));
</script>";

/// Uses the page.
const AFTER: &str = r#"<script>
(async () => {
  const $ = (q) => document.querySelector(q), all = (q) => [...document.querySelectorAll(q)];
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const check = (what, holds) => { if (!holds) problems.push('not so: ' + what); };
  const total = parseInt($('#shown').textContent, 10);
  const names = () => all('#all tbody tr.task th').map((th) => th.textContent);
  const numbers = (column) => all('#all tbody tr.task').map((tr) => parseFloat(tr.children[column].textContent));
  const fits = (when) => check('no sideways scrolling ' + when, document.documentElement.scrollWidth <= innerWidth);
  try {
    fits('at first');
    check('one page of rows', names().length === Math.min(100, total));

    // Sorting: up, down.
    const cpu = $('[data-key=cpu0] button');
    cpu.click();
    let times = numbers(5);
    check('sorted upwards', times.every((t, i) => i === 0 || times[i - 1] <= t));
    check('says that it is sorted', $('[data-key=cpu0]').getAttribute('aria-sort') === 'ascending');
    cpu.click();
    times = numbers(5);
    check('sorted downwards', times.every((t, i) => i === 0 || times[i - 1] >= t));
    check('sorting is in the address', location.hash.includes('sort=cpu0') && location.hash.includes('desc=1'));

    // Typing.
    const q = $('#q');
    q.value = 'LOOP-new';
    q.dispatchEvent(new Event('input', { bubbles: true }));
    await wait(400);
    check('filtered by text', names().length > 0 && names().every((name) => name.includes('loop-new')));
    check('the filter is in the address', location.hash.includes('q=LOOP-new'));
    const few = parseInt($('#shown').textContent, 10);
    check('fewer tasks', few < total);
    $('#diff').click();
    check('fewer differ', parseInt($('#shown').textContent, 10) < few);
    $('#reset').click();
    check('all tasks again', parseInt($('#shown').textContent, 10) === total && !location.hash);

    // A number in a table leads to what it counts.
    const link = $('td.alarm a[href*="col=2"]');
    location.hash = link.getAttribute('href');
    await wait(300);
    check('as many as the table says', parseInt($('#shown').textContent, 10) === parseInt(link.textContent, 10));
    check('all of them wrong', all('#all tbody tr.task').every((tr) => tr.querySelector('.c2,.c3')));
    for (const id of ['cat', 'prop', 'class', 'col']) check('choices of ' + id, $('#' + id).options.length > 1);
    $('#reset').click();

    // A task in a table leads to its results.
    const task = $('.box.alarm td a');
    location.hash = task.getAttribute('href');
    await wait(300);
    check('the task of the link', names().length === 1 && names()[0] === task.textContent);
    $('#reset').click();

    // Details, by keyboard.
    const button = $('#all tbody th button');
    button.focus();
    button.click();
    check('details are open', all('tr.detail .card').length === 3 && button.getAttribute('aria-expanded') === 'true');
    check('with command and output', $('tr.detail').textContent.includes('/opt/tools/bin/verifier')
      && $('tr.detail').textContent.includes('reading <program> & building'));
    fits('with details');
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    check('the arrow goes to the next', document.activeElement === all('#all tbody th button')[1]);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    check('the slash goes to the search', document.activeElement === q);
    button.click();
    check('details are closed', !$('tr.detail'));

    // Pages.
    const first = names()[0];
    $('#next').click();
    check('the next page', names()[0] !== first && $('#place').textContent.startsWith('2 /'));
    check('plots are there', all('figure svg').length >= 5 && all('figure svg circle title').length > 100);
  } catch (error) {
    problems.push(String(error && error.stack || error));
  }
  parent.postMessage({ width: innerWidth, problems: problems.join(' / ') }, '*');
})();
</script>"#;

/// A page around the page: a window of its own cannot be as narrow as a telephone.
fn frame(file: &str, width: u32) -> String {
    format!(
        "<!doctype html><script>addEventListener('message', ({{data}}) => \
         Object.assign(document.documentElement.dataset, data));</script>\
         <iframe src=\"{file}\" style=\"width:{width}px;height:900px;border:0\"></iframe>"
    )
}

fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path).flat_map(|dir| names.map(|name| dir.join(name))).find(|file| file.is_file())
}

fn page(tasks: usize) -> String {
    let (columns, rows) = demo(tasks);
    let rows = rows
        .into_iter()
        .map(|(task, outcomes)| {
            let cells = outcomes.into_iter().map(|o| o.map(|outcome| Cell::new(&task, outcome, None))).collect();
            (task, cells)
        })
        .collect();
    let data = Data::new(columns, rows);
    let scheme = Scheme::find("sv-comp").unwrap();
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let options = html::Options {
        title: "Results <of> a run",
        pairs: &analysis.worthwhile_pairs(),
        valid_only: false,
        output: &|cell| Some(cell.outcome.output.clone()),
        output_budget: html::OUTPUT_BUDGET,
        task_set: tables::task_set(&data, &[]),
    };
    html::page(&analysis, &options)
}

/// Loads a file and returns the document as it is in the end, and what the browser logged.
fn browse(chromium: &Path, directory: &Path, file: &Path) -> (String, String) {
    let (out, log) = (directory.join("out"), directory.join("log"));
    let mut child = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"])
        .args(["--enable-logging=stderr", "--v=0", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", directory.join("profile").display()))
        .arg("--window-size=1400,1000")
        .arg(file)
        .stdout(Stdio::from(std::fs::File::create(&out).unwrap()))
        .stderr(Stdio::from(std::fs::File::create(&log).unwrap()))
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(90);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            let _ = child.wait();
            panic!("the browser does not end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let read = |path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    (read(out), read(log))
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(chromium) = chromium() else {
        eprintln!("NOT TESTED: Chromium is not installed, so nobody looked at the page");
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("page.html");
    let page = page(2000);
    let page = page.replacen("<head>", &format!("<head>{BEFORE}"), 1).replace("</body>", &format!("{AFTER}</body>"));
    std::fs::write(&file, page).unwrap();
    for width in [1280, 400] {
        let outer = directory.path().join("outer.html");
        std::fs::write(&outer, frame("page.html", width)).unwrap();
        let (document, log) = browse(&chromium, directory.path(), &outer);
        assert!(document.contains("data-problems="), "the page was not used to the end\n{log}");
        assert!(document.contains("data-problems=\"\""), "{}", problems(&document));
        assert!(document.contains(&format!("data-width=\"{width}\"")), "another width: {document}");
        let console: Vec<&str> = log.lines().filter(|line| line.contains(":CONSOLE")).collect();
        assert!(console.is_empty(), "{console:?}");
    }
}

fn problems(document: &str) -> &str {
    let from = document.find("data-problems=\"").unwrap_or(0);
    document[from..].split('>').next().unwrap_or("")
}
