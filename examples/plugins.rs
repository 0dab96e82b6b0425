//! A host of plug-ins: a text editor whose plug-ins are modules. They import what the host offers, and may extend its classes.
//! They register callbacks, which the host keeps and calls later. Each call of a plug-in is limited. A failing one is reported,
//! and the others continue.

use std::time::Duration;

use ferrotape::{
    AsContext, Class, ClassBuilder, Context, Engine, Error, Function, Instance, Limits, MemoryLoader, Object, Own,
};

/// The text that is being edited.
struct Document {
    lines: Vec<String>,
    /// Callbacks of plug-ins. They are owned by the document's object, so that one that refers to the document is collected
    /// with it.
    on_save: Vec<(String, Own<Function>)>,
}

impl Class for Document {
    const NAME: &'static str = "Document";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.getter("length", |document: &Document| document.lines.len())?;
        class.method("line", |document: &Document, number: usize| document.lines.get(number).cloned())?;
        class.method_mut("replace", |document: &mut Document, number: usize, text: String| {
            let line = document.lines.get_mut(number).ok_or("no such line")?;
            *line = text;
            Ok::<_, &str>(())
        })?;
        class.method_mut("onSave", |document: &mut Document, plugin: String, callback: Own<Function>| {
            document.on_save.push((plugin, callback));
        })?;
        class.iterator(|document: &Document| document.lines.clone())
    }
}

const PLUGINS: [(&str, &str); 4] = [
    (
        "/trim.mjs",
        "import { document, log } from 'host:editor';
         document.onSave('trim', () => {
             let changed = 0;
             for (let i = 0; i < document.length; i++) {
                 const line = document.line(i), trimmed = line.trimEnd();
                 if (line !== trimmed) { document.replace(i, trimmed); changed++; }
             }
             log(`${changed} lines trimmed`);
         });",
    ),
    (
        "/count.mjs",
        "import { document, log } from 'host:editor';
         const words = (text) => text.split(/\\s+/).filter(Boolean).length;
         document.onSave('count', (name) => {
             log(`${name} has ${[...document].map(words).reduce((a, b) => a + b, 0)} words`);
         });",
    ),
    (
        "/broken.mjs",
        "import { document } from 'host:editor';\ndocument.onSave('broken', () => document.replace(99, ''));",
    ),
    ("/endless.mjs", "import { document } from 'host:editor';\ndocument.onSave('endless', () => { for (;;); });"),
];

/// Calls what the plug-ins registered. The list is copied first: a callback may register another.
fn save(engine: &mut Engine, document: &Instance<Document>, name: &str) -> Result<(), Error> {
    let count = document.borrow(engine, |document| document.on_save.len())?;
    for number in 0..count {
        // The document is not borrowed while a plug-in runs, as the plug-in will borrow it.
        let (plugin, callback) = engine.enter(|cx| callback(cx, document, number))?;
        let limits = Limits::new().fuel(1_000_000).time(Duration::from_secs(5));
        let result = engine.with_limits(&limits, |cx| callback.call::<()>(cx, (name,)));
        if let Err(error) = result {
            println!("[{plugin}] failed: {}", error.message());
        }
    }
    Ok(())
}

fn callback(cx: &mut Context<'_>, document: &Instance<Document>, number: usize) -> Result<(String, Function), Error> {
    let (plugin, own) = document.borrow(cx, |document| document.on_save[number].clone())?;
    Ok((plugin, own.get(cx)?))
}

fn main() -> Result<(), Error> {
    let mut engine = Engine::builder().memory_limit(32 << 20).build()?;
    let lines =
        ["Ferrotape runs scripts  ", "that nobody knows.", "  It is written in Rust.\t"].map(str::to_owned).to_vec();
    let document = Instance::new(&mut engine, Document { lines, on_save: Vec::new() })?;
    let shared = document.clone();
    engine.define_module("host:editor", move |cx, exports| {
        exports.value(cx, "document", shared)?;
        let class = Function::of_class::<Document>(cx)?;
        exports.value(cx, "Document", class)?;
        exports.function(cx, "log", |message: String| println!("{message}"))
    })?;
    engine.set_module_loader(PLUGINS.into_iter().collect::<MemoryLoader>());
    for (name, _) in PLUGINS {
        let _: Object = engine.eval(&format!("import('{name}')"))?;
    }
    engine.run_jobs()?;
    for error in engine.take_unhandled_rejections() {
        println!("a plug-in could not be loaded: {}", error.message());
    }
    save(&mut engine, &document, "notes.txt")?;
    document.borrow(&mut engine, |document| {
        document.lines.iter().for_each(|line| println!("|{line}|"));
    })
}
